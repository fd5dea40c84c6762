import { Controller, Entity, type RestOptions, resource } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';

/** Resolves when the connection is back. */
let connected: Promise<void>;

class QueuedEndpoint<const Options extends RestOptions = RestOptions> extends ApiEndpoint<Options> {
  override readonly concurrency = 'serial';

  override async getRequestInit(body: unknown): Promise<RequestInit> {
    if (this.sideEffect) await connected;
    return super.getRequestInit(body);
  }
}

class Note extends Entity {
  id = '';
  text = '';
  static key = 'waitingForConnection.Note';
}

const NoteResource = resource({
  path: '/notes/:id',
  schema: Note,
  optimistic: true,
  Endpoint: QueuedEndpoint,
});

it('shows and orders what waits for a connection, and sends created keys', async () => {
  let connect!: () => void;
  connected = new Promise(resolve => {
    connect = resolve;
  });
  const api = await serve({
    'GET /notes': () => [{ id: '1', text: 'a' }],
    'POST /notes': ({ body }) => ({ ...(body as object), id: '2' }),
    'PATCH /notes/:id': ({ params, body }) => ({ ...params, ...(body as object) }),
    'DELETE /notes/:id': ({ params }) => params,
  });
  const store = createTestStore();
  const controller = new Controller(store);
  await controller.fetch(NoteResource.getList);
  const texts = () => controller.getResponse(NoteResource.getList).data?.map(({ text }) => text);

  const waiting: Promise<unknown>[] = [controller.fetch(NoteResource.getList.push, { text: 'b' })];
  const created = controller.getResponse(NoteResource.getList).data?.[1]?.id as string;
  waiting.push(controller.fetch(NoteResource.partialUpdate, { id: created }, { text: 'c' }));
  waiting.push(controller.fetch(NoteResource.delete, { id: '1' }));
  expect(texts()).toEqual(['c']);
  expect(api.requests).toEqual(['GET /notes']);
  connect();
  await Promise.all(waiting);

  expect(texts()).toEqual(['c']);
  expect(api.requests.indexOf('PATCH /notes/2')).toBeGreaterThan(api.requests.indexOf('POST /notes'));
  expect(api.requests).toHaveLength(4);
});

it('sends the changes of one record one after the other, so that the last one wins', async () => {
  let connect!: () => void;
  connected = new Promise(resolve => {
    connect = resolve;
  });
  const api = await serve({
    'GET /notes': () => ['a', 'b'].map((text, i) => ({ id: String(i + 1), text })),
    'PATCH /notes/:id': ({ params: { id }, body }) => ({ id, ...(body as object) }),
  });
  const store = createTestStore();
  const controller = new Controller(store);
  await controller.fetch(NoteResource.getList);
  const texts = () => controller.getResponse(NoteResource.getList).data?.map(({ text }) => text);
  const first = api.hold('PATCH /notes/1');

  const waiting = [
    controller.fetch(NoteResource.partialUpdate, { id: '1' }, { text: 'a1' }),
    controller.fetch(NoteResource.partialUpdate, { id: '1' }, { text: 'a2' }),
    controller.fetch(NoteResource.partialUpdate, { id: '2' }, { text: 'b1' }),
  ];
  expect(texts()).toEqual(['a2', 'b1']);
  connect();
  await first.arrived;
  await waiting[2];
  expect(api.bodies).toEqual(expect.arrayContaining([{ text: 'a1' }, { text: 'b1' }]));
  expect(api.bodies).toHaveLength(2);
  await first.release();
  await Promise.all(waiting);

  expect(api.bodies[2]).toEqual({ text: 'a2' });
  expect(texts()).toEqual(['a2', 'b1']);
  expect(api.requests).toHaveLength(4);
});
