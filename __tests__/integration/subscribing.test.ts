import { actions, RestEndpoint } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';

const getTicker = new RestEndpoint({ name: 'Subscribing.getTicker', path: '/tickers/:id' });

it.each([
  ['rdc/subscribe', getTicker.subscribe({ id: '5' }), actions.subscribe],
  ['rdc/unsubscribe', getTicker.unsubscribe({ id: '5' }), actions.unsubscribe],
])('identifies the request in %s, live and as plain data', (type, action, creator) => {
  expect(action).toMatchObject({ type, args: [{ id: '5' }], key: 'GET /tickers/5' });
  expect(action.endpoint).toBe(getTicker);
  expect(creator.match(action)).toBe(true);
  const { endpointName, ...rest } = JSON.parse(JSON.stringify(action));
  expect(endpointName).toBe('Subscribing.getTicker');
  expect(Object.keys(rest).sort()).toEqual(['args', 'key', 'meta', 'type']);
});

it('does not change the state', () => {
  const store = createTestStore();
  const before = store.getState().rdc;
  store.dispatch(actions.unsubscribe(getTicker, { args: [{ id: '5' }] }));
  expect(store.getState().rdc).toBe(before);
});
