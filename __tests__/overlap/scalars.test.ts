import { Collection, Entity, Invalidate, Scalar, type } from 'rdc-toolkit';
import { cpuTime } from '../helpers/cpuTime';
import { growth } from '../helpers/growth';
import { ApiEndpoint } from '../helpers/serve';
import { startScript } from '../overlap/script';

class Company extends Entity {
  id = '';
  name = '';
  share = 0;
  static key = 'Scalars.Company';
}
const Held = Scalar(Company, {
  key: 'Scalars.CompanyInPortfolio',
  fields: ['share'],
  lens: ({ portfolio }: { portfolio: string }) => portfolio,
});
const getCompanies = new ApiEndpoint({
  path: '/companies',
  searchParams: type<{ portfolio: string }>(),
  schema: new Collection([Held]),
  name: 'Scalars.getCompanies',
});
const add = getCompanies.push.extend({ body: type<{ id: string; name: string; share: number }>() });
const remove = new ApiEndpoint({
  path: '/companies/:id',
  method: 'DELETE',
  schema: new Invalidate(Company),
  name: 'Scalars.removeCompany',
});

it.each([
  ['the deletion', true],
  ['the creation', false],
])(
  'a company deleted and added to a portfolio at once matches the server if %s comes first',
  async (_what, isDeletionFirst) => {
    let rows = [
      { id: '1', name: 'a', share: 1 },
      { id: '2', name: 'b', share: 2 },
    ];
    const { store, controller, arrival, done, settle, mount } = await startScript({
      'GET /companies': () => rows,
      'POST /companies': (_params: object, body: { id: string; name: string; share: number }) => {
        rows = [...rows.filter(({ id }) => id !== body.id), body];
        return body;
      },
      'DELETE /companies/:id': ({ id }: { id: string }) => {
        rows = rows.filter(row => row.id !== id);
        return { id };
      },
    } as never);
    const args = { portfolio: 'A' };
    mount(getCompanies, args);
    await done(getCompanies.fetch(args) as never);

    const deleting = controller.fetch(remove, { id: '2' });
    const deletion = await arrival('DELETE /companies/2');
    const adding = controller.fetch(add, args, { id: '2', name: 'b', share: 5 });
    const creation = await arrival('POST /companies?portfolio=A');
    deletion.act();
    creation.act();
    for (const visit of isDeletionFirst ? [deletion, creation] : [creation, deletion]) visit.respond();
    await Promise.all([deleting, adding]);
    await settle();

    const { data } = getCompanies.select(args)(store.getState());
    expect(data?.map(({ id, share }) => ({ id, share }))).toEqual([
      { id: '1', share: 1 },
      { id: '2', share: 5 },
    ]);
  },
);

it('a deleted company that is added to one portfolio appears in no other that held it', async () => {
  const { store, done } = await startScript({
    'GET /companies': () => [{ id: '1', name: 'a', share: 1 }],
    'POST /companies': (_params: object, body: object) => body,
    'DELETE /companies/:id': ({ id }: { id: string }) => ({ id }),
  } as never);
  const shown = (portfolio: string) =>
    getCompanies
      .select({ portfolio })(store.getState())
      .data?.map(({ id, share }) => ({ id, share }));
  await done(getCompanies.fetch({ portfolio: 'A' }) as never);
  await done(getCompanies.fetch({ portfolio: 'B' }) as never);

  await done(remove.fetch({ id: '1' }) as never);
  expect([shown('A'), shown('B')]).toEqual([[], []]);
  await done(add.fetch({ portfolio: 'A' }, { id: '1', name: 'a', share: 5 }) as never);

  expect([shown('A'), shown('B')]).toEqual([[{ id: '1', share: 5 }], []]);
});

it('a bulk deletion scans the records of a Scalar once', async () => {
  const removeAll = new ApiEndpoint({
    name: 'Scalars.removeAll',
    path: '/companies',
    method: 'DELETE',
    schema: [new Invalidate(Company)],
  });
  const { controller } = await startScript({});
  const timed = (count: number) => {
    const rows = Array.from({ length: count }, (_, n) => ({ id: `${n}`, name: '', share: 1 }));
    controller.setResponse(getCompanies, { portfolio: 'A' }, rows as never);
    const before = cpuTime();
    controller.setResponse(removeAll, rows.map(({ id }) => id) as never);
    const time = cpuTime() - before;
    expect(controller.get(getCompanies.schema, { portfolio: 'A' })).toEqual([]);
    return time;
  };

  expect(await growth(timed, { few: 1000, many: 4000, limit: 9 })).toBeLessThan(9);
});
