import { Collection, Entity, resource } from 'rdc-toolkit';
import { ApiEndpoint } from '../helpers/serve';
import { startScript } from './script';
import type { Visit } from './scriptedRoutes';

class Task extends Entity {
  id = '';
  title = '';
  status = '';
  static key = 'Whole.Task';
}

class Owner extends Entity {
  id = '';
  name = '';
  tasks: readonly Task[] = [];
  static key = 'Whole.Owner';
  static schema = { tasks: new Collection([Task], { nestKey: ({ id }: Owner) => ({ owner: id }) }) };
}

interface Row {
  readonly id: string;
  readonly title: string;
  readonly status: string;
}

const row = (id: string, status = 'open'): Row => ({ id, title: id, status });

const { getList, delete: remove } = resource({
  path: '/tasks/:id',
  schema: Task,
  searchParams: {} as { status?: string },
  paginationField: 'after',
  Endpoint: ApiEndpoint,
});

const getOwner = new ApiEndpoint({ path: '/owners/:id', schema: Owner, name: 'whole.getOwner' });

/** The order in which two responses land. */
const orders = ['the mutation lands first', 'the other one lands first'] as const;

type Flight = readonly [visit: Visit, response: Promise<unknown>];

async function land(order: (typeof orders)[number], mutation: Flight, other: Flight) {
  for (const [visit, response] of order === orders[0] ? [mutation, other] : [other, mutation]) {
    visit.respond();
    await response;
  }
}

describe('a list that the response of a mutation returns as a whole', () => {
  it.each(orders)('stays if an overlapping read was processed before it: %s', async order => {
    let ids = ['1', '2', '3'];
    const reorder = new ApiEndpoint({
      path: '/tasks/order',
      method: 'PUT',
      body: undefined,
      schema: getList.schema,
      name: 'whole.reorder',
    });
    const rows = () => ids.map(id => row(id));
    const { store, done, arrival, mount, settle } = await startScript({
      'GET /tasks': rows,
      'PUT /tasks/order': () => {
        ids = ids.toReversed();
        return rows();
      },
    });
    const shown = () =>
      getList
        .select({})(store.getState())
        .data?.map(({ id }) => id);
    await done(getList.fetch({}));
    const reordering = store.dispatch(reorder.fetch());
    const put = await arrival('PUT /tasks/order');
    const reading = store.dispatch(getList.fetch({}));
    const get = await arrival('GET /tasks');
    get.act();
    await land(order, [put, reordering], [get, reading]);
    if (order === orders[0]) expect(shown()).toEqual(['3', '2', '1']);
    mount(getList, {});
    await settle();

    expect(shown()).toEqual(['3', '2', '1']);
  });

  it.each((['GET', 'PATCH'] as const).flatMap(other => orders.map(order => [other, order] as const)))(
    'stays within a record if an overlapping %s was processed before it: %s',
    async (method, order) => {
      const owner = { id: '1', name: 'a', tasks: [row('1')] };
      const shared = { path: '/owners/:id', schema: Owner } as const;
      const add = new ApiEndpoint({
        ...shared,
        path: '/owners/:id/add',
        method: 'POST',
        body: {} as { title: string },
        name: `whole.add, ${method}, ${order}`,
      });
      const rename = new ApiEndpoint({
        ...shared,
        method: 'PATCH',
        body: {} as { name: string },
        name: `whole.rename, ${method}, ${order}`,
      });
      const { store, done, arrival, mount, settle } = await startScript({
        'GET /owners/:id': () => ({ ...owner }),
        'POST /owners/:id/add': () => {
          owner.tasks = [...owner.tasks, row('2')];
          return { ...owner };
        },
        'PATCH /owners/:id': (_params, body: object) => ({ ...Object.assign(owner, body) }),
      });
      const shown = () => {
        const { data } = getOwner.select({ id: '1' })(store.getState());
        return [data?.name, data?.tasks.map(({ id }) => id)];
      };
      await done(getOwner.fetch({ id: '1' }));
      const adding = store.dispatch(add.fetch({ id: '1' }, { title: '2' }));
      const post = await arrival('POST /owners/1/add');
      const otherwise = store.dispatch(
        (method === 'GET' ? getOwner.fetch({ id: '1' }) : rename.fetch({ id: '1' }, { name: 'b' })) as never,
      ) as Promise<unknown>;
      const visit = await arrival(`${method} /owners/1`);
      visit.act();
      await land(order, [post, adding], [visit, otherwise]);
      const expected = [method === 'GET' ? 'a' : 'b', ['1', '2']];
      if (order === orders[0]) expect(shown()).toEqual(expected);
      mount(getOwner, { id: '1' });
      await settle();

      expect(shown()).toEqual(expected);
    },
  );

  it('casts no doubt if the other response agrees or nothing overlapped', async () => {
    const owner = { id: '1', name: 'a', tasks: [row('1')] };
    const rename = new ApiEndpoint({
      path: '/owners/:id',
      schema: Owner,
      method: 'PATCH',
      body: {} as { name: string },
      name: 'whole.renameAlone',
    });
    const { store, done, arrival, doubts } = await startScript({
      'GET /owners/:id': () => ({ ...owner }),
      'PATCH /owners/:id': (_params, body: object) => ({ ...Object.assign(owner, body) }),
    });
    await done(getOwner.fetch({ id: '1' }));
    owner.tasks = [row('1'), row('2')];
    await done(rename.fetch({ id: '1' }, { name: 'b' }));
    const renaming = store.dispatch(rename.fetch({ id: '1' }, { name: 'c' }));
    const patch = await arrival('PATCH /owners/1');
    const reading = store.dispatch(getOwner.fetch({ id: '1' }));
    const get = await arrival('GET /owners/1');
    patch.respond();
    await renaming;
    get.respond();
    await reading;

    expect(doubts()).toEqual({});
  });
});

it('a list that lands too late keeps the page after the later one', async () => {
  let rows = ['1', '2', '3', '4'].map(id => row(id));
  const { store, done, arrival } = await startScript({
    'GET /tasks': (_params, _body, { after }: { after?: string }) => {
      const from = rows.findIndex(({ id }) => id === after) + 1;
      return after === undefined ? rows.slice(0, 2) : rows.slice(from);
    },
    'DELETE /tasks/:id': ({ id }) => {
      rows = rows.filter(one => one.id !== id);
      return { id };
    },
  });
  await done(getList.fetch({}));
  const reading = store.dispatch(getList.fetch({}));
  const early = await arrival('GET /tasks');
  early.act();
  await done(remove.fetch({ id: '2' }));
  await done(getList.fetch({}));
  const paging = store.dispatch(getList.getPage.fetch({ after: '3' }));
  const page = await arrival('GET /tasks?after=3');
  page.act();
  early.respond();
  await reading;
  page.respond();
  await paging;

  const { data } = getList.select({})(store.getState());
  expect(data?.map(({ id }) => id)).toEqual(['1', '3', '4']);
});

it.each(orders)('a list with a creation that its filter cannot place keeps its position: %s', async order => {
  const rows = [row('1')];
  const { store, done, arrival, settle, mount } = await startScript({
    'GET /tasks': (_params, _body, { status }: { status: string }) =>
      rows.filter(one => status.split(',').includes(one.status)).toReversed(),
    'POST /tasks': (_params, body: object) => {
      const made = { ...row('new'), ...body };
      rows.push(made);
      return made;
    },
  });
  const both = { status: 'open,done' };
  await done(getList.fetch(both));
  mount(getList, both);
  const reading = store.dispatch(getList.fetch(both));
  const get = await arrival('GET /tasks?status=open%2Cdone');
  const creating = store.dispatch(getList.push.fetch({ title: 'new', status: 'open' } as never));
  const post = await arrival('POST /tasks');
  post.act();
  await land(order, [post, creating], [get, reading]);
  await settle();

  const { data } = getList.select(both)(store.getState());
  expect(data?.map(({ id }) => id)).toEqual(['new', '1']);
});

it.each([
  ['alone', {}],
  [
    'beside an optimistic response',
    { getOptimisticResponse: (_snapshot: unknown, _params: object, ids: string[]) => ids.map(id => row(id)) },
  ],
])(
  'a record of a list that a mutation returns %s joins a list from before it existed',
  async (how, options) => {
    class Belonging extends Task {
      static override key = `Whole.Belonging ${how}`;
    }
    const belonging = resource({
      path: '/tasks/:id',
      schema: Belonging,
      searchParams: {} as { status?: string },
      belongs: ({ status }, args: { status?: string }) => args.status === undefined || args.status === status,
      Endpoint: ApiEndpoint,
    });
    const replace = new ApiEndpoint({
      path: '/tasks',
      method: 'PUT',
      searchParams: {} as { status: string },
      body: [] as string[],
      schema: belonging.getList.schema,
      name: `whole.replace, ${how}`,
      ...options,
    });
    let rows = [row('1')];
    const { store, arrival, mount, settle } = await startScript({
      'GET /tasks': () => rows,
      'PUT /tasks': (_params, ids: string[]) => {
        rows = ids.map(id => row(id));
        return rows;
      },
    });
    const list = (args: { status?: string }) =>
      belonging.getList
        .select(args)(store.getState())
        .data?.map(({ id }) => id);
    mount(belonging.getList, {});
    mount(belonging.getList, { status: 'open' });
    const open = store.dispatch(belonging.getList.fetch({ status: 'open' }));
    const first = await arrival('GET /tasks?status=open');
    const all = store.dispatch(belonging.getList.fetch({}));
    const second = await arrival('GET /tasks');
    const replacing = store.dispatch(replace.fetch({ status: 'open' }, ['1', '7']));
    const put = await arrival('PUT /tasks?status=open');
    second.respond();
    await all;
    put.act();
    first.respond();
    await open;
    put.respond();
    await replacing;

    await settle();
    expect([list({ status: 'open' }), list({})]).toEqual([
      ['1', '7'],
      ['1', '7'],
    ]);
  },
);
