import { Entity, resource } from 'rdc-toolkit';
import { ApiEndpoint } from '../helpers/serve';
import { startScript } from './script';

class Task extends Entity {
  id = '';
  static key = 'ManyEffects.Task';
}
const tasks = resource({ path: '/tasks/:id', schema: Task, Endpoint: ApiEndpoint });

it('a list that left before a hundred creations and one more has all of them', async () => {
  const { store, arrival, done } = await startScript({
    'GET /tasks': () => [{ id: 'old' }],
    'POST /tasks': (_params, body: object) => body,
  });
  const listing = store.dispatch(tasks.getList.fetch());
  const list = await arrival('GET /tasks');
  list.act();
  const ids = Array.from({ length: 101 }, (_, index) => `${index}`);
  for (const id of ids) await done(tasks.getList.push.fetch({ id }));
  list.respond();
  await listing;

  const shown = tasks.getList
    .select()(store.getState())
    .data?.map(({ id }) => id);
  expect(shown).toEqual(['old', ...ids]);
});
