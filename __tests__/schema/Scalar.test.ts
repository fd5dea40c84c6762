import {
  Collection,
  Controller,
  createDataClient,
  Entity,
  gcManager,
  getSelectors,
  Invalidate,
  keyOf,
  networkManager,
  resource,
  Scalar,
  type,
  Values,
} from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';

class Company extends Entity {
  id = '';
  name = '';
  share = 0;
  boughtAt = new Date(0);
  get label() {
    return `${this.name} ${this.share}`;
  }
  static key = 'ScalarCompany';
  static schema = { boughtAt: (iso: string) => new Date(iso) };
}

const CompanyIn = Scalar(Company, {
  key: 'ScalarCompanyIn',
  fields: ['share', 'boughtAt'],
  lens: ({ portfolio }: { portfolio: string }) => portfolio,
});

const getCompanies = new ApiEndpoint({
  path: '/companies',
  method: 'GET',
  searchParams: type<{ portfolio: string }>(),
  body: type<{ name: string; share: number }>(),
  schema: new Collection([CompanyIn]),
  name: 'scalar.getCompanies',
  optimistic: true,
});
const getShares = new ApiEndpoint({
  path: '/shares',
  searchParams: type<{ portfolio: string }>(),
  schema: new Values(CompanyIn),
  name: 'scalar.getShares',
});
const getCompany = new ApiEndpoint({ path: '/companies/:id', schema: Company, name: 'scalar.getCompany' });
const change = new ApiEndpoint({
  path: '/portfolios/:portfolio/companies/:id',
  method: 'PATCH',
  body: type<Partial<{ name: string; share: number }>>(),
  schema: CompanyIn,
  name: 'scalar.change',
  getOptimisticResponse: (_snapshot, { id }, body) => ({ id, ...body }),
});
const sell = new ApiEndpoint({
  path: '/portfolios/:portfolio/companies/:id',
  method: 'DELETE',
  schema: new Invalidate(CompanyIn),
  name: 'scalar.sell',
});
const close = new ApiEndpoint({
  path: '/companies/:id',
  method: 'DELETE',
  schema: new Invalidate(Company),
  name: 'scalar.close',
});

const shares: Readonly<Record<string, readonly number[]>> = { A: [10, 20], B: [30] };

async function setUp(client?: Parameters<typeof createTestStore>[0]) {
  const api = await serve({
    'GET /companies': ({ query }) =>
      (shares[String(query.portfolio)] ?? []).map((share, i) => ({
        id: String(i + 1),
        name: ['Ada & Co', 'Babbage'][i],
        share,
        boughtAt: '2020-01-01',
      })),
    'GET /companies/:id': ({ params }) => ({ id: params.id, name: 'Lovelace' }),
    'GET /shares': () => ({ 1: { share: 99 } }),
    'POST /companies': ({ body }) =>
      (body as { name: string }).name === '' ? reply(422) : { id: '3', ...(body as object) },
    'PATCH /portfolios/:portfolio/companies/:id': ({ params, body }) => ({
      id: params.id,
      ...(body as object),
    }),
    'DELETE /portfolios/:portfolio/companies/:id': ({ params }) => ({ id: params.id }),
    'DELETE /companies/:id': ({ params }) => ({ id: params.id }),
  });
  const store = createTestStore(client);
  const controller = new Controller(store);
  await controller.fetch(getCompanies, { portfolio: 'A' });
  await controller.fetch(getCompanies, { portfolio: 'B' });
  const shown = (portfolio: string) => getCompanies.select({ portfolio })(store.getState()).data ?? [];
  const labels = () => ['A', 'B'].map(portfolio => shown(portfolio).map(({ label }) => label));
  return { api, store, controller, shown, labels };
}

it('combines the values for the arguments with the shared record', async () => {
  const { store, shown, labels } = await setUp();

  expect(labels()).toEqual([['Ada & Co 10', 'Babbage 20'], ['Ada & Co 30']]);
  expect(shown('A')[0]).toBeInstanceOf(Company);
  expect(shown('A')[0]?.boughtAt).toEqual(new Date('2020-01-01'));
  expect(shown('A')[0]?.pk()).toBe('1');
  expect(Object.isFrozen(shown('A')[0])).toBe(true);
  expect(store.getState().rdc.entities[Company.key]?.size).toBe(2);
  // Without arguments there are no values.
  expect(getCompany.select({ id: '1' })(store.getState()).data).toMatchObject({ name: 'Ada & Co', share: 0 });
});

it('shows shared fields everywhere and keeps the identity of unchanged records', async () => {
  const { controller, shown, labels } = await setUp();
  const [, babbage] = shown('A');

  await controller.fetch(getCompany, { id: '1' });

  expect(labels()).toEqual([['Lovelace 10', 'Babbage 20'], ['Lovelace 30']]);
  expect(shown('A')[1]).toBe(babbage);
  const [first] = shown('B');
  controller.set(CompanyIn, { id: '1', portfolio: 'A' }, { id: '1', share: 11 });
  expect(labels()).toEqual([['Lovelace 11', 'Babbage 20'], ['Lovelace 30']]);
  expect(shown('B')[0]).toBe(first);
});

it('finds a value by its key and arguments, and updates it with a function', async () => {
  const { store, controller, labels } = await setUp();

  expect(controller.get(CompanyIn, { id: '2', portfolio: 'A' })?.label).toBe('Babbage 20');
  expect(controller.get(CompanyIn, { id: '2', portfolio: 'B' })).toBeUndefined();
  controller.set(CompanyIn, { id: '2', portfolio: 'A' }, company => ({ id: '2', share: company.share + 1 }));

  expect(labels()[0]).toEqual(['Ada & Co 10', 'Babbage 21']);
  expect(getSelectors(CompanyIn).selectIds(store.getState())).toEqual(['1 A', '2 A', '1 B']);
});

it('shows an optimistic update for its own arguments only and rolls it back', async () => {
  const { api, controller, labels } = await setUp();
  const held = api.hold('PATCH /portfolios/A/companies/1');

  const pending = controller.fetch(change, { portfolio: 'A', id: '1' }, { share: 50 });
  expect(labels()).toEqual([['Ada & Co 50', 'Babbage 20'], ['Ada & Co 30']]);
  await held.arrived;
  pending.abort();
  await pending.catch(() => undefined);
  expect(labels()).toEqual([['Ada & Co 10', 'Babbage 20'], ['Ada & Co 30']]);

  await held.release();
  await controller.fetch(change, { portfolio: 'B', id: '1' }, { name: 'New', share: 5 });
  expect(labels()).toEqual([['New 10', 'Babbage 20'], ['New 5']]);
});

it.each<[what: string, value: unknown]>([
  ['a recipe', (company: { share: number }) => void Object.assign(company, { share: 50 })],
  ['a function', (company: { share: number }) => ({ share: company.share + 40 })],
  ['fields without its key', { share: 50 }],
])('sets %s for its own arguments only', async (_what, value) => {
  const { controller, labels } = await setUp();

  controller.set(CompanyIn, { id: '1', portfolio: 'A' }, value as never);

  expect(labels()).toEqual([['Ada & Co 50', 'Babbage 20'], ['Ada & Co 30']]);
});

it('sets shared fields with a recipe, for all arguments', async () => {
  const { controller, labels } = await setUp();

  controller.set(CompanyIn, { id: '1', portfolio: 'A' }, (company: Company) => {
    company.name = 'New';
  });

  expect(labels()).toEqual([['New 10', 'Babbage 20'], ['New 30']]);
});

it('hides its internal fields from the record, even in an optimistic resource', async () => {
  const { controller, labels } = await setUp();
  const { partialUpdate } = resource({
    path: '/portfolios/:portfolio/companies/:id',
    schema: CompanyIn,
    Endpoint: ApiEndpoint,
    optimistic: true,
  });

  const pending = controller.fetch(partialUpdate, { portfolio: 'A', id: '1' }, { share: 50 });
  expect(labels()).toEqual([['Ada & Co 50', 'Babbage 20'], ['Ada & Co 30']]);
  expect(Object.keys(controller.get(Company, { id: '1' }) ?? {})).not.toContain('$record');
  await pending;
});

it('shows an optimistic creation for its own arguments only, and rolls it back', async () => {
  const { api, store, controller, shown, labels } = await setUp();
  const held = api.hold('POST /companies');

  const created = controller.fetch(getCompanies.push, { portfolio: 'A' }, { name: 'Curie', share: 5 });
  expect(labels()).toEqual([['Ada & Co 10', 'Babbage 20', 'Curie 5'], ['Ada & Co 30']]);
  const keys = shown('A').map(keyOf);
  await held.arrived;
  await held.release();

  expect((await created)?.label).toBe('Curie 5');
  expect(await created).toBe(shown('A')[2]);
  expect(labels()).toEqual([['Ada & Co 10', 'Babbage 20', 'Curie 5'], ['Ada & Co 30']]);
  expect(shown('A').map(keyOf)).toEqual(keys);
  expect(controller.get(Company, { id: '3' })).toMatchObject({ name: 'Curie', share: 0 });
  // Other arguments have their own values.
  controller.set(CompanyIn, { id: '3', portfolio: 'B' }, { id: '3', share: 7 });
  expect(labels()[0]).toEqual(['Ada & Co 10', 'Babbage 20', 'Curie 5']);

  const before = store.getState().rdc.entities;
  const failing = api.hold('POST /companies');
  const failed = controller.fetch(getCompanies.push, { portfolio: 'B' }, { name: '', share: 1 });
  expect(labels()[1]).toEqual(['Ada & Co 30', ' 1']);
  await failing.arrived;
  await failing.release();
  await expect(failed).rejects.toMatchObject({ status: 422 });
  expect(labels()[1]).toEqual(['Ada & Co 30']);
  expect(store.getState().rdc.entities).toBe(before);
});

it('accepts only the values, in a map by key of the record', async () => {
  const { store, controller, labels } = await setUp();

  await controller.fetch(getShares, { portfolio: 'B' });

  expect(labels()).toEqual([['Ada & Co 10', 'Babbage 20'], ['Ada & Co 99']]);
  expect(getShares.select({ portfolio: 'B' })(store.getState()).data?.['1']?.label).toBe('Ada & Co 99');
});

it('keeps values apart for any characters in record keys and arguments', () => {
  const store = createTestStore();
  const pairs = [
    ['A', 'B C'],
    ['A B', 'C'],
    ['A\\', 'B C'],
    ['A\\ B', 'C'],
    ['A ', 'B C'],
    ['A', ' B C'],
  ] as const;
  const rowsOf = (portfolio: string) => [
    ...pairs.flatMap(([id, of], i) => (of === portfolio ? { id, name: id, share: i } : [])),
  ];
  for (const [, portfolio] of pairs)
    store.dispatch(getCompanies.setResponse({ portfolio }, rowsOf(portfolio)));
  const read = (portfolio: string) => getCompanies.select({ portfolio })(store.getState()).data;

  for (const [, portfolio] of pairs)
    expect(read(portfolio)?.map(({ id, name, share }) => ({ id, name, share }))).toEqual(rowsOf(portfolio));
  const controller = new Controller(store);
  const [first] = read('C') ?? [];
  if (first !== undefined) controller.set(CompanyIn, { id: 'A B', portfolio: 'C' }, { ...first, share: 70 });
  expect(read('C')?.map(({ share }) => share)).toEqual([70, 3]);
  expect(read('B C')?.map(({ share }) => share)).toEqual([0, 2, 4]);
});

it('removes the values for its arguments, or all of them with the record', async () => {
  const { controller, labels } = await setUp();

  await controller.fetch(sell, { portfolio: 'A', id: '1' });
  expect(labels()).toEqual([['Babbage 20'], ['Ada & Co 30']]);

  await controller.fetch(close, { id: '1' });
  expect(labels()).toEqual([['Babbage 20'], []]);
});

it('collects values together with the responses that brought them', async () => {
  const managers = [networkManager(), gcManager({ keepUnusedMs: 0, intervalMs: 10 })];
  const { store, labels } = await setUp({ client: createDataClient({ managers, dataExpiryLength: 200 }) });
  const sizes = () => Object.values(store.getState().rdc.entities).map(({ size }) => size);

  while (sizes().some(size => size > 0)) {
    // Nothing is collected in part.
    const { endpoints } = store.getState().rdc;
    if (endpoints.size === 2) expect(labels()).toEqual([['Ada & Co 10', 'Babbage 20'], ['Ada & Co 30']]);
    await new Promise(resolve => setTimeout(resolve, 10));
  }
  store.client.cleanup(store);
});

it('reports arguments without a lens, and fields that the entity does not have', async () => {
  const { controller } = await setUp();

  expect(() => controller.set(CompanyIn, { id: '1' }, { id: '1', share: 5 })).toThrow(
    /Scalar\(ScalarCompany\): lens\(\) found nothing in the arguments/,
  );
  expect(() => Scalar(Company, { key: 'X', fields: ['shares' as 'share'], lens: () => 'A' })).toThrow(
    'ScalarCompany has no field "shares"',
  );
});

it('reads its values from the names that the server uses', async () => {
  class Renamed extends Company {
    static override key = 'ScalarRenamed';
    static sources = { share: 'share_pct' };
  }
  const RenamedIn = Scalar(Renamed, {
    key: 'ScalarRenamedIn',
    fields: ['share'],
    lens: ({ portfolio }: { portfolio: string }) => portfolio,
  });
  const getRenamed = getCompanies.extend({ name: 'scalar.getRenamed', schema: new Collection([RenamedIn]) });
  await serve({
    'GET /companies': ({ query }) => [{ id: '1', name: 'Ada', share_pct: query.portfolio === 'A' ? 5 : 7 }],
  });
  const store = createTestStore();
  for (const portfolio of ['A', 'B']) await store.dispatch(getRenamed.fetch({ portfolio } as never));

  const shares = ['A', 'B'].map(portfolio =>
    getRenamed
      .select({ portfolio } as never)(store.getState())
      .data?.map(({ share }) => share),
  );
  expect(shares).toEqual([[5], [7]]);
});
