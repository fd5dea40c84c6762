import { Controller, Entity, resource, type } from 'rdc-toolkit';
import { createBareStore } from '../helpers/createBareStore';
import { ApiEndpoint, serve } from '../helpers/serve';

class Draft extends Entity {
  id = '';
  text = '';
  status = '';
  static key = 'FailingMutations.Draft';
}
const { get, getList, partialUpdate } = resource({
  path: '/drafts/:id',
  schema: Draft,
  searchParams: type<{ status: string }>(),
  Endpoint: ApiEndpoint,
});
const pushShown = getList.push.extend({
  name: 'FailingMutations.pushShown',
  getOptimisticResponse: (_snapshot, _list, body) => body as never,
});
type Fields = { readonly text: string; readonly status: string };

it.each([
  ['changes of one record', (body: Fields) => partialUpdate.fetch({ id: '1' }, body)],
  ['creations', ({ status, ...body }: Fields) => getList.push.fetch({ status }, body)],
  ['creations that are shown', ({ status, ...body }: Fields) => pushShown.fetch({ status }, body)],
])(
  'keeps few notes on failed %s during a long request, and still marks the list as stale',
  async (_what, failing) => {
    const fail = () => {
      throw new Error('down');
    };
    const api = await serve({
      'GET /drafts': () => [],
      'GET /drafts/:id': ({ params }) => ({ id: params.id, text: '', status: 'new' }),
      'POST /drafts': fail,
      'PATCH /drafts/:id': fail,
    });
    const store = createBareStore();
    const controller = new Controller(store);
    await controller.fetch(get, { id: '1' });
    const held = api.hold('GET /drafts');
    const listing = controller.fetch(getList, { status: 'new' });
    await held.arrived;
    for (let i = 0; i < 100; i++) {
      const body = { text: `text ${i}`, status: i === 50 ? 'new' : 'old' };
      await store.dispatch(failing(body) as never as () => Promise<unknown>).catch(() => {});
    }
    expect(store.getState().rdc.effects.length).toBeLessThan(30);
    await held.release();
    await listing;

    expect(getList.select({ status: 'new' })(store.getState()).expiryStatus).toBe('stale');
  },
);
