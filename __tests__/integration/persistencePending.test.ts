import { configureStore } from '@reduxjs/toolkit';
import {
  Controller,
  createDataClient,
  type DataState,
  dehydrate,
  Entity,
  hydrationManager,
  networkManager,
  resource,
  subscriptionManager,
  type,
} from 'rdc-toolkit';
import { ApiEndpoint, serve } from '../helpers/serve';

class Task extends Entity {
  id = '';
  title = '';
  status = '';
  static key = 'Pending.Task';
}
class ShownTask extends Task {
  static override key = 'Pending.ShownTask';
}

const options = {
  path: '/tasks/:id',
  searchParams: type<{ status: string }>(),
  Endpoint: ApiEndpoint,
} as const;
const Quiet = resource({ ...options, schema: Task });
const Shown = resource({ ...options, schema: ShownTask, optimistic: true });

const open = { status: 'open' };

function start(preloaded?: DataState) {
  const managers = [networkManager(), subscriptionManager(), hydrationManager()];
  const client = createDataClient({ managers });
  const store = configureStore({
    reducer: { rdc: client.reducer },
    middleware: getDefault => getDefault().concat(client.middleware),
    ...(preloaded && { preloadedState: { rdc: preloaded } }),
  });
  return { store, controller: new Controller(store) };
}

/** A store that restores what another one held when its page was closed. */
const ways = {
  preloadedState: (state: DataState) => start(state),
  hydrate(state: DataState) {
    const page = start();
    page.controller.hydrate(JSON.parse(JSON.stringify(dehydrate(state))));
    return page;
  },
};

const mutations = {
  change: ({ partialUpdate }: typeof Quiet) => partialUpdate.fetch({ id: '1' }, { title: 'new' }),
  move: ({ getList }: typeof Quiet) => getList.move.fetch({ id: '1' }, { status: 'done' }),
  creation: ({ getList }: typeof Quiet) => getList.push.fetch(open, { title: 'more' }),
  deletion: (tasks: typeof Quiet) => tasks.delete.fetch({ id: '1' }),
};

describe.each(['preloadedState', 'hydrate'] as const)('a state restored with %s', way => {
  it.each([
    ['change', 'optimistic', Shown],
    ['move', 'optimistic', Shown],
    ['creation', 'optimistic', Shown],
    ['deletion', 'optimistic', Shown],
    ['change', 'quiet', Quiet],
    ['move', 'quiet', Quiet],
    ['creation', 'quiet', Quiet],
    ['deletion', 'quiet', Quiet],
  ] as const)(
    'is refetched after a %s in flight (%s), which the server may have applied',
    async (what, _how, given) => {
      const tasks = given as typeof Quiet;
      const never = () => new Promise<never>(() => {});
      const title = { now: 'old' };
      await serve({
        'GET /tasks': () => [{ id: '1', title: title.now, ...open }],
        'PATCH /tasks/:id': never,
        'POST /tasks': never,
        'DELETE /tasks/:id': never,
      });
      const { store } = start();
      await store.dispatch(tasks.getList.fetch(open));
      const request = store.dispatch(mutations[what](tasks) as ReturnType<typeof Quiet.partialUpdate.fetch>);
      request.catch(() => {});
      const saved = JSON.parse(JSON.stringify(store.getState().rdc)) as DataState;
      const restored = ways[way](way === 'hydrate' ? store.getState().rdc : saved).store;
      title.now = 'done meanwhile';

      const [task] = await restored.dispatch(tasks.getList.fetchIfStale(open));

      expect(task?.title).toBe('done meanwhile');
      expect(tasks.getList.select(open)(restored.getState()).expiryStatus).toBe('valid');
      request.abort();
    },
  );
});
