import {
  actions,
  createDataClient,
  Endpoint,
  Entity,
  gcManager,
  networkManager,
  resource,
} from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { hangUp, reply } from '../helpers/startApi';
import { startScript } from './script';

class Card extends Entity {
  id = '';
  title = '';
  static key = 'CutOffWhereMissing.Card';
}
const Cards = resource({ path: '/cards/:id', schema: Card, Endpoint: ApiEndpoint });
const three = { id: '3', title: 'new' };

async function start() {
  let isThere = false;
  const save = () => {
    isThere = true;
    return three;
  };
  const cards = await startScript({
    'GET /cards/:id': () => (isThere ? three : reply(404, {})),
    'POST /cards': save,
    'PUT /cards/:id': save,
  });
  const found = () => Cards.get.select({ id: '3' })(cards.store.getState()).data;
  await cards.done(Cards.get.fetch({ id: '3' })).catch(() => {});
  return { ...cards, found };
}

it.each([
  ['creation', 'POST /cards', Cards.getList.push.fetch(three)],
  ['PUT', 'PUT /cards/3', Cards.update.fetch({ id: '3' }, three)],
])(
  'a record that a read did not find is refetched after a %s of it that is cut off',
  async (_what, route, saving) => {
    const { store, arrival, settle, mount, newRequests, found, doubts } = await start();
    mount(Cards.get, { id: '3' });
    const requests = newRequests();
    const failing = store.dispatch(saving as never) as Promise<unknown>;
    (await arrival(route)).respond('cut');
    await expect(failing).rejects.toMatchObject({ name: 'TypeError' });
    await settle();

    expect(requests()).toEqual([route, 'GET /cards/3']);
    expect(found()).toMatchObject(three);
    expect(doubts()).toEqual({});
  },
);

it('a missing record is in doubt only while a read that did not find it is stored', async () => {
  await serve({
    'GET /cards/:id': () => reply(404, {}),
    'GET /boards/:id': () => 'Board 4',
    'POST /cards': hangUp,
  });
  const store = createTestStore({ client: createDataClient({ managers: [networkManager(), gcManager()] }) });
  const getBoard = new ApiEndpoint({ path: '/boards/:id', name: 'cutOffWhereMissing.getBoard' });
  await store.dispatch(getBoard.fetch({ id: '4' }));
  const doubts = () => store.getState().rdc.doubts;
  await store.dispatch(Cards.get.fetch({ id: '3' })).catch(() => {});
  for (const id of ['3', '4'])
    await store.dispatch(Cards.getList.push.fetch({ ...three, id })).catch(() => {});
  expect(doubts()).toEqual({ [Card.key]: { 3: expect.any(Number) } });
  store.dispatch(actions.gc({ entities: {}, requests: [Cards.get.key({ id: '3' })] }));
  expect(doubts()).toEqual({});
});

it('a doubt lasts while the failed read is stored, though one with a similar key is collected', async () => {
  await serve({ 'GET /cards/:id': () => reply(404, {}), 'POST /cards': hangUp });
  const store = createTestStore({ client: createDataClient({ managers: [networkManager(), gcManager()] }) });
  for (const id of ['3', '13']) await store.dispatch(Cards.get.fetch({ id })).catch(() => {});
  await store.dispatch(Cards.getList.push.fetch(three)).catch(() => {});
  store.dispatch(actions.gc({ entities: {}, requests: [Cards.get.key({ id: '13' })] }));

  expect(store.getState().rdc.doubts).toEqual({ [Card.key]: { 3: expect.any(Number) } });
});

it.each(['3', 'a b', 'ü/1'])(
  'a record with the key %s that a function did not find is refetched, too',
  async id => {
    let isThere = false;
    let reads = 0;
    const read = async (card: { id: string }) => {
      reads++;
      if (!isThere) throw Object.assign(new Error('not found'), { status: 404 });
      return { ...three, ...card };
    };
    const create = async (_card: { id: string }) => {
      isThere = true;
      throw new TypeError('cut off');
    };
    const getCard = new Endpoint(read, { schema: Card, name: 'cutOffWhereMissing.read' });
    const addCard = new Endpoint(create, { schema: Card, name: 'cutOffWhereMissing.add', sideEffect: true });
    const { store, mount, settle } = await startScript({});
    await store.dispatch(getCard.fetch({ id })).catch(() => {});
    mount(getCard, { id });
    await store.dispatch(addCard.fetch({ id })).catch(() => {});
    await settle();

    expect(reads).toBe(2);
    expect(getCard.select({ id })(store.getState()).data).toMatchObject({ id });
  },
);

it.each([
  ['a deletion that is cut off', 'cut', 'DELETE /cards/3', Cards.delete.fetch({ id: '3' })],
  ['a change that is refused', 'respond', 'PATCH /cards/3', Cards.partialUpdate.fetch({ id: '3' }, {})],
] as const)(
  'a record that a read did not find is not refetched after %s',
  async (_what, how, route, mutation) => {
    const missing = () => reply(404, {});
    const { store, done, arrival, settle, mount, newRequests } = await startScript({
      'GET /cards/:id': missing,
      'PATCH /cards/:id': missing,
      'DELETE /cards/:id': missing,
    });
    await done(Cards.get.fetch({ id: '3' })).catch(() => {});
    mount(Cards.get, { id: '3' });
    const requests = newRequests();
    const failing = store.dispatch(mutation as never) as Promise<unknown>;
    (await arrival(route)).respond(how);
    await expect(failing).rejects.toThrow();
    await settle();

    expect(requests()).toEqual([route]);
  },
);
