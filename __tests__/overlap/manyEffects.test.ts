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

it.each([
  ['a hundred creations and one more has all of them', 101, false],
  ['many creations has all of them, though one of another kind was cut off', 25, true],
])('a list that left before %s', async (_what, count, isOneCutOff) => {
  const { store, send, arrival, done } = await startTasks();
  const list = await send(tasks.getList.fetch(), 'GET /tasks');
  list.act();
  const ids = Array.from({ length: count }, (_, index) => `${index}`);
  for (const id of ids) await done(tasks.getList.push.fetch({ id }));
  if (isOneCutOff) {
    const noting = store.dispatch(notes.getList.push.fetch({ id: 'lost' }));
    (await arrival('POST /notes')).respond('cut');
    await noting.catch(() => {});
  }
  await list.land();

  const shown = tasks.getList
    .select()(store.getState())
    .data?.map(({ id }) => id);
  expect(shown).toEqual(['old', ...ids]);
});

it('records join a late list in the order in which messages first brought them, though one was told of a hundred times', async () => {
  const { store, controller, send } = await startTasks();
  const list = await send(openTasks.getList.fetch(), 'GET /open');
  list.act();
  const tell = (id: string, title: string) =>
    controller.set(openTasks.get.schema, { id }, { id, title, isOpen: true });
  for (const id of ['a', 'b']) tell(id, 'new');
  for (let n = 0; n < 120; n++) tell('a', String(n));
  await list.land();

  const shown = openTasks.getList
    .select()(store.getState())
    .data?.map(({ id }) => id);
  expect(shown).toEqual(['old', 'a', 'b']);
});
