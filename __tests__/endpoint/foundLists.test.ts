import { Collection, Entity, Lazy, Query, schema, Values } from 'rdc-toolkit';
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

  const title: string = created.title;
  expect([title, moved.title]).toEqual(['new', 'moved']);
  expect(read()?.items.map(({ id }) => id)).toEqual(['1', 'new', '2']);
  expect(read()?.total).toBe(2);
});

it('a record that was created joins a map under its key, and leaves it when it is removed', async () => {
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

it('assign of a list is refused', () => {
  expect(() => lists['a plain object'].assign).toThrow(
    'option `schema` holds a list, and `assign` needs a map: the elements of a list have no names. Use push, or ',
  );
});
