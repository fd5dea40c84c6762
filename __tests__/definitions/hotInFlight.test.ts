import { join } from 'node:path';
import * as library from 'rdc-toolkit';
import { Controller, createDataClient, networkManager, subscriptionManager } from 'rdc-toolkit';
import { type StreamHandlers, streamManager } from 'rdc-toolkit/stream';
import { createTestStore } from '../helpers/createTestStore';
import { hotModule } from '../helpers/hotModule';
import { reply, startApi } from '../helpers/startApi';
import { until } from '../helpers/until';
import { untilQuiet } from '../helpers/untilQuiet';
import { mount } from '../overlap/mount';
import type * as Hot from './hot';
import * as hotServer from './hotServer';

const loaded: Readonly<Record<string, unknown>> = { 'rdc-toolkit': library, './hotServer': hotServer };
const hot = hotModule<typeof Hot>(join(__dirname, 'hot.ts'), name => loaded[name]);

type Edit = (source: string) => string;
const same: Edit = source => source;
const alone: Edit = source => source.replace('static schema = { owner: Owner };', '');
const polled: Edit = source =>
  source.replace("name: 'hot.getSorted',", "name: 'hot.getSorted', pollFrequency: 40,");
const unshown: Edit = source => source.replace('optimistic: true,', '');
/** Gives `partialUpdate` other options. */
const withOptions =
  (options: string): Edit =>
  source =>
    source.replace(
      'dataExpiryLength: 0,\n})',
      `dataExpiryLength: 0 }).extend({ partialUpdate: { ${options} } })`,
    );
const foreseen = `getOptimisticResponse: (_, { id }, body) => ({ id, ...body, title: body.title + '!' }),`;
const updating = `update: () => { throw new Error('unfinished'); },`;
const renamed = `name: 'hot.renamed',`;
const serial = `concurrency: 'serial',`;

async function start() {
  const rows = new Map(['1', '2'].map(id => [id, { id, title: `task ${id}`, owner: { id: 'o' } }]));
  const api = await startApi({
    'GET /tasks': () => [...rows.values()],
    'GET /sorted': () => [...rows.values()],
    'POST /tasks': ({ body }) => {
      const row = { id: '3', title: '', owner: { id: 'o' }, ...(body as object) };
      rows.set('3', row);
      return row;
    },
    'PATCH /tasks/:id': ({ params, body }) => {
      const row = rows.get(String(params.id));
      if (row === undefined) return reply(404);
      const next = { ...row, ...(body as object) };
      rows.set(row.id, next);
      return next;
    },
  });
  hotServer.server.url = api.url;
  const client = createDataClient({ managers: [networkManager(), subscriptionManager()] });
  const store = createTestStore({ client, isReplayed: false });
  return { api, store, controller: new Controller(store), rows };
}

describe.each<[how: string, options: string, edit: Edit, earlier: Edit]>([
  ['as it was', '', same, same],
  ['without a relation', '', alone, same],
  ['with a new relation', '', same, alone],
  ['with another optimistic response', foreseen, same, same],
  ['without optimistic responses', '', unshown, same],
  ['with an endpoint under another name', renamed, same, same],
  ['with an update that throws', updating, same, same],
])('a module that is reloaded %s', (_how, options, edit, earlier) => {
  it.each(['PATCH /tasks/1', 'POST /tasks'])('keeps a %s in flight and sends it once', async route => {
    const { api, store, controller, rows } = await start();
    const before = await hot.evaluate(earlier);
    await controller.fetch(before.TaskResource.getList);
    const held = api.hold(route);
    const pending =
      route === 'POST /tasks'
        ? controller.fetch(before.TaskResource.getList.push, { title: 'new' })
        : controller.fetch(before.TaskResource.partialUpdate, { id: '1' }, { title: 'new' });
    await held.arrived;

    const { TaskResource } = await hot.evaluate(source => withOptions(options)(edit(source)));
    const titles = () => controller.getResponse(TaskResource.getList).data?.map(({ title }) => title);
    expect(titles()?.some(title => title.startsWith('new'))).toBe(true);
    await controller.fetch(TaskResource.getList);
    expect(titles()).toHaveLength(route === 'POST /tasks' ? 3 : 2);
    await held.release();
    await expect(pending).resolves.toMatchObject({ title: 'new' });
    const unmount = mount(store, TaskResource.getList, []);
    await until(() => Object.keys(store.getState().rdc.doubts).length === 0);
    await untilQuiet(() => api.requests.length);
    unmount();

    expect(titles()?.sort()).toEqual([...rows.values()].map(({ title }) => title).sort());
    expect(api.requests.filter(request => request === route)).toHaveLength(1);
    expect(store.getState().rdc).toMatchObject({ optimistic: [], inflight: { size: 0 }, effects: [] });
  });

  it('continues a serial queue, one at a time and in order', async () => {
    const { api, store, controller } = await start();
    const before = await hot.evaluate(source => withOptions(serial)(earlier(source)));
    await controller.fetch(before.TaskResource.getList);
    const held = api.hold('PATCH /tasks/1');
    const first = ['a', 'b'].map(title =>
      controller.fetch(before.TaskResource.partialUpdate, { id: '1' }, { title }),
    );
    await held.arrived;
    const { TaskResource } = await hot.evaluate(source => withOptions(serial + options)(edit(source)));
    const last = controller.fetch(TaskResource.partialUpdate, { id: '1' }, { title: 'c' });
    await untilQuiet(() => api.requests.length);
    expect(api.bodies).toEqual([{ title: 'a' }]);
    await held.release();
    await Promise.all([...first, last]);

    expect(api.bodies).toEqual([{ title: 'a' }, { title: 'b' }, { title: 'c' }]);
    expect(store.complaints.splice(0)).toHaveLength(options === updating ? 1 : 0);
    expect(store.getState().rdc).toMatchObject({ optimistic: [], inflight: { size: 0 }, doubts: {} });
  });
});

it('polls once for a request of a reloaded module and stops with its last component', async () => {
  const { api, store, controller } = await start();
  const before = await hot.evaluate(polled);
  controller.subscribe(before.getSorted);
  await until(() => api.requests.length === 2);
  const held = api.hold('GET /sorted');
  await held.arrived;
  const after = await hot.evaluate(polled);
  // As refreshed components do.
  controller.subscribe(after.getSorted);
  controller.unsubscribe(before.getSorted);
  await new Promise(resolve => setTimeout(resolve, 100));
  expect(api.requests).toHaveLength(3);
  await held.release();
  await until(() => api.requests.length >= 5);

  controller.unsubscribe(after.getSorted);
  await untilQuiet(() => api.requests.length);
  const sent = api.requests.length;
  await new Promise(resolve => setTimeout(resolve, 120));
  expect(api.requests).toHaveLength(sent);
  expect(controller.getResponse(after.getSorted).data?.[0]).toBeInstanceOf(after.Task);
  expect(store.getState().rdc.inflight.size).toBe(0);
});

it('stores messages of an already open stream with its original definitions', async () => {
  const before = await hot.evaluate();
  await start();
  const opened: StreamHandlers[] = [];
  const stream = streamManager({
    source(handlers) {
      opened.push(handlers);
      handlers.onOpen();
      return { close() {} };
    },
    read: (value: object) => ({ schema: before.Task, value }),
  });
  const client = createDataClient({ managers: [networkManager(), stream] });
  const store = createTestStore({ client, isReplayed: false });
  const controller = new Controller(store);
  await controller.fetch(before.TaskResource.getList);
  const { TaskResource, Task } = await hot.evaluate(withOptions(foreseen));
  await until(() => opened.length > 0);
  opened[0]?.onMessage({ id: '1', title: 'streamed' }, 'message');

  const shown = () => controller.getResponse(TaskResource.getList).data?.[0];
  await until(() => shown()?.title === 'streamed');
  expect(shown()).toBeInstanceOf(Task);
  client.cleanup(store);
});
