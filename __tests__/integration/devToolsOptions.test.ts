import { Collection, devToolsOptions, Endpoint, Entity } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';

class Row extends Entity {
  id = '';
  title = '';
  static key = 'DevToolsOptions.Row';
}

const getRows = new Endpoint(async (count: number) => rows(count), {
  name: 'DevToolsOptions.getRows',
  schema: new Collection([Row]),
});

const rows = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: String(i), title: `row ${i}` }));

const { actionSanitizer, stateSanitizer } = devToolsOptions();

async function storeWithRows(count: number) {
  const store = createTestStore();
  await store.dispatch(getRows.fetch(count));
  return store;
}

it('shows records by key', async () => {
  const store = await storeWithRows(2);
  expect(stateSanitizer(store.getState(), 0).rdc).toMatchObject({
    entities: { [Row.key]: { 0: { id: '0', title: 'row 0' }, 1: { id: '1', title: 'row 1' } } },
    inflight: { size: 0 },
  });
  expect(store.getState().rdc.entities[Row.key]).toHaveProperty('root');
});

it('shows the number of records where they are too many to look at', async () => {
  const store = await storeWithRows(300);
  const shown = stateSanitizer(store.getState(), 0);
  expect(shown.rdc.entities[Row.key]).toBe('300 records');
});

it('names the endpoint beside the type, and shortens long responses', async () => {
  const { log } = await storeWithRows(300);
  const shown = log.map((action, id) => actionSanitizer(action, id));
  expect(shown.map(({ type }) => type)).toEqual([
    'rdc/fetch · DevToolsOptions.getRows',
    'rdc/setresponse · DevToolsOptions.getRows',
  ]);
  expect(shown[1]).toMatchObject({ response: '300 elements' });
  expect(log[1]?.response).toHaveLength(300);
});

it('leaves actions and states of others as they are', () => {
  const action = { type: 'counter/increment' };
  const state = { counter: 1 };
  expect(actionSanitizer(action, 0)).toBe(action);
  expect(stateSanitizer(state, 0)).toBe(state);
});
