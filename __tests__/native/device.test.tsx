import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setupListeners } from '@reduxjs/toolkit/query';
import { act, screen, waitFor } from '@testing-library/react-native';
import { createDataClient, focusManager, networkManager, subscriptionManager } from 'rdc-toolkit';
import { useDLE, useSubscription } from 'rdc-toolkit/react';
import { AppState, Text } from 'react-native';
import { createTestStore, type TestStore } from '../helpers/createTestStore';
import { serveTodos, TodoResource } from '../helpers/todos';
import { untilQuiet } from '../helpers/untilQuiet';
import { device } from './device';
import { listenToDevice } from './listenToDevice';
import { renderIn } from './renderIn';

const getStale = TodoResource.get.extend({ name: 'device.stale', dataExpiryLength: 0 });
const getFresh = TodoResource.get.extend({ name: 'device.fresh', dataExpiryLength: 60_000 });
const getPolled = TodoResource.get.extend({
  name: 'device.polled',
  pollFrequency: 20,
  dataExpiryLength: 60_000,
});

const stores: TestStore[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) store.client.cleanup(store);
  await device.connect();
});

function createStore(options: Parameters<typeof focusManager>[0] = { listen: listenToDevice }) {
  const managers = [networkManager(), subscriptionManager(options), focusManager(options)];
  const store = createTestStore({ client: createDataClient({ managers }) });
  stores.push(store);
  return store;
}

function Title({ endpoint = getStale }) {
  return <Text>{useDLE(endpoint, { id: 1 }).data?.title ?? 'loading'}</Text>;
}

function Live() {
  useSubscription(getPolled, { id: 1 });
  return <Title endpoint={getPolled as never} />;
}

/** Shows a todo, then changes it on the server. */
async function show(store: TestStore, title = <Title />) {
  const api = await serveTodos();
  renderIn(store, title);
  await screen.findByText('one');
  const row = api.rows.get('1');
  if (row) api.rows.set('1', { ...row, title: 'uno' });
  return api;
}

/** Long enough for an unwanted request. */
const settle = () => act(() => new Promise(resolve => setTimeout(resolve, 100)));

it('refetches stale data on screen when the app comes to the foreground', async () => {
  const api = await show(createStore());
  await device.toBackground();
  await settle();
  expect(api.requests).toHaveLength(1);

  await device.toForeground();

  await screen.findByText('uno');
  expect(api.requests).toHaveLength(2);
});

it('refetches stale data on screen once after reconnecting', async () => {
  const api = await show(createStore());
  await device.disconnect();
  await settle();
  expect(api.requests).toHaveLength(1);

  await device.connect();
  await screen.findByText('uno');
  await device.connect();
  await settle();
  expect(api.requests).toHaveLength(2);
});

it('does not refetch fresh data', async () => {
  const api = await show(createStore(), <Title endpoint={getFresh as never} />);

  await device.toBackground();
  await device.toForeground();
  await device.disconnect();
  await device.connect();
  await settle();

  expect(api.requests).toHaveLength(1);
});

it('does not poll offline, and polls at once after reconnecting', async () => {
  const api = await show(createStore(), <Live />);
  await screen.findByText('uno');

  await device.disconnect();
  const polls = await act(() => untilQuiet(() => api.requests.length));
  await settle();
  expect(api.requests).toHaveLength(polls);
  const row = api.rows.get('1');
  if (row) api.rows.set('1', { ...row, title: 'eins' });
  await device.connect();

  await screen.findByText('eins');
});

it('does not poll in the background, and polls at once in the foreground', async () => {
  const api = await show(createStore(), <Live />);
  await screen.findByText('uno');

  await device.toBackground();
  const polls = await act(() => untilQuiet(() => api.requests.length));
  await settle();
  expect(api.requests).toHaveLength(polls);
  await device.toForeground();

  await waitFor(() => expect(api.requests.length).toBeGreaterThan(polls));
});

it('does not use `window` if there is none', async () => {
  const added = jest.fn();
  Object.assign(globalThis, { addEventListener: added });

  await show(createStore({}));

  expect(added).not.toHaveBeenCalled();
  Reflect.deleteProperty(globalThis, 'addEventListener');
});

it('stops listening to the device after cleanup', async () => {
  const store = createStore();
  const api = await show(store);
  store.client.cleanup(store);

  await device.toBackground();
  await device.toForeground();
  await settle();

  expect(api.requests).toHaveLength(1);
});

it('reacts to the events of setupListeners from RTK Query', async () => {
  const store = createStore({});
  const stop = setupListeners(store.dispatch, (dispatch, { onFocus, onFocusLost }) => {
    const subscription = AppState.addEventListener('change', state => {
      dispatch(state === 'active' ? onFocus() : onFocusLost());
    });
    return () => subscription.remove();
  });
  const api = await show(store);

  await device.toBackground();
  await device.toForeground();

  await screen.findByText('uno');
  expect(api.requests).toHaveLength(2);
  stop();
});

it('uses the same code as the guide', () => {
  const read = (file: string) => readFileSync(join(__dirname, file), 'utf8');

  expect(read('../../docs/guides/react-native.md')).toContain(
    `\`\`\`typescript\n${read('listenToDevice.ts')}\`\`\`\n`,
  );
});
