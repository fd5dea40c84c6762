import { Controller, Entity, resource, Union } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { until } from '../helpers/until';
import { untilServed } from '../helpers/untilQuiet';
import { mount } from '../overlap/mount';

class Page extends Entity {
  slug = '';
  title = '';
  static key = 'Renaming.Page';
  override pk() {
    return this.slug;
  }
}

const PageResource = resource({ path: '/pages/:slug', schema: Page, Endpoint: ApiEndpoint }).extend('copy', {
  path: '/pages/:slug/copy',
  method: 'POST',
  body: undefined,
});

/** In the path, `id` is the project's; in the record, the member's. */
class Member extends Entity {
  id = '';
  role = '';
  static key = 'Renaming.Member';
}

const MemberResource = resource({
  path: '/projects/:id/members/:userId',
  schema: Member,
  Endpoint: ApiEndpoint,
});

type Row = Readonly<Record<string, unknown>>;

/** A store with the list of a server whose pages can change their slug. */
async function start() {
  const rows: Row[] = [
    { slug: 'a', title: 'A' },
    { slug: 'b', title: 'B' },
  ];
  const api = await serve({
    'GET /pages': () => rows,
    'PATCH /pages/:slug': ({ params, body }: { params: Row; body: unknown }) => {
      const at = rows.findIndex(({ slug }) => slug === params.slug);
      rows[at] = { ...rows[at], ...(body as Row) };
      return rows[at];
    },
    'DELETE /pages/:slug': ({ params }: { params: Row }) => {
      rows.splice(
        rows.findIndex(({ slug }) => slug === params.slug),
        1,
      );
      return null;
    },
    'POST /pages/:slug/copy': () => ({ slug: 'copy', title: 'A' }),
  });
  const store = createTestStore();
  const controller = new Controller(store);
  await controller.fetch(PageResource.getList);
  mount(store, PageResource.getList, []);
  const slugs = () => controller.getResponse(PageResource.getList).data?.map(({ slug }) => slug);
  return { api, rows, store, controller, slugs };
}

describe('a mutation that changes the key of a record', () => {
  it('can set a key that no URL can carry, ending in half a character', async () => {
    const { api, store, controller, slugs } = await start();
    const slug = 'cut off 🎉'.slice(0, -1);

    await controller.fetch(PageResource.partialUpdate, { slug: 'a' }, { slug });
    await untilServed(api, store);

    expect(slugs()).toEqual([slug, 'b']);
  });

  it.each([
    ['partialUpdate', PageResource.partialUpdate],
    ['move', PageResource.getList.move],
  ])('refetches what shows the record once: %s', async (_how, endpoint) => {
    const { api, store, controller, slugs } = await start();

    await controller.fetch(endpoint, { slug: 'a' }, { slug: 'a2' });
    await until(() => slugs()?.join() === 'a2,b');
    await untilServed(api, store);

    expect(api.requests).toEqual(['GET /pages', 'PATCH /pages/a', 'GET /pages']);
    expect(store.getState().rdc).toMatchObject({ effects: [] });
  });
});

it.each([
  ['by another slug', undefined],
  ['in a union, by another kind', 'type'],
])(
  'refetches a list once that was requested before a key change and arrives after it: %s',
  async (what, field) => {
    class Text extends Entity {
      slug = '';
      type = 'text';
      static key = `Renaming.Text, ${what}`;
      override pk() {
        return this.slug;
      }
    }
    class Link extends Text {
      override type = 'link';
      static override key = `Renaming.Linked, ${what}`;
    }
    const { getList, partialUpdate } = resource({
      path: '/texts/:slug',
      schema:
        field === undefined ? Text : (new Union({ text: Text, link: Link }, field) as never as typeof Text),
      Endpoint: ApiEndpoint,
    });
    const before = { slug: 'a', type: 'text' };
    const change = field === undefined ? { slug: 'a2' } : { type: 'link' };
    const after = { ...before, ...change };
    let isChanged = false;
    const api = await serve({
      'GET /texts': () => [isChanged ? after : before],
      'PATCH /texts/:slug': () => after,
    });
    const store = createTestStore();
    const held = api.hold('GET /texts');
    const reading = store.dispatch(getList.fetch());
    await held.arrived;
    mount(store, getList, []);
    await store.dispatch(partialUpdate.fetch({ slug: 'a' }, change as never));
    await held.release();
    await reading;
    isChanged = true;
    await untilServed(api, store);

    expect(api.requests).toEqual(['GET /texts', 'PATCH /texts/a', 'GET /texts']);
    expect(
      getList
        .select()(store.getState())
        .data?.map(({ slug, type }) => ({ slug, type })),
    ).toEqual([after]);
  },
);

it.each([
  ['got another one', (rows: Row[]) => void rows.splice(0, 1, { slug: 'c', title: 'A' })],
  ['is gone', (rows: Row[]) => void rows.splice(0, 1)],
])('refetches the list once after a record takes the key of one that %s', async (_what, free) => {
  const { api, rows, controller, slugs, store } = await start();
  free(rows);

  await controller.fetch(PageResource.partialUpdate, { slug: 'b' }, { slug: 'a' });
  await untilServed(api, store);

  expect(slugs()).toEqual(rows.map(({ slug }) => slug));
  expect(api.requests).toEqual(['GET /pages', 'PATCH /pages/b', 'GET /pages']);
});

it('shows a record that took the key of one whose deletion overlapped', async () => {
  const { api, rows, store, controller, slugs } = await start();
  const deletion = api.hold('DELETE /pages/:slug');
  const deleting = store.dispatch(PageResource.delete.fetch({ slug: 'a' }));
  await deletion.arrived;
  const change = api.hold('PATCH /pages/:slug');
  const changing = store.dispatch(PageResource.partialUpdate.fetch({ slug: 'b' }, { slug: 'a' }));
  await change.arrived;
  await deletion.release();
  await deleting;
  await change.release();
  await changing;
  await untilServed(api, store);

  expect(slugs()).toEqual(rows.map(({ slug }) => slug));
  expect(controller.get(Page, { slug: 'a' })?.title).toBe('B');
});

it.each([
  ['a change that keeps the key', PageResource.partialUpdate, [{ slug: 'a' }, { title: 'New' }]],
  ['a POST that brings another record', PageResource.copy, [{ slug: 'a' }]],
] as const)('refetches nothing after %s', async (_what, endpoint, args) => {
  const { api, store, controller } = await start();
  await controller.fetch(endpoint as never, ...(args as never));
  await untilServed(api, store);

  expect(api.requests).toHaveLength(2);
  expect(store.getState().rdc.doubts).toEqual({});
});

it('uses only the last path parameter as the key of what a PUT replaces', async () => {
  const api = await serve({
    'GET /projects/:id/members': () => [{ id: '1', role: 'guest' }],
    'PUT /projects/:id/members/:userId': () => ({ id: '5', role: 'admin' }),
  });
  const store = createTestStore();
  const controller = new Controller(store);
  await controller.fetch(MemberResource.getList, { id: '2' });
  mount(store, MemberResource.getList, [{ id: '2' }]);

  await controller.fetch(MemberResource.update, { id: '1', userId: '5' }, { role: 'admin' });
  await untilServed(api, store);

  expect(api.requests).toEqual(['GET /projects/2/members', 'PUT /projects/1/members/5']);
  expect(store.getState().rdc.doubts).toEqual({});
});

it('refetches the list of a record whose kind in a union changes', async () => {
  class Post extends Entity {
    id = '';
    type = 'post';
    static key = 'Renaming.Post';
  }
  class Link extends Entity {
    id = '';
    type = 'link';
    static key = 'Renaming.Link';
  }
  const Feed = resource({
    path: '/feed/:id',
    schema: new Union({ post: Post, link: Link }, 'type'),
    Endpoint: ApiEndpoint,
  });
  let row: Row = { id: '1', type: 'post' };
  const api = await serve({
    'GET /feed': () => [row],
    'PATCH /feed/:id': ({ body }: { body: unknown }) => {
      row = { ...row, ...(body as Row) };
      return row;
    },
  });
  const store = createTestStore();
  const controller = new Controller(store);
  await controller.fetch(Feed.getList);
  mount(store, Feed.getList, []);

  await controller.fetch(Feed.partialUpdate, { id: '1' }, { type: 'link' });
  const shown = () => controller.getResponse(Feed.getList).data?.[0];
  await until(() => shown() instanceof Link);

  expect(shown()).toEqual(Link.fromJS({ id: '1', type: 'link' }));
  expect(api.requests).toEqual(['GET /feed', 'PATCH /feed/1', 'GET /feed']);
});

it.each([true, false])(
  'a move to another parent that is part of the key leaves the old list (optimistic: %s)',
  async optimistic => {
    class Task extends Entity {
      project = '';
      number = '';
      static key = `Renaming.Task ${optimistic}`;
      static override pk({ project, number }: Partial<Task>) {
        return project && number ? `${project}-${number}` : undefined;
      }
    }
    const { getList } = resource({
      path: '/projects/:project/tasks/:number',
      schema: Task,
      Endpoint: ApiEndpoint,
      optimistic,
    });
    const rows: Row[] = ['1', '2'].map(number => ({ project: 'a', number }));
    const api = await serve({
      'GET /projects/:project/tasks': ({ params }: { params: Row }) =>
        rows.filter(({ project }) => project === params.project),
      'PATCH /projects/:project/tasks/:number': ({ params, body }: { params: Row; body: unknown }) =>
        Object.assign(rows.find(({ number }) => number === params.number) as Row, body),
    });
    const store = createTestStore();
    const held = () =>
      ['a', 'b'].map(project =>
        getList
          .select({ project })(store.getState())
          .data?.map(({ number }) => number),
      );
    for (const project of ['a', 'b']) {
      await store.dispatch(getList.fetch({ project }));
      mount(store, getList, [{ project }]);
    }
    await store.dispatch(getList.move.fetch({ project: 'a', number: '1' }, { project: 'b' }));
    expect(held()[1]).toEqual(['1']);
    await untilServed(api, store);

    expect(held()).toEqual([['2'], ['1']]);
  },
);

it('refetches nothing after a PUT below a record that returns another record', async () => {
  const follow = PageResource.update.extend({
    path: '/pages/:slug/follow',
    body: undefined,
    name: 'Renaming.follow',
  });
  const api = await serve({
    'GET /pages/:slug': ({ params }: { params: Row }) => ({ ...params, title: 'A' }),
    'PUT /pages/:slug/follow': () => ({ slug: 'mine', title: 'B' }),
  });
  const store = createTestStore();
  for (const slug of ['mine', 'other']) {
    await store.dispatch(PageResource.get.fetch({ slug }));
    mount(store, PageResource.get, [{ slug }]);
  }
  await store.dispatch(follow.fetch({ slug: 'other' }));
  await untilServed(api, store);

  expect(api.requests.slice(2)).toEqual(['PUT /pages/other/follow']);
});
