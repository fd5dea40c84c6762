import { Entity, resource } from 'rdc-toolkit';
import { ApiEndpoint } from '../helpers/serve';
import { startScript } from './script';

class Task extends Entity {
  id = '';
  title = '';
  status = '';
  votes = 0;
  static key = 'ShownBefore.Task';
}
interface Row {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly votes: number;
}
const tasks = resource({
  path: '/tasks/:id',
  searchParams: {} as { status: string },
  schema: Task,
  Endpoint: ApiEndpoint,
  belongs: (task: Task, { status }) => task.status === status,
});
const finishAll = new ApiEndpoint({
  path: '/finish',
  method: 'PATCH',
  body: undefined,
  schema: [Task],
  name: 'shownBefore.finishAll',
});

async function start() {
  const rows = new Map(['1', '2'].map(id => [id, { id, title: 'old', status: 'open', votes: 0 }]));
  const put = (id: unknown, change: Partial<Row>) => {
    const one = { ...(rows.get(String(id)) as Row), ...change };
    rows.set(one.id, one);
    return one;
  };
  const scripted = await startScript({
    'GET /tasks': (_params, _body, { status }: { status: string }) =>
      [...rows.values()].filter(one => one.status === status),
    'GET /tasks/:id': ({ id }) => rows.get(String(id)),
    'PATCH /tasks/:id': ({ id }, body: object) => put(id, body),
    'PATCH /finish': () => [...rows.keys()].map(id => put(id, { status: 'done' })),
  });
  const { store, send, done } = scripted;
  const save = (row: Partial<Row>) => send(tasks.partialUpdate.fetch({ id: '1' }, row), 'PATCH /tasks/1');
  const read = () => send(tasks.get.fetch({ id: '1' }), 'GET /tasks/1');
  for (const status of ['open', 'done']) await done(tasks.getList.fetch({ status }));
  return {
    ...scripted,
    row: (id: string) => rows.get(id) as Row,
    save,
    read,
    title: () => tasks.get.select({ id: '1' })(store.getState()).data?.title,
    shown: (status: string) =>
      tasks.getList
        .select({ status })(store.getState())
        .data?.map(({ id }) => id),
  };
}

it('a mutation of several records moves all of them, though a read of one landed before it', async () => {
  const { send, read, shown } = await start();
  const finishes = await send(finishAll.fetch(), 'PATCH /finish');
  const reads = await read();
  await reads.land();
  await finishes.land();

  expect([shown('open'), shown('done')]).toEqual([[], ['1', '2']]);
});

it('an echo of a mutation before its response casts no doubt, though a read has shown the old value', async () => {
  const { controller, save, read, row, doubts, title } = await start();
  const saves = await save({ title: 'new' });
  const reads = await read();
  await reads.land();
  saves.act();
  controller.set(Task, { id: '1' }, { ...row('1') });
  await saves.land();

  expect(title()).toBe('new');
  expect(doubts()).toEqual({});
});

it('a mutation that sent only what was there is not mistaken for another one that overlapped it and a read', async () => {
  const { save, read, doubts } = await start();
  const repeats = await save({ title: 'old' });
  const reads = await read();
  const votes = await save({ votes: 1 });
  await repeats.land();
  await reads.land();
  await votes.land();

  expect(doubts()).toEqual({});
});

it('a read ends a doubt, though a mutation that says what it writes has set the field since', async () => {
  const { save, read, doubts, title } = await start();
  const first = [await save({ title: 'a' }), await save({ title: 'b' })];
  for (const { land } of first) await land();
  expect(Object.keys(doubts())).toEqual(['ShownBefore.Task']);
  const reads = await read();
  reads.act();
  const saves = await save({ title: 'c' });
  await saves.land();
  await reads.land();

  expect(title()).toBe('c');
  expect(doubts()).toEqual({});
});
