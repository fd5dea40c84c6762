import { Entity, Invalidate, type } from 'rdc-toolkit';
import { ApiEndpoint } from '../helpers/serve';
import { startScript } from './script';

class Account extends Entity {
  id = '';
  name = '';
  balance = 0;
  static key = 'CutOff.Account';
}

const getAccount = new ApiEndpoint({ path: '/accounts/:id', schema: Account, name: 'cutOff.get' });
const transfer = new ApiEndpoint({
  path: '/transfers',
  body: type<{ from: string | number; to: string; name?: string }>(),
  schema: { from: Account, to: Account },
  name: 'cutOff.transfer',
});
const replace = new ApiEndpoint({
  path: '/replacements',
  body: type<{ closed: string; opened: { name: string } }>(),
  schema: { closed: new Invalidate(Account), opened: Account },
  name: 'cutOff.replace',
});

it.each([
  ['changes', 'POST /transfers', transfer.fetch({ from: '1', to: '9' })],
  ['changes by number', 'POST /transfers', transfer.fetch({ from: 1, to: '9' })],
  ['removes', 'POST /replacements', replace.fetch({ closed: '1', opened: { name: 'new' } })],
])(
  'a record that a mutation of several %s, named by no field of its own, is in doubt if cut off',
  async (_what, route, mutating) => {
    const { store, arrival, done, settle, mount, newRequests } = await startScript({
      'GET /accounts/:id': ({ id }) => ({ id, name: '', balance: 0 }),
      [route]: () => ({}),
    });
    for (const id of ['1', '2']) {
      await done(getAccount.fetch({ id }));
      mount(getAccount, { id });
    }
    const requests = newRequests();
    const failing = store.dispatch(mutating as never) as Promise<unknown>;
    (await arrival(route)).respond('cut');
    await expect(failing).rejects.toMatchObject({ name: expect.any(String) });
    await settle();

    expect(requests()).toEqual([route, 'GET /accounts/1']);
  },
);

it('a field whose text equals a key names no record', async () => {
  const { store, arrival, done, settle, mount, newRequests } = await startScript({
    'GET /accounts/:id': ({ id }) => ({ id, name: '', balance: 0 }),
    'POST /transfers': () => ({}),
  });
  await done(getAccount.fetch({ id: '1' }));
  mount(getAccount, { id: '1' });
  const requests = newRequests();
  const failing = store.dispatch(transfer.fetch({ from: '7', to: '9', name: '1' }));
  (await arrival('POST /transfers')).respond('cut');
  await expect(failing).rejects.toMatchObject({ name: expect.any(String) });
  await settle();

  expect(requests()).toEqual(['POST /transfers']);
});
