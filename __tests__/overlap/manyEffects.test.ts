import { Entity, resource } from 'rdc-toolkit';
import { ApiEndpoint } from '../helpers/serve';
import { startScript } from './script';

class Task extends Entity {
  id = '';
  title = '';
  isOpen = false;
  static key = 'ManyEffects.Task';
}
class Note extends Entity {
  id = '';
  static key = 'ManyEffects.Note';
}
const tasks = resource({ path: '/tasks/:id', schema: Task, Endpoint: ApiEndpoint });
const notes = resource({ path: '/notes/:id', schema: Note, Endpoint: ApiEndpoint });
const openTasks = resource({
  path: '/open/:id',
  schema: class OpenTask extends Task {
    static override key = 'ManyEffects.OpenTask';
  },
  Endpoint: ApiEndpoint,
  belongs: ({ isOpen }) => isOpen,
});

const startTasks = () =>
  startScript({
    'GET /tasks': () => [{ id: 'old' }],
    'GET /open': () => [{ id: 'old', isOpen: true }],
    'POST /tasks': (_params, body: object) => body,
    'POST /notes': (_params, body: object) => body,
  });

it('a list that left before a hundred creations and one more has all of them', async () => {
  const { store, arrival, done } = await startTasks();
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

it('a list that left before many creations has all of them, though one of another kind was cut off', async () => {
  const { store, arrival, done } = await startTasks();
  const listing = store.dispatch(tasks.getList.fetch());
  const list = await arrival('GET /tasks');
  list.act();
  const ids = Array.from({ length: 25 }, (_, index) => `${index}`);
  for (const id of ids) await done(tasks.getList.push.fetch({ id }));
  const noting = store.dispatch(notes.getList.push.fetch({ id: 'lost' }));
  (await arrival('POST /notes')).respond('cut');
  await noting.catch(() => {});
  list.respond();
  await listing;

  const shown = tasks.getList
    .select()(store.getState())
    .data?.map(({ id }) => id);
  expect(shown).toEqual(['old', ...ids]);
});

it('records join a late list in the order in which messages first brought them, though one was told of a hundred times', async () => {
  const { store, controller, arrival } = await startTasks();
  const listing = store.dispatch(openTasks.getList.fetch());
  const list = await arrival('GET /open');
  list.act();
  const tell = (id: string, title: string) =>
    controller.set(openTasks.get.schema, { id }, { id, title, isOpen: true });
  for (const id of ['a', 'b']) tell(id, 'new');
  for (let n = 0; n < 120; n++) tell('a', String(n));
  list.respond();
  await listing;

  const shown = openTasks.getList
    .select()(store.getState())
    .data?.map(({ id }) => id);
  expect(shown).toEqual(['old', 'a', 'b']);
});
