import { Collection, Entity, resource, Values } from 'rdc-toolkit';
import { ApiEndpoint } from '../helpers/serve';
import { reply } from '../helpers/startApi';
import { startScript } from './script';

class Task extends Entity {
  id = '';
  title = '';
  status = '';
  static key = 'MissedRecords.Task';
}
interface Row {
  readonly id: string;
  readonly title: string;
  readonly status: string;
}
const tasks = resource({
  path: '/tasks/:id',
  searchParams: {} as { status?: string },
  schema: Task,
  Endpoint: ApiEndpoint,
});
const getMap = new ApiEndpoint({
  path: '/map',
  searchParams: {} as { status: string },
  schema: new Collection(new Values(Task)),
  name: 'missedRecords.map',
});
const create = tasks.getList.push.extend({ name: 'missedRecords.create' });
class Board extends Entity {
  id = '';
  tasks: readonly Task[] = [];
  static key = 'MissedRecords.Board';
  static schema = { tasks: [Task] };
}
const finishAll = new ApiEndpoint({
  path: '/finish',
  method: 'POST',
  body: undefined,
  schema: Board,
  name: 'missedRecords.finishAll',
});

const row = (id: string, status = 'open'): Row => ({ id, title: id, status });

async function start() {
  const rows = new Map(['1', '2'].map(id => [id, row(id)]));
  const put = (one: Row) => {
    rows.set(one.id, one);
    return one;
  };
  const listed = (status?: string) => [...rows.values()].filter(one => !status || one.status === status);
  const scripted = await startScript({
    'GET /tasks': (_params, _body, { status }: { status?: string }) => listed(status),
    'GET /tasks/:id': ({ id }) => rows.get(String(id)) ?? reply(404),
    'GET /map': (_params, _body, { status }: { status: string }) =>
      Object.fromEntries(listed(status).map(one => [one.id, one])),
    'POST /tasks': (_params, body: Row) => put({ ...row(body.id ?? 'made'), ...body }),
    'PATCH /tasks/:id': ({ id }, body: object) => {
      const one = rows.get(String(id));
      return one === undefined ? reply(404) : put({ ...one, ...body });
    },
    'DELETE /tasks/:id'({ id }) {
      rows.delete(String(id));
      return { id };
    },
    'POST /finish': () => ({ id: '1', tasks: listed().map(one => put({ ...one, status: 'done' })) }),
  });
  const { store, send } = scripted;
  /** Two changes of one title, which leave task 1 in doubt. */
  const collide = async () => {
    const changes = [];
    for (const title of ['a', 'b'])
      changes.push(await send(tasks.partialUpdate.fetch({ id: '1' }, { title }), 'PATCH /tasks/1'));
    for (const { land } of changes) await land();
  };
  const shown = (args: { status?: string }) =>
    tasks.getList
      .select(args)(store.getState())
      .data?.map(({ id }) => id);
  return {
    ...scripted,
    rows,
    put,
    collide,
    shown,
    held: (status?: string) => listed(status).map(({ id }) => id),
  };
}

it('a list from before a record was in doubt is fetched again if the refetch of another list no longer brings that record', async () => {
  const { mount, done, send, collide, rows, settle, arrival, shown, held } = await start();
  await done(tasks.getList.fetch({}));
  mount(tasks.getList, { status: 'open' });
  const list = await send(tasks.getList.fetch({ status: 'open' }), 'GET /tasks?status=open');
  list.act();
  mount(tasks.getList, {});
  await collide();
  rows.delete('1');
  (await arrival('GET /tasks')).respond();
  await new Promise(resolve => setTimeout(resolve, 20));
  await list.land();
  await settle();

  expect(shown({ status: 'open' })).toEqual(held('open'));
});

it('a read that misses a record whose creation lands first is sent again', async () => {
  const { store, mount, send, settle } = await start();
  mount(tasks.get, { id: 'made' });
  const creates = await send(create.fetch(row('made') as never), 'POST /tasks');
  const misses = await send(tasks.get.fetch({ id: 'made' }), 'GET /tasks/made');
  misses.act();
  await creates.land();
  await misses.land().catch(() => {});
  await settle();

  const { data, error } = tasks.get.select({ id: 'made' })(store.getState());
  expect([data?.title, error]).toEqual(['made', undefined]);
});

it('a map keeps its other records if one that was deleted comes back elsewhere', async () => {
  const { store, done, put } = await start();
  const open = { status: 'open' };
  await done(getMap.fetch(open) as never);
  await done(tasks.delete.fetch({ id: '1' }));
  put(row('1', 'done'));
  await done(tasks.get.fetch({ id: '1' }));

  expect(Object.keys(getMap.select(open)(store.getState()).data ?? {})).toEqual(['2']);
});

it('a mutation that shows a creation was done after it, and shows what it did to the new record', async () => {
  const { store, done, send } = await start();
  await done(tasks.getList.fetch({}));
  const creates = await send(create.fetch({ title: 'new', status: 'open' } as never), 'POST /tasks');
  const finishes = await send(finishAll.fetch(), 'POST /finish');
  creates.act();
  finishes.act();
  await creates.land();
  await finishes.land();

  const all = tasks.getList.select({})(store.getState()).data;
  expect(all?.map(({ status }) => status)).toEqual(['done', 'done', 'done']);
});
