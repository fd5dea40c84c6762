import { Entity, resource } from 'rdc-toolkit';
import { ApiEndpoint } from '../helpers/serve';
import { startScript } from './script';

class Task extends Entity {
  id = '';
  isOpen = false;
  static key = 'LateLists.Task';
  static override process(input: never) {
    const { id, state } = input as { id: string; state: string };
    return { id, isOpen: state === 'open' };
  }
}
class Plain extends Entity {
  id = '';
  isOpen = false;
  static key = 'LateLists.Plain';
}
const Processed = resource({
  path: '/tasks/:id',
  searchParams: {} as { isOpen?: boolean },
  schema: Task,
  Endpoint: ApiEndpoint,
  belongs: (task: Task, { isOpen }) => isOpen === undefined || String(task.isOpen) === String(isOpen),
});
const Dropping = resource({
  path: '/plain/:id',
  searchParams: {} as { isOpen?: boolean },
  schema: Plain,
  Endpoint: ApiEndpoint,
  belongs: (task: Plain, { isOpen }) => isOpen === undefined || String(task.isOpen) === String(isOpen),
}).extend({ getList: { schemaFailurePolicy: 'drop' } });

it.each([
  ['processed', Processed, '/tasks'],
  ['beside one that was dropped', Dropping, '/plain'],
])(
  'a list from before a later response leaves out what that shows to be no member: %s',
  async (_what, of, path) => {
    let state = 'done';
    const row = () => ({ id: '1', state, ...(path === '/plain' && { isOpen: state === 'open' }) });
    const { store, arrival, done, settle } = await startScript({
      [`GET ${path}`]: () => [{ title: 'no key', isOpen: false }, row()].slice(path === '/plain' ? 0 : 1),
      [`GET ${path}/:id`]: row,
    });
    await done(of.get.fetch({ id: '1' }));
    state = 'open';
    const listing = store.dispatch(of.getList.fetch({ isOpen: true }));
    const list = await arrival(`GET ${path}?isOpen=true`);
    list.act();
    state = 'done';
    const getting = store.dispatch(of.get.fetch({ id: '1' }));
    (await arrival(`GET ${path}/1`)).respond();
    await getting;
    list.respond();
    await listing;
    await settle();
    // Of the one that was dropped.
    store.complaints.splice(0);

    expect(
      of.getList
        .select({ isOpen: true })(store.getState())
        .data?.map(({ id }) => id),
    ).toEqual([]);
  },
);
