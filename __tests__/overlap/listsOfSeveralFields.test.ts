import { Entity, resource } from 'rdc-toolkit';
import { ApiEndpoint } from '../helpers/serve';
import { startScript } from './script';

class Task extends Entity {
  id = '';
  status = '';
  owner = '';
  static key = 'ListsOfSeveralFields.Task';
}
const Tasks = resource({
  path: '/tasks/:id',
  schema: Task,
  Endpoint: ApiEndpoint,
  searchParams: {} as { status: string; owner: string },
  belongs: (task: Task, { status, owner }) => task.status === status && task.owner === owner,
});
const one = { id: '1' };

it('a record leaves a list it joined by a mutation if an overlapping one repeats that change', async () => {
  let task = { ...one, status: 'open', owner: 'a' };
  const change = (_params: object, body: object) => {
    task = { ...task, ...body };
    return task;
  };
  const { store, done, arrival, mount, settle } = await startScript({
    'GET /tasks/:id': () => task,
    'GET /tasks': (_params, _body, { status, owner }: { status: string; owner: string }) =>
      task.status === status && task.owner === owner ? [task] : [],
    'PATCH /tasks/:id': change,
    'PUT /tasks/:id': change,
  });
  const openOfB = { status: 'open', owner: 'b' };
  await done(Tasks.get.fetch(one));
  await done(Tasks.getList.fetch(openOfB));
  mount(Tasks.getList, openOfB);
  const giving = store.dispatch(Tasks.partialUpdate.fetch(one, { owner: 'b' }));
  const gives = await arrival('PATCH /tasks/1');
  const finishing = store.dispatch(Tasks.update.fetch(one, { status: 'done', owner: 'b' }));
  const finishes = await arrival('PUT /tasks/1');
  gives.respond();
  await giving;
  finishes.respond();
  await finishing;
  await settle();

  expect(Tasks.getList.select(openOfB)(store.getState()).data).toEqual([]);
});
