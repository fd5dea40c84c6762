import { Entity, Invalidate } from 'rdc-toolkit';
import { ApiEndpoint } from '../helpers/serve';
import { startScript } from './script';

class Item extends Entity {
  id = '';
  name = '';
  static key = 'SeveralAtOnce.Item';
}

interface Row {
  readonly id: string;
  readonly name: string;
}

const page = new ApiEndpoint({
  path: '/items',
  schema: { items: [Item], total: 0 },
  name: 'SeveralAtOnce.page',
});

const rename = new ApiEndpoint({
  path: '/items/rename',
  method: 'POST',
  body: {} as { ids: readonly string[]; name: string },
  schema: [Item],
  name: 'SeveralAtOnce.rename',
});
const save = new ApiEndpoint({
  path: '/items/save',
  method: 'POST',
  body: {} as { items: readonly Row[] },
  schema: [Item],
  name: 'SeveralAtOnce.save',
});
const remove = new ApiEndpoint({
  path: '/items/remove',
  method: 'POST',
  body: [] as readonly string[],
  schema: { deleted: [new Invalidate(Item)], failed: [] as readonly string[] },
  name: 'SeveralAtOnce.remove',
  retry: { limit: 2, baseDelayMs: 0, sideEffects: true },
});
const removeOptimistically = remove.extend({
  name: 'SeveralAtOnce.removeOptimistically',
  getOptimisticResponse: (_snapshot, ids) => ({ deleted: ids, failed: [] }),
});

async function start() {
  let rows: readonly Row[] = ['1', '2', '3'].map(id => ({ id, name: 'old' }));
  const change = (ids: readonly string[], name: string) => {
    rows = rows.map(row => (ids.includes(row.id) ? { ...row, name } : row));
    return rows.filter(({ id }) => ids.includes(id));
  };
  const scripted = await startScript({
    'GET /items': () => ({ items: rows, total: rows.length }),
    'POST /items/rename': (_params, { ids, name }: { ids: readonly string[]; name: string }) =>
      change(ids, name),
    'POST /items/save': (_params, { items }: { items: readonly Row[] }) =>
      items.flatMap(({ id, name }) => change([id], name)),
    'POST /items/remove': (_params, ids: readonly string[]) => {
      const deleted = ids.filter(id => rows.some(row => row.id === id));
      rows = rows.filter(({ id }) => !ids.includes(id));
      return { deleted, failed: ids.filter(id => !deleted.includes(id)) };
    },
  });
  const shown = () =>
    page
      .select()(scripted.store.getState())
      .data?.items.map(({ id, name }) => `${id} ${name}`);
  await scripted.done(page.fetch());
  scripted.mount(page);
  return { ...scripted, shown };
}

const cutOff: Record<string, [request: string, thunk: () => unknown, shown: readonly string[]]> = {
  'a body that lists their keys': [
    'POST /items/rename',
    () => rename.fetch({ ids: ['1', '3'], name: 'new' }),
    ['1 new', '2 old', '3 new'],
  ],
  'the rows in a body': [
    'POST /items/save',
    () => save.fetch({ items: [{ id: '2', name: 'new' }] }),
    ['1 old', '2 new', '3 old'],
  ],
  'a body that is a list of keys': ['POST /items/remove', () => remove.fetch(['2']), ['1 old', '3 old']],
};

it.each(Object.keys(cutOff))(
  'a bulk mutation that is cut off casts doubt on the records named by %s',
  async by => {
    const { store, arrival, settle, shown, newRequests } = await start();
    const requests = newRequests();
    const [request, thunk, expected] = cutOff[by] as (typeof cutOff)[string];
    const failing = store.dispatch(thunk() as never) as unknown as Promise<unknown>;
    for (let attempts = request.endsWith('remove') ? 3 : 1; attempts > 0; attempts--)
      (await arrival(request)).respond('cut');
    await expect(failing).rejects.toMatchObject({ name: expect.any(String) });
    await settle();
    expect(shown()).toEqual(expected);
    expect(requests().filter(one => one === 'GET /items')).toHaveLength(1);
  },
);

it.each([
  ['shown at once', removeOptimistically],
  ['not shown at once', remove],
])(
  'a bulk deletion %s and retried casts doubt if its response omits what the first attempt did',
  async (_how, removing) => {
    const { store, arrival, settle, shown } = await start();
    const deleting = store.dispatch(removing.fetch(['1', '2']));
    (await arrival('POST /items/remove')).respond('cut');
    (await arrival('POST /items/remove')).respond();
    await deleting;
    await settle();
    expect(shown()).toEqual(['3 old']);
  },
);

it('a bulk deletion that was sent once casts no doubt, whatever it omits', async () => {
  const { done, settle, shown, newRequests } = await start();
  const requests = newRequests();
  await done(remove.fetch(['1', '9']));
  await settle();
  expect(shown()).toEqual(['2 old', '3 old']);
  expect(requests()).toEqual(['POST /items/remove']);
});
