import { Controller, Entity, resource } from 'rdc-toolkit';
import { createTestStore, type TestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';

class Card extends Entity {
  id = '';
  title = '';
  tags: readonly string[] = [];
  column = '';
  static key = 'confirmed.Card';
}
const CardResource = resource({
  path: '/cards/:id',
  schema: Card,
  searchParams: {} as { column?: string },
  Endpoint: ApiEndpoint,
  optimistic: true,
});
const { get, getList, partialUpdate } = CardResource;

const one = { id: '1' };
const todo = { column: 'todo' };
const done = { column: 'done' };

const first = { id: '1', title: 'a', tags: ['x'], column: 'todo' };
const two = { id: '2', title: 'b', tags: [], column: 'todo' };

const names = <T extends object>(of: T) => Object.keys(of) as (keyof T)[];

async function openCards(answer: (body: object) => object = body => body) {
  const rows = [first, two];
  const api = await serve({
    'DELETE /cards/:id': () => undefined,
    'PATCH /cards/:id': ({ params, body }) => ({
      ...rows.find(({ id }) => id === params.id),
      ...answer(body as object),
    }),
  });
  const store = createTestStore();
  store.dispatch(getList.setResponse(todo, rows));
  store.dispatch(getList.setResponse(done, []));
  const read = () => ({
    card: new Controller(store).get(Card, one),
    record: get.select(one)(store.getState()).data,
    todo: getList.select(todo)(store.getState()).data,
    done: getList.select(done)(store.getState()).data,
  });
  return { api, store, read };
}

it('keeps the very same objects when the response confirms what is shown', async () => {
  const { api, store, read } = await openCards();
  const held = api.hold('PATCH /cards/1');

  const saved = store.dispatch(partialUpdate.fetch(one, { title: 'new', tags: ['x', 'y'] }));
  const expected = read();
  await held.release();
  const response = await saved;

  expect(expected.card).toMatchObject({ title: 'new', tags: ['x', 'y'] });
  expect(store.getState().rdc.optimistic).toEqual([]);
  for (const [name, value] of Object.entries(read())) expect(value).toBe(expected[name as 'card']);
  expect(response).toBe(expected.card);
});

it('keeps the same lists when a record moved as expected', async () => {
  const { api, store, read } = await openCards();
  const held = api.hold('PATCH /cards/1');

  const saved = store.dispatch(getList.move.fetch(one, { column: 'done' }));
  const expected = read();
  await held.release();
  await saved;

  expect(expected.done?.map(({ id }) => id)).toEqual(['1']);
  for (const [name, value] of Object.entries(read())) expect(value).toBe(expected[name as 'card']);
});

describe.each<[what: string, (store: TestStore, row: object) => void]>([
  ['poll', (store, row) => store.dispatch(getList.setResponse(todo, [row, two]))],
  ['message of a stream', (store, row) => new Controller(store).set(Card, row)],
])('a %s that arrives before the response', (_what, bring) => {
  it('changes no object if it confirms what is shown', async () => {
    const { api, store, read } = await openCards();
    const held = api.hold('PATCH /cards/1');

    const saved = store.dispatch(partialUpdate.fetch(one, { title: 'new', tags: ['x', 'y'] }));
    const expected = read();
    bring(store, { ...first, title: 'new', tags: ['x', 'y'] });
    const meanwhile = read();
    await held.release();
    await saved;

    for (const name of names(expected)) expect(meanwhile[name]).toBe(expected[name]);
    for (const name of names(expected)) expect(read()[name]).toBe(expected[name]);
  });

  it('changes what it adds, and the response changes nothing', async () => {
    const { api, store, read } = await openCards(body => ({ ...body, tags: ['z'] }));
    const held = api.hold('PATCH /cards/1');

    const saved = store.dispatch(partialUpdate.fetch(one, { title: 'new' }));
    const expected = read();
    bring(store, { ...first, tags: ['z'] });
    const meanwhile = read();
    await held.release();
    await saved;

    expect(meanwhile.card).toMatchObject({ title: 'new', tags: ['z'] });
    expect(meanwhile.card).not.toBe(expected.card);
    for (const name of names(expected)) expect(read()[name]).toBe(meanwhile[name]);
  });
});

it('keeps the same lists when a poll confirms a deletion', async () => {
  const { api, store, read } = await openCards();
  const held = api.hold('DELETE /cards/1');

  const deleted = store.dispatch(CardResource.delete.fetch(one));
  const expected = read();
  store.dispatch(getList.setResponse(todo, [two]));
  const meanwhile = read();
  await held.release();
  await deleted;

  expect(expected.todo?.map(({ id }) => id)).toEqual(['2']);
  for (const name of names(expected)) expect(meanwhile[name]).toBe(expected[name]);
  for (const name of names(expected)) expect(read()[name]).toBe(expected[name]);
});

it('keeps the same object while mutations of one record settle one by one', async () => {
  let row = { ...first };
  const { api, store, read } = await openCards(body => Object.assign(row, body));
  const [held, later] = [api.hold('PATCH /cards/1'), api.hold('PATCH /cards/1')];

  const renamed = store.dispatch(partialUpdate.fetch(one, { title: 'new' }));
  const tagged = store.dispatch(partialUpdate.fetch(one, { tags: ['y'] }));
  const expected = read();
  await held.release();
  await renamed;
  const meanwhile = read();
  row = { ...row };
  await later.release();
  await tagged;

  expect(expected.card).toMatchObject({ title: 'new', tags: ['y'] });
  for (const name of names(expected)) expect(meanwhile[name]).toBe(expected[name]);
  for (const name of names(expected)) expect(read()[name]).toBe(expected[name]);
});

it('creates a new object if the response adds something', async () => {
  const { api, store, read } = await openCards(body => ({ ...body, tags: ['z'] }));
  const held = api.hold('PATCH /cards/1');

  const saved = store.dispatch(partialUpdate.fetch(one, { title: 'new' }));
  const expected = read();
  await held.release();
  await saved;

  expect(read().card).toMatchObject({ title: 'new', tags: ['z'] });
  expect(read().card).not.toBe(expected.card);
});

it('stores the same as a replay, with the same order of fields', async () => {
  const { store } = await openCards(body => ({ tags: ['y'], ...body }));

  await store.dispatch(partialUpdate.fetch(one, { title: 'new', tags: ['y'] }));

  const replayed = createTestStore();
  for (const action of JSON.parse(JSON.stringify(store.log))) replayed.dispatch(action);
  expect(JSON.stringify(replayed.getState().rdc.entities)).toBe(
    JSON.stringify(store.getState().rdc.entities),
  );
});
