import { Entity, Invalidate, resource } from 'rdc-toolkit';
import { ApiEndpoint } from '../helpers/serve';
import { startScript } from './script';

class Project extends Entity {
  id = '';
  static key = 'RelatedDeleted.Project';
}
class Task extends Entity {
  id = '';
  projectId = '';
  title = '';
  static key = 'RelatedDeleted.Task';
}
const Projects = resource({ path: '/projects/:id', schema: Project, Endpoint: ApiEndpoint });
const Tasks = resource({
  path: '/tasks/:id',
  schema: Task,
  Endpoint: ApiEndpoint,
  belongs: (task: Task, _key, related) => related(Project, task.projectId) !== undefined,
});
const close = new ApiEndpoint({
  path: '/projects/:id/close',
  method: 'POST',
  body: undefined,
  schema: { project: new Invalidate(Project), tasks: [Task] },
  name: 'relatedDeleted.close',
});

it('a list loses a record whose related record the same mutation deleted', async () => {
  const { store, done } = await startScript({
    'GET /projects/:id': ({ id }) => ({ id }),
    'GET /tasks': () => [{ id: '1', projectId: '1', title: '' }],
    'POST /projects/:id/close': ({ id }) => ({
      project: { id },
      tasks: [{ id: '1', projectId: id, title: 'closed' }],
    }),
  });
  await done(Projects.get.fetch({ id: '1' }));
  await done(Tasks.getList.fetch());
  await done(close.fetch({ id: '1' }));

  expect(Tasks.getList.select()(store.getState()).data).toEqual([]);
});
