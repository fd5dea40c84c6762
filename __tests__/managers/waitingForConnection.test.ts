import { Controller, Entity, type RestOptions, resource } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';

/** Resolves when the connection is back. */
let connected: Promise<void>;

class QueuedEndpoint<const Options extends RestOptions = RestOptions> extends ApiEndpoint<Options> {
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
