import { type Action, configureStore, type Middleware } from '@reduxjs/toolkit';
import fc from 'fast-check';
import {
  createDataClient,
  type DataState,
  Entity,
  type FetchPromise,
  RestEndpoint,
  resource,
} from 'rdc-toolkit';
import { type HeldAnswer, reply, startApi } from '../helpers/startApi';

class Card extends Entity {
  id = '';
  title = '';
  status = '';
  votes = 0;
  /** Counts the changes on the server; nothing optimistic ever touches it. */
  version = 0;
  static key = 'Card';
}

interface Row {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly votes: number;
  readonly version: number;
}

const STATUSES = ['open', 'done'] as const;

let url = '';
const shared = {
  get urlPrefix() {
    return url;
  },
};

/** One thing that a person or a poll does. */
type Step =
  | { readonly kind: 'create'; readonly title: string; readonly status: string; readonly fails: boolean }
  | { readonly kind: 'rename'; readonly id: string; readonly title: string; readonly fails: boolean }
  | {
      readonly kind: 'replace';
      readonly id: string;
      readonly title: string;
      readonly votes: number;
      readonly fails: boolean;
    }
  | { readonly kind: 'vote'; readonly id: string; readonly fails: boolean }
  | { readonly kind: 'move'; readonly id: string; readonly status: string; readonly fails: boolean }
  | { readonly kind: 'delete'; readonly id: string; readonly fails: boolean }
  | { readonly kind: 'poll'; readonly status: string };

const id = fc.constantFrom('1', '2', '3');
const title = fc.constantFrom('a', 'b', 'c', 'd');
const status = fc.constantFrom(...STATUSES);
const fails = fc.integer({ min: 0, max: 3 }).map(n => n === 0);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), title, status, fails }),
  fc.record({ kind: fc.constant('rename' as const), id, title, fails }),
  fc.record({ kind: fc.constant('replace' as const), id, title, votes: fc.nat(9), fails }),
  fc.record({ kind: fc.constant('vote' as const), id, fails }),
  fc.record({ kind: fc.constant('move' as const), id, status, fails }),
  fc.record({ kind: fc.constant('delete' as const), id, fails }),
  fc.record({ kind: fc.constant('poll' as const), status }),
);

/** A server that does what it is asked on arrival, and answers when it is told to. */
async function startModel() {
  const rows = new Map<string, Row>();
  let created = 0;
  let nextFails = false;
  const reset = () => {
    rows.clear();
    created = 0;
    for (const each of ['1', '2', '3']) {
      rows.set(each, { id: each, title: each, status: each === '3' ? 'done' : 'open', votes: 0, version: 0 });
    }
  };
  const changing = (change: (row: Row) => Row) => (key: unknown) => {
    const row = rows.get(String(key));
    if (nextFails) return reply(409, { message: 'refused' });
    if (row === undefined) return reply(404, { message: 'gone' });
    const changed = { ...change(row), version: row.version + 1 };
    rows.set(row.id, changed);
    return changed;
  };
  const api = await startApi({
    'GET /cards': ({ query }) => [...rows.values()].filter(row => row.status === query.status),
    'POST /cards': ({ body }) => {
      if (nextFails) return reply(409, { message: 'refused' });
      const row = {
        votes: 0,
        version: 0,
        ...(body as Pick<Row, 'title' | 'status'>),
        id: `new-${++created}`,
      };
      rows.set(row.id, row);
      return row;
    },
    'PATCH /cards/:id': ({ params, body }) => changing(row => ({ ...row, ...(body as Row) }))(params.id),
    'PUT /cards/:id': ({ params, body }) =>
      changing(row => ({ ...row, ...(body as Row), id: row.id }))(params.id),
    'POST /cards/:id/vote': ({ params }) => changing(row => ({ ...row, votes: row.votes + 1 }))(params.id),
    'DELETE /cards/:id': ({ params }) => {
      if (nextFails) return reply(409, { message: 'refused' });
      return rows.delete(String(params.id)) ? {} : reply(404, { message: 'gone' });
    },
  });
  url = api.url;
  return {
    api,
    reset,
    failNext(failing: boolean) {
      nextFails = failing;
    },
    inStatus: (wanted: string) => [...rows.values()].filter(row => row.status === wanted),
  };
}

function clientOf() {
  const client = createDataClient();
  const log: Action[] = [];
  const record: Middleware = () => next => action => {
    log.push(action as Action);
    return next(action);
  };
  const store = configureStore({
    reducer: { [client.reducerPath]: client.reducer },
    middleware: getDefault =>
      getDefault({ immutableCheck: false, serializableCheck: false }).concat(client.middleware, record),
  });
  const replayed = () =>
    log.reduce<DataState | undefined>((state, action) => client.reducer(state, action), undefined);
  const CardResource = resource({
    path: '/cards/:id',
    schema: Card,
    urlPrefix: shared.urlPrefix,
    searchParams: {} as { status: string },
    optimistic: true,
  }).extend(() => ({
    vote: new RestEndpoint({
      name: 'Card.vote',
      path: '/cards/:id/vote',
      urlPrefix: shared.urlPrefix,
      method: 'POST',
      body: undefined,
      schema: Card,
      getOptimisticResponse(snapshot, { id: voted }: { id: string }) {
        const card = snapshot.get(Card, { id: voted });
        if (card === undefined) throw snapshot.abort;
        return { id: voted, votes: card.votes + 1 };
      },
    }),
  }));
  const shown = (wanted: string) =>
    CardResource.getList
      .select({ status: wanted })(store.getState())
      .data?.map(card => ({ ...card }));
  return { store, CardResource, shown, replayed };
}

type Client = ReturnType<typeof clientOf>;

const ROUTES: Readonly<Record<Step['kind'], string>> = {
  create: 'POST /cards',
  rename: 'PATCH /cards/:id',
  replace: 'PUT /cards/:id',
  vote: 'POST /cards/:id/vote',
  move: 'PATCH /cards/:id',
  delete: 'DELETE /cards/:id',
  poll: 'GET /cards',
};

function begin({ store, CardResource }: Client, asked: Step): FetchPromise<unknown> {
  switch (asked.kind) {
    case 'create':
      return store.dispatch(
        CardResource.getList.push.fetch(
          { status: asked.status },
          { title: asked.title, status: asked.status },
        ),
      );
    case 'rename':
      return store.dispatch(CardResource.partialUpdate.fetch({ id: asked.id }, { title: asked.title }));
    case 'replace':
      return store.dispatch(
        CardResource.update.fetch({ id: asked.id }, { title: asked.title, votes: asked.votes }),
      );
    case 'vote':
      return store.dispatch(CardResource.vote.fetch({ id: asked.id }));
    case 'move':
      return store.dispatch(CardResource.getList.move.fetch({ id: asked.id }, { status: asked.status }));
    case 'delete':
      return store.dispatch(CardResource.delete.fetch({ id: asked.id }));
    case 'poll':
      return store.dispatch(CardResource.getList.fetch({ status: asked.status }));
  }
}

const sameStep = (a: Step, b: Step) => JSON.stringify(a) === JSON.stringify(b);
/** Watches what is shown, and notes each record that goes back to an older version, or comes back from the dead. */
function watch({ store, shown }: Client) {
  const versions = new Map<string, number>();
  const gone = new Set<string>();
  const relapses: string[] = [];
  const look = () => {
    for (const card of STATUSES.flatMap(each => shown(each) ?? [])) {
      const seen = versions.get(card.id) ?? 0;
      if (card.version < seen) relapses.push(`${card.id} went from version ${seen} to ${card.version}`);
      if (gone.has(card.id)) relapses.push(`${card.id} came back`);
      versions.set(card.id, Math.max(seen, card.version));
    }
  };
  store.subscribe(look);
  return { relapses, bury: (buried: string) => gone.add(buried) };
}

const byId = (a: Row, b: Row) => (a.id < b.id ? -1 : 1);

it('ends in what the server holds and never goes back, in whatever order it answers', async () => {
  const model = await startModel();
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 2, maxLength: 5 }),
      fc.infiniteStream(fc.nat(99)),
      async (steps, choices) => {
        model.reset();
        model.failNext(false);
        const client = clientOf();
        for (const each of STATUSES)
          await client.store.dispatch(client.CardResource.getList.fetch({ status: each }));
        const { relapses, bury } = watch(client);
        const pending: { asked: Step; held: HeldAnswer; done: Promise<unknown>; abort: () => void }[] = [];
        const settleOne = async () => {
          const choice = choices.next().value ?? 0;
          const [chosen] = pending.splice(choice % pending.length, 1);
          // What is given up may have been done all the same: only a refusal is certain not to have been.
          if (choice % 5 === 0 && chosen && 'fails' in chosen.asked && chosen.asked.fails) chosen.abort();
          await chosen?.held.release();
          await chosen?.done;
        };
        for (const each of steps) {
          // A poll joins one that is under way, and sends nothing.
          if (each.kind === 'poll' && pending.some(({ asked }) => sameStep(asked, each))) continue;
          model.failNext('fails' in each && each.fails);
          const held = model.api.hold(ROUTES[each.kind]);
          const begun = begin(client, each);
          const done = begun.then(
            () => each.kind === 'delete' && bury(each.id),
            () => undefined,
          );
          await held.arrived;
          pending.push({ asked: each, held, done, abort: () => begun.abort() });
          if ((choices.next().value ?? 0) % 3 === 0 && pending.length > 0) await settleOne();
        }
        while (pending.length > 0) await settleOne();
        for (const each of STATUSES) {
          expect(client.shown(each)?.sort(byId)).toEqual(model.inStatus(each).sort(byId));
        }
        expect(client.store.getState().rdc.optimistic).toEqual([]);
        expect(relapses).toEqual([]);
        expect(client.replayed()).toEqual(client.store.getState().rdc);
      },
    ),
    { numRuns: Number(process.env.RUNS ?? 60) },
  );
}, 60_000);
