import { Entity, GQLEndpoint, Invalidate, resource, type } from 'rdc-toolkit';
import { ApiEndpoint } from '../helpers/serve';
import { reply } from '../helpers/startApi';
import { letOverlap, startScript } from './script';
import type { Visit } from './scriptedRoutes';

class Task extends Entity {
  id = '';
  isDone = false;
  title = '';
  votes = 0;
  static key = 'Schedules.Task';
}
type Bulk = Readonly<{ ids: readonly string[]; changes: Partial<Row> }>;
type Row = Readonly<{ id: string; isDone: boolean; title: string; votes: number }>;

const Tasks = resource({
  path: '/tasks/:id',
  searchParams: {} as { isDone?: boolean },
  schema: Task,
  Endpoint: ApiEndpoint,
  belongs: (task: Task, { isDone }) => isDone === undefined || String(task.isDone) === String(isDone),
});
const one = { id: '1' };
const post = (what: string, options: object = {}) =>
  Tasks.get.extend({ name: `schedules.${what}`, path: `/tasks/:id/${what}`, method: 'POST', ...options });
const openAll = (what: string, path: string) =>
  new ApiEndpoint({
    name: `schedules.${what}`,
    path,
    method: 'PATCH',
    body: type<Bulk>(),
    schema: [Task],
    getOptimisticResponse: (_snapshot, { ids, changes }) => ids.map((id: string) => ({ id, ...changes })),
  }).fetch({ ids: ['1', '2'], changes: { isDone: false } });
const setting = (isDone: boolean) => Tasks.partialUpdate.fetch(one, { isDone });
const open = Tasks.getList.fetch({ isDone: false });
const done = Tasks.getList.fetch({ isDone: true });

const createIn = new ApiEndpoint({
  name: 'schedules.createIn',
  path: '/titles/:title/tasks',
  method: 'POST',
  body: type<Pick<Row, 'id' | 'isDone'>>(),
  schema: Task,
});

/** What can be sent, by its name in a schedule. */
const sent: Readonly<Record<string, unknown>> = {
  finish: post('finish').fetch(one),
  reopen: post('reopen').fetch(one),
  toggle: post('toggle').fetch(one),
  vote: post('vote', { writes: ['votes'] }).fetch(one),
  count: new ApiEndpoint({
    name: 'schedules.count',
    path: '/tasks/:id/count',
    method: 'POST',
    schema: Task,
    getOptimisticResponse: (snapshot, { id }) => ({
      id,
      votes: (snapshot.get(Task, { id })?.votes ?? 0) + 1,
    }),
  }).fetch(one),
  'set open': setting(false),
  'set done': setting(true),
  'put open': Tasks.update.fetch(one, { isDone: false }),
  delete: Tasks.delete.fetch(one),
  create: Tasks.getList.push.fetch({}, { id: '1', isDone: true, title: 'again', votes: 0 }),
  'name a': Tasks.partialUpdate.fetch(one, { title: 'a' }),
  'create in b': createIn.fetch({ title: 'b' }, { ...one, isDone: false }),
  'create in 1': createIn.fetch({ title: '1' }, { ...one, isDone: false }),
  'open in bulk': openAll('open', '/bulk/rows'),
  'open without response': openAll('openUntold', '/bulk/untold'),
  'get 1': Tasks.get.fetch(one),
  'list all': Tasks.getList.fetch({}),
  'list open': open,
  'list done': done,
};
const requests: Readonly<Record<string, string>> = {
  finish: 'POST /tasks/1/finish',
  reopen: 'POST /tasks/1/reopen',
  toggle: 'POST /tasks/1/toggle',
  vote: 'POST /tasks/1/vote',
  count: 'POST /tasks/1/count',
  'set open': 'PATCH /tasks/1',
  'set done': 'PATCH /tasks/1',
  'put open': 'PUT /tasks/1',
  delete: 'DELETE /tasks/1',
  create: 'POST /tasks',
  'name a': 'PATCH /tasks/1',
  'create in b': 'POST /titles/b/tasks',
  'create in 1': 'POST /titles/1/tasks',
  'open in bulk': 'PATCH /bulk/rows',
  'open without response': 'PATCH /bulk/untold',
  'get 1': 'GET /tasks/1',
  'list all': 'GET /tasks',
  'list open': 'GET /tasks?isDone=false',
  'list done': 'GET /tasks?isDone=true',
};

type Retry = NonNullable<Parameters<typeof startScript>[1]>['retry'];

const LISTS: readonly { isDone?: boolean }[] = [{}, { isDone: false }, { isDone: true }];

async function start(isDone: boolean, lists: typeof LISTS, retry: Retry) {
  let tasks: readonly Row[] = ['1', '2'].map(id => ({
    id,
    isDone: id === '1' && isDone,
    title: '',
    votes: 0,
  }));
  const find = (id: unknown) => tasks.find(task => task.id === id);
  const change =
    (changes: Partial<Row> | ((row: Row) => Partial<Row>)) =>
    ({ id }: Readonly<Record<string, unknown>>, body: object = {}) => {
      tasks = tasks.map(task =>
        task.id === id
          ? { ...task, ...body, ...(typeof changes === 'function' ? changes(task) : changes) }
          : task,
      );
      return find(id);
    };
  const add = (task: Row) => {
    tasks = [...tasks, task];
    return task;
  };
  const scripted = await startScript(
    {
      'GET /tasks': (_params, _body, query: { isDone?: string }) =>
        tasks.filter(task => query.isDone === undefined || String(task.isDone) === query.isDone),
      'GET /tasks/:id': ({ id }) => find(id) ?? reply(404, {}),
      'POST /tasks': (_params, body: Row) => add(body),
      'POST /titles/:title/tasks': ({ title }, body: Partial<Row>) =>
        find(body.id) === undefined
          ? add({ title: `${title}`, votes: 0, ...body } as Row)
          : change({ title: `${title}` })(body, body),
      'DELETE /tasks/:id': ({ id }) => {
        tasks = tasks.filter(task => task.id !== id);
        return undefined;
      },
      'PATCH /tasks/:id': change({}),
      'PUT /tasks/:id': change({}),
      'PATCH /bulk/:how': ({ how }, { ids, changes }: Bulk) => {
        tasks = tasks.map(task => (ids.includes(task.id) ? { ...task, ...changes } : task));
        return how === 'rows' ? tasks.filter(({ id }) => ids.includes(id)) : undefined;
      },
      'POST /tasks/:id/finish': change({ isDone: true }),
      'POST /tasks/:id/reopen': change({ isDone: false }),
      'POST /tasks/:id/toggle': change(task => ({ isDone: !task.isDone })),
      'POST /tasks/:id/count': ({ id }) => void change(({ votes }) => ({ votes: votes + 1 }))({ id }),
      'POST /tasks/:id/vote': change(({ votes }) => ({ votes: votes + 1 })),
    },
    { ...(retry && { retry }) },
  );
  const { store, controller, arrival, done: served, settle, mount } = scripted;
  for (const read of ['get 1', 'list all', 'list open', 'list done']) await served(sent[read] as never);
  mount(Tasks.get, one);
  for (const args of lists) mount(Tasks.getList, args);

  const visits = new Map<string, Visit>();
  const visit = async (name: string) => {
    const request = requests[name] as string;
    const known = visits.get(request) ?? (await arrival(request));
    visits.set(request, known);
    return known;
  };
  /** One step of a schedule: an action and its request. */
  async function step(text: string) {
    const [what = '', ...rest] = text.split(' ');
    const name = rest.join(' ');
    if (what === 'write' || what === 'tell') {
      const task = change(JSON.parse(name) as Partial<Row>)(one);
      if (what === 'tell') controller.set(Task, one, task as Row);
      return;
    }
    if (what === 'send') {
      (store.dispatch(sent[name] as never) as Promise<unknown>).catch(() => {});
      await visit(name);
      return;
    }
    const met = await visit(name);
    if (what === 'act') met.act();
    else {
      met.respond(what === 'land' ? 'respond' : (what as 'cut' | 'late' | 'vanish'));
      visits.delete(requests[name] as string);
      await landed();
    }
  }
  /** Waits until the client has every response that has left. */
  async function landed() {
    let before: unknown;
    for (let same = 0; same < 3; ) {
      await new Promise(resolve => setTimeout(resolve, 4));
      const now = store.getState().rdc;
      same = now === before ? same + 1 : 0;
      before = now;
    }
  }
  const shown = (select: typeof Tasks.getList, args: { isDone?: boolean }) =>
    (select.select(args)(store.getState()).data ?? []).map(task => ({ ...task })).toSorted(byId);
  return { step, settle, shown, tasks: () => tasks, state: () => store.getState() };
}

const byId = (a: Row, b: Row) => Number(a.id) - Number(b.id);

it.each<[what: string, isDone: boolean, schedule: string]>([
  [
    'another list shows what a mutation did before its response',
    true,
    'send set open, send list open, send list done, act list done, act set open, land list open, land set open, land list done',
  ],
  [
    'a record shows what a mutation did before its response, and a list is from before it',
    true,
    'send get 1, send list open, send vote, land vote, send set open, act list open, land list open, act set open, act get 1, land get 1, land set open',
  ],
  [
    'a list is from between two changes of others, and a later list lands first',
    false,
    'write {"isDone":true}, send list done, act list done, write {"isDone":false}, send list all, land list all, land list done',
  ],
  [
    'a list came while a mutation failed that another one has undone',
    false,
    'send list open, send reopen, send finish, act finish, late finish, land list open, land reopen',
  ],
  [
    'a list came while a mutation failed that a refetch shows undone',
    true,
    'send set open, act set open, late set open, act list done, land list done, send finish, act finish, late finish',
  ],
  [
    'a list is from before a mutation that has undone one which failed, and lands after it',
    false,
    'send set done, send vote, act set done, late set done, act list open, send open in bulk, land open in bulk, land list open, land vote',
  ],
  [
    'a mutation lands after refetches that have shown what one did which failed',
    false,
    'send finish, send set open, act finish, act set open, vanish set open, act list open, land list open, act list done, land list done, land finish',
  ],
  [
    'of two mutations that set a field alike, messages tell that it was set otherwise since',
    false,
    'send set open, send put open, act put open, act set open, tell {}, land set open, tell {"isDone":true}, land put open',
  ],
  [
    'the response of another mutation shows what someone else has set since',
    false,
    'send set open, send vote, act set open, write {"isDone":true}, act vote, land vote, land set open',
  ],
  [
    'messages tell that someone else has set back what a mutation set, and another response shows it',
    true,
    'send set open, act set open, tell {}, send vote, tell {"isDone":true}, act vote, land vote, land set open',
  ],
  [
    'a message tells what someone else has set, and the response of a mutation that names no fields shows it',
    false,
    'send open in bulk, tell {"title":"new"}, send set done, act set done, tell {}, act open in bulk, tell {}, land open in bulk, land set done',
  ],
  [
    'a mutation of several records has no response, and one of them is known to be deleted',
    true,
    'send delete, land delete, send open without response, land open without response',
  ],
  [
    'a mutation without a body shows what a creation says in its path, and lands after it',
    true,
    'send create in b, send finish, land create in b, land finish',
  ],
  [
    'a mutation without a body shows what a creation says in its path, and lands before it',
    true,
    'send create in b, send finish, act create in b, land finish, land create in b',
  ],
  [
    'a mutation without a body shows what a creation says in a path that names its parent by the same key',
    true,
    'send create in 1, send finish, act create in 1, land finish, land create in 1',
  ],
  [
    'a deletion and a creation overlapped in a path that names its parent by the same key',
    false,
    'send delete, send create in 1, act delete, act create in 1, land create in 1, land delete',
  ],
  [
    'a deletion landed before a creation in a path that names its parent by the same key',
    false,
    'send delete, send create in 1, act delete, act create in 1, land delete, land create in 1',
  ],
  ...['land name a, land create in b', 'land create in b, land name a'].map(
    ending =>
      [
        `a creation restores what its path says of a record that was there: ${ending}`,
        false,
        `write {"title":"b"}, send get 1, land get 1, send name a, send create in b, act name a, ${ending}`,
      ] as [string, boolean, string],
  ),
  [
    'a mutation of several records has no response, and a refetch has not found one of them',
    false,
    'send delete, act delete, cut delete, act get 1, land get 1, send open without response, land open without response',
  ],
  [
    'a mutation has shown what another one did before, and a read that overlaps the one alone shows otherwise',
    false,
    'send reopen, send set open, land set open, send get 1, send finish, act finish, act get 1, land reopen, land get 1, land finish',
  ],
  [
    'a refetch denies a record, and a message repeats what is stored of it before a mutation which restores that lands',
    false,
    'send finish, act finish, cut finish, act list open, land list open, send set open, act set open, tell {}, land set open',
  ],
  [
    'a refetch from before a mutation comes after a later one, and both ended without a response',
    false,
    'send set done, send reopen, act set done, cut set done, act list open, act reopen, act list done, land list done, send list all, land list all, land list open, cut reopen',
  ],
])('readers match the server if %s', (_what, isDone, schedule) => play(isDone, schedule));

it.each([
  ['has not found it', 'act delete, send get 1, act get 1, land delete, land get 1, act create, land create'],
  ['comes last', 'act delete, send get 1, act get 1, land delete, act create, land create, land get 1'],
])('a recreated record is refetched if a request from in between %s', (_what, schedule) =>
  play(false, `send create, send delete, ${schedule}`, []),
);

it('a list from before a failed deletion is refetched if its record was not found since', () =>
  play(
    true,
    'write {"isDone":false}, send list open, act list open, send delete, act delete, cut delete, land get 1, land list open',
    [{ isDone: false }],
  ));

it('a record is refetched if a request that did not find it lands after its creation', () =>
  play(false, 'send delete, land delete, send create, send get 1, act get 1, land create, land get 1', []));

it.each([
  [
    'a list is from between two attempts of one that toggles',
    'send toggle, cut toggle, send list open, act list open, land list open, land toggle',
  ],
  [
    'a list that is from between two attempts of one that toggles comes after it',
    'send toggle, cut toggle, send list open, act list open, land toggle, land list open',
  ],
  ['each of two attempts counts, and no response tells', 'send count, cut count, land count'],
])('readers match the server after a retry if %s', (_what, schedule) =>
  play(false, schedule, LISTS, { limit: 1, sideEffects: true, baseDelayMs: 1 }),
);

it.each([
  [
    'a request that has not found a record, and comes after its creation was cut off,',
    LISTS,
    'send delete, land delete, send create, send get 1, act get 1, act create, send list all, land list all, cut create, land get 1',
  ],
  [
    'a list from before a deletion that was cut off, and that comes after a refetch which has not found its record,',
    [{ isDone: false }],
    'send list open, act list open, send delete, act delete, cut delete, land get 1, land list open',
  ],
])('%s causes no second refetch', async (_what, lists, schedule) => {
  const { step, settle } = await start(false, lists, undefined);
  for (const each of schedule.split(', ')) await step(each);
  const served = await settle();
  expect(served.length).toBeGreaterThan(0);
  expect(served).toHaveLength(new Set(served).size);
});

async function play(isDone: boolean, schedule: string, lists = LISTS, retry?: Retry) {
  const { step, settle, shown, tasks, state } = await start(isDone, lists, retry);
  for (const each of schedule.split(', ')) await step(each);
  await settle();

  for (const args of lists)
    expect([args, shown(Tasks.getList, args)]).toEqual([
      args,
      tasks()
        .filter(task => args.isDone === undefined || task.isDone === args.isDone)
        .toSorted(byId),
    ]);
  const { data, error } = Tasks.get.select(one)(state());
  expect(error?.status === 404 ? undefined : data && { ...data }).toEqual(
    tasks().find(({ id }) => id === '1'),
  );
}

class Node extends Entity {
  id = '';
  children: readonly Node[] = [];
  static key = 'Schedules.Node';
  static schema: Record<string, (typeof Node)[]> = {};
}
Node.schema = { children: [Node] };

const getNode = new ApiEndpoint({ name: 'schedules.node', path: '/nodes/:id', schema: Node });
const moveTo = new ApiEndpoint({
  name: 'schedules.moveNode',
  path: '/nodes/:id/move/:to',
  method: 'POST',
  schema: Node,
});
const touch = getNode.extend({ name: 'schedules.touchNode', path: '/nodes/:id/touch', method: 'POST' });
const moveIn = new ApiEndpoint({
  name: 'schedules.moveIn',
  path: '/nodes/:id',
  method: 'PATCH',
  body: type<{ child: string; parent: string }>(),
  schema: Node,
});
const moveBetween = new ApiEndpoint({
  name: 'schedules.moveBetween',
  path: '/moves/:id',
  method: 'PATCH',
  body: type<{ parent: string }>(),
  schema: { from: Node, to: Node },
});
const addTo = new ApiEndpoint({
  name: 'schedules.addTo',
  path: '/nodes/:id/children',
  method: 'POST',
  body: type<{ id: string }>(),
  schema: Node,
});
const removeNode = getNode.extend({
  name: 'schedules.removeNode',
  method: 'DELETE',
  schema: new Invalidate(Node),
});
const moveByGraphQL = (schema: object) =>
  new GQLEndpoint('/graphql', {
    fetchResponse: (...given: Parameters<typeof getNode.fetchResponse>) => getNode.fetchResponse(...given),
  }).mutation(
    (_variables: { child: string; parent: string }) => `mutation move${Object.keys(schema).length}`,
    schema,
  );
class Note extends Entity {
  id = '';
  static key = 'Schedules.Note';
}
const root = { id: 'root' };

/** A tree on screen, and a server with one leaf below one of two nodes. */
async function startTree(parent: string, id = 'root') {
  let now: string | undefined = parent;
  const node = (id: unknown): object => ({
    id,
    children: id === 'root' ? ['a', 'b'].map(node) : id === now ? [{ id: 'leaf', children: [] }] : [],
  });
  const scripted = await startScript({
    'GET /nodes/:id': ({ id }) => node(id),
    'POST /nodes/:id/move/:to'({ id, to }) {
      now = String(to);
      return node(id);
    },
    'POST /nodes/:id/touch': ({ id }) => node(id),
    'PATCH /nodes/:id'({ id }, { parent: to }: { parent: string }) {
      now = to;
      return node(id);
    },
    'PATCH /moves/:id'(_params, { parent: to }: { parent: string }) {
      const from = now;
      now = to;
      return { from: node(from), to: node(to) };
    },
    'POST /nodes/:id/children'({ id }) {
      now = String(id);
      return node(id);
    },
    'DELETE /nodes/:id'() {
      now = undefined;
    },
    'POST /graphql'(_params, { variables }: { variables: { parent: string } }) {
      now = variables.parent;
      return { data: { move: node('root'), note: { id: '1' } } };
    },
  });
  const { store, done, mount } = scripted;
  await done(getNode.fetch({ id }) as never);
  mount(getNode, { id });
  const shown = () => JSON.parse(JSON.stringify(getNode.select({ id })(store.getState()).data));
  return { ...scripted, shown, tree: () => node(id) };
}

it.each([
  [
    'a POST that moves what is below its record',
    (to: string) => moveTo.fetch({ ...root, to }),
    (to: string) => `POST /nodes/root/move/${to}`,
  ],
  [
    'a PATCH that says by no field of its record what it moves below that',
    (to: string) => moveIn.fetch(root, { child: 'leaf', parent: to }),
    () => 'PATCH /nodes/root',
  ],
  [
    'a PATCH that responds with the two records between which it moves another',
    (to: string) => moveBetween.fetch({ id: 'leaf' }, { parent: to }),
    () => 'PATCH /moves/leaf',
  ],
  [
    'a GraphQL mutation that moves what is below its record',
    (to: string) => moveByGraphQL({ move: Node }).fetch({ child: 'leaf', parent: to }),
    () => 'POST /graphql',
  ],
  [
    'a part of a GraphQL mutation that moves what is below its record',
    (to: string) => moveByGraphQL({ move: Node, note: Note }).fetch({ child: 'leaf', parent: to }),
    () => 'POST /graphql',
  ],
])('%s may have restored what another moved', async (_what, fetching, request) => {
  const { store, arrival, settle, shown, tree } = await startTree('a');
  const send = async (to: string) =>
    [store.dispatch(fetching(to) as never) as Promise<unknown>, await arrival(request(to))] as const;
  const [toA, visitToA] = await send('a');
  const [toB, visitToB] = await send('b');
  visitToB.respond();
  await toB;
  visitToA.respond();
  await toA;
  await settle();

  expect(shown()).toEqual(tree());
});

it.each(['a', 'b'])(
  'a PATCH that names a child and its new parent and is cut off casts doubt on both (%s)',
  async id => {
    const { store, arrival, settle, shown, tree } = await startTree('a', id);
    await store.dispatch(getNode.setResponse({ id: 'b' }, { id: 'b', children: [] }) as never);
    const moving = store.dispatch(moveIn.fetch(root, { child: 'leaf', parent: 'b' }));
    (await arrival('PATCH /nodes/root')).respond('cut');
    await expect(moving).rejects.toThrow();
    await settle();

    expect(shown()).toEqual(tree());
  },
);

it.each([
  [true, true],
  [true, false],
  [false, true],
  [false, false],
])(
  'a deleted node that is recreated below another matches the server (left first: %s, lands first: %s)',
  async (leavesFirst, landsFirst) => {
    const { controller, arrival, settle, shown, tree } = await startTree('a');
    const deletion = async () =>
      [controller.fetch(removeNode, { id: 'leaf' }), await arrival('DELETE /nodes/leaf')] as const;
    const creation = async () =>
      [
        controller.fetch(addTo, { id: 'a' }, { id: 'leaf' }),
        await arrival('POST /nodes/a/children'),
      ] as const;
    await letOverlap([deletion, creation], leavesFirst, landsFirst);
    await settle();

    expect(shown()).toEqual(tree());
  },
);

it('a doubt outlasts a refetch that a mutation of another record with old data overtakes', async () => {
  const { store, arrival, settle, shown, tree } = await startTree('a', 'b');
  const send = async (thunk: unknown, request: string) => {
    const response = store.dispatch(thunk as never) as Promise<unknown>;
    return { response, visit: await arrival(request) };
  };
  const move = (parent: string) => send(moveIn.fetch(root, { child: 'leaf', parent }), 'PATCH /nodes/root');
  // If one that was cut off may have done the same, no response tells the order of the others.
  const lost = await move('b');
  const there = await move('b');
  const back = await move('a');
  const touched = await send(touch.fetch(root), 'POST /nodes/root/touch');
  lost.visit.respond('cut');
  await lost.response.catch(() => {});
  there.visit.respond();
  await there.response;
  touched.visit.act();
  back.visit.respond();
  await back.response;
  const refetch = await arrival('GET /nodes/b');
  touched.visit.respond();
  await touched.response;
  refetch.respond();
  await settle();

  expect(shown()).toEqual(tree());
});

it('an earlier read casts no doubt on declared writes, though an earlier doubt was left', async () => {
  const { step, settle } = await start(false, [], undefined);
  const schedule =
    'send set done, send put open, land set done, land put open, cut get 1, send get 1, act get 1, send name a, land name a, land get 1';
  for (const each of schedule.split(', ')) await step(each);

  expect(await settle()).toEqual([]);
});

it.each(['DELETE', 'PATCH'])(
  'a %s that is cut off casts no doubt on a record with the same key as its parent',
  async method => {
    const path = '/users/:userId/tasks/:id';
    const remove = new ApiEndpoint({
      name: 'schedules.removeOfUser',
      path,
      method: 'DELETE',
      schema: new Invalidate(Task),
    });
    const change = new ApiEndpoint({
      name: 'schedules.changeOfUser',
      path,
      method: 'PATCH',
      body: type<{ notify: boolean }>(),
      schema: Task,
    });
    const { store, arrival, done, settle, mount } = await startScript({
      'GET /tasks/:id': ({ id }) => ({ id, isDone: false, title: '', votes: 0 }),
      [`${method} ${path}`]: () => undefined,
    });
    for (const id of ['1', '2']) {
      await done(Tasks.get.fetch({ id }) as never);
      mount(Tasks.get, { id });
    }
    const params = { userId: '2', id: '1' };
    const thunk = method === 'DELETE' ? remove.fetch(params) : change.fetch(params, { notify: true });
    const response = store.dispatch(thunk as never) as Promise<unknown>;
    (await arrival(`${method} /users/2/tasks/1`)).respond('cut');
    await expect(response).rejects.toThrow();

    expect(await settle()).toEqual(['GET /tasks/1']);
  },
);

it.each([true, false])(
  'a POST that only mentions a record in its response does not recreate it (it lands last: %s)',
  async isLast => {
    let next: object | null = { id: '2', next: null };
    class Step extends Entity {
      id = '';
      next: object | null = null;
      static key = 'Schedules.Step';
      static schema: object;
    }
    Step.schema = { next: Step };
    const get = new ApiEndpoint({ name: 'schedules.step', path: '/steps/:id', schema: Step });
    const link = new ApiEndpoint({
      name: 'schedules.link',
      path: '/steps/:id/link',
      method: 'POST',
      body: type<{ other: string }>(),
      schema: Step,
    });
    const remove = get.extend({
      name: 'schedules.removeStep',
      method: 'DELETE',
      schema: new Invalidate(Step),
    });
    const { store, arrival, done, settle, mount } = await startScript({
      'GET /steps/:id': () => ({ id: '1', next }),
      'POST /steps/:id/link': () => ({ id: '1', next }),
      'DELETE /steps/:id'() {
        next = null;
      },
    });
    await done(get.fetch(one) as never);
    mount(get, one);
    const removed = store.dispatch(remove.fetch({ id: '2' }) as never) as Promise<unknown>;
    const removal = await arrival('DELETE /steps/2');
    const linked = store.dispatch(link.fetch(one, { other: '2' }) as never) as Promise<unknown>;
    const linking = await arrival('POST /steps/1/link');
    linking.act();
    const landing = [
      { visit: linking, response: linked },
      { visit: removal, response: removed },
    ];
    for (const { visit, response } of isLast ? landing.toReversed() : landing) {
      visit.respond();
      await response;
    }

    expect(store.getState().rdc.entities[Step.key]?.size).toBe(1);
    await settle();
    expect(store.getState().rdc.entities[Step.key]?.size).toBe(1);
  },
);
