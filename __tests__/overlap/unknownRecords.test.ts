import { Controller, Entity, resource } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';

class Card extends Entity {
  id = '';
  title = '';
  status = '';
  name = '';
  static key = 'UnknownRecords.Card';
}
const Cards = resource({ path: '/cards/:id', schema: Card, Endpoint: ApiEndpoint });
const close = new ApiEndpoint({
  path: '/cards/:id/close',
  method: 'POST',
  body: undefined,
  schema: Card,
  name: 'UnknownRecords.close',
});
const upload = new ApiEndpoint({
  path: '/cards/:id/file',
  method: 'PUT',
  body: {} as Blob,
  schema: Card,
  name: 'UnknownRecords.upload',
});

/** The server makes a response when the request arrives; the test decides when it is sent. */
async function start() {
  let card = { id: '1', title: 'old', status: 'open', name: 'old' };
  const api = await serve({
    'GET /cards/:id': () => ({ ...card }),
    'GET /cards': () => [{ ...card }],
    'POST /cards/:id/close': () => (card = { ...card, status: 'closed' }),
    'PATCH /cards/:id': ({ body }) =>
      (card = {
        ...card,
        ...(typeof body === 'object' && !Buffer.isBuffer(body) ? (body as object) : { title: 'form' }),
      }),
    'PUT /cards/:id/file': () => ({ ...card }),
  });
  const store = createTestStore();
  const controller = new Controller(store);
  return { api, store, controller, card: () => controller.get(Card, { id: '1' }) };
}

it('a mutation of an unknown record keeps a field that only one without a body changed', async () => {
  const { api, store, card } = await start();
  const renaming = api.hold('PATCH /cards/1');
  const rename = store.dispatch(Cards.partialUpdate.fetch({ id: '1' }, { title: 'new' }));
  await renaming.arrived; // made first: status open
  await store.dispatch(close.fetch({ id: '1' })); // shows title new, status closed
  await renaming.release();
  await rename;
  expect(card()).toMatchObject({ title: 'new', status: 'closed' });
});

it('two mutations of an unknown record, in the other order', async () => {
  const { api, store, card } = await start();
  const closing = api.hold('POST /cards/1/close');
  const close1 = store.dispatch(close.fetch({ id: '1' }));
  await closing.arrived; // made first: title old, status closed
  await store.dispatch(Cards.partialUpdate.fetch({ id: '1' }, { title: 'new' })); // title new, status closed
  await closing.release();
  await close1;
  expect(card()).toMatchObject({ title: 'new', status: 'closed' });
});

it('a sent file does not count as fields of the record', async () => {
  const { api, store, card } = await start();
  await store.dispatch(Cards.get.fetch({ id: '1' }));
  // The upload leaves last, but the server processes it first.
  const uploading = api.hold('PUT /cards/1/file');
  const renaming = api.hold('PATCH /cards/1');
  const up = store.dispatch(upload.fetch({ id: '1' }, new File(['x'], 'photo.png', { type: 'image/png' })));
  await uploading.arrived; // name: old
  const rename = store.dispatch(Cards.partialUpdate.fetch({ id: '1' }, { name: 'new' }));
  await renaming.arrived;
  await renaming.release();
  await rename;
  await uploading.release();
  await up;
  expect(card()).toMatchObject({ name: 'new' });
  expect(Cards.get.select({ id: '1' })(store.getState()).expiryStatus).toBe('valid');
});
