import { Entity, resource } from 'rdc-toolkit';
import { ApiEndpoint } from '../helpers/serve';
import { startScript } from './script';

it.each([
  ['Odd <Kind>', '/odds'],
  ['odd|kind', '/kinds'],
  ['string', '/strings'],
])('a list of records of the kind %s is refetched after a creation that is cut off', async (key, path) => {
  class Odd extends Entity {
    id = '';
    static key = key;
  }
  const odds = resource({ path: `${path}/:id`, schema: Odd, Endpoint: ApiEndpoint });
  const { store, arrival, done, mount, settle, newRequests } = await startScript({
    [`GET ${path}`]: () => [{ id: '1' }],
    [`POST ${path}`]: () => ({ id: '2' }),
  });
  await done(odds.getList.fetch());
  mount(odds.getList);
  const requests = newRequests();
  const failing = store.dispatch(odds.getList.push.fetch({}));
  (await arrival(`POST ${path}`)).respond('cut');
  await expect(failing).rejects.toMatchObject({ name: 'TypeError' });
  await settle();

  expect(requests()).toEqual([`POST ${path}`, `GET ${path}`]);
});
