import {
  All,
  actions,
  Controller,
  createDataClient,
  Entity,
  networkManager,
  subscriptionManager,
} from 'rdc-toolkit';
import { handleOf } from '../../lib/store/StoreHandle';
import { createTestStore, type TestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';

const getThing = new ApiEndpoint({ path: '/things/:id', name: 'abandoning.get' });
const changeThing = new ApiEndpoint({
  path: '/things/:id',
  method: 'PATCH',
  body: {} as object,
  name: 'abandoning.change',
});

const things = {
  'GET /things/:id': ({ params }: { params: object }) => params,
  'PATCH /things/:id': ({ params }: { params: object }) => params,
};

function storeThatAbandons() {
  return createTestStore({
    client: createDataClient({ managers: [networkManager({ abortWhenUnused: true })] }),
  });
}

/** What a hook does when it mounts. */
function mount(store: TestStore, id: string) {
  return handleOf(store.dispatch).observers.add({
    observed: { key: getThing.key({ id }), memo: () => undefined },
    notify() {},
  });
}

/** The fetch of a hook, whose promise nothing awaits. */
function askForReaders(store: TestStore, id: string) {
  const action = actions.fetch(getThing, { args: [{ id }], unattended: true });
  const outcome = action.meta.promise.catch(error => error.name);
  store.dispatch(action);
  return outcome;
}

const isUnderWay = (store: TestStore) => store.getState().rdc.inflight.size > 0;

it('aborts a read when its last component has unmounted', async () => {
  const api = await serve(things);
  const held = api.hold('GET /things/1');
  const store = storeThatAbandons();
  const unmounts = [mount(store, '1'), mount(store, '1')];
  const outcome = askForReaders(store, '1');
  await held.arrived;

  unmounts[0]?.();
  await turn();
  expect(isUnderWay(store)).toBe(true);
  unmounts[1]?.();
  await turn();

  expect(isUnderWay(store)).toBe(false);
  expect(await outcome).toBe('AbortError');
  await held.aborted;
});

it('continues a read when one component replaces another', async () => {
  const api = await serve(things);
  const held = api.hold('GET /things/1');
  const store = storeThatAbandons();
  const unmount = mount(store, '1');
  const outcome = askForReaders(store, '1');
  await held.arrived;

  unmount();
  mount(store, '1');
  await turn();
  await held.release();

  expect(await outcome).toEqual({ id: '1' });
});

it('continues a read while a caller waits for its promise', async () => {
  const api = await serve(things);
  const held = api.hold('GET /things/1');
  const store = storeThatAbandons();
  const unmount = mount(store, '1');
  void askForReaders(store, '1');
  const request = store.dispatch(getThing.fetch({ id: '1' }));
  await held.arrived;

  unmount();
  await turn();
  await held.release();

  await expect(request).resolves.toEqual({ id: '1' });
});

it('continues a read for its observers after its caller has aborted', async () => {
  const api = await serve(things);
  const held = api.hold('GET /things/1');
  const store = storeThatAbandons();
  mount(store, '1');
  const outcome = askForReaders(store, '1');
  const request = store.dispatch(getThing.fetch({ id: '1' }));
  await held.arrived;

  request.abort();
  await expect(request).rejects.toMatchObject({ name: 'AbortError' });
  await held.release();

  expect(await outcome).toEqual({ id: '1' });
});

it('aborts a read when its last subscription has ended', async () => {
  const api = await serve(things);
  const held = api.hold('GET /things/1');
  const store = storeThatAbandons();
  store.dispatch(getThing.subscribe({ id: '1' }));
  const outcome = askForReaders(store, '1');
  await held.arrived;

  store.dispatch(getThing.unsubscribe({ id: '1' }));

  expect(await outcome).toBe('AbortError');
  await held.aborted;
});

it('continues a read that is subscribed to by the temporary key of its record', async () => {
  class Thing extends Entity {
    id = '';
    static key = 'abandoning.Thing';
  }
  const createThing = new ApiEndpoint({
    path: '/things',
    method: 'POST',
    body: {} as { name: string },
    schema: Thing,
    name: 'abandoning.create',
    getOptimisticResponse: (_, body: object) => body,
  });
  const api = await serve({ ...things, 'POST /things': () => ({ id: '9' }) });
  const store = storeThatAbandons();
  const creating = store.dispatch(createThing.fetch({ name: 'new' }));
  const [{ id = '' } = {}] = new Controller(store).get(new All(Thing)) ?? [];
  expect(id).toMatch(/^optimistic:/);
  store.dispatch(getThing.subscribe({ id }));
  await creating;
  const held = api.hold('GET /things/9');
  const unmount = mount(store, '9');
  const outcome = askForReaders(store, '9');
  await held.arrived;

  unmount();
  await turn();
  expect(isUnderWay(store)).toBe(true);
  store.dispatch(getThing.unsubscribe({ id }));
  expect(await outcome).toBe('AbortError');
  await held.aborted;
});

it('aborts a poll when its last subscription has ended', async () => {
  const api = await serve(things);
  const store = createTestStore({
    client: createDataClient({
      managers: [networkManager({ abortWhenUnused: true }), subscriptionManager()],
    }),
  });
  const polled = getThing.extend({ name: 'abandoning.polled', pollFrequency: 20 });
  const held = api.hold('GET /things/1');
  store.dispatch(polled.subscribe({ id: '1' }));
  await held.arrived;

  store.dispatch(polled.unsubscribe({ id: '1' }));

  await held.aborted;
  expect(isUnderWay(store)).toBe(false);
});

it('continues reads without observers by default', async () => {
  const api = await serve(things);
  const held = api.hold('GET /things/1');
  const store = createTestStore();
  const unmount = mount(store, '1');
  const outcome = askForReaders(store, '1');
  await held.arrived;

  unmount();
  await turn();
  await held.release();

  expect(await outcome).toEqual({ id: '1' });
});

it('can be set for an endpoint', async () => {
  const api = await serve(things);
  const held = api.hold('GET /things/1');
  const store = createTestStore();
  const fleeting = getThing.extend({ name: 'abandoning.fleeting', abortWhenUnused: true });
  const unmount = mount(store, '1');
  store.dispatch(actions.fetch(fleeting, { args: [{ id: '1' }], unattended: true }));
  await held.arrived;

  unmount();

  await held.aborted;
});

it('never aborts a mutation on its own', async () => {
  const api = await serve(things);
  const held = api.hold('PATCH /things/1');
  const store = storeThatAbandons();
  const request = store.dispatch(changeThing.fetch({ id: '1' }, {}));
  await held.arrived;

  // In development, mutations cannot be subscribed to.
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  store.dispatch(changeThing.subscribe({ id: '1' }, {}));
  process.env.NODE_ENV = NODE_ENV;
  store.dispatch(changeThing.unsubscribe({ id: '1' }, {}));
  await turn();
  await held.release();

  await expect(request).resolves.toEqual({ id: '1' });
});

it('aborts everything when the store is cleaned up, and can fetch again afterwards', async () => {
  const api = await serve(things);
  const held = api.hold('GET /things/1');
  const store = createTestStore();
  const request = store.dispatch(getThing.fetch({ id: '1' }));
  await held.arrived;

  store.client.cleanup(store);

  await expect(request).rejects.toMatchObject({ name: 'AbortError' });
  await held.aborted;
  expect(isUnderWay(store)).toBe(false);
  await expect(store.dispatch(getThing.fetch({ id: '1' }))).resolves.toEqual({ id: '1' });
});

const turn = () => new Promise(resolve => setTimeout(resolve, 5));
