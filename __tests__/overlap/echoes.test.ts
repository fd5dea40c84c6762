import { Entity, resource } from 'rdc-toolkit';
import { ApiEndpoint } from '../helpers/serve';
import { startScript } from './script';

class Task extends Entity {
  id = '';
  title = '';
  status = '';
  static key = 'Echoes.Task';
}
const tasks = resource({ path: '/tasks/:id', schema: Task, Endpoint: ApiEndpoint });

it("an echo of a mutation before its response casts no doubt, though another client's change came before", async () => {
  let task = { id: '1', title: 'old', status: 'open' };
  const { store, controller, arrival, done, doubts } = await startScript({
    'GET /tasks/:id': () => task,
    'PATCH /tasks/:id'(_params, body: object) {
      task = { ...task, ...body };
      return task;
    },
  });
  await done(tasks.get.fetch({ id: '1' }));
  const renaming = store.dispatch(tasks.partialUpdate.fetch({ id: '1' }, { title: 'new' }));
  const rename = await arrival('PATCH /tasks/1');
  for (const title of ['other', 'new']) controller.set(Task, { id: '1' }, { ...task, title });
  rename.respond();
  await renaming;

  expect(tasks.get.select({ id: '1' })(store.getState()).data?.title).toBe('new');
  expect(doubts()).toEqual({});
});
