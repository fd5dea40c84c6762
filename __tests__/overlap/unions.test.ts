import { Controller, Entity, Invalidate, resource, Union } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { hangUp, reply } from '../helpers/startApi';
import { mount } from './mount';

class Post extends Entity {
  id = '';
  type = 'post';
  title = '';
  static key = 'Unions: the "Post"';
}
class Link extends Entity {
  id = '';
  type = 'link';
  title = '';
  static key = 'Unions.Link';
}

const FeedResource = resource({
  path: '/feed/:id',
  schema: new Union({ post: Post, link: Link }, 'type'),
  Endpoint: ApiEndpoint,
});
const { get, getList, partialUpdate } = FeedResource;

type Item = Readonly<Record<'id' | 'type' | 'title', string>>;

/** A mounted feed of several kinds, one of which, video, is not in the union. */
async function startFeed(items: readonly Item[], handlers: Parameters<typeof serve>[0] = {}) {
  const rows = [...items];
  const api = await serve({
    'GET /feed': () => rows,
    'GET /feed/:id': ({ params }) => rows.find(({ id }) => id === params.id) ?? null,
    ...handlers,
  });
  const store = createTestStore();
  await store.dispatch(getList.fetch());
  mount(store, getList, []);
  const shown = () =>
    getList
      .select()(store.getState())
      .data?.map(({ id, type, title }) => [id, type, title]);
  /** Waits for the refetch of data in doubt. */
  const settle = async () => {
    for (;;) {
      const { expiryStatus, isFetching } = getList.select()(store.getState());
      if (expiryStatus === 'valid' && !isFetching) return;
      await new Promise(resolve => setTimeout(resolve, 2));
    }
  };
  return { rows, api, store, shown, settle };
}

const post = { id: '1', type: 'post', title: 'a' };
const link = { id: '2', type: 'link', title: 'b' };
const video = { id: '3', type: 'video', title: 'c' };

const listed = (items: readonly Item[]) => items.map(({ id, type, title }) => [id, type, title]);

describe('a value of a kind that the union does not list', () => {
  it.each<[string, (item: Item) => unknown]>([
    ['nothing', () => null],
    ['the value', item => item],
  ])('leaves its lists when it is deleted, if the server responds with %s', async (_what, respond) => {
    const feed = await startFeed([post, link, video], {
      'DELETE /feed/:id': () => respond(feed.rows.splice(2, 1)[0] as Item),
    });

    await feed.store.dispatch(FeedResource.delete.fetch({ id: '3' }));
    await feed.settle();

    expect(feed.shown()).toEqual(listed([post, link]));
    expect(feed.api.requests).toEqual(['GET /feed', 'DELETE /feed/3', 'GET /feed']);
    feed.store.complaints.splice(0);
  });

  it('does not take a record of another kind with the same key along', async () => {
    const twin = { ...video, id: '1' };
    const feed = await startFeed([post, twin], {
      'DELETE /feed/:id': () => feed.rows.splice(1, 1)[0],
    });

    await feed.store.dispatch(FeedResource.delete.fetch({ id: '1' }));
    await feed.settle();

    expect(feed.shown()).toEqual(listed([post]));
    feed.store.complaints.splice(0);
  });
});

it('costs no refetch if a message first reports a deletion and the kind of the record', async () => {
  const feed = await startFeed([post, link], { 'DELETE /feed/:id': () => null });
  const held = feed.api.hold('DELETE /feed/:id');
  const deleting = feed.store.dispatch(FeedResource.delete.fetch({ id: '1' }));
  await held.arrived;
  feed.rows.splice(0, 1);
  new Controller(feed.store).set(new Invalidate(Post), { id: '1' }, { id: '1' });
  await held.release();
  await deleting;
  await feed.settle();

  expect(feed.shown()).toEqual(listed([link]));
  expect(feed.api.requests).toEqual(['GET /feed', 'DELETE /feed/1']);
});

it('costs no refetch if a record of a union moves without an overlap', async () => {
  const feed = await startFeed([post, link], { 'PATCH /feed/:id': () => ({ ...post, title: 'moved' }) });
  await feed.store.dispatch(getList.move.fetch({ id: '1' }, { title: 'moved' }));
  await feed.settle();

  expect(feed.shown()).toEqual(listed([{ ...post, title: 'moved' }, link]));
  expect(feed.api.requests).toEqual(['GET /feed', 'PATCH /feed/1']);
});

describe('a change of the kind of a record', () => {
  const asLink = { ...post, type: 'link' };

  /** A feed whose server has made the change, with the response held back. */
  async function startChange(endpoint: typeof partialUpdate | typeof getList.move) {
    const feed = await startFeed([post, link], {
      'PATCH /feed/:id': () => {
        feed.rows[0] = asLink;
        return asLink;
      },
      'DELETE /feed/:id': () => {
        feed.rows.shift();
        return null;
      },
    });
    const held = feed.api.hold('PATCH /feed/:id');
    const changing = feed.store.dispatch(endpoint.fetch({ id: '1' }, { type: 'link' }));
    await held.arrived;
    return {
      ...feed,
      async finish() {
        await held.release();
        await changing;
        await feed.settle();
      },
    };
  }

  it.each([
    ['partialUpdate', partialUpdate],
    ['move', getList.move],
  ])('is shown if a read returns it before the response: %s', async (_how, endpoint) => {
    const feed = await startChange(endpoint as typeof partialUpdate);
    await feed.store.dispatch(get.fetch({ id: '1' }));
    await feed.finish();

    expect(feed.shown()).toEqual(listed(feed.rows));
    expect(feed.api.requests).toEqual(['GET /feed', 'PATCH /feed/1', 'GET /feed/1', 'GET /feed']);
  });

  it.each([
    ['partialUpdate', partialUpdate],
    ['move', getList.move],
  ])('does not bring back a record deleted before the response: %s', async (_how, endpoint) => {
    const feed = await startChange(endpoint as typeof partialUpdate);
    await feed.store.dispatch(FeedResource.delete.fetch({ id: '1' }));
    await feed.finish();

    expect(feed.shown()).toEqual(listed([link]));
    expect(get.select({ id: '1' })(feed.store.getState()).expiryStatus).not.toBe('valid');
  });
});

describe('a mutation of a union that may have been done', () => {
  const create = getList.push;

  it.each<[string, () => unknown, (rows: Item[]) => void]>([
    [
      'change',
      () => partialUpdate.fetch({ id: '1' }, { title: 'lost' }),
      rows => void rows.splice(0, 1, { ...post, title: 'lost' }),
    ],
    ['deletion', () => FeedResource.delete.fetch({ id: '1' }), rows => void rows.splice(0, 1)],
    [
      'creation',
      () => create.fetch({ type: 'link', title: 'new' }),
      rows => void rows.push({ id: '4', type: 'link', title: 'new' }),
    ],
  ])('casts doubt on what it concerns: a %s', async (_what, mutate, change) => {
    const doing = () => {
      change(feed.rows);
      return hangUp();
    };
    const feed = await startFeed([post, link], {
      'PATCH /feed/:id': doing,
      'DELETE /feed/:id': doing,
      'POST /feed': doing,
    });

    const mutating = feed.store.dispatch(mutate() as never) as unknown as Promise<unknown>;
    await expect(mutating).rejects.toMatchObject({ name: expect.any(String) });
    await feed.settle();

    expect(feed.shown()).toEqual(listed(feed.rows));
    expect(feed.api.requests).toHaveLength(3);
    expect(get.select({ id: '2' })(feed.store.getState()).data).toMatchObject({ title: 'b' });
  });
});

describe('a record of an unknown kind', () => {
  it.each<[string, (id: string) => unknown, readonly Item[]]>([
    ['deleted', id => FeedResource.delete.fetch({ id }), [post]],
    ['changed', id => partialUpdate.fetch({ id }, { title: 'new' }), [post, { ...link, title: 'new' }]],
  ])(
    'is refetched once with the list from before it was %s, with an empty response',
    async (_what, mutate, rows) => {
      const before = [post, link];
      const api = await serve({
        'GET /feed': () => before,
        'DELETE /feed/:id': () => null,
        'PATCH /feed/:id': () => null,
      });
      const store = createTestStore();
      const held = api.hold('GET /feed');
      const reading = store.dispatch(getList.fetch());
      await held.arrived;
      mount(store, getList, []);
      await store.dispatch(mutate('2') as never);

      await held.release();
      await reading;
      before.splice(0, 2, ...rows);
      const state = () => getList.select()(store.getState());
      while (state().isFetching || state().expiryStatus !== 'valid')
        await new Promise(resolve => setTimeout(resolve, 2));

      expect(state().data?.map(({ id, type, title }) => [id, type, title])).toEqual(listed(rows));
      expect(api.requests.filter(request => request === 'GET /feed')).toHaveLength(2);
    },
  );
});

describe('a bulk mutation without a response body', () => {
  type Titles = { readonly ids: readonly string[]; readonly title: string };
  const renamingAll = (type: string) =>
    new ApiEndpoint({
      name: `Unions.renameAll.${type}`,
      path: '/feed',
      method: 'PATCH',
      body: {} as Titles,
      schema: [new Union({ post: Post, link: Link }, 'type')],
      getOptimisticResponse: (_snapshot, { ids, title }: Titles) => ids.map(id => ({ id, type, title })),
    });
  const [renameLinks, renamePosts] = [renamingAll('link'), renamingAll('post')];

  it('keeps its changes if a record of another kind with that key was deleted', async () => {
    const feed = await startFeed([post, link], {
      'DELETE /feed/:id': () => feed.rows.splice(0, 1)[0],
      'PATCH /feed': () => null,
    });
    await feed.store.dispatch(FeedResource.delete.fetch({ id: '1' }));
    feed.rows.push({ ...link, id: '1' });
    await feed.store.dispatch(getList.fetch());

    await feed.store.dispatch(renameLinks.fetch({ ids: ['1', '2'], title: 'new' }));
    feed.rows.splice(0, 2, { ...link, title: 'new' }, { ...link, id: '1', title: 'new' });
    await feed.settle();

    expect(feed.shown()).toEqual(listed(feed.rows));
  });

  it('does not bring back a deleted record', async () => {
    const feed = await startFeed([post, { ...post, id: '3' }], {
      'DELETE /feed/:id': () => feed.rows.splice(0, 1)[0],
      'PATCH /feed': () => null,
    });
    await feed.store.dispatch(FeedResource.delete.fetch({ id: '1' }));

    await feed.store.dispatch(renamePosts.fetch({ ids: ['1', '3'], title: 'new' }));

    const { getState } = feed.store;
    expect([get.select({ id: '1' })(getState()).data, get.select({ id: '3' })(getState()).data]).toEqual([
      undefined,
      Post.fromJS({ id: '3', title: 'new' }),
    ]);
  });
});

it('a recreated record stays out of a list of another kind, which keeps its record with that key', async () => {
  const ofKind = resource({
    path: '/kinds/:type/:id',
    schema: FeedResource.get.schema,
    Endpoint: ApiEndpoint,
  });
  const rows = [post, { ...link, id: '1' }];
  await serve({
    'GET /kinds/:type': ({ params }) => rows.filter(({ type }) => type === params.type),
    'DELETE /kinds/:type/:id': () => undefined,
    'POST /kinds/:type': ({ body }) => body,
  });
  const store = createTestStore();
  await store.dispatch(ofKind.getList.fetch({ type: 'link' }));
  await store.dispatch(ofKind.getList.fetch({ type: 'post' }));
  await store.dispatch(ofKind.delete.fetch({ type: 'post', id: '1' }));
  await store.dispatch(ofKind.getList.push.fetch({ type: 'post' }, post));

  const shown = (type: string) =>
    ofKind.getList
      .select({ type })(store.getState())
      .data?.map(one => one.type);
  expect([shown('post'), shown('link')]).toEqual([['post'], ['link']]);
});

it('a record of another kind is not in doubt if the path names the kind of the missing one', async () => {
  const ofKind = resource({
    path: '/kinds/:type/:id',
    schema: FeedResource.get.schema,
    Endpoint: ApiEndpoint,
  });
  const api = await serve({
    'GET /kinds/:type': () => [post],
    'PATCH /kinds/:type/:id': () => reply(404, {}),
  });
  const store = createTestStore();
  await store.dispatch(ofKind.getList.fetch({ type: 'post' }));
  mount(store, ofKind.getList, [{ type: 'post' }]);
  const change = ofKind.partialUpdate.fetch({ type: 'link', id: '1' }, { title: 'b' });
  await expect(store.dispatch(change)).rejects.toThrow('404');

  expect(store.getState().rdc.doubts).toEqual({});
  expect(api.requests).toEqual(['GET /kinds/post', 'PATCH /kinds/link/1']);
});
