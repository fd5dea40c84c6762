import { ActionCreators, instrument, type LiftedState } from '@redux-devtools/instrument';
import {
  combineReducers,
  configureStore,
  type Store,
  type StoreEnhancer,
  type UnknownAction,
} from '@reduxjs/toolkit';
import {
  actions,
  Collection,
  Controller,
  createDataClient,
  dehydrate,
  devToolsOptions,
  Entity,
  GQLEndpoint,
  Invalidate,
  logRecorder,
  resource,
} from 'rdc-toolkit';
import { Connection } from 'rdc-toolkit/stream';
import { fixturesFromLog, replayLog } from 'rdc-toolkit/testing';
import { logText } from '../../lib/devtools/log/logFile';
import type { Entry } from '../../lib/devtools/recording/Entry';
import { groupsOf } from '../../lib/devtools/recording/groups';
import { recordingOf } from '../../lib/devtools/recording/recording';
import { requestsIn } from '../../lib/devtools/requests/requestsIn';
import { fetchThunk } from '../../lib/thunks/fetchThunk';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { hangUp, reply } from '../helpers/startApi';

class Lamp extends Entity {
  id = '';
  isOn = false;
  title = '';
  static key = 'Lamp';
}
const LampResource = resource({ path: '/lamps/:id', schema: Lamp, Endpoint: ApiEndpoint, optimistic: true });
const { get, getList, partialUpdate } = LampResource;
const getMe = new ApiEndpoint({ path: '/me', name: 'lines.getMe' });
const getLit = new ApiEndpoint({ path: '/lit', name: 'lines.getLit', schema: [Lamp] });
const getRoom = new ApiEndpoint({
  path: '/rooms/:room',
  name: 'lines.getRoom',
  schema: new Collection([Lamp]),
});
const getPower = new ApiEndpoint({ path: '/power', name: 'lines.getPower', pollFrequency: 60_000 });

/** A store with a server, whose log is recorded as the panel records it. */
async function recorded(options: Parameters<typeof createTestStore>[0] = {}) {
  let isOver = false;
  const api = await serve({
    'GET /lamps': () => [{ id: '1', isOn: false }],
    'GET /lamps/:id': ({ params }) => ({ id: params.id, isOn: false }),
    'PATCH /lamps/:id': ({ params, body }) => ({ id: params.id, isOn: false, ...(body as object) }),
    'DELETE /lamps/:id': () => reply(204),
    'GET /me': () => (isOver ? reply(401, { message: 'Log in.' }) : { name: 'Ada' }),
    'GET /power': () => ({ watts: 5 }),
    'POST /graphql': () => ({ data: {} }),
    'POST /files': () => ({}),
  });
  const store = createTestStore(options);
  const recording = recordingOf(store);
  const lines = () =>
    groupsOf(recording.entries()).map(
      ({ label, count }) => `${label.replace(/\d+ ms/, 'n ms')}${count > 1 ? ` × ${count}` : ''}`,
    );
  return {
    api,
    store,
    recording,
    controller: new Controller(store),
    lines,
    end: () => {
      isOver = true;
    },
  };
}

const failed = async (request: Promise<unknown>) => void (await request.catch(() => undefined));

describe('a repeated event', () => {
  it('is listed where it happened, unless it is a poll', async () => {
    const { controller, lines, end } = await recorded();
    end();
    await failed(controller.fetch(getMe));
    await controller.fetch(getList);
    await failed(controller.fetch(getMe));

    expect(lines()).toEqual([
      'lines.getMe ✗ 401 “Log in.” · n ms',
      'Lamp.getList ✓ · n ms · Lamp 1 new',
      'lines.getMe ✗ 401 “Log in.” · n ms',
    ]);
  });

  it('is folded into one line if it follows directly', async () => {
    const { controller, lines } = await recorded();
    await controller.fetch(getList);
    await controller.fetch(getList);
    await controller.fetch(getList);

    expect(lines()).toEqual([
      'Lamp.getList ✓ · n ms · Lamp 1 new',
      'Lamp.getList ✓ · n ms · nothing changed × 2',
    ]);
  });

  it('that is a poll folds across other lines, up to a reset or an invalidation of its data', async () => {
    const { store, controller, lines } = await recorded();
    for (const between of [
      () => controller.fetch(get, { id: '1' }),
      () => controller.fetch(get, { id: '2' }),
      () => controller.invalidate(getPower),
      () => controller.resetEntireStore(),
    ]) {
      await controller.fetch(getPower);
      await between();
    }
    await controller.fetch(getPower);
    await store.dispatch(actions.set(Lamp, { value: { id: '3' } }));
    await controller.fetch(getPower);

    expect(lines()).toEqual([
      'lines.getPower ✓ · n ms · response new',
      'Lamp.get 1 ✓ · n ms · Lamp 1 new',
      'lines.getPower ✓ · n ms · nothing changed × 2',
      'Lamp.get 2 ✓ · n ms · Lamp 2 new',
      'invalidate lines.getPower',
      'lines.getPower ✓ · n ms · nothing changed',
      'reset by the app',
      'lines.getPower ✓ · n ms · response new',
      'Lamp 3 new by set',
      'lines.getPower ✓ · n ms · nothing changed',
    ]);
  });

  it('names what was subscribed and unsubscribed, unless it differs', async () => {
    const { controller, lines } = await recorded();
    for (let i = 0; i < 2; i++) {
      controller.subscribe(get, { id: '1' });
      controller.unsubscribe(get, { id: '1' });
    }
    expect(lines()).toEqual(['subscribe, unsubscribe Lamp.get 1 × 4']);
    controller.subscribe(get, { id: '2' });
    controller.unsubscribe(get, { id: '2' });
    expect(lines()).toEqual(['subscribe, unsubscribe × 6']);
  });
});

describe('a line', () => {
  it('says that data without records is new or changed', async () => {
    const { controller, lines } = await recorded();
    await controller.fetch(getMe);
    await controller.fetch(getMe);
    controller.setResponse(getMe, { name: 'Grace' });

    expect(lines()).toEqual([
      'lines.getMe ✓ · n ms · response new',
      'lines.getMe ✓ · n ms · nothing changed',
      'lines.getMe ✓ · set · response changed',
    ]);
  });

  it('names the known records in a response', async () => {
    const { controller, lines } = await recorded();
    controller.set(Lamp, { id: '1' }, { id: '1', isOn: true });
    controller.setResponse(getLit, [{ id: '1', isOn: true }]);
    controller.setResponse(getLit, []);

    expect(lines()).toEqual([
      'Lamp 1 new by set',
      'lines.getLit ✓ · set · response new: 1',
      'lines.getLit ✓ · set · response changed: empty',
    ]);
  });

  it('tells new records from changed ones, and names what changed in a single one', async () => {
    const { controller, lines } = await recorded();
    controller.set(Lamp, { id: '1' }, { id: '1', isOn: true });
    controller.setResponse(
      getLit,
      [1, 2].map(id => ({ id: String(id), isOn: false })),
    );
    controller.setResponse(
      getLit,
      [1, 2].map(id => ({ id: String(id), isOn: true })),
    );
    controller.set(Lamp, { id: '2' }, { id: '2', isOn: false });

    expect(lines()).toEqual([
      'Lamp 1 new by set',
      'lines.getLit ✓ · set · Lamp 2 new, Lamp 1 changed',
      'lines.getLit ✓ · set · Lamp 1, 2 changed',
      'Lamp 2 changed by set: isOn false',
    ]);
  });

  it('names a list by its arguments, with what joined and left, if no record changed', async () => {
    const { controller, lines } = await recorded();
    const lamps = (...ids: number[]) => ids.map(id => ({ id: String(id), isOn: true }));
    controller.setResponse(getLit, lamps(1, 2, 3));
    controller.setResponse(getRoom, { room: 'hall' }, []);
    controller.setResponse(getRoom, { room: 'hall' }, lamps(1, 2));
    controller.setResponse(getRoom, { room: 'hall' }, lamps(2, 1));
    controller.setResponse(getRoom, { room: 'hall' }, lamps(3, 1));
    controller.set(getRoom.schema.push, { room: 'hall' }, lamps(2)[0]);

    expect(lines().slice(1)).toEqual([
      'lines.getRoom room=hall ✓ · set · list of Lamp new: empty',
      'lines.getRoom room=hall ✓ · set · list of Lamp changed: 1, 2 joined',
      'lines.getRoom room=hall ✓ · set · list of Lamp reordered: 2 moved up',
      'lines.getRoom room=hall ✓ · set · list of Lamp changed: 3 joined, 2 left',
      'list of Lamp room=hall changed by set: 2 joined',
    ]);
  });

  it.each([
    ['the one that has moved up', [1, 2, 3, 4], [4, 1, 2, 3], ': 4 moved up'],
    ['the one that has moved down', [1, 2, 3, 4], [2, 3, 4, 1], ': 1 moved down'],
    ['all of a few', [1, 2, 3, 4], [4, 3, 2, 1], ': 4, 3, 2, 1'],
    ['none of many', [1, 2, 3, 4, 5, 6, 7], [7, 6, 5, 4, 3, 2, 1], ''],
  ])('of a reordered list names %s', async (_what, before, after, told) => {
    const { controller, lines } = await recorded();
    for (const ids of [before, after])
      controller.setResponse(
        getRoom,
        { room: 'hall' },
        ids.map(id => ({ id: String(id), isOn: true })),
      );

    expect(lines().at(-1)).toBe(`lines.getRoom room=hall ✓ · set · list of Lamp reordered${told}`);
  });

  it.each([
    ['a field', 422, { errors: { title: ['Is empty.'] } }, '422 “title: Is empty.”'],
    [
      'a problem',
      409,
      { type: 'about:blank', title: 'Conflict', detail: 'Someone has it.' },
      '409 “Someone has it.”',
    ],
    ['a text', 503, 'Back at noon.', '503 “Back at noon.”'],
    ['much', 400, { message: 'a'.repeat(99) }, `400 “${'a'.repeat(60)}…”`],
    ['nothing', 404, {}, '404'],
    ['a page', 502, '<html><body>Bad gateway</body></html>', '502'],
  ])("quotes the server's message about a failure: %s", async (_what, status, body, told) => {
    const { api, controller, lines } = await recorded();
    const held = api.hold('GET /me');
    const request = failed(controller.fetch(getMe));
    await held.arrived;
    await held.release(reply(status, body));
    await request;

    expect(lines()).toEqual([`lines.getMe ✗ ${told} · n ms`]);
  });

  it.each([
    [200, { data: null, errors: [{ message: 'Not yours: failed: twice.' }] }],
    [400, { errors: [{ message: 'Not yours: failed: twice.' }], data: { title: 'x' } }],
  ])("quotes a GraphQL server's message about a failure with %d", async (status, body) => {
    const { api, controller, lines } = await recorded();
    const held = api.hold('POST /graphql');
    const getOne = new GQLEndpoint(`${api.url}/graphql`).query(`query linesOf${status} { lamp { id } }`);
    const request = failed(controller.fetch(getOne));
    await held.arrived;
    await held.release(reply(status, body));
    await request;

    expect(lines()).toEqual([`linesOf${status} ✗ ${status} “Not yours: failed: twice.” · n ms`]);
  });

  it('tells restored and hydrated records from new ones', async () => {
    const { store, controller, lines } = await recorded();
    await controller.fetch(get, { id: '1' });
    await controller.fetch(LampResource.delete, { id: '1' });
    controller.set(Lamp, { id: '1' }, { id: '1', title: 'Kettle' });
    const saved = dehydrate(store.getState().rdc);
    const other = await recorded();
    other.store.dispatch(actions.hydrate(saved));

    expect(lines().at(-1)).toBe('Lamp 1 “Kettle” restored by set');
    expect(other.lines()).toEqual(['hydrate · Lamp 1 “Kettle” loaded']);
  });

  it('describes the status of a stream in words, and folds its connection attempts', async () => {
    const { store, lines } = await recorded();
    const become = (status: Connection['status'], id = 'stream') =>
      store.dispatch(actions.set(Connection, { value: { id, status } }));
    for (const status of ['connecting', 'open', 'waiting', 'connecting', 'waiting'] as const) become(status);
    become('connecting', 'prices');
    become('open');

    expect(lines()).toEqual([
      'stream → connecting',
      'stream → open',
      'stream → waiting to reconnect, connecting × 3',
      'stream prices → connecting',
      'stream → open',
    ]);
  });

  it('says why a stream is not open', () => {
    const store = createTestStore();
    const recording = recordingOf(store);
    for (const [status, error] of [
      ['connecting', null],
      ['waiting', { name: 'Error', message: 'Status 503' }],
      ['open', null],
    ])
      store.dispatch(actions.set(Connection, { value: { id: 'stream', status, error } }));

    expect(groupsOf(recording.entries()).map(({ label }) => label)).toEqual([
      'stream → connecting, waiting to reconnect (Status 503)',
      'stream → open',
    ]);
  });

  it('names a record by its previous title, once', async () => {
    const { controller, lines } = await recorded();
    controller.set(Lamp, { id: '1' }, { id: '1', isOn: false, title: 'Lamp at the kitchen window' });
    await controller.fetch(get, { id: '1' });
    controller.set(Lamp, { id: '1' }, { id: '1', title: 'Kettle' });
    controller.set(Lamp, { id: '1' }, { id: '1', title: 'Kettle' });
    await controller.fetch(partialUpdate, { id: '1' }, { isOn: true });
    controller.invalidate(get, { id: '1' });
    await controller.fetch(LampResource.delete, { id: '1' });

    expect(lines()).toEqual([
      'Lamp 1 “Lamp at the kitchen wind…” new by set',
      'Lamp.get 1 “Lamp at the kitchen wind…” ✓ · n ms · nothing changed',
      'Lamp 1 “Lamp at the kitchen wind…” changed by set: title Kettle',
      'Lamp 1 “Kettle” set · nothing changed',
      'Lamp.partialUpdate 1 → isOn true ✓ · n ms · Lamp 1 “Kettle” changed: isOn true',
      'invalidate Lamp.get 1 “Kettle”',
      'Lamp.delete 1 ✓ · n ms · Lamp 1 “Kettle” removed',
    ]);
  });

  it('escapes characters that would change the direction of the text after them', async () => {
    const { store, controller, lines } = await recorded();
    controller.set(Lamp, { id: '1' }, { id: '1', title: 'lamp\u202Epmal' });
    controller.set(Lamp, { id: '1' }, { id: '1', title: 'מנורה \u2067x' });
    await controller.fetch(get, { id: '\u202D9' });
    controller.setError(get, { id: '1' }, new Error('Not \u2066here.'));

    const expected = [
      'Lamp 1 “lamp\\u202epmal” new by set',
      'Lamp 1 “lamp\\u202epmal” changed by set: title מנורה \\u2067x',
      'Lamp.get \\u202d9 ✓ · n ms · Lamp \\u202d9 new',
      'Lamp.get 1 “מנורה \\u2067x” ✗ Error “Not \\u2066here.” · set',
    ];
    expect(lines()).toEqual(expected);
    const { actionSanitizer } = devToolsOptions();
    expect(store.log.map(action => actionSanitizer(action, 0).type).join()).not.toMatch(
      /[\u202a-\u202e\u2066-\u2069]/,
    );
  });

  it('stays one line, whatever a server or a log puts into it', async () => {
    const { api, store, controller, lines } = await recorded();
    controller.set(Lamp, { id: '1' }, { id: '1', title: 'x\nUser.delete 9 ✓' });
    const held = api.hold('GET /me');
    const request = failed(controller.fetch(getMe));
    await held.release(reply(422, { message: 'No\r\n\tway \u2028 \u2029 \u0000 \u007F \u0085' }));
    await request;
    for (const message of ['one\ntwo', 'one\ntwo'])
      store.dispatch(
        actions.set(Connection, {
          value: { id: 'stream', status: 'waiting', error: { name: 'Error', message } },
        }),
      );
    const { labels } = replayLog([...store.log, { type: 'app\nUser.delete 9 ✓' }], {
      definitions: [Connection],
    });

    expect(lines()).toEqual([
      'Lamp 1 “x\\nUser.delete 9 ✓” new by set',
      'lines.getMe ✗ 422 “No\\r\\n\\tway \\u2028 \\u2029 \\u0000 \\u007f \\u0085” · n ms',
      'stream → waiting to reconnect (one\\ntwo) × 2',
    ]);
    const { actionSanitizer } = devToolsOptions();
    const shown = store.log.map(action => actionSanitizer(action, 0).type);
    expect([...shown, ...labels].join()).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    expect(labels.at(-1)).toBe('app\\nUser.delete 9 ✓');
  });

  it('says that an update was rolled back, what is in doubt, and why a request was sent', async () => {
    const { api, store, controller, recording, lines } = await recorded();
    controller.setResponse(getRoom, { room: 'hall' }, [{ id: '1', isOn: false, title: 'Kettle' }]);
    const held = api.hold('PATCH /lamps/:id');
    const update = failed(controller.fetch(partialUpdate, { id: '1' }, { isOn: true }));
    await held.arrived;
    await held.release(hangUp());
    await update;
    for (const by of ['poll', 'doubt'] as const)
      await fetchThunk(get, [{ id: '2' }], { by })(store.dispatch, store.getState);

    const told = [
      'Lamp.partialUpdate 1 “Kettle” → isOn true ✗ no response · n ms · rolled back · in doubt: Lamp 1',
      'Lamp.get 2 (poll) ✓ · n ms · Lamp 2 new',
      'Lamp.get 2 (in doubt) ✓ · n ms · nothing changed',
    ];
    expect(lines().slice(1)).toEqual(told);
    const log = JSON.stringify(recording.entries().map(({ action }) => action));
    const { labels } = replayLog(log, { definitions: [LampResource] });
    expect(labels.map(label => label.replace(/\d+ ms/, 'n ms'))).toEqual(expect.arrayContaining(told));
  });

  it('has no arrow if nothing is sent or it was redacted', async () => {
    const { controller, lines, recording } = await recorded();
    await controller.fetch(partialUpdate, { id: '1' }, {});
    await controller.fetch(partialUpdate, { id: '1' }, undefined as never);
    await controller.fetch(partialUpdate, { id: '1' }, { title: 'Kettle' });

    expect(lines().slice(0, 2)).toEqual([
      'Lamp.partialUpdate 1 ✓ · n ms · Lamp 1 new',
      'Lamp.partialUpdate 1 ✓ · n ms · nothing changed',
    ]);
    const redact = (name: string, value: unknown) => (name === 'title' ? undefined : value);
    const log = JSON.stringify(
      recording.entries().map(({ action }) => action),
      redact,
    );
    const { labels } = replayLog(log, { definitions: [LampResource] });
    expect(labels).toHaveLength(7);
    expect(labels.join()).not.toContain('→');
  });

  it('says what was removed', async () => {
    const { store, controller, lines } = await recorded();
    await controller.fetch(getList);
    await controller.fetch(LampResource.delete, { id: '1' });
    await controller.fetch(get, { id: '2' });
    for (let i = 0; i < 2; i++)
      store.dispatch(actions.set(new Invalidate(Lamp), { args: [{ id: '2' }], value: { id: '2' } }));

    expect(lines().slice(1)).toEqual([
      'Lamp.delete 1 ✓ · n ms · Lamp 1 removed',
      'Lamp.get 2 ✓ · n ms · Lamp 2 new',
      'Lamp 2 removed by set',
      'Lamp 2 removed · nothing changed',
    ]);
  });

  it('names the key of a removed record that was not stored', async () => {
    const { store, lines } = await recorded();
    const gone = new Invalidate(Lamp);
    for (const value of ['3', { id: '3' }])
      for (const isBatched of [false, true]) store.dispatch(actions.set(gone, { value, isBatched }));
    store.dispatch(actions.set([gone], { value: ['4', { id: '5' }] }));
    const unseen = actions.set(gone, { value: '6' });

    const told = [
      'Lamp 3 removed · nothing changed',
      'Lamp 3 removed by stream · nothing changed',
      'Lamp 3 removed · nothing changed',
      'Lamp 3 removed by stream · nothing changed',
      'Lamp 4, 5 removed · nothing changed',
    ];
    expect(lines()).toEqual(told);
    const { actionSanitizer } = devToolsOptions();
    expect(store.log.map(action => actionSanitizer(action, 0).type)).toEqual(told);
    expect(actionSanitizer(unseen, 0).type).toBe('Lamp 6 removed');
  });

  it('reports a stored response that no request brought', async () => {
    const { controller, lines } = await recorded();
    controller.setResponse(get, { id: '1' }, { id: '1', isOn: true });
    controller.setError(getMe, new Error('Not now.'));

    expect(lines()).toEqual([
      'Lamp.get 1 ✓ · set · Lamp 1 new',
      expect.stringMatching(/^lines.getMe ✗ .* · set$/),
    ]);
  });
});

it('a request in flight at a reset no longer counts as in flight, on any tab', async () => {
  const { api, controller, lines, recording } = await recorded();
  const held = api.hold('GET /lamps');
  const dropped = failed(controller.fetch(getList));
  await held.arrived;
  expect(lines()).toEqual(['Lamp.getList']);
  controller.resetEntireStore();
  await held.release();
  await dropped;

  expect(lines()).toEqual(['Lamp.getList dropped by reset', 'reset by the app']);
  expect(groupsOf(recording.entries()).map(({ isPending }) => isPending)).toEqual([false, false]);
  expect(requestsIn(recording.entries())).toMatchObject([{ status: 'aborted', ended: expect.any(Number) }]);
});

describe("a reset by the app's root reducer", () => {
  /** @param isLate whether the panel opens after the reset, on a recorder's log */
  async function loggedOut(isLate = false) {
    const api = await serve({ 'GET /lamps': () => [{ id: '1', isOn: false }] });
    const client = createDataClient();
    const recorder = logRecorder();
    const root = combineReducers({ [client.reducerPath]: client.reducer });
    type State = ReturnType<typeof root>;
    const store = configureStore({
      reducer: (state: State | undefined, action: UnknownAction) =>
        root(action.type === 'logOut' ? undefined : state, action),
      middleware: getDefault => getDefault().concat(client.middleware, recorder.middleware),
    });
    if (!isLate) recordingOf(store);
    await store.dispatch(getList.fetch());
    const held = api.hold('GET /lamps');
    const dropped = failed(store.dispatch(getList.fetch()));
    await held.arrived;
    store.dispatch({ type: 'logOut' });
    const recording = recordingOf(store);
    await held.release();
    await dropped;
    await store.dispatch(getList.fetch());
    return { store, entries: recording.entries() };
  }

  it.each([false, true])('is a line of the log, and drops requests in flight (late: %s)', async isLate => {
    const { entries } = await loggedOut(isLate);
    const lines = groupsOf(entries).map(({ label }) => label.replace(/\d+ ms/, 'n ms'));
    expect(lines).toEqual([
      'Lamp.getList ✓ · n ms · Lamp 1 new',
      'Lamp.getList dropped by reset',
      "reset by the app's reducer",
      'Lamp.getList ✓ · n ms · Lamp 1 new',
    ]);
  });

  it("restarts an exported log, so that it replays to the app's state", async () => {
    const { store, entries } = await loggedOut();
    const { states } = replayLog(logText('rdc', entries, store.getState().rdc), {
      definitions: [LampResource],
    });
    expect(JSON.stringify(states.at(-1))).toBe(JSON.stringify(store.getState()));
  });
});

it('logs what happens while the app shows an earlier state, and replays to the present', async () => {
  const recorder = logRecorder();
  const { store, controller, recording, lines } = await recorded({
    isReplayed: false,
    first: [recorder.middleware],
  });
  await controller.fetch(getList);
  const [first] = recording.entries();
  recording.show({ ...(first as NonNullable<typeof first>).before, version: -1 });
  await controller.fetch(partialUpdate, { id: '1' }, { isOn: true });
  expect(getList.select()(store.getState()).data).toBeUndefined();
  recording.show();
  await controller.fetch(get, { id: '2' });

  expect(lines()).toEqual([
    'Lamp.getList ✓ · n ms · Lamp 1 new',
    'Lamp.partialUpdate 1 → isOn true ✓ · n ms · Lamp 1 changed: isOn true',
    'Lamp.get 2 ✓ · n ms · Lamp 2 new',
  ]);
  const entries = recording.entries();
  expect(entries.slice(1).map(({ before }, i) => before === entries[i]?.after)).not.toContain(false);
  const present = JSON.stringify(store.getState().rdc);
  for (const log of [entries.map(({ action }) => action), recorder.log()]) {
    const { states } = replayLog(JSON.stringify(log), { definitions: [LampResource] });
    expect(JSON.stringify((states.at(-1) as { readonly rdc: unknown }).rdc)).toBe(present);
    expect(fixturesFromLog(log).length).toBe(3);
  }
});

it('keeps time travel out of the logs of Redux DevTools and of the panel', async () => {
  const enhancers = [instrument() as unknown as StoreEnhancer];
  const { store, controller, recording } = await recorded({ isReplayed: false, enhancers });
  await controller.fetch(getList);
  recording.show({ ...(recording.entries()[0] as Entry).before, version: -1 });
  await controller.fetch(partialUpdate, { id: '1' }, { isOn: true });
  recording.show();
  await controller.fetch(get, { id: '2' });

  const { liftedStore } = store as unknown as { readonly liftedStore: Store };
  const lifted = liftedStore.getState() as LiftedState<object, UnknownAction, unknown>;
  expect(JSON.stringify(lifted).match(/rdc\/travel/g)).toHaveLength(2);
  const { actionSanitizer } = devToolsOptions();
  const shown = Object.entries(lifted.actionsById).map(([id, entry]) => [
    id,
    { ...entry, action: actionSanitizer(entry.action, Number(id)) },
  ]);
  const entries = recording.entries();
  const states = [entries[0]?.before, ...entries.map(({ after }) => after)].map(state =>
    JSON.stringify(state),
  );
  for (const log of [
    lifted,
    JSON.stringify(lifted),
    JSON.stringify({ payload: JSON.stringify(lifted) }),
    JSON.stringify({ ...lifted, actionsById: Object.fromEntries(shown) }),
    Object.values(lifted.actionsById).map(({ action }) => action),
    logText('rdc', entries, store.getState().rdc),
  ]) {
    const replay = replayLog(log, { definitions: [LampResource] });
    const replayed = replay.states.map(state => JSON.stringify((state as { readonly rdc: unknown }).rdc));
    expect(replay.labels.join()).not.toContain('travel');
    // Redux DevTools starts with its own action.
    expect(replayed.slice(-states.length)).toEqual(states);
    expect(replayed.length - states.length).toBeLessThan(2);
    expect(fixturesFromLog(log)).toHaveLength(3);
  }
  const other = createTestStore({ isReplayed: false, enhancers }) as unknown as {
    readonly liftedStore: Store;
  };
  other.liftedStore.dispatch(ActionCreators.importState(JSON.parse(JSON.stringify(lifted))) as never);
  const { computedStates } = other.liftedStore.getState() as typeof lifted;
  const imported = computedStates.map(({ state }) =>
    JSON.stringify((state as { readonly rdc: unknown }).rdc),
  );
  // The two time travels change nothing there.
  expect(imported).toHaveLength(states.length + 2);
  expect([...new Set(imported)]).toEqual([...new Set(states)]);
});

describe('an action while Redux DevTools shows an earlier state', () => {
  async function moved() {
    const recorder = logRecorder();
    const tools = await recorded({
      isReplayed: false,
      first: [recorder.middleware],
      enhancers: [instrument() as unknown as StoreEnhancer],
    });
    const { liftedStore } = tools.store as unknown as { readonly liftedStore: Store };
    const ids = () => (liftedStore.getState() as { stagedActionIds: readonly number[] }).stagedActionIds;
    const jump = (to: number) => liftedStore.dispatch(ActionCreators.jumpToState(to) as never);
    const skip = (id: number) => liftedStore.dispatch(ActionCreators.toggleAction(id) as never);
    await tools.controller.fetch(getList);
    return { ...tools, recorder, ids, jump, skip };
  }

  it('is in the log, which replays to the present', async () => {
    const { store, controller, recording, recorder, lines, jump, ids } = await moved();
    jump(0);
    // Dispatches during another action.
    const end = store.subscribe(() => {
      end();
      controller.set(Lamp, { id: '3' }, { id: '3', isOn: true });
    });
    await controller.fetch(partialUpdate, { id: '1' }, { isOn: true });
    controller.invalidate(get, { id: '1' });
    expect(getList.select()(store.getState()).data).toBeUndefined();
    const during = recorder.log();
    jump(ids().length - 1);
    const present = JSON.stringify(store.getState().rdc);
    expect(JSON.stringify(recording.entries().at(-1)?.after)).toBe(present);
    await controller.fetch(get, { id: '2' });

    expect(lines()).toEqual([
      'Lamp.getList ✓ · n ms · Lamp 1 new',
      'Lamp 3 new by set',
      'Lamp.partialUpdate 1 → isOn true ✓ · n ms · Lamp 1 changed: isOn true',
      'invalidate GET /lamps/1',
      'Lamp.get 2 ✓ · n ms · Lamp 2 new',
    ]);
    const entries = recording.entries();
    expect(entries.slice(1).map(({ before }, i) => before === entries[i]?.after)).not.toContain(false);
    const replayed = (log: unknown) => {
      const { states } = replayLog(JSON.stringify(log), { definitions: [LampResource] });
      return JSON.stringify((states.at(-1) as { readonly rdc: unknown }).rdc);
    };
    expect(replayed(during)).toBe(present);
    const now = JSON.stringify(store.getState().rdc);
    expect(replayed(recorder.log())).toBe(now);
    expect(replayed(entries.map(({ action }) => action))).toBe(now);
  });

  it('restarts the log if an earlier action was skipped', async () => {
    const { store, controller, recording, recorder, lines, skip, ids } = await moved();
    skip(ids().at(-1) as number);
    await controller.fetch(get, { id: '2' });
    expect(lines()).toEqual([
      'Lamp.getList ✓ · n ms · Lamp 1 new',
      'slice replaced from elsewhere',
      'GET /lamps aborted · n ms',
      'Lamp.get 2 ✓ · n ms · Lamp 2 new',
    ]);
    const now = JSON.stringify(store.getState().rdc);
    const exported = logText('rdc', recording.entries(), store.getState().rdc);
    for (const log of [exported, recorder.log()]) {
      const { states, labels } = replayLog(log, { definitions: [LampResource] });
      expect(JSON.stringify((states.at(-1) as { readonly rdc: unknown }).rdc)).toBe(now);
      // Only the key is known of a request that another store started.
      expect(labels).toContainEqual(expect.stringMatching(/^GET \/lamps aborted/));
    }
  });
});

it('shows a form or file by name and size, not by its stand-in in the log', async () => {
  const { controller, lines } = await recorded();
  const send = (name: string) =>
    new ApiEndpoint({ path: '/files', method: 'POST', body: {} as FormData | File, name: `lines.${name}` });
  await controller.fetch(send('form'), new FormData());
  await controller.fetch(send('file'), new File(['abc'], 'photo.png'));

  expect(lines()).toEqual([
    'lines.form FormData ✓ · n ms · response new',
    'lines.file File photo.png · 3 bytes ✓ · n ms · nothing changed',
  ]);
});

it('shows the fields of a body, including one named $type', async () => {
  const { controller, lines } = await recorded();
  const send = new ApiEndpoint({ path: '/files', method: 'POST', body: {} as object, name: 'lines.shape' });
  await controller.fetch(send, { $type: 'Square', title: 'new' });

  expect(lines()[0]).toContain('title=new');
});
