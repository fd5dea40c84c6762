import { Entity, isPending, keyOf, resource } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';

class Task extends Entity {
  id = 0;
  title = '';
  static key = 'NumberedTask';
}

/** As in the guide: a record without a server key has a string as its id. */
const numberOf = ({ id }: Task) => (typeof id === 'number' ? id : Number.MAX_SAFE_INTEGER);

const TaskResource = resource({
  path: '/tasks/:id',
  schema: Task,
  Endpoint: ApiEndpoint,
  optimistic: true,
  belongs: () => true,
  addTo: (one, other) => numberOf(other) - numberOf(one),
}).extend(base => ({ create: base.getList.push.extend({ schema: Task }) }));

it('sorts records with numeric ids while some have no server id yet', async () => {
  const api = await serve({
    'GET /tasks': () => [3, 2, 1].map(id => ({ id, title: `#${id}` })),
    'POST /tasks': ({ body }) => ({ id: (body as Task).title === 'four' ? 4 : 5, ...(body as object) }),
  });
  const store = createTestStore();
  await store.dispatch(TaskResource.getList.fetch());
  const shown = () => TaskResource.getList.select()(store.getState()).data ?? [];

  const four = api.hold('POST /tasks');
  const first = store.dispatch(TaskResource.create.fetch({ title: 'four' }));
  await four.arrived;
  const five = api.hold('POST /tasks');
  const second = store.dispatch(TaskResource.create.fetch({ title: 'five' }));
  await five.arrived;
  const unnamed = shown();
  const arePending = unnamed.map(({ id }) => isPending(Task, { id })(store.getState()));
  await Promise.all([four.release(), five.release(), first, second]);

  expect(unnamed.map(({ id }) => typeof id)).toEqual(['string', 'string', 'number', 'number', 'number']);
  expect(arePending).toEqual([true, true, false, false, false]);
  expect(shown().map(({ id }) => id)).toEqual([5, 4, 3, 2, 1]);
});

const votable = TaskResource.extend('rename', {
  path: '/tasks/:id/name',
  method: 'POST',
  body: {} as { title: string },
  getOptimisticResponse: (_snapshot, { id }, { title }) => ({ id, title }),
});

describe.each(['partialUpdate', 'rename'] as const)(
  'a numeric id stays a number during an optimistic %s',
  member => {
    async function start() {
      const api = await serve({
        'GET /tasks': () => [{ id: 1, title: 'a' }],
        'POST /tasks': ({ body }) => ({ id: 2, ...(body as object) }),
        'PATCH /tasks/:id': ({ params, body }) => ({ id: Number(params.id), ...(body as object) }),
        'POST /tasks/:id/name': ({ params, body }) => ({ id: Number(params.id), ...(body as object) }),
      });
      const store = createTestStore();
      await store.dispatch(TaskResource.getList.fetch());
      const shown = () =>
        (TaskResource.getList.select()(store.getState()).data ?? []).map(({ id, title }) => [id, title]);
      return { api, store, shown };
    }
    const requestOf = { partialUpdate: 'PATCH /tasks/:id', rename: 'POST /tasks/:id/name' };

    it('if its record is named by a string, as by a router', async () => {
      const { api, store, shown } = await start();
      const held = api.hold(requestOf[member]);
      const changing = store.dispatch(votable[member].fetch({ id: '1' }, { title: 'b' }));
      await held.arrived;

      expect(shown()).toEqual([[1, 'b']]);
      await Promise.all([held.release(), changing]);
      expect(shown()).toEqual([[1, 'b']]);
    });

    it('if its record is named by its former temporary key', async () => {
      const { api, store, shown } = await start();
      const creating = store.dispatch(TaskResource.getList.push.fetch({ title: 'new' }));
      const temporary = String(shown().find(([id]) => typeof id === 'string')?.[0]);
      await creating;
      const held = api.hold(requestOf[member]);
      const changing = store.dispatch(votable[member].fetch({ id: temporary }, { title: 'b' }));
      await held.arrived;

      expect(shown()).toContainEqual([2, 'b']);
      await Promise.all([held.release(), changing]);
    });
  },
);

it('sends a number in a body that names a record whose creation was in flight', async () => {
  const api = await serve({
    'GET /tasks': () => [],
    'POST /tasks': ({ body }) => ({ id: 41, ...(body as object) }),
    'POST /orders': () => ({}),
  });
  const store = createTestStore();
  const order = new ApiEndpoint({
    path: '/orders',
    method: 'POST',
    body: {} as { ids: readonly number[]; item: { id: number } },
    name: 'orderOfTasks',
  });
  await store.dispatch(TaskResource.getList.fetch());
  const creating = store.dispatch(TaskResource.create.fetch({ title: 'new' }));
  const id = TaskResource.getList.select()(store.getState()).data?.[0]?.id;

  await store.dispatch(order.fetch({ ids: [id as number], item: { id: id as number } }));
  await creating;

  expect(api.bodies[1]).toEqual({ ids: [41], item: { id: 41 } });
});

it('sends a string if the key is one, whatever other numbers the record has', async () => {
  class Coin extends Entity {
    code = '';
    count = 0;
    static key = 'NumericIds.Coin';
    static override pk({ code }: Partial<Coin>) {
      return code;
    }
  }
  const CoinResource = resource({
    path: '/coins/:code',
    schema: Coin,
    Endpoint: ApiEndpoint,
    optimistic: true,
  });
  const pay = new ApiEndpoint({
    path: '/payments',
    method: 'POST',
    body: {} as { code: string },
    name: 'payWithCoin',
  });
  const api = await serve({
    'GET /coins': () => [],
    'POST /coins': ({ body }) => ({ ...(body as object), code: '5' }),
    'POST /payments': () => ({}),
  });
  const store = createTestStore();
  await store.dispatch(CoinResource.getList.fetch());
  const creating = store.dispatch(CoinResource.getList.push.fetch({ count: 5 }));
  const [coin] = CoinResource.getList.select()(store.getState()).data ?? [];

  await store.dispatch(pay.fetch({ code: keyOf(coin as Coin) as string }));
  await creating;

  expect(api.bodies[1]).toEqual({ code: '5' });
});
