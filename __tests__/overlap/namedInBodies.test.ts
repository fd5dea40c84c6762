import { Entity, GQLEndpoint, type } from 'rdc-toolkit';
import { ApiEndpoint } from '../helpers/serve';
import { startScript } from './script';

class Task extends Entity {
  id = '';
  state = '';
  version = 0;
  static key = 'Named.Task';
}

const getTask = new ApiEndpoint({ path: '/tasks/:id', schema: Task, name: 'named.getTask' });

class Graph extends GQLEndpoint {
  override fetchResponse(_input: string, init: RequestInit): Promise<Response> {
    return getTask.fetchResponse('/graphql', init);
  }
}

const sent = { id: '1', state: 'open' };

/** Mutations that name the record in what they send, not in the URL. */
const updateTask = new Graph('/graphql').mutation(
  (_: { input: typeof sent }) => 'mutation named { updateTask { id state version } }',
  { updateTask: Task },
  {
    getOptimisticResponse: (_snapshot: unknown, { input }: { input: typeof sent }) => ({ updateTask: input }),
  },
);
const saveAll = new ApiEndpoint({
  path: '/tasks/all',
  body: type<readonly (typeof sent)[]>(),
  schema: [Task],
  name: 'named.saveAll',
});
const save = new ApiEndpoint({
  path: '/tasks',
  body: type<typeof sent>(),
  schema: Task,
  name: 'named.save',
});

it.each([
  ['the variables of a GraphQL mutation', 'POST /graphql', updateTask.fetch({ input: sent })],
  ['several records in a body', 'POST /tasks/all', saveAll.fetch([sent])],
  ['a body', 'POST /tasks', save.fetch(sent)],
])('an earlier read does not outrank a mutation with the key in %s', async (_what, route, saving) => {
  const task = { ...sent, version: 0 };
  const changed = () => ({ ...task, version: ++task.version });
  const { store, controller, arrival, mount, settle } = await startScript({
    'GET /tasks/:id': () => ({ ...task }),
    'POST /graphql': () => ({ data: { updateTask: changed() } }),
    'POST /tasks/all': () => [changed()],
    'POST /tasks': changed,
  });
  mount(getTask, { id: '1' });
  const reading = store.dispatch(getTask.fetch({ id: '1' }));
  const get = await arrival('GET /tasks/1');
  get.act();
  const mutating = store.dispatch(saving as never) as Promise<unknown>;
  const post = await arrival(route);
  get.respond();
  await reading;
  post.respond();
  await mutating;
  await settle();

  expect({ ...controller.get(Task, { id: '1' }) }).toEqual({ id: '1', state: 'open', version: 1 });
});
