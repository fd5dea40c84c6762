import { Collection, Entity, resource, type } from 'rdc-toolkit';
import { ApiEndpoint } from '../helpers/serve';
import { until } from '../helpers/until';
import { startScript } from './script';

class Door extends Entity {
  id = '';
  isOpen = false;
  static key = 'CutOffBeside.Door';
}
const { get, getList } = resource({ path: '/doors/:id', schema: Door, Endpoint: ApiEndpoint });
const open = get.extend({
  path: '/doors/:id/open',
  method: 'POST',
  body: undefined,
  name: 'cutOffBeside.open',
});
const closeAll = new ApiEndpoint({
  path: '/doors/close',
  body: type<{ ids: readonly string[] }>(),
  schema: [Door],
  name: 'cutOffBeside.closeAll',
});

it.each([
  ['after', true],
  ['before', false],
])(
  'data refetched after a bulk mutation was cut off %s another one is in doubt once that responds',
  async (_what, isCutOffLast) => {
    const doors = [
      { id: '1', isOpen: false },
      { id: '2', isOpen: false },
    ];
    const change = (ids: readonly string[], isOpen: boolean) => {
      for (const door of doors) if (ids.includes(door.id)) door.isOpen = isOpen;
      return doors.filter(({ id }) => ids.includes(id)).map(door => ({ ...door }));
    };
    const { store, arrival, done, settle, mount, doubts } = await startScript({
      'GET /doors': () => doors.map(door => ({ ...door })),
      'POST /doors/:id/open': ({ id }) => change([String(id)], true)[0],
      'POST /doors/close': (_params, { ids }: { ids: readonly string[] }) => change(ids, false),
    });
    await done(getList.fetch());
    mount(getList);
    const opening = store.dispatch(open.fetch({ id: '1' }));
    const opened = await arrival('POST /doors/1/open');
    const closing = store.dispatch(closeAll.fetch({ ids: ['1', '2'] }));
    const closed = await arrival('POST /doors/close');
    for (const visit of isCutOffLast ? [opened, closed] : [closed, opened]) visit.act();
    closed.respond('cut');
    await expect(closing).rejects.toMatchObject({ status: 500 });
    // The other door is in doubt, and no mutation of it is in flight.
    const refetch = await arrival('GET /doors');
    refetch.respond();
    await until(() => store.getState().rdc.inflight.size === 1);
    opened.respond();
    await opening;
    await settle();

    const { data } = getList.select()(store.getState());
    expect(data?.map(({ isOpen }) => isOpen)).toEqual([!isCutOffLast, false]);
    expect(doubts()).toEqual({});
  },
);

it('so is a list that the other mutation removed a record from', async () => {
  let ids: readonly string[] = ['1', '2'];
  const rows = () => ids.map(id => ({ id, isOpen: false }));
  const listed = new Collection([Door], { argsKey: () => ({}) });
  const replace = new ApiEndpoint({
    path: '/doors',
    method: 'PUT',
    body: type<readonly { id: string }[]>(),
    schema: listed,
    name: 'cutOffBeside.replace',
  });
  const take = new ApiEndpoint({
    path: '/doors/:id/listed',
    method: 'DELETE',
    schema: listed.remove,
    name: 'cutOffBeside.take',
  });
  const { store, arrival, done, settle, mount } = await startScript({
    'GET /doors': rows,
    'PUT /doors': (_params, body: readonly { id: string }[]) => {
      ids = body.map(({ id }) => id);
      return rows();
    },
    'DELETE /doors/:id/listed': ({ id }) => {
      ids = ids.filter(one => one !== id);
      return { id };
    },
  });
  await done(getList.fetch());
  mount(getList);
  const taking = store.dispatch(take.fetch({ id: '2' }));
  const taken = await arrival('DELETE /doors/2/listed');
  const replacing = store.dispatch(replace.fetch([{ id: '1' }, { id: '2' }]));
  const replaced = await arrival('PUT /doors');
  taken.act();
  replaced.act();
  replaced.respond('cut');
  await expect(replacing).rejects.toMatchObject({ status: 500 });
  // The other door is in doubt, and no mutation of it is in flight.
  (await arrival('GET /doors')).respond();
  await until(() => store.getState().rdc.inflight.size === 1);
  taken.respond();
  await taking;
  await settle();

  const { data } = getList.select()(store.getState());
  expect(data?.map(({ id }) => id)).toEqual(['1', '2']);
});
