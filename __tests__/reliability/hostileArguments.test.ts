import {
  actions,
  Collection,
  Controller,
  Endpoint,
  Entity,
  GQLEndpoint,
  Query,
  RestEndpoint,
} from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { startApi } from '../helpers/startApi';

class Note extends Entity {
  id = '';
  title = '';
  static key = 'hostileArguments.Note';
}
const Notes = new Collection([Note]);
const FirstNote = new Query(Notes, notes => notes[0]);

/** Far more than any stack allows. */
const LEVELS = 100_000;

function nested(levels: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < levels; level++) value = wrap(value);
  return value;
}
const deepValues = {
  object: nested(LEVELS, a => ({ a })),
  array: nested(LEVELS, a => [a]),
};
const endless: { self?: unknown } = {};
endless.self = endless;

const urlPrefix = 'http://127.0.0.1:9';
const getAny = new Endpoint(async (_: unknown) => ({ id: '1' }), {
  name: 'hostileArguments.any',
  schema: Note,
});
const getNote = new RestEndpoint({
  urlPrefix,
  path: '/notes/:id',
  schema: Note,
  name: 'hostileArguments.get',
});
const getNotes = new RestEndpoint({
  urlPrefix,
  path: '/notes',
  schema: Notes,
  searchParams: {} as Readonly<Record<string, unknown>>,
  name: 'hostileArguments.getList',
});
const saveNote = new RestEndpoint({
  urlPrefix,
  path: '/notes',
  method: 'POST',
  body: {} as object,
  name: 'hostileArguments.save',
});
const findNote = new GQLEndpoint(urlPrefix, { name: 'hostileArguments.gql' }).query(
  (_: { a: unknown }) => 'query',
  { note: Note },
);

type Use = (value: unknown) => unknown;
const dispatch = (action: unknown) => createTestStore().dispatch(action as never);

const keyed: [place: string, use: Use][] = [
  ['the key of an endpoint', value => getAny.key(value)],
  ['an endpoint’s fetch', value => dispatch(getAny.fetch(value))],
  ['an endpoint’s response', value => dispatch(getAny.setResponse(value, { id: '1' }))],
  ['a subscription', value => dispatch(getAny.subscribe(value))],
  ['variables', value => dispatch(findNote.fetch({ a: value }))],
  ['variables of a call', value => findNote({ a: value })],
  ['a body', value => dispatch(saveNote.fetch({ title: value }))],
  ['a body of a call', value => saveNote({ title: value })],
];
const named: typeof keyed = [
  ['a path', value => dispatch(getNote.fetch({ id: value } as never))],
  ['search parameters', value => dispatch(getNotes.fetch({ q: value }))],
  ['search parameters of a call', value => getNotes({ q: value })],
  ['an invalidation', value => dispatch(getNotes.invalidate({ q: value }))],
  ['arguments of set', value => dispatch(actions.set(Notes, { args: [{ q: value }], value: [{ id: '1' }] }))],
  ['arguments of a query', value => new Controller(createTestStore()).get(Notes, { q: value })],
  [
    'arguments of a selector',
    value => {
      const store = createTestStore();
      return store.client.selectors.selectQuery(FirstNote, { q: value })(store.getState());
    },
  ],
];
const values: typeof keyed = [
  ['a value', value => dispatch(actions.set(Note, { value: { id: '1', title: value } }))],
];

const ours = expect.objectContaining({ name: 'UsageError' });

describe.each([...keyed, ...named, ...values])('%s', (_, use) => {
  it.each(['object', 'array'] as const)('that is an %s of 100 000 levels is rejected by name', async kind => {
    const attempt = async () => use(deepValues[kind]);

    await expect(attempt()).rejects.toEqual(ours);
    await expect(attempt()).rejects.toThrow(/levels|finite number/);
  });
});

describe.each(keyed)('%s', (_, use) => {
  it('that contains a bigint is rejected, with its place and a fix', async () => {
    const attempt = async () => use({ rows: [{ id: 5n }] });

    await expect(attempt()).rejects.toEqual(ours);
    await expect(attempt()).rejects.toThrow(
      /5n is a bigint, at ".*rows\.0\.id"\. Pass a string: String\(5n\)\./,
    );
  });

  it('that contains itself is rejected, with its place', async () => {
    const attempt = async () => use(endless);

    await expect(attempt()).rejects.toEqual(ours);
    await expect(attempt()).rejects.toThrow(/it contains a circular reference, at ".*self"/);
  });
});

it('names the endpoint, the part and the value at fault', () => {
  expect(() => getAny.key(5n)).toThrow(
    'Cannot call hostileArguments.any(…): its arguments cannot be written as JSON: 5n is a bigint, at "0". Pass a string: String(5n).',
  );
  expect(() => getNotes.key({ q: deepValues.object })).toThrow(
    'Cannot write the search parameter "q": it is an object with a. It has more than 100 levels. Pass a flatter value.',
  );
  expect(() => actions.set(Notes, { args: [{ q: deepValues.object }], value: [] })).toThrow(
    'Cannot make an action for [hostileArguments.Note]: its `args` is nested more than 500 levels deep, at "0.q.a.a.a…".',
  );
});

it('keeps an error of toJSON as the cause', () => {
  const reason = new Error('not today');
  const attempt = () =>
    getAny.key({
      toJSON() {
        throw reason;
      },
    });

  expect(attempt).toThrow(expect.objectContaining({ name: 'UsageError', cause: reason }));
});

it('accepts a bigint as an id, as a search parameter, and in data', async () => {
  const api = await startApi({
    'GET /notes/:id': ({ params }) => ({ id: params.id, title: 'one' }),
    'GET /notes': ({ query }) => [{ id: query.from, title: 'two' }],
  });
  const store = createTestStore();
  const [one, list] = [getNote, getNotes].map(endpoint => endpoint.extend({ urlPrefix: api.url }));

  await store.dispatch(one?.fetch({ id: 5n } as never) as never);
  await store.dispatch(list?.fetch({ from: 6n } as never) as never);
  store.dispatch(actions.set(Note, { value: { id: 7n, title: 'three' } }));

  expect(api.requests).toEqual(['GET /notes/5', 'GET /notes?from=6']);
  expect(new Controller(store).get(Note, { id: '7' })?.title).toBe('three');
});

it('tells lists apart by nested arrays in less than exponential time', () => {
  const store = createTestStore();
  const controller = new Controller(store);
  const q = nested(400, a => [a, 'b']);

  controller.set(Notes, { q }, [{ id: '1', title: 'one' }]);

  expect(controller.get(Notes, { q: nested(400, a => [a, 'b']) })?.map(({ id }) => id)).toEqual(['1']);
  expect(controller.get(Notes, { q: nested(399, a => [a, 'b']) })).toBeUndefined();
});
