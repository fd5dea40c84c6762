import { type Action, configureStore } from '@reduxjs/toolkit';
import {
  Collection,
  Controller,
  createDataClient,
  devToolsOptions,
  Entity,
  hydrationManager,
  logRecorder,
  networkManager,
  resource,
  Union,
  Values,
} from 'rdc-toolkit';
import { explain } from 'rdc-toolkit/devtools';
import { streamManager, webSocketSource } from 'rdc-toolkit/stream';
import { replayLog } from 'rdc-toolkit/testing';
import { WebSocket } from 'ws';
import { fetchThunk } from '../../lib/thunks/fetchThunk';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';
import { startSocketServer } from '../helpers/startSocketServer';
import { serveTodos, Todo, TodoResource, User } from '../helpers/todos';
import { until } from '../helpers/until';
import { untilQuiet } from '../helpers/untilQuiet';
import { mount } from '../overlap/mount';

const { get, getList, partialUpdate } = TodoResource;

/** An optimistic update. */
const rename = partialUpdate.extend({
  name: 'explainedRename',
  getOptimisticResponse: (_snapshot, { id }, body) => ({ id: String(id), ...body }),
});

it('explains for each field which request brought its value, when, and who started it', async () => {
  const api = await serveTodos();
  const store = createTestStore();
  await store.dispatch(getList.fetch());
  await store.dispatch(partialUpdate.fetch({ id: 1 }, { title: 'uno' }));

  const { fields, pk, kind } = explain(Todo, 1)(store.getState()) ?? {};
  expect({ kind, pk }).toEqual({ kind: 'Todo', pk: '1' });
  expect(fields?.title).toMatchObject({
    value: 'uno',
    confirmed: 'uno',
    origin: {
      by: 'code',
      name: 'Todo.partialUpdate',
      key: 'PATCH /todos/1',
      args: [{ id: 1 }, { title: 'uno' }],
    },
    overlays: [],
  });
  expect(fields?.status).toMatchObject({
    value: 'open',
    origin: { name: 'Todo.getList', key: 'GET /todos' },
  });
  const { number, origin } = fields?.title ?? {};
  expect(origin?.number).toBe(number);
  expect(number).toBeGreaterThan(fields?.status?.number ?? 0);
  expect(origin?.date).toBeGreaterThanOrEqual(origin?.fetchedAt ?? 0);
  const begun = store.log.find(({ key }) => key === 'PATCH /todos/1');
  expect(begun).toMatchObject({ meta: { requestId: origin?.requestId } });
  expect(api.requests).toHaveLength(2);
});

it('lists the optimistic updates of a field', async () => {
  const api = await serveTodos();
  const store = createTestStore();
  await store.dispatch(getList.fetch());
  const held = api.hold('PATCH /todos/1');
  const first = store.dispatch(rename.fetch({ id: 1 }, { title: 'uno' }));
  const second = store.dispatch(rename.fetch({ id: 1 }, { title: 'un', status: 'done' }));
  await held.arrived;

  const { fields, overlays } = explain(Todo, '1')(store.getState()) ?? {};
  expect(fields?.title).toMatchObject({ value: 'un', confirmed: 'one', origin: { key: 'GET /todos' } });
  expect(fields?.title?.overlays.map(overlay => overlay.fields)).toEqual([
    { title: 'uno' },
    { title: 'un', status: 'done' },
  ]);
  expect(fields?.author?.overlays).toEqual([]);
  expect(overlays?.map(({ endpointName }) => endpointName)).toEqual(['explainedRename', 'explainedRename']);

  await held.release();
  await Promise.all([first, second]);
  expect(explain(Todo, '1')(store.getState())?.overlays).toEqual([]);
});

it.each([
  ['as they left', { title: 'uno' }],
  ['in the other order', { status: 'done' }],
])('attributes each field to one of two overlapping mutations, responses %s', async (order, titleBy) => {
  const api = await serveTodos();
  const store = createTestStore();
  await store.dispatch(get.fetch({ id: 1 }));
  const begin = async (body: object) => {
    const held = api.hold('PATCH /todos/1');
    const changing = store.dispatch(rename.fetch({ id: 1 }, body));
    await held.arrived;
    return async () => {
      await held.release();
      await changing;
    };
  };
  // The response of the second one includes the change of the first.
  const ends = [await begin({ title: 'uno' }), await begin({ status: 'done' })];
  for (const end of order === 'as they left' ? ends : ends.toReversed()) await end();

  const { fields } = explain(Todo, '1')(store.getState()) ?? {};
  expect([fields?.title, fields?.status]).toMatchObject([
    { value: 'uno', origin: { by: 'code', args: [{ id: 1 }, titleBy] } },
    { value: 'done', origin: { by: 'code', args: [{ id: 1 }, { status: 'done' }] } },
  ]);
});

it('attributes a value that was in doubt to the refetch that brought it', async () => {
  const api = await serveTodos();
  const store = createTestStore();
  await store.dispatch(get.fetch({ id: 1 }));
  const unmount = mount(store, get, [{ id: 1 }]);
  const renaming = store.dispatch(rename.fetch({ id: 1 }, { title: 'uno' }));
  const held = api.hold('PATCH /todos/1');
  await held.arrived;
  api.rows.set('1', { ...api.rows.get('1'), title: 'theirs' } as never);
  await held.release(reply(500));
  await renaming.catch(() => undefined);
  await untilQuiet(() => store.log.length);

  expect(explain(Todo, '1')(store.getState())?.fields.title).toMatchObject({
    value: 'theirs',
    origin: { by: 'doubt', key: 'GET /todos/1' },
  });
  unmount();
});

it('lists the responses and lists with the record, and the records that refer to it', async () => {
  await serveTodos();
  const store = createTestStore();
  await store.dispatch(getList.fetch());
  await store.dispatch(get.fetch({ id: 2 }));
  await store.dispatch(get.fetch({ id: 3 }));

  expect(explain(Todo, '2')(store.getState())).toMatchObject({
    responses: ['GET /todos', 'GET /todos/2'],
    references: [{ kind: '[Todo]', pk: '{}', field: '' }],
  });
  expect(explain(User, '7')(store.getState())).toMatchObject({
    responses: ['GET /todos', 'GET /todos/2', 'GET /todos/3'],
    references: ['1', '2', '3'].map(pk => ({ kind: 'Todo', pk, field: 'author' })),
  });
});

it('lists references and responses in order of arrival', async () => {
  const todos = Array.from({ length: 100 }, (_, i) => ({ id: i + 1, title: `t${i}`, author: { id: 7 } }));
  await serve({ 'GET /todos': () => todos, 'GET /todos/:id': ({ params }) => todos[Number(params.id) - 1] });
  const store = createTestStore();
  await store.dispatch(getList.fetch());
  for (const id of [90, 3, 41, 8]) await store.dispatch(get.fetch({ id }));

  const { references, responses } = explain(User, 7)(store.getState()) ?? {};
  expect(references?.map(({ pk }) => pk)).toEqual(todos.map(({ id }) => String(id)));
  expect(responses).toEqual(['GET /todos', 'GET /todos/90', 'GET /todos/3', 'GET /todos/41', 'GET /todos/8']);
});

it('reports set data as such, and nothing for an unknown record or an empty state', async () => {
  const store = createTestStore();
  new Controller(store).set(Todo, { id: '1' }, { id: '1', title: 'uno' });
  expect(explain(Todo, '1')(store.getState())?.fields.title?.origin).toMatchObject({
    by: 'set',
    name: 'Todo',
    args: [{ id: '1' }],
    key: undefined,
  });
  expect(explain(Todo, '2')(store.getState())).toBeUndefined();
  expect(explain(Todo, '1')({})).toBeUndefined();
});

it('returns the same object for the same state', async () => {
  const store = createTestStore();
  new Controller(store).set(Todo, { id: '1' }, { id: '1', title: 'uno' });
  const select = explain('Todo', '1');
  expect(select(store.getState())).toBe(select({ rdc: store.getState().rdc }));
});

it.each([
  ['raw', (action: Action<string>) => action],
  ['as it shows them', (action: Action<string>) => devToolsOptions().actionSanitizer(action, 0)],
])('explains the same from actions that Redux DevTools exported %s', async (_how, exported) => {
  await serveTodos();
  const store = createTestStore();
  await store.dispatch(getList.fetch());
  await fetchThunk(get, [{ id: 1 }], { by: 'component' })(store.dispatch, store.getState);
  await store.dispatch(partialUpdate.fetch({ id: 1 }, { title: 'uno' }));
  const log = JSON.parse(JSON.stringify(store.log.map(exported)));
  const { reducer } = createDataClient({ managers: [hydrationManager()] });
  const rdc = (log as unknown[]).reduce<ReturnType<typeof reducer> | undefined>(reducer, undefined);

  const now = explain(Todo, '1')(store.getState());
  const then = explain(Todo, '1')({ rdc });
  expect(now?.fields.title?.origin?.by).toBe('code');
  expect(then?.fields.title?.origin).toEqual(now?.fields.title?.origin);
  expect(then?.responses).toEqual(now?.responses);
});

it('tells from a recorded log which requests were for components', async () => {
  await serveTodos();
  const recorder = logRecorder();
  const { reducer, middleware } = createDataClient();
  const store = configureStore({
    reducer: { rdc: reducer },
    middleware: getDefault => getDefault().concat(middleware, recorder.middleware),
  });
  // As hooks do.
  await fetchThunk(get, [{ id: 2 }], { unattended: true })(store.dispatch, store.getState);
  await store.dispatch(getList.fetch());
  expect(explain(Todo, '2')(store.getState())?.fields.title?.origin?.by).toBe('component');

  const log = JSON.parse(JSON.stringify(recorder.log()));
  const { store: replayed } = replayLog(log, { definitions: [TodoResource] });
  const origins = (pk: string, of = replayed) => explain(Todo, pk)(of.getState())?.fields;
  expect(origins('1')?.title?.origin?.by).toBe('code');
  expect(origins('2')?.title?.origin).toEqual(explain(Todo, '2')(store.getState())?.fields.title?.origin);
});

it('does not guess who started a request if the log does not tell', async () => {
  await serveTodos();
  const recorder = logRecorder({ limit: 3 });
  const { reducer, middleware } = createDataClient();
  const store = configureStore({
    reducer: { rdc: reducer },
    middleware: getDefault => getDefault().concat(middleware, recorder.middleware),
  });
  await store.dispatch(getList.fetch());
  await store.dispatch(partialUpdate.fetch({ id: 1 }, { title: 'uno' }));
  const log = JSON.parse(JSON.stringify(recorder.log()));
  const titleIn = (given: unknown, pk: string) => {
    const { store: replayed } = replayLog(given, { definitions: [TodoResource] });
    return explain(Todo, pk)(replayed.getState())?.fields.title;
  };
  // This log has the response of the list, but not its request, which came earlier.
  expect(log.actions).toHaveLength(3);
  expect(titleIn(log, '2')?.origin).toMatchObject({ name: getList.name, by: undefined });
  expect(titleIn(log, '1')?.origin?.by).toBe('code');
  const later = { start: replayLog(log, { definitions: [TodoResource] }).states[1], actions: [] };
  expect(titleIn(JSON.stringify(later), '2')).toMatchObject({
    number: expect.any(Number),
    origin: undefined,
  });

  // As in logs of earlier versions.
  for (const { meta } of log.actions) delete meta.by;
  expect(titleIn(log, '1')?.origin).toMatchObject({ name: partialUpdate.name, by: undefined });
});

class Circle extends Entity {
  id = '';
  type = '';
  radius = 0;
  static key = 'explain.Circle';
}
class Square extends Entity {
  id = '';
  type = '';
  side = 0;
  static key = 'explain.Square';
}
const CircleResource = resource({
  path: '/circles/:id',
  schema: Circle,
  Endpoint: ApiEndpoint,
  optimistic: true,
});
const kindsByType: Record<string, string> = { circle: 'round', square: 'square' };
const getShapes = new ApiEndpoint({
  path: '/shapes',
  name: 'explain.getShapes',
  schema: new Collection([new Union({ circle: Circle, square: Square }, 'type')]),
});
class Frame extends Entity {
  id = '';
  inside: Circle | Square | undefined = undefined;
  static key = 'explain.Frame';
  static schema = { inside: new Union({ round: Circle, square: Square }, shape => kindsByType[shape.type]) };
}
const getFrame = new ApiEndpoint({ path: '/frame', name: 'explain.getFrame', schema: Frame });
const getBox = new ApiEndpoint({
  path: '/box',
  name: 'explain.getBox',
  schema: { first: Circle, all: new Values(Circle) },
});

async function shapes() {
  const circle = (id: string, radius: number) => ({ id, type: 'circle', radius });
  const api = await serve({
    'GET /circles': () => [circle('1', 1)],
    'POST /circles': ({ body }) => ({ id: '9', ...(body as object) }),
    'DELETE /circles/:id': () => reply(204),
    'GET /shapes': () => [circle('1', 2), { id: '1', type: 'square', side: 3 }],
    'GET /frame': () => ({ id: 'f', inside: { id: '1', type: 'square', side: 3 } }),
    'GET /box': () => ({ first: circle('1', 2), all: { a: circle('4', 4) } }),
  });
  const store = createTestStore();
  await store.dispatch(CircleResource.getList.fetch());
  const of = (entity: typeof Circle | typeof Square, pk: string) => explain(entity, pk)(store.getState());
  return { api, store, of };
}

it('explains records in unions, maps and fields of a response', async () => {
  const { store, of } = await shapes();
  await store.dispatch(getShapes.fetch());
  await store.dispatch(getBox.fetch());

  expect(of(Circle, '1')).toMatchObject({
    fields: {
      type: { origin: { key: 'GET /circles' } },
      radius: { value: 2, origin: { key: 'GET /shapes' } },
    },
    responses: ['GET /circles', 'GET /shapes', 'GET /box'],
  });
  expect(of(Square, '1')).toMatchObject({
    fields: { side: { value: 3, origin: { key: 'GET /shapes' } } },
    responses: ['GET /shapes'],
  });
  expect(of(Circle, '4')).toMatchObject({
    fields: { radius: { value: 4, origin: { key: 'GET /box' } } },
    responses: ['GET /box'],
  });
});

it('does not confuse a record of a union with another entity with the same key', async () => {
  const { store, of } = await shapes();
  await store.dispatch(getFrame.fetch());

  expect(of(Square, '1')?.references).toEqual([{ kind: Frame.key, pk: 'f', field: 'inside' }]);
  expect(of(Circle, '1')?.references).toEqual([{ kind: `[${Circle.key}]`, pk: '{}', field: '' }]);
});

it('explains an optimistic creation by its temporary key, even after the server has created it', async () => {
  const { api, store, of } = await shapes();
  const held = api.hold('POST /circles');
  const creation = store.dispatch(CircleResource.getList.push.fetch({ type: 'circle', radius: 5 }));
  await held.arrived;
  const created = CircleResource.getList.select()(store.getState()).data?.at(-1)?.id ?? '';

  expect(of(Circle, created)).toMatchObject({
    pk: created,
    fields: { radius: { value: 5, confirmed: undefined, origin: undefined } },
    overlays: [{ key: 'POST /circles', fields: { radius: 5 } }],
    responses: ['GET /circles'],
  });
  await held.release();
  await creation;
  expect(of(Circle, created)).toEqual(of(Circle, '9'));
  expect(of(Circle, '9')).toMatchObject({
    pk: '9',
    fields: { radius: { value: 5, origin: { key: 'POST /circles' }, overlays: [] } },
  });
});

it('explains a deletion in flight, and returns undefined after it', async () => {
  const { api, store, of } = await shapes();
  const held = api.hold('DELETE /circles/:id');
  const deletion = store.dispatch(CircleResource.delete.fetch({ id: '1' }));
  await held.arrived;

  expect(of(Circle, '1')).toMatchObject({
    fields: { radius: { value: undefined, confirmed: 1, origin: { key: 'GET /circles' } } },
    overlays: [{ key: 'DELETE /circles/1' }],
    responses: [],
  });
  await held.release();
  await deletion;
  expect(of(Circle, '1')).toBeUndefined();
});

it('has numbers, overlays, responses and references in production, but no origins', async () => {
  const { NODE_ENV } = process.env;
  Object.assign(process.env, { NODE_ENV: 'production' });
  try {
    const api = await serveTodos();
    const { reducer, middleware } = createDataClient();
    const store = configureStore({
      reducer: { rdc: reducer },
      middleware: getDefault => getDefault().concat(middleware),
    });
    await store.dispatch(getList.fetch());
    const held = api.hold('PATCH /todos/1');
    const update = store.dispatch(rename.fetch({ id: 1 }, { title: 'uno' }));
    await held.arrived;

    expect(explain(Todo, '1')(store.getState())).toMatchObject({
      fields: { title: { value: 'uno', confirmed: 'one', number: expect.any(Number), origin: undefined } },
      overlays: [{ endpointName: rename.name, fields: { title: 'uno' } }],
      responses: ['GET /todos'],
      references: [{ kind: '[Todo]', field: '' }],
    });
    await held.release();
    await update;
  } finally {
    Object.assign(process.env, { NODE_ENV });
  }
});

it('attributes a value to the stream that brought it, not to an earlier response', async () => {
  await serveTodos();
  const server = await startSocketServer();
  const client = createDataClient({
    managers: [
      networkManager(),
      streamManager({
        source: webSocketSource(server.url, { WebSocket }),
        read: (value: { id: string }) => ({ schema: Todo, args: [{ id: value.id }], value }),
      }),
    ],
  });
  const store = createTestStore({ client });
  await until(() => server.connections() === 1);
  await store.dispatch(get.fetch({ id: 1 }));

  server.send({ id: '1', title: 'from the stream' });
  const explained = () => explain(Todo, '1')(store.getState());
  await until(() => explained()?.fields.title?.value === 'from the stream');

  expect(explained()?.fields).toMatchObject({
    title: { origin: { by: 'stream', name: 'Todo', key: undefined } },
    status: { origin: { by: 'code', key: 'GET /todos/1' } },
  });
  client.cleanup(store);
  await server.close();
});
