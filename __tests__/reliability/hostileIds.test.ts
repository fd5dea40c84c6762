import { Collection, Entity, RestEndpoint, resource } from 'rdc-toolkit';
import { cpuTime } from '../helpers/cpuTime';
import { createBareStore } from '../helpers/createBareStore';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { startApi } from '../helpers/startApi';
import { collidingKeys } from '../tables/keys';

class Post extends Entity {
  id = '';
  title = '';
  static key = 'hostileIds.Post';
}

class Note extends Entity {
  id = '';
  title = '';
  static key = 'hostileIds.Note';
}

const NoteResource = resource({ path: '/notes/:id', schema: Note, Endpoint: ApiEndpoint, optimistic: true });

/** How often each list may be fetched; the fastest counts, because of garbage collection. */
const ROUNDS = 40;

it('stores a list with ids chosen to collide in at most twice the usual time', async () => {
  const chosen = collidingKeys(8192);
  const ids = {
    chosen,
    usual: chosen.map((id, i) => `${id.slice(0, -8)}${(Math.imul(i + 1, 0x85ebca6b) >>> 0).toString(16)}`),
  };
  const quickest = { chosen: Number.POSITIVE_INFINITY, usual: Number.POSITIVE_INFINITY };
  let version = 0;
  const api = await startApi({
    'GET /:list': ({ params }) =>
      ids[params.list as keyof typeof ids].map(id => ({ id, title: `version ${version}` })),
  });
  const getList = new RestEndpoint({
    urlPrefix: api.url,
    path: '/:list',
    schema: new Collection([Post]),
    name: 'hostileIds.getList',
  });
  // Separate stores, so that neither table grows by the records of the other.
  const stores = { chosen: createBareStore(), usual: createBareStore() };

  for (let round = 0; round < ROUNDS && !(round > 2 && quickest.chosen <= 2 * quickest.usual); round++) {
    version++;
    for (const list of ['chosen', 'usual'] as const) {
      const value = await getList({ list });
      const action = getList.setResponse({ list }, value);
      const startedAt = cpuTime();
      stores[list].dispatch(action);
      quickest[list] = Math.min(quickest[list], cpuTime() - startedAt);
    }
  }

  expect(getList.select({ list: 'chosen' })(stores.chosen.getState()).data).toHaveLength(8192);
  expect(quickest.chosen / quickest.usual).toBeLessThanOrEqual(2);
});

it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  'shows an optimistic change to the record with the id %s, and its response',
  async id => {
    const api = await serve({
      'GET /notes/:id': ({ params }) => ({ id: params.id, title: 'before' }),
      'PATCH /notes/:id': ({ params }) => ({ id: params.id, title: 'as saved' }),
    });
    const store = createTestStore();
    const title = () => NoteResource.get.select({ id })(store.getState()).data?.title;
    await store.dispatch(NoteResource.get.fetch({ id }));

    const held = api.hold('PATCH /notes/:id');
    const saving = store.dispatch(NoteResource.partialUpdate.fetch({ id }, { title: 'after' }));
    expect(title()).toBe('after');

    await held.release();
    await saving;
    expect(title()).toBe('as saved');
  },
);
