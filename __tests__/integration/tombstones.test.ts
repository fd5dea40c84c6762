import { Controller, Entity, Invalidate, resource } from 'rdc-toolkit';
import { createBareStore } from '../helpers/createBareStore';
import { ApiEndpoint, serve } from '../helpers/serve';

class Note extends Entity {
  id = '';
  text = '';
  static key = 'tombstones.Note';
}
class Board extends Entity {
  id = '';
  pinned: Note | undefined = undefined;
  others: Readonly<Record<string, readonly Note[]>> = {};
  static key = 'tombstones.Board';
  static schema = { pinned: Note };
}
const NoteResource = resource({ path: '/notes/:id', schema: Note, Endpoint: ApiEndpoint });
const { getList, delete: remove } = NoteResource;
const pins = new ApiEndpoint({
  path: '/pins',
  schema: { first: Note, rest: [Note] },
  name: 'tombstones.pins',
});

const rows = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => ({ id: `note-${from + i}`, text: 'a' }));

/** The keys of the tombstones in the store. */
function remembered(store: ReturnType<typeof start>['store']): readonly string[] {
  const text = JSON.stringify(store.getState().rdc.deleted[Note.key] ?? {});
  return [...text.matchAll(/"key":"(note-\d+)"/g)].map(([, key = '']) => key);
}

function start() {
  const store = createBareStore();
  const controller = new Controller(store);
  const drop = (id: string) => controller.set(new Invalidate(Note), { id }, { id });
  return { store, controller, drop };
}

it('are dropped once nothing refers to the records, whatever deleted them', async () => {
  await serve({ 'DELETE /notes/:id': () => null });
  const { store, controller, drop } = start();
  store.dispatch(getList.setResponse(rows(400)));

  for (let i = 0; i < 150; i++) drop(`note-${i}`);
  expect(remembered(store).length).toBeLessThanOrEqual(64);

  for (let i = 150; i < 300; i += 3) controller.set([new Invalidate(Note)], rows(3, i));
  expect(remembered(store).length).toBeLessThanOrEqual(66);

  for (let i = 300; i < 400; i++) await store.dispatch(remove.fetch({ id: `note-${i}` }));
  expect(remembered(store).length).toBeLessThanOrEqual(64);
  expect(getList.select()(store.getState()).data).toEqual([]);
});

it('are removed together with their keys in lists, which show the same', () => {
  const { store, drop } = start();
  store.dispatch(getList.setResponse(rows(70)));
  for (let i = 0; i < 63; i++) drop(`note-${i}`);
  const shown = getList.select()(store.getState()).data;

  drop('note-99');

  expect(remembered(store)).toEqual([]);
  expect(JSON.stringify(store.getState().rdc.entities[getList.schema.key])).not.toContain('note-62');
  expect(getList.select()(store.getState()).data).toBe(shown);
  expect(shown?.map(({ id }) => id)).toEqual(rows(7, 63).map(({ id }) => id));
});

it('stay as long as a record or a response refers to them', () => {
  const { store, controller, drop } = start();
  store.dispatch(getList.setResponse(rows(100)));
  controller.set(Board, { id: 'b', pinned: { id: 'note-5' }, others: { late: [{ id: 'note-6' }] } });
  store.dispatch(pins.setResponse({ first: { id: 'note-7' }, rest: [{ id: 'note-8' }] }));

  for (let i = 0; i < 64; i++) drop(`note-${i}`);
  expect([...remembered(store)].sort()).toEqual(['note-5', 'note-6', 'note-7', 'note-8']);
  expect(controller.get(Board, { id: 'b' })?.pinned).toBeUndefined();

  controller.set(Board, { id: 'b', pinned: null, others: {} });
  for (let i = 64; i < 128; i++) drop(`note-${i}`);
  expect([...remembered(store)].sort()).toEqual(['note-7', 'note-8']);
});

it('stay while a request that may have seen the records is in flight', async () => {
  const api = await serve({ 'GET /notes': () => rows(100) });
  const held = api.hold('GET /notes');
  const { store, drop } = start();
  store.dispatch(getList.setResponse(rows(100)));
  const late = store.dispatch(getList.fetch());
  await held.arrived;

  for (let i = 0; i < 90; i++) drop(`note-${i}`);
  expect(remembered(store)).toHaveLength(90);
  await held.release();
  await late;

  expect(
    getList
      .select()(store.getState())
      .data?.map(({ id }) => id),
  ).toEqual(rows(10, 90).map(({ id }) => id));
  for (let i = 100; i < 138; i++) drop(`note-${i}`);
  expect(remembered(store)).toEqual([]);
});

it('are swept less often in a larger store', () => {
  const { store, drop } = start();
  store.dispatch(getList.setResponse(rows(10_000)));

  for (let i = 0; i < 300; i++) drop(`note-${i}`);
  expect(remembered(store)).toHaveLength(300);
  for (let i = 300; i < 313; i++) drop(`note-${i}`);
  expect(remembered(store).length).toBeLessThan(13);
});

it('are dropped when one action deletes many records that were never stored', () => {
  const { store, controller } = start();

  controller.set([new Invalidate(Note)], rows(100));

  expect(remembered(store)).toEqual([]);
});

it('are swept next to data of any depth', () => {
  const { store, controller, drop } = start();
  store.dispatch(getList.setResponse(rows(100)));
  const levels = 9_900;
  const deep = JSON.parse(`${'{"c":'.repeat(levels)}"note-5"${'}'.repeat(levels)}`) as object;
  controller.set(Board, { id: 'deep' }, { id: 'deep', others: deep });

  for (let i = 0; i < 64; i++) drop(`note-${i}`);
  expect(remembered(store)).toEqual(['note-5']);
});
