import { Collection, Entity, Lazy, Query, schema, type, Values } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';

class Card extends Entity {
  id = '';
  title = '';
  static key = 'FoundCard';
}

const cards = new Collection([Card]);
const wrapped = { items: cards, total: 0 };

const endpointOf = <const S>(name: string, given: S) =>
  new ApiEndpoint({
    path: '/found',
    name: `found.${name}`,
    schema: given,
    paginationField: 'page',
    movePath: '/found/:id',
  });

const lists = {
  'a plain object': endpointOf('plain', wrapped),
  Object: endpointOf('Object', new schema.Object(wrapped)),
  Query: endpointOf('Query', new Query(wrapped, ({ items, total }) => ({ items, total }))),
  Lazy: endpointOf('Lazy', new Lazy(() => wrapped)),
};

it.each(Object.entries(lists))('a list is found through %s', async (_what, getList) => {
  await serve({
    'GET /found': ({ query: { page = '1' } }) => ({ items: [{ id: page, title: 'x' }], total: Number(page) }),
    'POST /found': ({ body }) => ({ id: 'new', ...(body as object) }),
    'PATCH /found/:id': ({ params, body }) => ({ ...params, ...(body as object) }),
  });
  const store = createTestStore();
  const read = () => getList.select()(store.getState()).data;
  await store.dispatch(getList.fetch());

  const created = await store.dispatch(getList.push.fetch({ title: 'new' }));
  await store.dispatch(getList.getPage.fetch({ page: 2 }));
  await store.dispatch(getList.unshift.fetch({ title: 'first' }));
  const moved = await store.dispatch(getList.move.fetch({ id: '2' }, { title: 'moved' }));

  const title: string | undefined = created?.title;
  expect([title, moved?.title]).toEqual(['new', 'moved']);
  expect(read()?.items.map(({ id }) => id)).toEqual(['1', 'new', '2']);
  expect(read()?.total).toBe(2);
});

it('a created record joins a map under its key and leaves it when removed', async () => {
  await serve({
    'GET /found': () => ({ a: { id: '1', title: 'x' } }),
    'POST /found': ({ body }) => ({ id: 'two', ...(body as object) }),
  });
  const getMap = new ApiEndpoint({
    path: '/found',
    name: 'found.map',
    schema: new Collection(new Values(Card)),
  });
  const store = createTestStore();
  const names = () => Object.keys(getMap.select()(store.getState()).data ?? {});
  await store.dispatch(getMap.fetch());

  await store.dispatch(getMap.push.fetch({ title: 'two' }));
  expect(names()).toEqual(['a', 'two']);
  await store.dispatch(getMap.remove.fetch({ title: 'two' }));

  expect(names()).toEqual(['a']);
});

it('assign on a list throws', () => {
  expect(() => lists['a plain object'].assign).toThrow(
    'option `schema` holds a list, and `assign` needs a map: the elements of a list have no names. Use push, or ',
  );
});

/** Each way to wrap a schema that contains a list. */
const wrappers: Readonly<Record<string, (list: object) => object>> = {
  nothing: list => list,
  'a plain object': items => ({ items }),
  'plain objects in each other': items => ({ data: { items } }),
  'schema.Object': items => new schema.Object({ items }),
  Query: list => new Query(list, found => found),
  'a Query of an object': items => new Query({ items }, found => found),
  Lazy: list => new Lazy(() => list),
  'Lazy of an object of Lazy': items => new Lazy(() => ({ items: new Lazy(() => items) })),
  'a Query of Lazy of schema.Object': items =>
    new Query(new Lazy(() => new schema.Object({ items })), found => found),
};

class Found extends Entity {
  id = '';
  title = '';
  state = 'open';
  static key = 'FoundIssue';
}

/** The call of each member, and the lists of open and of closed issues after it. */
const writes = {
  push: [[{ state: 'open' }, { title: 'new' }], '1,2,new', '3'],
  unshift: [[{ state: 'closed' }, { title: 'new' }], '1,2', 'new,3'],
  remove: [[{ state: 'open' }, { id: '1' }], '2', '3'],
  move: [[{ id: '1' }, { state: 'closed' }], '2', '3,1'],
  getPage: [[{ state: 'closed', page: '2' }], '1,2', '3,4'],
} as const;

const contents = {
  'a list': {
    collection: new Collection([Found]),
    members: ['push', 'unshift', 'remove', 'move', 'getPage'],
  },
  'a map': {
    collection: new Collection(new Values(Found)),
    members: ['push', 'unshift', 'remove', 'move', 'getPage', 'assign'],
  },
} as const;

const combinations = Object.entries(contents).flatMap(([content, { collection, members }]) =>
  Object.entries(wrappers).flatMap(([wrapper, wrap], i) => {
    const getIssues = new ApiEndpoint({
      path: '/issues',
      name: `found.${content}${i}`,
      method: 'GET',
      searchParams: type<{ state: string }>(),
      body: type<object>(),
      schema: wrap(collection),
      paginationField: 'page',
      movePath: '/issues/:id',
      optimistic: true,
    });
    return members.map(member => [member, content, wrapper, getIssues, wrap] as const);
  }),
);

it.each(combinations)('%s writes to %s through %s', async (member, content, _wrapper, given, wrap) => {
  const isMap = content === 'a map';
  const named = (records: readonly { readonly id: string }[]) =>
    isMap ? Object.fromEntries(records.map(record => [record.id, record])) : records;
  const pages: Readonly<Record<string, readonly string[]>> = { open: ['1', '2'], closed: ['3'] };
  // A response is wrapped in the same way as the list.
  const shape = JSON.stringify(asResponse(wrap(Object.assign(() => 0, { toJSON: () => 'LIST' }) as never)));
  const wrapped = (list: unknown) => JSON.parse(shape.replace('"LIST"', JSON.stringify(list))) as unknown;
  const api = await serve({
    'GET /issues': ({ query: { state, page } }) =>
      wrapped(
        named((page === undefined ? (pages[String(state)] ?? []) : ['3', '4']).map(id => ({ id, state }))),
      ),
    'POST /issues': ({ query, body }) =>
      member === 'assign' ? body : { id: 'new', ...query, ...(body as object) },
    'PATCH /issues/:id': ({ params, body }) => ({ ...params, ...(body as object) }),
  });
  // The schema alone does not give a type here.
  const getIssues = given as unknown as Untyped;
  const store = createTestStore();
  const shown = (state: string) => {
    const text = JSON.stringify(getIssues.select({ state })(store.getState()).data);
    return [...text.matchAll(/"id":"([^"]*)"/g)].map(([, id = '']) => (id.includes(':') ? 'new' : id)).join();
  };
  await store.dispatch(getIssues.fetch({ state: 'open' }));
  await store.dispatch(getIssues.fetch({ state: 'closed' }));
  const [args, open, closed] =
    member === 'assign'
      ? [[{ state: 'open' }, { new: { id: 'new', state: 'open' } }] as const, '1,2,new', '3']
      : writes[member];
  // A map has no start: its entries are in the order of object keys, numbers first.
  const expected = [open, isMap ? closed.split(',').sort().join() : closed];

  const held = api.hold(
    member === 'getPage' ? 'GET /issues' : member === 'move' ? 'PATCH /issues/1' : 'POST /issues',
  );
  const response = store.dispatch(getIssues[member].fetch(...args));
  if (member !== 'getPage') expect([shown('open'), shown('closed')]).toEqual(expected);
  await held.arrived;
  await held.release();
  await response;

  expect([shown('open'), shown('closed')]).toEqual(expected);
});

/** The shape of a response, without the wrappers for readers. */
function asResponse(wrapped: unknown): unknown {
  if (wrapped instanceof Lazy) return asResponse(wrapped.resolve());
  if (wrapped instanceof Query || wrapped instanceof schema.Object) return asResponse(wrapped.schema);
  if (typeof wrapped !== 'object' || wrapped === null) return wrapped;
  return Object.fromEntries(Object.entries(wrapped).map(([name, value]) => [name, asResponse(value)]));
}

interface Member {
  fetch(...args: readonly unknown[]): ReturnType<typeof lists.Lazy.fetch>;
}
interface Untyped extends Member, Readonly<Record<keyof typeof writes | 'assign', Member>> {
  select(params: object): (state: object) => { readonly data?: unknown };
}
