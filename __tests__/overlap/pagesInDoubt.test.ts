import { Entity, resource } from 'rdc-toolkit';
import { ApiEndpoint } from '../helpers/serve';
import { startScript } from './script';

class Task extends Entity {
  id = '';
  title = '';
  static key = 'PagesInDoubt.Task';
}
const Tasks = resource({
  path: '/tasks/:id',
  searchParams: {} as { limit?: number },
  schema: Task,
  Endpoint: ApiEndpoint,
  belongs: () => true,
});

/** A mounted page without a task that follows it; a change of that task was cut off. */
async function start() {
  const tasks = ['1', '2', '3'].map(id => ({ id, title: '' }));
  const scripted = await startScript({
    'GET /tasks': (_params, _body, { limit }: { limit?: string }) => tasks.slice(0, Number(limit)),
    'PATCH /tasks/:id': () => ({}),
  });
  const { store, controller, done, arrival, mount } = scripted;
  await done(Tasks.getList.fetch({ limit: 3 }));
  await done(Tasks.getList.fetch({ limit: 2 }));
  const changing = store.dispatch(Tasks.partialUpdate.fetch({ id: '3' }, { title: 'a' }));
  (await arrival('PATCH /tasks/3')).respond('cut');
  await expect(changing).rejects.toMatchObject({ status: 500 });
  mount(Tasks.getList, { limit: 2 });
  const tell = (title: string) => controller.set(Task, { id: '3' }, { id: '3', title });
  return { ...scripted, tell };
}

it('messages about a record in doubt refetch a page that lacks it once, not for each', async () => {
  const { settle, newRequests, tell } = await start();
  const requests = newRequests();
  for (const title of ['b', 'c', 'd', 'e']) {
    tell(title);
    await settle();
  }
  expect(requests()).toHaveLength(1);
});

it('the same holds if each overlaps a poll', async () => {
  const { store, arrival, settle, newRequests, tell } = await start();
  tell('b');
  await settle();
  const requests = newRequests();
  for (const title of ['c', 'd', 'e', 'f']) {
    const polling = store.dispatch(Tasks.getList.fetch({ limit: 2 }));
    const poll = await arrival('GET /tasks?limit=2');
    tell(title);
    poll.respond();
    await polling;
    await settle();
  }
  expect(requests()).toHaveLength(4);
});
