import { Collection, Entity, resource, type } from 'rdc-toolkit';
import { ApiEndpoint } from '../helpers/serve';
import { startScript } from './script';

class Task extends Entity {
  id = '';
  title = '';
  status = '';
  static key = 'Retried.Task';
}
const tasks = resource({
  path: '/tasks/:id',
  searchParams: {} as { status: string },
  schema: Task,
  Endpoint: ApiEndpoint,
  belongs: (task: Task, { status }) => task.status === status,
});
const getTask = new ApiEndpoint({ path: '/tasks/:id', schema: Task, name: 'retried.get' });
const toggle = new ApiEndpoint({
  path: '/tasks/:id/toggle',
  method: 'POST',
  body: undefined,
  schema: Task,
  name: 'retried.toggle',
});
class Owner extends Entity {
  id = '';
  task: Task | undefined = undefined;
  static key = 'Retried.Owner';
  static schema = { task: Task };
}
/** Responds with the task within its owner. */
const toggleOf = new ApiEndpoint({
  path: '/owners/:id/toggle',
  method: 'POST',
  body: undefined,
  schema: Owner,
  name: 'retried.toggleOf',
});
/** Lists without `belongs`, of the same tasks. */
const search = new ApiEndpoint({
  path: '/search',
  searchParams: {} as { text: string },
  schema: new Collection([Task]),
  name: 'retried.search',
});
const mark = new ApiEndpoint({
  path: '/marks',
  method: 'PATCH',
  body: type<readonly string[]>(),
  schema: [Task],
  name: 'retried.mark',
  idempotencyKey: true,
  getOptimisticResponse: (_snapshot: unknown, ids: readonly string[]) =>
    ids.map(id => ({ id, title: 'marked' })),
});

const open = { status: 'open' };

/** A server of two open tasks, and a third that its lists leave out, with an app that retries mutations. */
async function start() {
  const rows = new Map(['1', '2', 'hidden'].map(id => [id, { id, title: id, status: 'open' }]));
  const change = (id: unknown, to: (row: { status: string }) => object) => {
    const row = rows.get(String(id)) as { id: string; title: string; status: string };
    rows.set(row.id, { ...row, ...to(row) });
    return rows.get(row.id);
  };
  const listed = (wanted: string) =>
    [...rows.values()].filter(({ id, status }) => status === wanted && id !== 'hidden');
  const scripted = await startScript(
    {
      'GET /tasks': (_params, _body, { status }: { status: string }) => listed(status),
      'GET /tasks/:id': ({ id }) => rows.get(String(id)),
      'GET /search': () => listed('open'),
      'PATCH /tasks/:id': ({ id }, body: object) => change(id, () => body),
      'POST /tasks/:id/toggle': ({ id }) =>
        change(id, ({ status }) => ({ status: status === 'open' ? 'done' : 'open' })),
      'POST /owners/:id/toggle': ({ id }) => ({
        id,
        task: change(id, ({ status }) => ({ status: status === 'open' ? 'done' : 'open' })),
      }),
      'PATCH /marks': (_params, ids: readonly string[]) =>
        ids.map(id => change(id, () => ({ title: 'marked' }))),
    },
    { retry: { limit: 1, sideEffects: true, baseDelayMs: 1, maxDelayMs: 1 } },
  );
  const { store } = scripted;
  return {
    ...scripted,
    listed: () => listed('open').map(({ id }) => id),
    shown: () =>
      tasks.getList
        .select(open)(store.getState())
        .data?.map(({ id }) => id),
  };
}

it.each([
  ['of the record lands before', toggle, 'POST /tasks/1/toggle'],
  ['of the record lands after', toggle, 'POST /tasks/1/toggle'],
  ['of a record that holds it lands before', toggleOf, 'POST /owners/1/toggle'],
  ['of a record that holds it lands after', toggleOf, 'POST /owners/1/toggle'],
] as const)(
  'a list that shows an earlier attempt of a mutation %s the last one, which undid that, and is right in the end',
  async (when, toggleTask, request) => {
    const { store, arrival, done, mount, settle, listed, shown } = await start();
    await done(tasks.getList.fetch(open));
    mount(tasks.getList, open);
    const toggling = store.dispatch(toggleTask.fetch({ id: '1' }) as never) as unknown as Promise<unknown>;
    const first = await arrival(request);
    first.act();
    const listing = store.dispatch(tasks.getList.fetch(open));
    const list = await arrival('GET /tasks?status=open');
    list.act();
    const land = async () => {
      list.respond();
      await listing;
    };
    if (when.endsWith('before')) await land();
    first.respond('cut');
    (await arrival(request)).respond();
    await toggling;
    if (when.endsWith('after')) await land();
    await settle();

    expect(listed()).toEqual(['1', '2']);
    expect(shown()?.toSorted()).toEqual(listed());
  },
);

describe('a list that lacks a record which belongs to it, because the server leaves it out,', () => {
  it('is not fetched again after a mutation of the record that overlapped the list', async () => {
    const { store, arrival, done, mount, settle } = await start();
    await done(getTask.fetch({ id: 'hidden' }));
    mount(tasks.getList, open);
    const listing = store.dispatch(tasks.getList.fetch(open));
    const list = await arrival('GET /tasks?status=open');
    await done(tasks.partialUpdate.fetch({ id: 'hidden' }, { title: 'new' }));
    list.respond();
    await listing;

    expect(await settle()).toEqual([]);
  });

  it('is not fetched again if it left after a mutation, though another request has hung since before', async () => {
    const { store, arrival, done, mount, settle } = await start();
    await done(getTask.fetch({ id: 'hidden' }));
    mount(tasks.getList, open);
    const hanging = store.dispatch(getTask.fetch({ id: '2' }));
    const hangs = await arrival('GET /tasks/2');
    await done(tasks.partialUpdate.fetch({ id: 'hidden' }, { title: 'new' }));
    await done(tasks.getList.fetch(open));
    hangs.respond();
    await hanging;

    expect(await settle()).toEqual([]);
  });
});

it('a list without `belongs` is not fetched again after a retried mutation of a record in it', async () => {
  const { store, arrival, done, mount, settle } = await start();
  const args = { text: 'a' };
  mount(search, args);
  const searching = store.dispatch(search.fetch(args));
  const list = await arrival('GET /search?text=a');
  list.act();
  await done(getTask.fetch({ id: '1' }));
  list.respond();
  await searching;
  const renaming = store.dispatch(tasks.partialUpdate.fetch({ id: '1' }, { title: 'new' }));
  (await arrival('PATCH /tasks/1')).respond('cut');
  (await arrival('PATCH /tasks/1')).respond();
  await renaming;

  expect(await settle()).toEqual([]);
});

it('several records are not fetched again after a retried mutation whose attempts the server can tell', async () => {
  const { store, arrival, done, mount, settle, doubts } = await start();
  await done(tasks.getList.fetch(open));
  mount(tasks.getList, open);
  const marking = store.dispatch(mark.fetch(['1', '2']));
  (await arrival('PATCH /marks')).respond('cut');
  (await arrival('PATCH /marks')).respond();
  await marking;

  expect(doubts()).toEqual({});
  expect(await settle()).toEqual([]);
});
