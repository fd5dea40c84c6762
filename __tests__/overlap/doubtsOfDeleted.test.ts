import { Entity, resource } from 'rdc-toolkit';
import { ApiEndpoint } from '../helpers/serve';
import { startScript } from './script';

class Like extends Entity {
  id = '';
  static key = 'DoubtsOfDeleted.Like';
}
const Likes = resource({ path: '/likes/:id', schema: Like, Endpoint: ApiEndpoint });

it('a doubt about a deleted record does not outlive its tombstone', async () => {
  const { store, arrival, done, doubts } = await startScript({
    'GET /likes': () => [],
    'POST /likes': (_params, body: object) => body,
    'DELETE /likes/:id': () => undefined,
  });
  await done(Likes.getList.fetch());
  for (let i = 0; i < 70; i++) {
    const id = `like ${i}`;
    const liking = store.dispatch(Likes.getList.push.fetch({ id }));
    const like = await arrival('POST /likes');
    const unliking = store.dispatch(Likes.delete.fetch({ id }));
    const unlike = await arrival(`DELETE /likes/${encodeURIComponent(id)}`);
    like.respond();
    await liking;
    unlike.respond();
    await unliking;
  }
  expect(Object.keys(doubts()[Like.key] ?? {}).filter(id => id !== 'like 69')).toEqual([]);
});
