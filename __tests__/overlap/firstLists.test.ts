import { Entity, resource, type } from 'rdc-toolkit';
import { ApiEndpoint } from '../helpers/serve';
import { startScript } from './script';

interface Row {
  readonly id: string;
  readonly category: string;
  readonly title: string;
}

type Belongs = (product: { category: string }, args: { category?: string }) => boolean;

function products(kind: string, belongs?: Belongs) {
  class Product extends Entity {
    id = '';
    category = '';
    title = '';
    static key = `FirstLists.${kind}`;
  }
  const searchParams = type<{ category?: string }>();
  return resource({ path: '/products/:id', schema: Product, searchParams, belongs, Endpoint: ApiEndpoint });
}

const plain = products('Plain');
const ruled = products('Ruled', (product, { category }) => product.category === category);

/** A mutation that the server processes and whose response is cut off, while a list is fetched for the first time. */
describe.each([
  ['with filters', plain],
  ['with belongs', ruled],
])(
  'a list %s, fetched before a mutation of an unknown record is cut off',
  (what, { getList, partialUpdate }) => {
    async function start(changes: Partial<Row>, category: string) {
      const rows = new Map<string, Row>([
        ['3', { id: '3', category: '2', title: 'c' }],
        ['6', { id: '6', category: '1', title: 'f' }],
      ]);
      const scripted = await startScript({
        'GET /products': (_params, _body, query: { category: string }) =>
          [...rows.values()].filter(row => row.category === query.category),
        'PATCH /products/:id': ({ id }, body: Partial<Row>) => {
          const row = { ...(rows.get(String(id)) as Row), ...body };
          rows.set(row.id, row);
          return row;
        },
      });
      const { store, arrival, settle, mount, newRequests } = scripted;
      const requests = newRequests();
      const args = { category };
      mount(getList, args);
      const reading = store.dispatch(getList.fetch(args));
      const get = await arrival(`GET /products?category=${category}`);
      get.act();
      const failing = store.dispatch(partialUpdate.fetch({ id: '3' }, changes));
      (await arrival('PATCH /products/3')).respond('cut');
      await expect(failing).rejects.toMatchObject({ name: expect.any(String) });
      get.respond();
      await reading;
      await settle();
      const { data } = getList.select(args)(store.getState());
      return {
        ids: data?.map(({ id }) => id),
        reads: requests().filter(one => one.startsWith('GET')).length,
      };
    }

    it('is refetched if the mutation may have moved the record there', async () => {
      expect(await start({ category: '1' }, '1')).toEqual({ ids: ['3', '6'], reads: 2 });
    });

    it('is refetched if the mutation may have moved the record away', async () => {
      expect(await start({ category: '1' }, '2')).toEqual({ ids: [], reads: 2 });
    });

    it('is not refetched if the mutation wrote no field that a filter reads', async () => {
      // The fields that a rule reads are known only once the record is.
      const reads = what === 'with filters' ? 1 : 2;
      expect(await start({ title: 'new' }, '1')).toEqual({ ids: ['6'], reads });
    });
  },
);

it('a list is not refetched if its filter shows that the mutation moved nothing there', async () => {
  const { getList, partialUpdate } = plain;
  const { store, arrival, settle, mount, newRequests } = await startScript({
    'GET /products': () => [],
    'PATCH /products/:id': ({ id }, body: Partial<Row>) => ({ id, title: '', category: '', ...body }),
  });
  const requests = newRequests();
  mount(getList, { category: '9' });
  const reading = store.dispatch(getList.fetch({ category: '9' }));
  const get = await arrival('GET /products?category=9');
  get.act();
  const failing = store.dispatch(partialUpdate.fetch({ id: '3' }, { category: '1' }));
  (await arrival('PATCH /products/3')).respond('cut');
  await expect(failing).rejects.toMatchObject({ name: expect.any(String) });
  get.respond();
  await reading;
  await settle();
  expect(requests()).toEqual(['GET /products?category=9', 'PATCH /products/3']);
});
