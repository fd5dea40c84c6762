import { Controller, Entity, resource } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';

class Card extends Entity {
  id = '';
  title = '';
  status = '';
  starred = false;
  static key = 'WithoutBody.Card';
}

const one = { id: '1' };
const cards = resource({ path: '/cards/:id', schema: Card, Endpoint: ApiEndpoint })
  .extend('close', { path: '/cards/:id/close', method: 'POST', body: undefined })
  .extend('star', { path: '/cards/:id/star', method: 'POST', body: undefined });

/** Mutations of one record, of which only the first declares what it writes. */
const MUTATIONS = {
  rename: {
    route: 'PATCH /cards/:id',
    effect: { title: 'new' },
    begin: () => cards.partialUpdate.fetch(one, { title: 'new' }),
  },
  close: {
    route: 'POST /cards/:id/close',
    effect: { status: 'closed' },
    begin: () => cards.close.fetch(one),
  },
  star: { route: 'POST /cards/:id/star', effect: { starred: true }, begin: () => cards.star.fetch(one) },
};
type Name = keyof typeof MUTATIONS;
type Order = readonly [Name, Name];

/** What is known of the record before. */
const KNOWN = {
  nothing: {},
  'its title': { id: '1', title: 'old' },
  all: { id: '1', title: 'old', status: 'open', starred: false },
};

const PAIRS: readonly Order[] = [
  ['rename', 'close'],
  ['close', 'star'],
];
const ordersOf = ([a, b]: Order): Order[] => [
  [a, b],
  [b, a],
];
const cases = PAIRS.flatMap(pair =>
  ordersOf(pair).flatMap(leave =>
    ordersOf(pair).flatMap(act => ordersOf(pair).map(land => ({ leave, act, land }))),
  ),
);

/** A request that the server has received: it acts on it and responds when told to. */
interface Visit {
  act(): void;
  respond(): void;
}

/** Starts a server of one card, which acts on its requests and responds to them in any order. */
async function serveCard() {
  let card = { ...KNOWN.all };
  const visits = new Map<string, (visit: Visit) => void>();
  const routeOf = ({ route, effect }: (typeof MUTATIONS)[Name]) => [
    route,
    () =>
      new Promise(resolve => {
        let response: object;
        visits.get(route)?.({
          act() {
            card = { ...card, ...effect };
            response = card;
          },
          respond: () => resolve(response),
        });
      }),
  ];
  await serve(Object.fromEntries(Object.values(MUTATIONS).map(routeOf)));
  return {
    current: () => card,
    visitOf: (name: Name) => new Promise<Visit>(resolve => visits.set(MUTATIONS[name].route, resolve)),
  };
}

describe.each(Object.entries(KNOWN))(
  'mutations of a record, one without a body, with %s known before',
  (_, known) => {
    it.each(cases)(
      'match the server or cast doubt: leave $leave, act $act, land $land',
      async ({ leave, act, land }) => {
        const server = await serveCard();
        const store = createTestStore();
        const controller = new Controller(store);
        if ('id' in known) controller.set(Card, one, known);
        const sent = new Map<Name, { readonly visit: Visit; readonly settled: PromiseLike<unknown> }>();
        for (const name of leave) {
          const visit = server.visitOf(name);
          const settled = store.dispatch(MUTATIONS[name].begin());
          sent.set(name, { visit: await visit, settled });
        }
        for (const name of act) sent.get(name)?.visit.act();
        for (const name of land) {
          sent.get(name)?.visit.respond();
          await sent.get(name)?.settled;
        }

        const { data, expiryStatus } = cards.get.select(one)(store.getState());
        if (expiryStatus !== 'stale') expect(data).toEqual(server.current());
        // What was sent is shown in any case.
        if (leave.includes('rename')) expect(data?.title).toBe('new');
      },
    );
  },
);
