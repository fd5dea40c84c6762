import { Collection, Entity, resource, type, Values } from 'rdc-toolkit';
import { ApiEndpoint } from '../helpers/serve';
import { reply } from '../helpers/startApi';
import { startScript } from './script';

class Task extends Entity {
  id = '';
  title = '';
  votes = 0;
  static key = 'NothingOverlaps.Task';
}
class Owner extends Entity {
  id = '';
  tasks: readonly Task[] = [];
  static key = 'NothingOverlaps.Owner';
  static schema = { tasks: new Collection([Task], { nestKey: ({ id }: { id: string }) => ({ owner: id }) }) };
}
const owners = resource({ path: '/owners/:id', schema: Owner, Endpoint: ApiEndpoint });
const tasks = resource({ path: '/tasks/:id', schema: Task, Endpoint: ApiEndpoint, optimistic: true });
const vote = tasks.get.extend({
  name: 'nothingOverlaps.vote',
  path: '/tasks/:id/vote',
  method: 'POST',
  body: undefined,
  getOptimisticResponse(snapshot: { get(entity: typeof Task, args: object): Task | undefined }, { id }) {
    return { id, votes: (snapshot.get(Task, { id })?.votes ?? 0) + 1 };
  },
});
const addTask = new ApiEndpoint({
  path: '/tasks/:id/copy',
  body: type<{ title: string }>(),
  schema: { task: Task, owner: Owner },
  name: 'nothingOverlaps.copy',
});
const getSlots = new ApiEndpoint({ path: '/slots', schema: new Collection(new Values(Task)) });
const slot = { path: '/slots', body: {} as object } as const;
const addSlot = new ApiEndpoint({ ...slot, method: 'POST', schema: getSlots.schema.push });
const setSlot = new ApiEndpoint({ ...slot, method: 'PUT', schema: getSlots.schema.assign });

it('sequential mutations cause no refetches, whatever their responses include or lack', async () => {
  const stored = { id: '1', title: 'a', votes: 0 };
  const empty = () => reply(204);
  const { store, done, mount, settle, newRequests } = await startScript({
    'GET /owners': () => [{ id: 'o', tasks: [stored] }],
    'GET /tasks/:id': ({ id }) => (id === '1' ? stored : reply(404, {})),
    'PATCH /tasks/:id': empty,
    'POST /tasks/:id/vote': empty,
    'POST /tasks/:id/copy': (_params, body: object) => ({
      task: { ...stored, ...body, id: '2' },
      owner: { id: 'o', tasks: [stored] },
    }),
    'GET /slots': () => ({}),
    'POST /slots': (_params, body: object) => body,
    'PUT /slots': (_params, body: object) => body,
  });
  const reads = [[owners.getList], [getSlots], [tasks.get, { id: '1' }], [tasks.get, { id: '404' }]] as const;
  for (const [endpoint, ...args] of reads) {
    await done(endpoint.fetch(...(args as never[])) as never).catch(() => {});
    mount(endpoint as never, ...args);
  }
  const requests = newRequests();
  await done(tasks.partialUpdate.fetch({ id: '1' }, { title: 'b' }));
  await done(vote.fetch({ id: '1' }));
  await done(addTask.fetch({ id: '1' }, { title: 'c' }));
  await done(addSlot.fetch({ id: '1' } as never));
  await done(setSlot.fetch({ a: { id: '1' } } as never));
  await settle();

  expect(requests()).toEqual([
    'PATCH /tasks/1',
    'POST /tasks/1/vote',
    'POST /tasks/1/copy',
    'POST /slots',
    'PUT /slots',
  ]);
  expect(store.getState().rdc.doubts).toEqual({});
});
