import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  actions,
  Collection,
  Controller,
  createDataClient,
  type DataState,
  Endpoint,
  Entity,
  GQLEndpoint,
  Lazy,
  RestEndpoint,
  resource,
  Union,
} from 'rdc-toolkit';
import { fixturesFromLog } from 'rdc-toolkit/testing';
import { tableToRecord } from '../../lib/tables/iterate';
import { createTestStore } from '../helpers/createTestStore';

const { reducer, getInitialState } = createDataClient();
const said: string[] = [];
const { error: original } = console;
beforeEach(() => {
  said.length = 0;
  console.error = (text: unknown) => said.push(String(text));
});
afterEach(() => {
  console.error = original;
});

type Log = readonly { readonly type: string }[];

/** The states of a log, live and after a JSON round trip. */
function statesOf(log: Log) {
  const replay = (actions: Log) => {
    const states: DataState[] = [];
    for (const action of actions) states.push(reducer(states.at(-1) ?? getInitialState(), action));
    return states;
  };
  return { live: replay(log), replayed: replay(JSON.parse(JSON.stringify(log)) as Log) };
}

class Card extends Entity {
  id = '';
  title = '';
  static key = 'one.Card';
}

it('finds the endpoint with the fetched URL among ten resources of one entity', () => {
  const resources = Array.from({ length: 10 }, (_, i) =>
    resource({
      path: `/r${i}/:id`,
      schema: Card,
      urlPrefix: i % 2 === 0 ? '' : '/api',
      searchParams: {} as Readonly<Record<string, number>>,
      nonFilterArgumentKeys: [`x${i}`],
    }),
  );
  const log = resources.flatMap(({ get, getList, delete: remove }, i) => [
    get.setResponse({ id: String(i) }, { id: String(i), title: 'one' }),
    getList.setResponse({ [`x${i}`]: 1, y: i }, [{ id: 'a' }]),
    getList.push.setResponse({ y: i }, { title: 'new' }, { id: `new${i}`, y: i }),
    actions.set(getList.schema.push, { args: [{ y: i }], value: { id: `set${i}`, y: i } }),
    remove.setResponse({ id: 'a' }, { id: 'a' }),
  ]);

  const { live, replayed } = statesOf(log as Log);
  expect(replayed).toEqual(live);
  expect(said).toEqual([]);
});

it('distinguishes variants of an endpoint by URL, method and schema', () => {
  const get = new RestEndpoint({ name: 'one.get', path: '/cards/:id', schema: Card });
  const variants = [
    get.extend({ name: 'one.variant', path: '/open/:id' }),
    get.extend({ name: 'one.variant', path: '/closed/:id', schema: [Card] }),
    get.extend({
      name: 'one.variant',
      path: '/closed/:id',
      method: 'PATCH',
      body: {} as object,
      schema: { card: Card },
    }),
  ] as const;
  const log = [
    variants[0].setResponse({ id: '1' }, { id: '1' }),
    variants[1].setResponse({ id: '1' }, [{ id: '2' }]),
    variants[2].setResponse({ id: '1' }, {}, { card: { id: '3' } }),
  ];

  const { live, replayed } = statesOf(log);
  expect(replayed).toEqual(live);
  expect(said).toEqual([]);
});

it('distinguishes endpoints with overlapping URLs by the one made from their arguments', () => {
  const byId = new RestEndpoint({ name: 'one.fits', path: '/fits/:id', schema: Card });
  const byPath = new RestEndpoint({ name: 'one.fits', path: '/fits/*parts', schema: [Card] });
  const log = [
    byId.setResponse({ id: '1' }, { id: '1' }),
    byPath.setResponse({ parts: ['2'] }, [{ id: '2' }]),
  ];
  expect([byId.testKey(log[1]?.key ?? ''), byPath.testKey(log[0]?.key ?? '')]).toEqual([true, true]);

  const { live, replayed } = statesOf(log as Log);
  expect(replayed).toEqual(live);
  expect(said).toEqual([]);
});

it('treats endpoints that differ only in timing as one', () => {
  const get = new RestEndpoint({ name: 'one.timed', path: '/timed/:id', schema: Card });
  get.extend({ name: 'one.timed', pollFrequency: 5 });
  get.extend({ name: 'one.timed', dataExpiryLength: 5 });

  const { live, replayed } = statesOf([get.setResponse({ id: '1' }, { id: '1' })]);
  expect(replayed).toEqual(live);
  expect(said).toEqual([]);
});

it('reports a conflict and its solution only when the log needs the name', () => {
  const get = new RestEndpoint({ name: 'one.conflict', path: '/conflict/:id', schema: Card });
  const other = get.extend({ name: 'one.conflict', schema: [Card] });
  expect(said).toEqual([]);

  const log = [get.setResponse({ id: '1' }, { id: '1' }), other.setResponse({ id: '1' }, [{ id: '1' }])];
  const { replayed } = statesOf(log);
  expect(said).toEqual([expect.stringContaining('more than one endpoint is named "one.conflict"')]);
  expect(said[0]).toContain('name');
  expect(replayed.at(-1)?.endpoints.size).toBe(0);

  const renamed = other.extend({ name: 'one.resolved' });
  const after = statesOf([renamed.setResponse({ id: '1' }, [{ id: '1' }])]);
  expect(after.replayed).toEqual(after.live);
});

describe('variants of an endpoint with the same name', () => {
  const path = '/variants/:id';
  const change = { method: 'PATCH', body: {} as object, name: 'one.change', schema: Card } as const;
  const base = new RestEndpoint({ ...change, path, getOptimisticResponse: () => ({ id: '1' }) });
  const fits = base.extend({ name: 'one.change', path: '/others/:id' });
  const clash = new RestEndpoint({ ...change, path: '/clash/:id', name: 'one.clash' });
  clash.extend({ name: 'one.clash', schema: { card: Card } });
  const args = [{ id: '1' }, { title: 'new' }] as const;
  const asLogged = (value: unknown) => JSON.parse(JSON.stringify(value)) as never;

  it('become fixtures by URL; a conflict throws', () => {
    const log = [base.setResponse(...args, { id: '1' }), fits.setResponse(...args, { id: '1' })];
    expect(fixturesFromLog(asLogged(log)).map(({ endpoint }) => endpoint)).toEqual([base, fits]);
    expect(() => fixturesFromLog(asLogged([clash.setResponse(...args, { id: '1' })]))).toThrow(
      'more than one endpoint is named "one.clash"',
    );
  });

  it('are resumed by URL; a conflict is reported and the others are sent', async () => {
    const dispatched: string[] = [];
    const client = createDataClient({
      managers: [
        () => next => action => {
          if (actions.fetch.match(action)) dispatched.push(action.key);
          return actions.fetch.match(action) ? undefined : next(action);
        },
      ],
    });
    const store = createTestStore({ client });
    const optimistic = [clash, fits, base].map((endpoint, i) => ({
      endpointName: endpoint.name,
      key: endpoint.key(...args),
      plainArgs: args,
      requestId: `saved-${i}`,
      fetchedAt: 0,
      began: i,
    }));
    void new Controller(store).resume({ optimistic: asLogged(optimistic) });
    expect(dispatched).toEqual(['PATCH /others/1', 'PATCH /variants/1']);
    expect([...said, ...store.complaints.splice(0)].join()).toContain(
      'more than one endpoint is named "one.clash"',
    );
  });
});

it('replays records of an entity and of a subclass with the same key', () => {
  class Repository extends Entity {
    owner = { login: '' };
    name = '';
    stargazersCount = 0;
    static key = 'one.Repository';
    override pk() {
      return `${this.owner.login}/${this.name}`;
    }
  }
  class GQLRepository extends Repository {
    static override process(input: Readonly<Record<string, unknown>>) {
      if (!('stargazerCount' in input)) return input;
      const { stargazerCount, ...rest } = input;
      return { ...rest, stargazersCount: stargazerCount };
    }
  }
  const { get } = resource({ path: '/repos/:owner/:name', schema: Repository });
  const gql = new GQLEndpoint('https://example.com/graphql');
  const getPinned = gql.query(
    (_: { login: string }) =>
      'query one_pinned($login: String!) { user(login: $login) { pinnedItems { nodes { name } } } }',
    { user: { pinnedItems: { nodes: [GQLRepository] } } },
  );
  const row = { owner: { login: 'ada' }, name: 'engine' };
  const log = [
    get.setResponse({ owner: 'ada', name: 'engine' }, { ...row, stargazersCount: 1 }),
    getPinned.setResponse(
      { login: 'ada' },
      { user: { pinnedItems: { nodes: [{ ...row, stargazerCount: 2 }] } } },
    ),
    actions.set(GQLRepository, { value: { ...row, stargazerCount: 3 } }),
    actions.set(Repository, { value: { ...row, stargazersCount: 4 } }),
    actions.set([GQLRepository], { value: [{ ...row, stargazerCount: 5 }] }),
  ];

  const { live, replayed } = statesOf(log as Log);
  expect(replayed).toEqual(live);
  expect(said).toEqual([]);
});

it('matches a deserialized action by URL and name', () => {
  const one = new RestEndpoint({ name: 'one.matched', path: '/matched/:id', schema: Card });
  const other = one.extend({ name: 'one.matched', path: '/other/:id' });
  const copy = JSON.parse(JSON.stringify(one.setResponse({ id: '1' }, { id: '1' })));

  expect([one.matchFulfilled(copy), other.matchFulfilled(copy)]).toEqual([true, false]);
});

it('retains few of many endpoints with the same name, including the first and the latest', async () => {
  setFlagsFromString('--expose_gc');
  const collect = runInNewContext('gc') as () => void;
  const refs: WeakRef<object>[] = [];
  const log: object[] = [];
  const makeOther = (i: number) => {
    const get = new RestEndpoint({ name: 'one.other', path: `/others/${i}/:id`, schema: Card });
    refs.push(new WeakRef(get));
    if (i % 299 === 0) log.push(get.setResponse({ id: `${i}` }, { id: `${i}` }));
  };
  for (let i = 0; i < 300; i++) makeOther(i);
  const text = JSON.stringify(log.splice(0));
  await new Promise(resolve => setTimeout(resolve, 10));
  collect();

  expect(refs.filter(ref => ref.deref() !== undefined).length).toBeLessThan(150);
  const state = (JSON.parse(text) as Log).reduce<DataState>(reducer, getInitialState());
  expect(Object.keys(tableToRecord(state.entities[Card.key]))).toEqual(['0', '299']);
});

it('retains few endpoints and lists that are created with every render', async () => {
  setFlagsFromString('--expose_gc');
  const collect = runInNewContext('gc') as () => void;
  const refs: WeakRef<object>[] = [];
  const makeAgain = () => {
    const send = new Endpoint(async () => 1, { name: 'one.remade', schema: new Collection([Card]) });
    refs.push(new WeakRef(send), new WeakRef(new Collection([new Union({ card: Card }, () => 'card')])));
  };
  for (let i = 0; i < 300; i++) makeAgain();
  await new Promise(resolve => setTimeout(resolve, 10));
  collect();

  expect(refs.filter(ref => ref.deref() !== undefined).length).toBeLessThan(300);
});

it('terminates if a lazy schema is a new one each time', () => {
  const tree = (): Readonly<Record<string, unknown>> => ({ card: Card, children: [new Lazy(tree)] });
  const getTree = new RestEndpoint({ name: 'one.getTree', path: '/tree', schema: tree() });
  const log = [
    getTree.setResponse({ card: { id: '1' }, children: [{ card: { id: '2' } }] }),
    actions.set(tree() as never, { value: { card: { id: '3' } } }),
    getTree.setResponse({ card: { id: '4' } }),
  ];

  const { live } = statesOf(log as Log);
  expect(live.at(-1)?.entities[Card.key]?.size).toBe(4);
});
