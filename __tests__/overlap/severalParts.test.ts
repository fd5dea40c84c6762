import { Collection, Entity, GQLEndpoint, Invalidate } from 'rdc-toolkit';
import { ApiEndpoint } from '../helpers/serve';
import { startScript } from './script';

class Task extends Entity {
  id = '';
  isDone = false;
  static key = 'SeveralParts.Task';
}
class Project extends Entity {
  id = '';
  name = '';
  static key = 'SeveralParts.Project';
}
const rest = new ApiEndpoint({ path: '/' });
const at = (path: string) =>
  new GQLEndpoint(path, {
    fetchResponse: (...given: Parameters<typeof rest.fetchResponse>) => rest.fetchResponse(...given),
  });
const tasks = new Collection([Task], {
  belongs: (task, { isDone }: { readonly isDone?: string }) => String(task.isDone) === isDone,
});
const getTasks = at('/tasks').query((_variables: { isDone: boolean }) => 'query tasks', { tasks });
const getProject = at('/project').query((_variables: { project: string }) => 'query project', {
  project: Project,
});

it('a record that one mutation creates and changes in two parts appears in its final lists', async () => {
  const addDone = at('/add').mutation((_variables: { id: string }) => 'mutation addDone', {
    add: tasks.push,
    finish: Task,
  });
  const { store, done } = await startScript({
    'POST /tasks': () => ({ data: { tasks: [] } }),
    'POST /add': () => ({ data: { add: { id: '1', isDone: false }, finish: { id: '1', isDone: true } } }),
  });
  for (const isDone of [true, false]) await done(getTasks.fetch({ isDone }) as never);
  await done(addDone.fetch({ id: '1' }) as never);

  const shown = (isDone: boolean) =>
    getTasks
      .select({ isDone })(store.getState())
      .data?.tasks.map(({ id }) => id);
  expect([shown(true), shown(false)]).toEqual([['1'], []]);
});

it('each record named in the variables of a mutation that is cut off is in doubt', async () => {
  const removeAndRename = at('/both').mutation(
    (_variables: { id: string; project: string; name: string }) => 'mutation removeAndRename',
    { remove: new Invalidate(Task), rename: Project },
  );
  let name = 'a';
  const { store, arrival, done, settle, mount } = await startScript({
    'POST /project': () => ({ data: { project: { id: 'p', name } } }),
    'POST /both'(_params: object, { variables }: { readonly variables: { readonly name: string } }) {
      name = variables.name;
      return { data: { remove: { id: '1' }, rename: { id: 'p', name } } };
    },
  } as never);
  const args = { project: 'p' };
  await done(getProject.fetch(args) as never);
  mount(getProject, args);
  const sent = store.dispatch(removeAndRename.fetch({ id: '1', project: 'p', name: 'b' }));
  (await arrival('POST /both')).respond('cut');
  await expect(sent).rejects.toThrow();
  await settle();

  expect(getProject.select(args)(store.getState()).data?.project.name).toBe('b');
});

it('a record that one mutation replaces while another one removes it is refetched', async () => {
  const remove = at('/remove').mutation((_variables: { id: string }) => 'mutation remove', {
    remove: new Invalidate(Task),
  });
  const replace = at('/replace').mutation((_variables: { id: string }) => 'mutation replace', {
    remove: new Invalidate(Task),
    add: tasks.push,
  });
  let rows = [{ id: '1', isDone: false }];
  const { store, arrival, done, settle, mount } = await startScript({
    'POST /tasks': () => ({ data: { tasks: rows } }),
    'POST /remove'() {
      rows = [];
      return { data: { remove: { id: '1' } } };
    },
    'POST /replace'() {
      rows = [{ id: '1', isDone: false }];
      return { data: { remove: { id: '1' }, add: rows[0] } };
    },
  });
  const args = { isDone: false };
  await done(getTasks.fetch(args) as never);
  mount(getTasks, args);
  const removed = store.dispatch(remove.fetch({ id: '1' }));
  const removal = await arrival('POST /remove');
  const replaced = store.dispatch(replace.fetch({ id: '1' }));
  const replacement = await arrival('POST /replace');
  replacement.act();
  removal.respond();
  await removed;
  replacement.respond();
  await replaced;
  await settle();

  expect(getTasks.select(args)(store.getState()).data?.tasks).toEqual([]);
});
