import { Entity, resource, type } from 'rdc-toolkit';
import { ApiEndpoint } from '../helpers/serve';
import { startScript } from './script';

class Task extends Entity {
  id = '';
  isDone = false;
  place = 0;
  title = '';
  static key = 'RestoredValues.Task';
}

const Tasks = resource({ path: '/tasks/:id', schema: Task, Endpoint: ApiEndpoint, optimistic: true });
const one = { id: '1' };

const finish = Tasks.get.extend({ name: 'restored.finish', path: '/tasks/:id/finish', method: 'POST' });
const reopen = Tasks.get.extend({ name: 'restored.reopen', path: '/tasks/:id/reopen', method: 'POST' });
const showing = (toggle: typeof finish | typeof reopen, isDone: boolean) =>
  toggle.extend({
    name: `${toggle.name}.shown`,
    getOptimisticResponse: (_snapshot, { id }) => ({ id: `${id}`, isDone }),
  });
const arrange = new ApiEndpoint({
  name: 'restored.arrange',
  path: '/order',
  method: 'PUT',
  body: type<{ ids: readonly string[] }>(),
  schema: [Task],
  getOptimisticResponse: (_snapshot, { ids }) =>
    ids.map((id: string, place: number) => ({ id, place, isDone: false })),
});

/** Its body does not have the field that its path sets. */
const createAt = new ApiEndpoint({
  name: 'restored.createAt',
  path: '/places/:place/tasks',
  method: 'POST',
  body: type<{ id: string; isDone: boolean }>(),
  schema: Task,
});

async function start(isDone: boolean) {
  let tasks = ['1', '2', '3'].map((id, place) => ({ id, isDone, place, title: '' }));
  const change =
    (changes: object) =>
    ({ id }: Readonly<Record<string, unknown>>, body: object = {}) => {
      tasks = tasks.map(task => (task.id === id ? { ...task, ...body, ...changes } : task));
      return tasks.find(task => task.id === id);
    };
  const scripted = await startScript({
    'GET /tasks/:id': ({ id }) => tasks.find(task => task.id === id),
    'PATCH /tasks/:id': change({}),
    'POST /tasks/:id/finish': change({ isDone: true }),
    'POST /tasks/:id/reopen': change({ isDone: false }),
    'POST /tasks/:id/open': change({ isDone: false }),
    // Creates a task, or puts an existing one at another place.
    'POST /places/:place/tasks': ({ place }, body: { id: string }) =>
      change({ place: Number(place) })({ id: body.id }, body),
    // Arranged tasks are always open.
    'PUT /order': (_params, { ids }: { ids: readonly string[] }) => {
      tasks = tasks.map(task => ({ ...task, place: ids.indexOf(task.id), isDone: false }));
      return tasks;
    },
  });
  return { ...scripted, task: (id: string) => tasks.find(task => task.id === id) };
}

type Pair = readonly [string, string];
const turned = ([a, b]: Pair): Pair => [b, a];

/** Two mutations that leave in this order, one of which restores the field. */
const setting = (isDone: boolean) => Tasks.partialUpdate.fetch(one, { isDone });
const FINISH = 'POST /tasks/1/finish';
const REOPEN = 'POST /tasks/1/reopen';
const PATCH = 'PATCH /tasks/1';
const PAIRS = [
  ['toggles that say nothing', FINISH, finish.fetch(one), REOPEN, reopen.fetch(one)],
  [
    'toggles that show what they set',
    FINISH,
    showing(finish, true).fetch(one),
    REOPEN,
    showing(reopen, false).fetch(one),
  ],
  ['a change, and a toggle that says nothing', PATCH, setting(true), REOPEN, reopen.fetch(one)],
] as const;
const cases = PAIRS.flatMap(([what, route, first, other, second]) => {
  const routes: Pair = [route, other];
  const orders = [routes, turned(routes)];
  const thunks: Readonly<Record<string, unknown>> = { [route]: first, [other]: second };
  return [false, true].flatMap(isDone =>
    orders.flatMap(leave =>
      orders.flatMap(act => orders.map(land => ({ what, thunks, isDone, leave, act, land }))),
    ),
  );
});

it.each(cases)(
  '$what: task done ($isDone), $leave leave, the server does $act and responds to $land',
  async ({ thunks, isDone, leave, act, land }) => {
    const { store, arrival, done, settle, mount, newRequests, task, controller } = await start(isDone);
    await done(Tasks.get.fetch(one));
    mount(Tasks.get, one);
    const requests = newRequests();
    const ended = leave.map(route => store.dispatch(thunks[route] as never) as Promise<unknown>);
    const visits = await Promise.all(leave.map(arrival));
    const visitOf = (route: string) => visits[leave.indexOf(route)];
    for (const route of act) visitOf(route)?.act();
    for (const route of land) {
      visitOf(route)?.respond();
      await ended[leave.indexOf(route)];
    }
    await settle();

    expect(controller.get(Task, one)?.isDone).toBe(task('1')?.isDone);
    expect(requests().filter(request => request.startsWith('GET')).length).toBeLessThanOrEqual(1);
  },
);

const CREATE = 'POST /places/5/tasks';
const bothOrders: readonly Pair[] = [
  [CREATE, REOPEN],
  [REOPEN, CREATE],
];
it.each(bothOrders.flatMap(act => bothOrders.map(land => ({ act, land }))))(
  'two mutations that may both have written what shows their order leave others in doubt: the server does $act and responds to $land',
  async ({ act, land }) => {
    const { send, done, settle, mount, task, controller } = await start(true);
    await done(Tasks.get.fetch(one));
    mount(Tasks.get, one);
    const thunks: Readonly<Record<string, unknown>> = {
      [CREATE]: createAt.fetch({ place: 5 }, { id: '1', isDone: false }),
      [REOPEN]: reopen.fetch(one),
    };
    const sent = new Map<string, Awaited<ReturnType<typeof send>>>();
    for (const route of [CREATE, REOPEN]) sent.set(route, await send(thunks[route] as object, route));
    for (const route of act) sent.get(route)?.act();
    for (const route of land) await sent.get(route)?.land();
    await settle();

    expect({ ...controller.get(Task, one) }).toEqual(task('1'));
  },
);

it('a mutation that restores a field named in its optimistic response is refetched', async () => {
  const { store, arrival, done, settle, mount, newRequests, task, controller } = await start(false);
  for (const id of ['1', '2', '3']) await done(Tasks.get.fetch({ id }));
  mount(Tasks.get, one);
  const requests = newRequests();
  const arranging = store.dispatch(arrange.fetch({ ids: ['2', '1', '3'] }));
  const finishing = store.dispatch(Tasks.partialUpdate.fetch(one, { isDone: true }));
  const [order, patch] = await Promise.all(['PUT /order', 'PATCH /tasks/1'].map(arrival));
  patch?.act();
  order?.act();
  patch?.respond();
  await finishing;
  order?.respond();
  await arranging;
  await settle();

  expect(controller.get(Task, one)?.isDone).toBe(task('1')?.isDone);
  expect(requests()).toEqual(['PUT /order', 'PATCH /tasks/1', 'GET /tasks/1']);
});

it('a mutation with a whole record as its optimistic response writes only what it changes', async () => {
  const { store, arrival, done, settle, mount, newRequests, controller } = await start(false);
  const finishWhole = finish.extend({
    name: 'restored.whole',
    getOptimisticResponse: (snapshot, { id }) => ({ ...snapshot.get(Task, { id: `${id}` }), isDone: true }),
  });
  await done(Tasks.get.fetch(one));
  mount(Tasks.get, one);
  const requests = newRequests();
  const finishing = store.dispatch(finishWhole.fetch(one));
  const renaming = store.dispatch(Tasks.partialUpdate.fetch(one, { title: 'new' }));
  const [finished, renamed] = await Promise.all(['POST /tasks/1/finish', 'PATCH /tasks/1'].map(arrival));
  for (const visit of [finished, renamed]) visit?.act();
  for (const visit of [renamed, finished]) visit?.respond();
  await Promise.all([finishing, renaming]);
  await settle();

  expect(controller.get(Task, one)).toMatchObject({ isDone: true, title: 'new' });
  expect(requests()).toEqual(['POST /tasks/1/finish', 'PATCH /tasks/1']);
});

it('a mutation that shows a field as an earlier one restored it is refetched, too', async () => {
  const { store, arrival, done, settle, mount, newRequests, task, controller } = await start(false);
  const toggle = showing(finish, true);
  const again = Tasks.get.extend({ name: 'restored.again', path: '/tasks/:id/open', method: 'POST' });
  await done(Tasks.get.fetch(one));
  mount(Tasks.get, one);
  const opening = store.dispatch(again.fetch(one));
  const reopening = store.dispatch(reopen.fetch(one));
  const [opened, reopened] = await Promise.all(['POST /tasks/1/open', REOPEN].map(arrival));
  opened?.respond();
  await opening;
  const finishing = store.dispatch(toggle.fetch(one));
  const finished = await arrival(FINISH);
  finished.act();
  reopened?.respond();
  await reopening;
  const requests = newRequests();
  finished.respond();
  await finishing;
  await settle();

  expect(controller.get(Task, one)?.isDone).toBe(task('1')?.isDone);
  expect(requests()).toEqual(['GET /tasks/1']);
});

it('a mutation that restores a field that changed since it left is refetched', async () => {
  const { store, arrival, done, settle, mount, newRequests, task, controller } = await start(true);
  await done(Tasks.get.fetch(one));
  mount(Tasks.get, one);
  const changing = store.dispatch(Tasks.partialUpdate.fetch(one, { isDone: false }));
  const finishing = store.dispatch(showing(finish, true).fetch(one));
  const [changed, finished] = await Promise.all(['PATCH /tasks/1', FINISH].map(arrival));
  changed?.respond();
  await changing;
  const reopening = store.dispatch(reopen.fetch(one));
  const reopened = await arrival(REOPEN);
  finished?.respond();
  await finishing;
  // Ends the doubt about the two that have landed.
  await Promise.all([
    store.dispatch(Tasks.get.fetch(one)),
    arrival('GET /tasks/1').then(visit => visit.respond()),
  ]);
  const requests = newRequests();
  reopened.respond();
  await reopening;
  await settle();

  expect(controller.get(Task, one)?.isDone).toBe(task('1')?.isDone);
  expect(requests().length).toBeLessThanOrEqual(1);
});

it('two mutations that set a field to the same value do not tell which one saw the other', async () => {
  const { store, arrival, done, settle, mount, newRequests, task, controller } = await start(false);
  await done(Tasks.get.fetch(one));
  mount(Tasks.get, one);
  const requests = newRequests();
  const finishing = store.dispatch(finish.fetch(one));
  const changing = store.dispatch(Tasks.partialUpdate.fetch(one, { title: 'new', isDone: true }));
  const [finished, changed] = await Promise.all([FINISH, 'PATCH /tasks/1'].map(arrival));
  for (const visit of [finished, changed]) visit?.act();
  changed?.respond();
  await changing;
  finished?.respond();
  await finishing;
  await settle();

  expect(controller.get(Task, one)?.title).toBe(task('1')?.title);
  expect(requests()).toEqual([FINISH, 'PATCH /tasks/1', 'GET /tasks/1']);
});
