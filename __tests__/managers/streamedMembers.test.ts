import {
  Controller,
  createDataClient,
  dehydrate,
  Entity,
  hydrationManager,
  Invalidate,
  networkManager,
  resource,
} from 'rdc-toolkit';
import { streamManager } from 'rdc-toolkit/stream';
import { createTestStore } from '../helpers/createTestStore';
import { heldSource } from '../helpers/heldSource';
import { ApiEndpoint, serve } from '../helpers/serve';
import { untilServed } from '../helpers/untilQuiet';

class Todo extends Entity {
  id = '';
  title = '';
  status = 'open';
  static key = 'StreamedMembers.Todo';
}
const { get, getList } = resource({
  path: '/todos/:id',
  schema: Todo,
  searchParams: {} as { readonly status?: string } | undefined,
  belongs: (todo, { status }) => status === undefined || todo.status === status,
  addTo: 'end',
  Endpoint: ApiEndpoint,
});

async function start() {
  const rows: { id: string; title: string; status: string }[] = [{ id: '1', title: 'a', status: 'open' }];
  const api = await serve({
    'GET /todos/:id': ({ params }) => rows.find(({ id }) => id === params.id),
    'GET /todos': ({ query }) =>
      rows.filter(row => query.status === undefined || row.status === query.status),
  });
  const { connections, source } = heldSource();
  const client = createDataClient({
    managers: [
      networkManager(),
      hydrationManager(),
      streamManager({
        source,
        read: ({ gone, ...value }: { readonly id: string; readonly gone?: boolean }) =>
          gone ? { schema: new Invalidate(Todo), value } : { schema: Todo, value },
        feeds: [get, getList],
      }),
    ],
  });
  const store = createTestStore({ client });
  await new Promise(resolve => setTimeout(resolve, 5));
  connections.at(-1)?.onOpen();
  const pause = () => new Promise(resolve => setTimeout(resolve, 10));
  return { api, store, rows, controller: new Controller(store), connections, pause };
}

it.each([
  ['a new record', { id: '2', title: 'b', status: 'open' }],
  ['a changed record', { id: '1', title: 'a', status: 'done' }],
])(
  'hydrates a list with `belongs` correctly that was fetched elsewhere before a message of %s',
  async (_, row) => {
    const { api, store, rows, controller, connections, pause } = await start();
    const other = createTestStore();
    await other.dispatch(getList.fetch({ status: 'open' }));
    const saved = JSON.parse(JSON.stringify(dehydrate(other.getState().rdc)));
    await pause();
    const at = rows.findIndex(({ id }) => id === row.id);
    if (at < 0) rows.push(row);
    else rows[at] = row;
    connections.at(-1)?.onMessage(JSON.stringify(row), '');
    await pause();
    controller.hydrate(saved);
    await store.dispatch(getList.fetchIfStale({ status: 'open' }));
    await untilServed(api, store);
    expect(
      getList
        .select({ status: 'open' })(store.getState())
        .data?.map(({ id }) => id),
    ).toEqual(rows.filter(({ status }) => status === 'open').map(({ id }) => id));
  },
);
