import { Controller, Entity, resource } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';

class User extends Entity {
  id = '';
  slug = '';
  name = '';
  static key = 'Optimistic.User';
  static indexes = ['slug'] as const;
}

class Pin extends Entity {
  id = '';
  at = { x: 0, y: 0 };
  static key = 'Optimistic.Pin';
}

const UserResource = resource({ path: '/users/:id', schema: User, optimistic: true, Endpoint: ApiEndpoint });
const PinResource = resource({ path: '/pins/:id', schema: Pin, optimistic: true, Endpoint: ApiEndpoint });

it('finds a record by its old indexed value when a change fails during another change', async () => {
  const api = await serve({
    'GET /users': () => [
      { id: '1', slug: 'a', name: 'Ada' },
      { id: '2', slug: 'x', name: 'Grace' },
    ],
    'PATCH /users/1': () => reply(400),
    'PATCH /users/2': () => ({ id: '2', slug: 'x', name: 'Hopper' }),
  });
  const store = createTestStore();
  const controller = new Controller(store);
  const found = (slug: string) => controller.get(User, { slug })?.id;
  await controller.fetch(UserResource.getList);
  const held = api.hold('PATCH /users/2');
  const failing = controller.fetch(UserResource.partialUpdate, { id: '1' }, { slug: 'b' });
  const other = controller.fetch(UserResource.partialUpdate, { id: '2' }, { name: 'Hopper' });
  expect([found('a'), found('b')]).toEqual([undefined, '1']);

  await expect(failing).rejects.toMatchObject({ status: 400 });
  expect([found('a'), found('b')]).toEqual(['1', undefined]);
  await held.release();
  await other;
  expect([found('a'), found('b')]).toEqual(['1', undefined]);
});

it('does not match a polled record with a creation if a nested object differs', async () => {
  const pins = [{ id: '8', at: { x: 8, y: 8 } }];
  const api = await serve({
    'GET /pins': () => pins,
    'POST /pins': ({ body }) => ({ id: '2', ...(body as object) }),
  });
  const store = createTestStore();
  const controller = new Controller(store);
  await controller.fetch(PinResource.getList);
  const held = api.hold('POST /pins');
  const creating = controller.fetch(PinResource.getList.push, { at: { x: 1, y: 2 } });
  pins.push({ id: '9', at: { x: 99, y: 99 } });
  await controller.fetch(PinResource.getList);
  const places = () =>
    PinResource.getList
      .select()(store.getState())
      .data?.map(({ at }) => at.x);
  expect(places()?.sort()).toEqual([1, 8, 99]);
  await held.release();
  await creating;
  expect(places()?.sort()).toEqual([1, 8, 99]);
});

it('matches a polled record with a creation if a nested object is equal', async () => {
  const pins = [{ id: '8', at: { x: 8, y: 8 } }];
  const api = await serve({
    'GET /pins': () => pins,
    'POST /pins': ({ body }) => ({ id: '9', ...(body as object) }),
  });
  const store = createTestStore();
  await store.dispatch(PinResource.getList.fetch());
  const held = api.hold('POST /pins');
  const creating = store.dispatch(PinResource.getList.push.fetch({ at: { x: 1, y: 2 } }));
  pins.push({ id: '9', at: { x: 1, y: 2 } });

  await store.dispatch(PinResource.getList.fetch());

  const ids = () =>
    PinResource.getList
      .select()(store.getState())
      .data?.map(({ id }) => id);
  expect(ids()).toEqual(['8', '9']);
  await held.release();
  await creating;
  expect(ids()).toEqual(['8', '9']);
});

it('does not match a polled record with a creation that sent nothing', async () => {
  const pins = [{ id: '8', at: { x: 8, y: 8 } }];
  const api = await serve({
    'GET /pins': () => pins,
    'POST /pins': () => ({ id: '10', at: { x: 0, y: 0 } }),
  });
  const store = createTestStore();
  await store.dispatch(PinResource.getList.fetch());
  const held = api.hold('POST /pins');
  const creating = store.dispatch(PinResource.getList.push.fetch({}));
  pins.push({ id: '9', at: { x: 1, y: 2 } });

  await store.dispatch(PinResource.getList.fetch());

  const places = () =>
    PinResource.getList
      .select()(store.getState())
      .data?.map(({ at }) => at.x);
  expect(places()?.sort()).toEqual([0, 1, 8]);
  await held.release();
  await creating;
  expect(places()?.sort()).toEqual([0, 1, 8]);
});

it('finds a record by a value that another one released, once a response returns it', async () => {
  let users = [
    { id: '1', slug: 'a', name: 'Ada' },
    { id: '2', slug: 'a', name: 'Grace' },
  ];
  await serve({ 'GET /users': () => users });
  const store = createTestStore();
  const controller = new Controller(store);
  const found = () => controller.get(User, { slug: 'a' })?.id;
  await controller.fetch(UserResource.getList);
  expect(found()).toBe('2');

  controller.set(User, { id: '2' }, { id: '2', slug: 'b' });
  expect(found()).toBeUndefined();
  users = [{ id: '1', slug: 'a', name: 'Ada' }];
  await controller.fetch(UserResource.getList);

  expect(found()).toBe('1');
});
