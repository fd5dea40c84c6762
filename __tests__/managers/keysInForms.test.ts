import { Entity, resource } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';

class Item extends Entity {
  id = 0;
  title = '';
  parentId = 0;
  static key = 'KeysInForms.Item';
}
const Items = resource({ path: '/items/:id', schema: Item, Endpoint: ApiEndpoint, optimistic: true });
const upload = new ApiEndpoint({
  path: '/uploads',
  method: 'POST',
  body: {} as FormData,
  schema: Item,
  name: 'KeysInForms.upload',
});

async function start() {
  const api = await serve({
    'POST /items': ({ body }) => ({ ...(body as object), id: 7 }),
    'PATCH /items/:id': ({ body, params }) => ({ ...(body as object), id: Number(params.id) }),
    'POST /uploads': () => ({ id: 9 }),
    'GET /items': () => [],
  });
  const store = createTestStore();
  await store.dispatch(Items.getList.fetch());
  const held = api.hold('POST /items');
  const first = store.dispatch(Items.getList.push.fetch({ title: 'a' }));
  const temp = Items.getList.select()(store.getState()).data?.[0]?.id as never;
  return { api, store, held, first, temp };
}

it("sends a form with the created key in place of a record's temporary key", async () => {
  const { api, store, held, first, temp } = await start();
  const form = new URLSearchParams();
  form.set('parent', String(temp));
  const sending = store.dispatch(upload.fetch(form as never));
  await held.release();
  await first;
  await sending;
  expect(String(api.bodies.at(-1))).toBe('parent=7');
});
