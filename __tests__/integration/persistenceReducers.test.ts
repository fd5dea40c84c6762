import { combineReducers, combineSlices, configureStore, type Reducer } from '@reduxjs/toolkit';
import { Controller, createDataClient, type DataState, Entity, RestEndpoint, resource } from 'rdc-toolkit';
import { counter } from '../helpers/createTestStore';
import { startApi, type TestApi } from '../helpers/startApi';
import { untilQuiet } from '../helpers/untilQuiet';

class Note extends Entity {
  id = '';
  text = '';
  static key = 'Reducers.Note';
}

let api: TestApi;
let text: string;

const NoteResource = resource({ path: '/notes/:id', schema: Note, optimistic: true });
const get = NoteResource.get.extend({
  name: 'Reducers.get',
  url: ({ id }: { id: string | number }) => `${api.url}/notes/${id}`,
});
const change = NoteResource.partialUpdate.extend({
  name: 'Reducers.change',
  url: ({ id }: { id: string | number }) => `${api.url}/notes/${id}`,
});

beforeEach(async () => {
  text = 'one';
  api = await startApi({
    'GET /notes/:id': ({ params }) => ({ id: params.id, text }),
    'PATCH /notes/:id': ({ params, body }) => ({ id: params.id, ...(body as object) }),
  });
});

const patient = { warnAfter: Number.POSITIVE_INFINITY };

/** A store with a replaceable reducer, and with a preloaded state if one is passed. */
function start(slices: (rdc: Reducer<DataState>) => object, preloadedState?: object) {
  const client = createDataClient();
  const reducerOf = (parts: object) => combineReducers(parts as { readonly rdc: Reducer<DataState> });
  const store = configureStore({
    reducer: reducerOf(slices(client.reducer)) as Reducer<{ readonly rdc: DataState }>,
    middleware: getDefault =>
      getDefault({ serializableCheck: patient, immutableCheck: patient }).concat(client.middleware),
    ...(preloadedState !== undefined && { preloadedState: preloadedState as { readonly rdc: DataState } }),
  });
  return {
    store,
    rdc: client.reducer,
    controller: new Controller(store),
    replace: (parts: (rdc: Reducer<DataState>) => object) =>
      store.replaceReducer(reducerOf(parts(client.reducer)) as never),
    shown: () => get.select({ id: '1' })(store.getState()).data?.text,
  };
}

const whole = (rdc: Reducer<DataState>) => ({ rdc, counter: counter.reducer });
const without = () => ({ counter: counter.reducer });

describe('replaceReducer', () => {
  it('keeps the data and the requests in flight', async () => {
    const { store, replace, shown } = start(whole);
    await store.dispatch(get.fetch({ id: '1' }));
    const held = api.hold('PATCH /notes/1');
    const changed = store.dispatch(change.fetch({ id: '1' }, { text: 'uno' }));
    await held.arrived;

    replace(rdc => ({ rdc, other: counter.reducer }));
    expect(shown()).toBe('uno');
    await held.release();

    expect((await changed).text).toBe('uno');
    expect(shown()).toBe('uno');
  });

  it('can add the slice later, and again after a removal', async () => {
    const { store, replace, shown, controller } = start(without);
    store.dispatch(counter.actions.increment());
    for (const reply of ['one', 'two']) {
      replace(whole);
      text = reply;
      controller.subscribe(get, { id: '1' });
      await store.dispatch(get.fetch({ id: '1' }));
      expect(shown()).toBe(reply);
      replace(without);
      expect(shown()).toBeUndefined();
      store.dispatch(counter.actions.increment());
    }
  });
});

describe('a slice that is removed and added again', () => {
  const getOften = get.extend({ name: 'Reducers.getOften', pollFrequency: 20 });

  it.each<[string, string, (parts: never) => unknown]>([
    ['between polls', 'combineReducers', combineReducers],
    ['between polls', 'combineSlices', combineSlices],
    ['during a poll', 'combineReducers', combineReducers],
    ['during a poll', 'combineSlices', combineSlices],
  ])('%s, with %s, is polled again once it is back', async (when, _name, combine) => {
    const { store, shown, controller, rdc } = start(whole);
    const replace = (parts: object) => store.replaceReducer(combine(parts as never) as never);
    await store.dispatch(getOften.fetch({ id: '1' }));
    const held = when === 'during a poll' ? api.hold('GET /notes/1') : undefined;
    controller.subscribe(getOften, { id: '1' });
    await held?.arrived;

    replace({ counter: counter.reducer });
    await held?.release();
    await untilQuiet(() => api.requests.length);
    text = 'two';
    replace({ rdc, counter: counter.reducer });

    while (shown() !== 'two') await new Promise(resolve => setTimeout(resolve, 5));
    controller.unsubscribe(getOften, { id: '1' });
    await untilQuiet(() => api.requests.length);
    expect(controller.getState().inflight.size).toBe(0);
  });

  it('begins a new session, in which no earlier request lands', async () => {
    const { store, replace, shown } = start(whole);
    const held = api.hold('GET /notes/1');
    const read = store.dispatch(get.fetch({ id: '1' })).then(
      () => 'landed',
      error => error.name,
    );
    await held.arrived;

    replace(without);
    replace(whole);
    await held.release();

    expect(await read).toBe('ResetError');
    expect(shown()).toBeUndefined();
    await store.dispatch(get.fetch({ id: '1' }));
    expect(shown()).toBe('one');
  });
});

describe('preloadedState', () => {
  /** What a store holds while a mutation is in flight, as JSON. */
  async function saved(): Promise<object> {
    const { store } = start(whole);
    await store.dispatch(get.fetch({ id: '1' }));
    const lost = api.hold('PATCH /notes/1');
    store.dispatch(change.fetch({ id: '1' }, { text: 'uno' }));
    await lost.arrived;
    return JSON.parse(JSON.stringify(store.getState()));
  }

  it('is shown without pending mutations, which resume() resends', async () => {
    const { shown, controller } = start(whole, await saved());
    await Promise.resolve();
    expect(shown()).toBe('one');

    await controller.resume();

    expect(shown()).toBe('uno');
    expect(controller.getState().inflight.size).toBe(0);
  });

  it('allows resume() right away', async () => {
    const { shown, controller } = start(whole, await saved());

    const resumed = controller.resume();
    expect(shown()).toBe('uno');
    await resumed;

    expect(shown()).toBe('uno');
    expect(api.requests).toEqual(['GET /notes/1', 'PATCH /notes/1', 'PATCH /notes/1']);
  });

  it('gives way to fetched data', async () => {
    const state = await saved();
    const { store, shown } = start(whole, state);
    text = 'newer';

    await store.dispatch(get.fetch({ id: '1' }));

    expect(shown()).toBe('newer');
  });

  it('casts doubt on pending mutations, which the server may have applied', async () => {
    const { store } = start(whole, await saved());
    await Promise.resolve();
    text = 'uno';

    expect(get.select({ id: '1' })(store.getState()).expiryStatus).toBe('stale');
    expect((await store.dispatch(get.fetchIfStale({ id: '1' }))).text).toBe('uno');
    expect(get.select({ id: '1' })(store.getState()).expiryStatus).toBe('valid');
  });
});

it('reports a saved mutation that cannot be resumed', async () => {
  const said = jest.spyOn(console, 'error').mockImplementation(() => {});
  const label = new RestEndpoint({
    method: 'PUT',
    path: '/labels/:id',
    schema: Note,
    name: 'Reducers.label',
    url: () => `${api.url}/labels`,
  });
  const held = api.hold('PUT /labels');
  const first = start(whole);
  const sent = first.store.dispatch(label.fetch({ id: '1' })).catch(() => {});
  await held.arrived;

  const next = start(whole, JSON.parse(JSON.stringify(first.store.getState())));
  await next.controller.resume();
  await next.controller.resume();

  expect(said.mock.calls).toEqual([
    [expect.stringContaining('controller.resume() does not send Reducers.label again')],
  ]);
  said.mockRestore();
  await held.release();
  await sent;
});

it('adds its slice again as soon as an action has removed it', () => {
  const client = createDataClient();
  const keep = (rdc: DataState | undefined, action: unknown) =>
    (action as { readonly type: string }).type === 'logout' ? undefined : client.reducer(rdc, action);
  const store = configureStore({
    reducer: (state: { readonly rdc?: DataState | undefined } = {}, action) => ({
      rdc: keep(state.rdc, action),
    }),
    middleware: getDefault => getDefault().concat(client.middleware),
  });
  new Controller(store).set(Note, { id: '1', text: 'one' });

  store.dispatch({ type: 'logout' });

  expect(store.getState().rdc?.entities).toEqual({});
});
