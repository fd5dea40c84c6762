import { Controller, Entity, resource, Union } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { until } from '../helpers/until';
import { mount } from '../overlap/mount';

class Post extends Entity {
  id = '';
  type = 'post';
  title = '';
  static key = 'UnionKeys.Post';
}
class Link extends Entity {
  id = '';
  type = 'link';
  title = '';
  url = '';
  static key = 'UnionKeys.Link';
}
/** Another link, for a union that names kinds by a function. */
class Bookmark extends Link {
  static override key = 'UnionKeys.Bookmark';
}

const usual = { path: '/feed/:id', Endpoint: ApiEndpoint, optimistic: true } as const;
const byField = resource({ ...usual, schema: new Union({ post: Post, link: Link }, 'type') });
const byFunction = resource({
  ...usual,
  schema: new Union({ post: Post, link: Bookmark }, ({ url }: { readonly url?: string }) =>
    url === undefined ? 'post' : 'link',
  ),
});

type Item = Readonly<Record<string, string>>;

const post: Item = { id: '1', type: 'post', title: 'x' };
const link: Item = { id: '2', type: 'link', title: 'y', url: '/' };
const twin: Item = { ...link, id: '1' };

/** A feed that was fetched and is mounted. */
async function start(
  items: readonly Item[],
  handlers: Parameters<typeof serve>[0] = {},
  Feed: typeof byField | typeof byFunction = byField,
) {
  const rows = [...items];
  const api = await serve({
    'GET /feed': () => rows,
    'PATCH /feed/:id': ({ params, body }) => {
      const at = rows.findIndex(({ id }) => id === params.id);
      rows[at] = { ...rows[at], ...(body as Item) };
      return rows[at];
    },
    'DELETE /feed/:id': ({ params }) => {
      rows.splice(
        rows.findIndex(({ id }) => id === params.id),
        1,
      );
    },
    ...handlers,
  });
  const store = createTestStore();
  const controller = new Controller(store);
  await controller.fetch(Feed.getList);
  mount(store, Feed.getList, []);
  const shown = () =>
    controller
      .getResponse(Feed.getList)
      .data?.map(item => [item instanceof Link ? 'Link' : item.constructor.name, item.id, item.title]);
  /** Waits for the end of all doubt, and of the requests that end it. */
  const settle = async () => {
    for (;;) {
      const { doubts, inflight } = store.getState().rdc;
      const isOpen = Object.values(doubts).some(casts => Object.values(casts).some(cast => cast > 0));
      if (!isOpen && inflight.size === 0) return;
      await new Promise(resolve => setTimeout(resolve, 2));
    }
  };
  return { rows, api, store, controller, shown, settle };
}

const untouched = [
  ['Post', '1', 'x'],
  ['Link', '2', 'y'],
];
const changed = [
  ['Post', '1', 'x'],
  ['Link', '2', 'new'],
];

describe.each([
  ['a field', byField],
  ['a function', byFunction],
])('a path without the kind, in a union told apart by %s', (_how, Feed) => {
  it.each([
    ['partialUpdate', Feed.partialUpdate],
    ['move', Feed.getList.move],
  ])('finds the stored record before the response, and for an empty response: %s', async (_, endpoint) => {
    const feed = await start([post, link], { 'PATCH /feed/:id': () => null }, Feed);
    const sent = feed.api.hold('PATCH /feed/:id');

    const changing = feed.controller.fetch(endpoint, { id: '2' }, { title: 'new' });
    expect(feed.shown()).toEqual(changed);
    await sent.arrived;
    void sent.release();

    expect(await changing).toBeInstanceOf(Link);
    expect(feed.shown()).toEqual(changed);
    expect(feed.controller.get(Post, { id: '2' })).toBeUndefined();
    expect(feed.api.requests).toEqual(['GET /feed', 'PATCH /feed/2']);
  });

  it('deletes the stored record', async () => {
    const feed = await start([post, link], {}, Feed);
    const sent = feed.api.hold('DELETE /feed/:id');

    const deleting = feed.controller.fetch(Feed.delete, { id: '2' });
    expect(feed.shown()).toEqual(untouched.slice(0, 1));
    await sent.arrived;
    void sent.release();

    expect(await deleting).toBe('2');
    expect(feed.shown()).toEqual(untouched.slice(0, 1));
    expect(feed.api.requests).toEqual(['GET /feed', 'DELETE /feed/2']);
  });

  it('keeps two records with one key after a deletion, until a refetch shows which is gone', async () => {
    const feed = await start([post, twin], {}, Feed);
    const sent = feed.api.hold('DELETE /feed/:id');

    const deleting = feed.controller.fetch(Feed.delete, { id: '1' });
    expect(feed.shown()).toHaveLength(2);
    await sent.arrived;
    void sent.release();
    expect(await deleting).toBe('1');
    await feed.settle();

    expect(feed.shown()).toEqual([['Link', '1', 'y']]);
    expect(feed.api.requests).toEqual(['GET /feed', 'DELETE /feed/1', 'GET /feed']);
  });

  it.each([
    ['partialUpdate', Feed.partialUpdate],
    ['move', Feed.getList.move],
  ])('changes neither of two records with one key before a refetch: %s', async (_, endpoint) => {
    const feed = await start(
      [post, twin],
      {
        'PATCH /feed/:id': ({ body }) => {
          feed.rows[1] = { ...twin, ...(body as Item) };
        },
      },
      Feed,
    );
    const sent = feed.api.hold('PATCH /feed/:id');

    const changing = feed.controller.fetch(endpoint, { id: '1' }, { title: 'new' });
    expect(feed.shown()).toEqual([
      ['Post', '1', 'x'],
      ['Link', '1', 'y'],
    ]);
    await sent.arrived;
    void sent.release();
    await changing;
    await feed.settle();

    expect(feed.shown()).toEqual([
      ['Post', '1', 'x'],
      ['Link', '1', 'new'],
    ]);
    expect(feed.api.requests).toEqual(['GET /feed', 'PATCH /feed/1', 'GET /feed']);
  });
});

it.each([
  ['move of a record that is not stored', byField.getList.move, [{ id: '9' }, { title: 'new' }]],
  ['creation without a kind', byField.getList.push, [{ title: 'new' }]],
] as const)('shows no record of an unknown kind before the response: %s', async (_what, endpoint, args) => {
  const created: Item = { id: '9', type: 'link', title: 'new', url: '/' };
  const feed = await start([post, link], {
    'PATCH /feed/:id': () => created,
    'POST /feed': () => created,
  });
  const sent = feed.api.hold(endpoint === byField.getList.push ? 'POST /feed' : 'PATCH /feed/:id');

  const mutating = feed.controller.fetch(endpoint as never, ...(args as never)) as Promise<unknown>;
  expect(feed.shown()).toEqual(untouched);
  await sent.arrived;
  void sent.release();
  await mutating;

  expect(feed.shown()).toEqual([...untouched, ['Link', '9', 'new']]);
  feed.store.complaints.splice(0);
});

it('sends an update by a temporary key once the server has created the record', async () => {
  const created: Item = { id: '9', type: 'link', title: 'new', url: '/' };
  const feed = await start([post], {
    'POST /feed': () => {
      feed.rows.push(created);
      return created;
    },
  });
  const sent = feed.api.hold('POST /feed');

  const creating = feed.controller.fetch(byField.getList.push, { type: 'link', title: 'new' });
  const id = feed.shown()?.[1]?.[1] as string;
  const changing = feed.controller.fetch(byField.partialUpdate, { id }, { title: 'newer' });
  expect(feed.shown()?.[1]).toEqual(['Link', id, 'newer']);
  await sent.arrived;
  void sent.release();
  await creating;

  expect(await changing).toMatchObject({ id: '9', title: 'newer' });
  expect(feed.shown()?.[1]).toEqual(['Link', '9', 'newer']);
  expect(feed.api.requests).toEqual(['GET /feed', 'POST /feed', 'PATCH /feed/9']);
});

it.each([
  ['with a kind', { type: 'link', title: 'new' }],
  ['without one', { title: 'new' }],
])('stores no creation %s after an empty response, since only the server knows its key', async (_, body) => {
  const feed = await start([post], { 'POST /feed': () => null });

  const created = (await feed.controller.fetch(byField.getList.push, body)) as unknown;

  expect(created ?? undefined).toBeUndefined();
  expect(feed.shown()).toEqual(untouched.slice(0, 1));
  feed.store.complaints.splice(0);
});

it('deletes a record whose key field differs from the other kinds', async () => {
  class Page extends Entity {
    slug = '';
    type = 'page';
    title = '';
    static key = 'UnionKeys.Page';
    override pk() {
      return this.slug;
    }
  }
  const Feed = resource({
    ...usual,
    path: '/feed/:slug',
    schema: new Union({ post: Post, page: Page }, 'type'),
  });
  await serve({
    'GET /feed': () => [post, { slug: 'a', type: 'page', title: 'A' }],
    'DELETE /feed/:slug': () => null,
  });
  const controller = new Controller(createTestStore());
  await controller.fetch(Feed.getList);

  expect(await controller.fetch(Feed.delete, { slug: 'a' })).toBe('a');
  expect(controller.getResponse(Feed.getList).data).toEqual([Post.fromJS(post)]);
});

it('refetches the list that one of two records with one key may have moved to', async () => {
  const Feed = resource({
    ...usual,
    schema: new Union({ post: Post, link: Link }, 'type'),
    searchParams: {} as { readonly status: string },
  });
  const rows: Item[] = [
    { ...post, status: 'open' },
    { ...twin, status: 'open' },
  ];
  const api = await serve({
    'GET /feed': ({ query }) => rows.filter(({ status }) => status === query.status),
    'PATCH /feed/:id': ({ body }) => {
      rows[1] = { ...twin, ...(body as Item) };
    },
  });
  const store = createTestStore();
  const controller = new Controller(store);
  for (const status of ['open', 'done']) {
    await controller.fetch(Feed.getList, { status });
    mount(store, Feed.getList, [{ status }]);
  }
  const shown = (status: string) =>
    controller.getResponse(Feed.getList, { status }).data?.map(item => item.constructor.name);
  expect([shown('open'), shown('done')]).toEqual([['Post', 'Link'], []]);

  await controller.fetch(Feed.getList.move, { id: '1' }, { status: 'done' } as object);
  await until(() => Object.keys(store.getState().rdc.doubts).length === 0);

  expect([shown('open'), shown('done')]).toEqual([['Post'], ['Link']]);
  expect(api.requests.slice(3).sort()).toEqual(['GET /feed?status=done', 'GET /feed?status=open']);
});

it('finds a record of any kind by its key alone', () => {
  const store = createTestStore();
  const controller = new Controller(store);
  const Feed = new Union({ post: Post, link: Link }, 'type');
  controller.set(Feed, post as never);
  controller.set(Feed, link as never);

  expect(['1', '2', '3'].map(pk => controller.get(Feed, pk)?.constructor.name)).toEqual([
    'Post',
    'Link',
    undefined,
  ]);
});
