import { Collection, Entity, GQLEndpoint } from 'rdc-toolkit';
import { ApiEndpoint } from '../helpers/serve';
import { startScript } from './script';

class Task extends Entity {
  id = '';
  isDone = false;
  static key = 'SeveralParts.Task';
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

it('a record that one part of a mutation creates, and another one changes, stands in the lists to which it belongs then', async () => {
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
