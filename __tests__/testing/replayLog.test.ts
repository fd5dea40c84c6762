import { configureStore, type Middleware } from '@reduxjs/toolkit';
import { Controller, createDataClient, Entity, logRecorder, resource } from 'rdc-toolkit';
import { replayLog } from 'rdc-toolkit/testing';
import { complaints, createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';
import { serveTodos, Todo, TodoResource } from '../helpers/todos';

const { get, getList, partialUpdate } = TodoResource;
const definitions = [TodoResource];
const json = (value: unknown) => JSON.parse(JSON.stringify(value));

/** A session with a real server, recorded as in an app. */
async function session(options?: Parameters<typeof logRecorder>[0]) {
  const api = await serveTodos();
  const recorder = logRecorder(options);
  const states: unknown[] = [];
  const client = createDataClient();
  const noting: Middleware = api => next => action => {
    const result = next(action);
    states.push(json(api.getState()));
    return result;
  };
  const store = configureStore({
    reducer: { rdc: client.reducer },
    middleware: getDefault => getDefault().concat(client.middleware, recorder.middleware, noting),
  });
  await store.dispatch(getList.fetch());
  await store.dispatch(partialUpdate.fetch({ id: 1 }, { title: 'uno' }));
  await store.dispatch(get.fetch({ id: 99 })).catch(() => undefined);
  return { api, store, recorder, states };
}

it('returns the state after each action of a recorded log that went through JSON', async () => {
  const { recorder, states } = await session();
  const replay = replayLog(JSON.stringify(recorder.log()), { definitions });
  expect(json(replay.states.slice(1))).toEqual(states);
  expect(replay.labels).toEqual([
    'start',
    'Todo.getList',
    expect.stringMatching(/^Todo.getList ✓ · \d+ ms · User 7 “Ada”, Todo 1, 2, 3 new$/),
    'Todo.partialUpdate 1 “one” → uno',
    expect.stringMatching(/^Todo.partialUpdate 1 → uno ✓ · \d+ ms · Todo 1 “one” changed: title uno$/),
    'Todo.get 99',
    expect.stringMatching(/^Todo.get 99 ✗ 404/),
  ]);
});

it('starts with an empty store if the log has a null start', async () => {
  const { recorder, states } = await session();
  const log = JSON.stringify({ ...recorder.log(), start: null });
  expect(json(replayLog(log, { definitions }).states.slice(1))).toEqual(states);
});

const put = (schemaName: string, value: object) => {
  const meta = { fetchedAt: 1, date: 2, expiresAt: Number.MAX_SAFE_INTEGER };
  return { type: 'rdc/set', schemaName, args: [], value, meta };
};

it('finds an entity among the definitions even if no endpoint uses it', () => {
  class Draft extends Entity {
    id = '';
    static key = 'replayLog.Draft';
  }
  const log = JSON.stringify([put(Draft.key, { id: '1' })]);
  const { store } = replayLog(log, { definitions: [Draft] });
  expect(new Controller(store).get(Draft, { id: '1' })).toMatchObject({ id: '1' });
});

it('recognizes the connection of a stream even if the stream is not loaded', () => {
  const value = { id: 'stream', status: 'open', error: null };
  const { states, labels } = replayLog([put('rdc.Connection', value)], { definitions });
  const [connection] = Object.values(states.at(-1)?.rdc.entities ?? {});
  expect(labels).toEqual(['start', 'stream → open']);
  expect(connection).toMatchObject({ size: 1, root: [{ key: 'stream', value }] });
});

it('moves its store to any step without sending a request', async () => {
  const { api, recorder } = await session();
  const sent = api.requests.length;
  const { store, jump } = replayLog(recorder.log(), { definitions });
  const titles = () =>
    getList
      .select()(store.getState())
      .data?.map(({ title }) => title);
  expect(titles()).toEqual(['uno', 'two', 'three']);
  jump(2);
  expect(titles()).toEqual(['one', 'two', 'three']);
  jump(0);
  expect(titles()).toBeUndefined();
  expect(() => jump(7)).toThrow('There is no step 7: the log has 6.');
  expect(api.requests).toHaveLength(sent);
});

it('keeps the latest actions and starts from the state before them', async () => {
  const { recorder, states } = await session({ limit: 3 });
  const { start, actions } = recorder.log();
  expect(actions).toHaveLength(3);
  expect(start).toEqual(states[2]);
  expect(json(replayLog(recorder.log(), { definitions }).states)).toEqual(states.slice(2));
});

it('replays the log of an app that mounts the slice at another path', async () => {
  await serveTodos();
  const reducerPath = 'api';
  const recorder = logRecorder({ reducerPath, limit: 2 });
  const client = createDataClient({ reducerPath });
  const store = configureStore({
    reducer: { api: client.reducer },
    middleware: getDefault => getDefault().concat(client.middleware, recorder.middleware),
  });
  await store.dispatch(getList.fetch());
  await store.dispatch(partialUpdate.fetch({ id: 1 }, { title: 'uno' }));
  const log = JSON.stringify(recorder.log());

  const replay = replayLog(log, { definitions, reducerPath });
  expect(json(replay.states.at(-1)?.api)).toEqual(json(store.getState().api));
  expect(replay.store.controller.get(Todo, { id: '1' })?.title).toBe('uno');
  replay.jump(0);
  expect(replay.store.controller.get(Todo, { id: '1' })?.title).toBe('one');
  expect(() => replayLog(log, { definitions })).toThrow(
    'Cannot replay the log: its start has no "rdc", but api.',
  );
});

it('warns once if its slice is not at the given path', () => {
  const client = createDataClient({ reducerPath: 'api' });
  const [elsewhere, right] = [logRecorder(), logRecorder({ reducerPath: 'api' })];
  const store = configureStore({
    reducer: { api: client.reducer },
    middleware: getDefault => getDefault().concat(client.middleware, right.middleware, elsewhere.middleware),
  });
  store.dispatch({ type: 'app/ready' });
  expect(complaints).toEqual([]);
  for (const title of ['uno', 'dos']) new Controller(store).set(Todo, { id: '1', title });

  expect(complaints.splice(0)).toEqual([
    'console.error: rdc-toolkit: logRecorder() records no states: the slice of the data client is not mounted at ' +
      '"rdc". Pass the path where it is: logRecorder({ reducerPath: dataClient.reducerPath }).',
  ]);
  expect(right.log().actions).toHaveLength(2);
});

it('starts over if the slice was replaced', async () => {
  const recorder = logRecorder();
  const store = createTestStore({ isReplayed: false });
  const client = createDataClient();
  const other = configureStore({
    reducer: (state: { rdc: ReturnType<typeof client.reducer> } | undefined, action: { type: string }) =>
      action.type === 'load'
        ? { rdc: json(store.getState().rdc) }
        : { rdc: client.reducer(state?.rdc, action) },
    middleware: getDefault => getDefault().concat(client.middleware, recorder.middleware),
  });
  await serveTodos();
  await store.dispatch(getList.fetch());
  new Controller(other).set(TodoResource.get.schema, { id: '9', title: 'nine' });
  other.dispatch({ type: 'load' });
  new Controller(other).set(TodoResource.get.schema, { id: '1', title: 'uno' });

  expect(recorder.log().actions).toHaveLength(1);
  const { states } = replayLog(recorder.log(), { definitions });
  expect(json(states.at(-1))).toEqual(json(other.getState()));
});

it('redacts actions and states', async () => {
  const redact = (name: string, value: unknown) => (name === 'title' ? '…' : value);
  const { recorder } = await session({ redact, limit: 2 });
  const text = JSON.stringify(recorder.log());
  expect(text).not.toMatch(/"(uno|two|three)"/);
  const { store } = replayLog(text, { definitions });
  const todo = get.select({ id: 1 })(store.getState()).data;
  expect(todo).toMatchObject({ id: '1', title: '…', status: 'open' });
});

it('leaves redacted titles and messages out of labels', async () => {
  const secret = /Ada|one|uno|No todo/;
  const redact = (name: string, value: unknown) => (/^(title|name|message)$/.test(name) ? '–' : value);
  const told = async (options: Parameters<typeof logRecorder>[0]) =>
    replayLog(JSON.stringify((await session(options)).recorder.log()), { definitions }).labels.join('\n');

  expect(await told({})).toMatch(secret);
  expect(await told({ redact })).not.toMatch(secret);
  expect(await told({ redact })).toMatch('Todo.partialUpdate 1 “–” → title –');
});

class Member extends Entity {
  id = '';
  email = '';
  static key = 'replayLog.Member';
}
const MemberResource = resource({
  path: '/members/:id',
  schema: Member,
  searchParams: {} as { readonly email?: string },
});

/** The replayed store of a log that starts after a number of members, each fetched by email. */
function redacted(count: number, redact: (name: string, value: unknown) => unknown) {
  const recorder = logRecorder({ limit: 1, redact });
  const { reducer, middleware } = createDataClient();
  const store = configureStore({
    reducer: { rdc: reducer },
    middleware: getDefault => getDefault().concat(middleware, recorder.middleware),
  });
  const controller = new Controller(store);
  for (let i = 0; i < count; i++) {
    const email = `ada${i}@example.org`;
    controller.setResponse(MemberResource.getList, { email }, [{ id: String(i), email }]);
  }
  return replayLog(JSON.stringify(recorder.log()), { definitions: [MemberResource] }).store;
}

it('finds any number of records and responses under their redacted keys', () => {
  const mask = (_name: string, value: unknown) =>
    typeof value === 'string' ? value.replace(/ada(\d+)(@|%40)example/g, 'x$1$2example') : value;
  const store = redacted(200, mask);
  for (let i = 0; i < 200; i++) {
    const email = `x${i}@example.org`;
    expect(MemberResource.getList.select({ email })(store.getState()).data).toMatchObject([{ email }]);
  }
});

it('keeps the last of the responses and records with the same redacted key', () => {
  const store = redacted(200, (name, value) => (name === 'key' || name === 'email' ? 'gone' : value));
  const { entities, endpoints } = store.getState().rdc;
  expect(entities[Member.key]).toMatchObject({ size: 2 });
  expect(new Controller(store).get(Member, { id: 'gone' })).toMatchObject({ id: '198', email: 'gone' });
  expect(endpoints.size).toBe(1);
});

/** A member whose key is an email address. */
class Mailbox extends Entity {
  email = '';
  count = 0;
  static key = 'replayLog.Mailbox';
  override pk() {
    return this.email;
  }
}
const MailboxResource = resource({
  path: '/mailboxes/:email',
  schema: Mailbox,
  searchParams: {} as { readonly email?: string } | undefined,
  Endpoint: ApiEndpoint,
  optimistic: true,
});

it('redacts keys that are property names, in the writes of mutations and in doubts', async () => {
  const email = 'ada@example.org';
  const redact = (_name: string, value: unknown) =>
    typeof value === 'string'
      ? value.replaceAll(email, 'x').replaceAll(encodeURIComponent(email), 'x')
      : value;
  await serve({
    'GET /mailboxes/:email': () => ({ email, count: 1 }),
    'GET /mailboxes': () => [{ email, count: 1 }],
    'POST /mailboxes': ({ body }) => body,
    'PATCH /mailboxes/:email': () => reply(503),
  });
  const recorder = logRecorder({ limit: 5, redact });
  const { reducer, middleware } = createDataClient();
  const store = configureStore({
    reducer: { rdc: reducer },
    middleware: getDefault => getDefault().concat(middleware, recorder.middleware),
  });
  let text = '';
  const controller = new Controller(store);
  const note = <T>(value: T) => {
    text += JSON.stringify(recorder.log());
    return value;
  };
  await controller.fetch(MailboxResource.getList, { email }).then(note);
  await Promise.all([
    note(controller.fetch(MailboxResource.getList.push, { email }, { email, count: 2 })).then(note),
    note(controller.fetch(MailboxResource.partialUpdate, { email }, { count: 3 })).catch(note),
  ]);
  for (let i = 0; i < 5; i++) controller.set(Member, { id: '1' }, { id: '1', email });
  note(undefined);

  expect(text).toContain('"writes":{"replayLog.Mailbox":{"x":');
  expect(text).toContain('"doubts":{"replayLog.Mailbox":{"x":');
  expect(text).not.toMatch(/ada(@|%40)example/);
});

class Grant extends Entity {
  id = '';
  writes: object = {};
  static key = 'replayLog.Grant';
}

it("keeps a record's field named like a part of the log and passes the parent to redact", () => {
  const recorder = logRecorder({
    redact(this: object, name, value) {
      return name === 'key' || (name === 'email' && 'id' in this) ? 'x' : value;
    },
  });
  const { reducer, middleware } = createDataClient();
  const store = configureStore({
    reducer: { rdc: reducer },
    middleware: getDefault => getDefault().concat(middleware, recorder.middleware),
  });
  const writes = { posts: { own: true, all: false } };
  new Controller(store).set(Grant, { id: '1' }, { id: '1', writes, email: 'ada@example.org' } as never);

  expect(recorder.log().actions).toMatchObject([{ value: { writes, email: 'x' } }]);
});

it.each([['no JSON'], ['{}'], [undefined], [{ actionsById: {} }]])('rejects other values: %p', log => {
  expect(() => replayLog(log, { definitions })).toThrow('Cannot read the log: the value is not a log.');
});
