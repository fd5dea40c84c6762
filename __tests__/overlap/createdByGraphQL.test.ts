import { Collection, Entity, GQLEndpoint, Invalidate, type RestEndpoint } from 'rdc-toolkit';
import { ApiEndpoint } from '../helpers/serve';
import { letOverlap, startScript } from './script';

class Task extends Entity {
  id = '';
  title = '';
  static key = 'ByGraphQL.Task';
}

const api = new ApiEndpoint({ path: '/' });
const at = (path: string) =>
  new GQLEndpoint(path, {
    fetchResponse: (...given: Parameters<RestEndpoint['fetchResponse']>) => api.fetchResponse(...given),
  });
const tasks = new Collection([Task]);
const getTasks = at('/read').query('query tasks { tasks { id title } }', { tasks });
const add = at('/add').mutation((_variables: { id: string; title: string }) => 'mutation add', {
  add: tasks.push,
});
const remove = at('/remove').mutation((_variables: { id: string }) => 'mutation remove', {
  remove: new Invalidate(Task),
});

it.each([
  ['the deletion', 'the deletion', true, true],
  ['the deletion', 'the creation', true, false],
  ['the creation', 'the deletion', false, true],
  ['the creation', 'the creation', false, false],
])(
  'a record with its key in the variables matches the server if %s leaves first, and %s lands first',
  async (_leaves, _lands, isDeletionFirst, landsFirst) => {
    let rows = [
      { id: '1', title: 'a' },
      { id: '2', title: 'b' },
    ];
    type Sent = { readonly variables: { readonly id: string; readonly title: string } };
    const { store, controller, arrival, done, settle, mount } = await startScript({
      'POST /read': () => ({ data: { tasks: rows } }),
      'POST /add': (_params: object, { variables }: Sent) => {
        rows = [...rows.filter(({ id }) => id !== variables.id), variables];
        return { data: { add: variables } };
      },
      'POST /remove': (_params: object, { variables: { id } }: Sent) => {
        rows = rows.filter(row => row.id !== id);
        return { data: { remove: { id } } };
      },
    } as never);
    mount(getTasks);
    await done(getTasks.fetch() as never);
    const deletion = async () =>
      [controller.fetch(remove, { id: '2' }), await arrival('POST /remove')] as const;
    const creation = async () =>
      [controller.fetch(add, { id: '2', title: 'c' }), await arrival('POST /add')] as const;
    await letOverlap([deletion, creation], isDeletionFirst, landsFirst);
    await settle();

    const { data } = getTasks.select()(store.getState());
    expect(data?.tasks.map(({ id, title }) => ({ id, title }))).toEqual([
      { id: '1', title: 'a' },
      { id: '2', title: 'c' },
    ]);
  },
);
