import { Entity, Lazy, schema, type, Values } from 'rdc-toolkit';
import { ApiEndpoint } from '../helpers/serve';
import { startScript } from './script';

class Account extends Entity {
  id = '';
  balance = 0;
  static key = 'CutOffInRows.Account';
}
const getAccount = new ApiEndpoint({ path: '/accounts/:id', schema: Account, name: 'cutOffInRows.get' });
const settleAll = (name: string, responds: unknown) =>
  new ApiEndpoint({
    path: '/settlements',
    method: 'POST',
    body: type<{ ids: readonly string[] }>(),
    schema: responds,
    name: `cutOffInRows.${name}`,
  });

const tree: Record<string, unknown> = { account: Account };
tree.below = new Lazy(() => [tree]);
const chain: Record<string, unknown> = { account: Account };
chain.next = new Lazy(() => chain);

it.each([
  ['an array', settleAll('array', [{ account: Account, status: 0 }])],
  ['an envelope', settleAll('envelope', { results: [{ account: Account }] })],
  ['a map', settleAll('map', new Values({ account: Account }))],
  ['an array written out', settleAll('long', new schema.Array(new schema.Object({ account: Account })))],
  ['a tree', settleAll('tree', [tree])],
  ['a chain', settleAll('chain', chain)],
])(
  "records in rows of %s in a mutation's response are in doubt if it is cut off",
  async (_what, mutation) => {
    const { store, arrival, done, settle, mount, newRequests } = await startScript({
      'GET /accounts/:id': ({ id }) => ({ id, balance: 0 }),
      'POST /settlements': () => ({}),
    });
    for (const id of ['1', '2']) {
      await done(getAccount.fetch({ id }));
      mount(getAccount, { id });
    }
    const requests = newRequests();
    const failing = store.dispatch(mutation.fetch({ ids: ['1'] }));
    (await arrival('POST /settlements')).respond('cut');
    await expect(failing).rejects.toMatchObject({ name: expect.any(String) });
    await settle();

    expect(requests()).toEqual(['POST /settlements', 'GET /accounts/1']);
  },
);

it('a recursive object schema is sent and stored', async () => {
  const { store, done } = await startScript({
    'POST /settlements': () => ({
      account: { id: '1', balance: 1 },
      next: { account: { id: '2', balance: 2 }, next: null },
    }),
  });
  await done(settleAll('stored', chain).fetch({ ids: ['1', '2'] }));

  expect(getAccount.select({ id: '2' })(store.getState()).data?.balance).toBe(2);
});
