import { actions, createDataClient, Entity, gcManager, networkManager, resource } from 'rdc-toolkit';
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
  'a record that a read has not found is refetched after a %s of it that is cut off',
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

it('a record that is not there is in doubt only where a read has failed to find it, and for as long as that is stored', async () => {
  await serve({ 'GET /cards/:id': () => reply(404, {}), 'POST /cards': hangUp });
  const store = createTestStore({ client: createDataClient({ managers: [networkManager(), gcManager()] }) });
  const doubts = () => store.getState().rdc.doubts;
  await store.dispatch(Cards.get.fetch({ id: '3' })).catch(() => {});
  for (const id of ['3', '4'])
    await store.dispatch(Cards.getList.push.fetch({ ...three, id })).catch(() => {});
  expect(doubts()).toEqual({ [Card.key]: { 3: expect.any(Number) } });
  store.dispatch(actions.gc({ entities: {}, requests: [Cards.get.key({ id: '3' })] }));
  expect(doubts()).toEqual({});
});
