import { act } from '@testing-library/react';
import {
  All,
  Collection,
  Controller,
  Entity,
  Invalidate,
  Lazy,
  Query,
  RestEndpoint,
  schema,
  Union,
} from 'rdc-toolkit';
import { useCache, useQuery } from 'rdc-toolkit/react';
import { memo } from 'react';
import { counter, createTestStore } from '../helpers/createTestStore';
import { serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';
import { serveTodos, Todo, TodoResource, User } from '../helpers/todos';
import { renderCounts } from './renderCounts';
import { renderIn } from './renderIn';

const { get, getList } = TodoResource;

const ada = { id: '7', name: 'Ada' };
const row = (id: string, title: string, status = 'open') => ({ id, title, status, author: ada });

class Named extends Entity {
  id = '';
  login = '';
  static key = 'Named';
  static indexes = ['login'] as const;
}

const countOf = new Query(new All(Todo), (todos, { status }: { status: string }) => {
  return todos.filter(todo => todo.status === status).length;
});
const TodoList = new Collection([Todo]);
const pushAtOnce = getList.push.extend({
  name: 'pushAtOnce',
  getOptimisticResponse: (_snapshot, ...args) => args.at(-1),
});
const pair = { todo: Todo, author: User };

/** Renders what a hook reads, as JSON. */
function show(store: ReturnType<typeof createTestStore>, useData: () => unknown) {
  const { count, take } = renderCounts();
  const Reader = memo(() => {
    count('reader');
    return <>{JSON.stringify(useData()) ?? 'nothing'}</>;
  });
  const page = renderIn(store, <Reader />);
  take();
  return { page, renders: () => take().reader ?? 0 };
}

type Data = Controller;

describe.each<
  [
    what: string,
    useData: () => unknown,
    arrive: (data: Data) => void,
    shown: string,
    other: (data: Data) => void,
  ]
>([
  [
    'an entity',
    () => useQuery(Todo, { id: 1 })?.title,
    data => data.set(Todo, { id: '1' }, row('1', 'one')),
    '"one"',
    data => data.set(Todo, { id: '2' }, row('2', 'two')),
  ],
  [
    'an entity by an indexed field',
    () => useQuery(Named, { login: 'ada' })?.id,
    data => data.set(Named, { id: '5' }, { id: '5', login: 'ada' }),
    '"5"',
    data => data.set(Named, { id: '6' }, { id: '6', login: 'bob' }),
  ],
  [
    'all of a kind, computed',
    () => useQuery(countOf, { status: 'open' }),
    data => {
      data.set(Todo, { id: '1' }, row('1', 'one'));
      data.set(Todo, { id: '2' }, row('2', 'two'));
    },
    '2',
    data => data.set(Named, { id: '6' }, { id: '6', login: 'bob' }),
  ],
  [
    'a collection',
    () => useQuery(TodoList, { status: 'open' })?.map(todo => todo.title),
    data => data.setResponse(getList, { status: 'open' }, [row('1', 'one')]),
    '["one"]',
    data => data.setResponse(getList, { status: 'done' }, [row('2', 'two', 'done')]),
  ],
  [
    'several joined in an object',
    () => {
      const found = useQuery(pair, { id: '7' });
      return found && [found.todo.title, found.author.name];
    },
    data => data.set(Todo, { id: '7' }, row('7', 'seven')),
    '["seven","Ada"]',
    data => data.set(Todo, { id: '2' }, row('2', 'two')),
  ],
])('a query of %s', (_what, useData, arrive, shown, other) => {
  it('has no data until some arrives, and sends no request', () => {
    const store = createTestStore();
    const { page } = show(store, useData);

    expect(page.text()).toMatch(/^(nothing|0)$/);
    expect(store.log).toEqual([]);
  });

  it('shows data from any source', () => {
    const store = createTestStore();
    const { page, renders } = show(store, useData);

    act(() => arrive(new Controller(store)));

    expect(page.text()).toBe(shown);
    expect(renders()).toBe(1);
  });

  it('does not render for data that it did not read', () => {
    const store = createTestStore();
    arrive(new Controller(store));
    const { page, renders } = show(store, useData);
    expect(page.text()).toBe(shown);

    act(() => other(new Controller(store)));
    act(() => {
      store.dispatch(counter.actions.increment());
    });

    expect(renders()).toBe(0);
  });

  it('has no data after a reset', () => {
    const store = createTestStore();
    arrive(new Controller(store));
    const { page } = show(store, useData);

    act(() => new Controller(store).resetEntireStore());

    expect(page.text()).toMatch(/^(nothing|0)$/);
  });
});

it('finds another record once that has the indexed value', () => {
  const store = createTestStore();
  const { set } = new Controller(store);
  set(Named, { id: '5' }, { id: '5', login: 'ada' });
  const { page } = show(store, () => useQuery(Named, { login: 'ada' })?.id);
  expect(page.text()).toBe('"5"');

  act(() => set(Named, { id: '6' }, { id: '6', login: 'ada' }));

  expect(page.text()).toBe('"6"');
});

it('useQuery returns the same object as the selector, while nothing in it changes', () => {
  const store = createTestStore();
  const controller = new Controller(store);
  controller.set(Todo, { id: '7' }, row('7', 'seven'));
  const seen = new Set<unknown>();
  const Reader = () => {
    seen.add(useQuery(pair, { id: '7' }));
    return null;
  };
  const page = renderIn(store, <Reader />);
  controller.set(Todo, { id: '2' }, row('2', 'two'));
  page.rerender(<Reader />);

  expect([...seen]).toEqual([controller.get(pair, { id: '7' })]);
  expect([...seen][0]).toBe(controller.get(pair, { id: '7' }));
});

it('runs a query again when its arguments change, and has no data without any', () => {
  const store = createTestStore();
  new Controller(store).set(Todo, { id: '1' }, row('1', 'one'));
  const Count = ({ status }: { readonly status: string | null }) => (
    <>{useQuery(countOf, status === null ? null : { status }) ?? 'none'}</>
  );
  const page = renderIn(store, <Count status="open" />);
  expect(page.text()).toBe('1');

  page.rerender(<Count status={null} />);

  expect(page.text()).toBe('none');
});

describe('useCache', () => {
  it('reads without a request', async () => {
    const api = await serveTodos();
    const store = createTestStore();
    const { page } = show(store, () => useCache(get, { id: 1 })?.title);
    expect(page.text()).toBe('nothing');

    await act(async () => {
      await store.dispatch(get.fetch({ id: 1 }));
    });

    expect(page.text()).toBe('"one"');
    expect(api.requests).toEqual(['GET /todos/1']);
  });

  it('keeps its data, without a render, when it becomes stale or a request fails softly', () => {
    const store = createTestStore();
    const { setResponse, setError, expireAll } = new Controller(store);
    setResponse(get, { id: 1 }, row('1', 'one'));
    const { page, renders } = show(store, () => useCache(get, { id: 1 })?.title);

    act(() => expireAll(get));
    act(() => setError(get, { id: 1 }, new Error('offline')));

    expect(page.text()).toBe('"one"');
    expect(renders()).toBe(0);
  });

  it('has no data once it is invalidated, nor without arguments', () => {
    const store = createTestStore();
    const { setResponse, invalidate } = new Controller(store);
    setResponse(get, { id: 1 }, row('1', 'one'));
    const { page } = show(store, () => useCache(get, { id: 1 })?.title);
    const none = show(store, () => useCache(get, null));

    act(() => invalidate(get, { id: 1 }));

    expect(page.text()).toBe('nothing');
    expect(none.page.text()).toBe('nothing');
    expect(store.log.filter(({ type }) => type === 'rdc/fetch')).toEqual([]);
  });
});

it.each([
  ['responded', undefined],
  ['refused', reply(403)],
])(
  'returns the same list of a kind after a creation was %s, while nothing in it changes',
  async (_how, response) => {
    const api = await serveTodos();
    const store = createTestStore();
    const controller = new Controller(store);
    const all = new All(Todo);
    await controller.fetch(getList);
    controller.get(all);
    const held = api.hold('POST /todos');
    const creation = controller.fetch(pushAtOnce, { title: 'four' }).catch(() => undefined);
    await held.arrived;
    expect(controller.get(all)).toHaveLength(4);
    await held.release(response);
    await creation;
    const before = controller.get(all);

    const [first] = api.rows.values();
    controller.set(Todo, { id: '1' }, first ?? {});

    expect(controller.get(all)).toBe(before);
  },
);

class Author extends Entity {
  id = '';
  static key = 'Querying.Author';
}

class Post extends Entity {
  id = '';
  title = '';
  author = Author.fromJS({});
  static key = 'Querying.Post';
  static schema = { author: Author };
}

it('stops showing a record whose missing relation is deleted', () => {
  const store = createTestStore();
  const controller = new Controller(store);
  controller.set(Post, { id: '1' }, { id: '1', title: 'Hello', author: '7' } as never);
  const { page } = show(store, () => useQuery(Post, { id: '1' })?.title);
  expect(page.text()).toBe('"Hello"');
  act(() => controller.set(new Invalidate(Author), { id: '7' }, { id: '7' }));
  expect(page.text()).toBe('nothing');
});

class Photo extends Entity {
  id = '';
  type = 'photo';
  static key = 'Querying.Photo';
}

const getPhoto = new RestEndpoint({ path: '/photos/:id', schema: Photo, name: 'querying.getPhoto' });

it.each<[what: string, schema: (photo: typeof Photo) => unknown, shown: unknown]>([
  ['an entity', photo => photo, { id: '1', type: 'photo' }],
  ['a union', photo => new Union({ photo, post: Post }, 'type'), { id: '1', type: 'photo' }],
  ['a query', photo => new Query(photo, ({ id }) => ({ photo: id })), { photo: '1' }],
  ['a lazy schema', photo => new Lazy(() => photo), { id: '1', type: 'photo' }],
  ['an object', photo => ({ photo }), { photo: { id: '1', type: 'photo' } }],
  ['all of a kind', photo => new All(photo), [{ id: '1', type: 'photo' }]],
])('useCache() of %s shows data from other requests', async (what, schemaOf, shown) => {
  const api = await serve({ 'GET /photos': () => [{ id: '1', type: 'photo' }] });
  const getPhotos = new RestEndpoint({
    urlPrefix: api.url,
    path: '/photos',
    schema: new Collection([Photo]),
    name: 'querying.getPhotos',
  });
  const get = new RestEndpoint({ path: '/photos/:id', schema: schemaOf(Photo), name: `querying.${what}` });
  const store = createTestStore();
  const { page, renders } = show(store, () => useCache(get as typeof getPhoto, { id: '1' }));
  expect(page.text()).toBe('nothing');

  await act(async () => {
    await store.dispatch(getPhotos.fetch());
  });

  expect(JSON.parse(page.text() ?? '')).toEqual(shown);
  expect(renders()).toBe(1);
});

it('shows what selectors find, even if a union matches another record later', () => {
  const either = new Union({ photo: Photo, post: Post }, 'type');
  const get = new RestEndpoint({ path: '/photos/:id', schema: either, name: 'querying.either' });
  const store = createTestStore();
  const controller = new Controller(store);
  const { page } = show(store, () => useCache(get, { id: '1' }));

  act(() => controller.set(either, { id: '1', type: 'post' } as never));
  expect(JSON.parse(page.text() ?? '')).toMatchObject({ type: 'post' });
  act(() => controller.set(Photo, { id: '1' }, { id: '1', type: 'photo' }));

  expect(get.select({ id: '1' })(store.getState()).data).toMatchObject({ type: 'photo' });
  expect(JSON.parse(page.text() ?? '')).toMatchObject({ type: 'photo' });
});

it('shows another record once that has the value by which an endpoint finds it', () => {
  const get = new RestEndpoint({ path: '/named/:login', schema: Named, name: 'querying.named' });
  const store = createTestStore();
  const controller = new Controller(store);
  const { page } = show(store, () => useCache(get, { login: 'ada' })?.id);

  act(() => controller.set(Named, { id: '5' }, { id: '5', login: 'ada' }));
  expect(page.text()).toBe('"5"');
  act(() => controller.set(Named, { id: '6' }, { id: '6', login: 'ada' }));
  expect(get.select({ login: 'ada' })(store.getState()).data?.id).toBe('6');
  expect(page.text()).toBe('"6"');
});

it('shows that a kind has no records as soon as selectors do', () => {
  class Owner extends Entity {
    id = '';
    static key = 'Querying.Owner';
  }
  class Pet extends Entity {
    id = '';
    owner = Owner.fromJS();
    static key = 'Querying.Pet';
    static schema = { owner: Owner };
  }
  const store = createTestStore();
  const controller = new Controller(store);
  const owners = new Query(new All(Owner), found => found.length);
  const { page } = show(store, () => useQuery(owners));
  act(() => controller.set(Named, { id: '1' }, { id: '1', login: 'ada' }));
  expect(page.text()).toBe('nothing');

  act(() => controller.set(Pet, { id: '1' }, { id: '1', owner: '7' }));

  expect(page.text()).toBe('0');
});

describe('before its response, an endpoint with a schema object', () => {
  class Numbered extends Entity {
    id = '';
    static key = 'Querying.Numbered';
  }
  const schemas: Record<string, unknown> = {
    'of samples': { text: '', total: 0 },
    'of one sample': { text: '' },
    'of functions': { at: (iso: string) => new Date(iso) },
    'with nothing in it': {},
    'with a record and a sample': { photo: Photo, followers: 0 },
    'with two records': { photo: Photo, numbered: Numbered },
    'of these, by a class': new schema.Object({ photo: Photo, followers: 0 }),
    'of these, looked up later': new Lazy(() => ({ photo: Photo, numbered: Numbered })),
    'of these, further below': { data: { photo: Photo, followers: 0 } },
  };

  it.each(Object.keys(schemas))('%s shows nothing that the server did not send', what => {
    const get = new RestEndpoint({
      path: '/of/:id',
      schema: schemas[what] as typeof Photo,
      name: `querying.nothing ${what}`,
    });
    const store = createTestStore();
    const controller = new Controller(store);
    controller.set(Photo, { id: '1' }, { id: '1', type: 'photo' });
    controller.set(Numbered, { id: '1' }, { id: '1' });
    const { page } = show(store, () => useCache(get, { id: '1' }));

    const { data, expiryStatus } = get.select({ id: '1' })(store.getState());
    expect([page.text(), data, expiryStatus]).toEqual(['nothing', undefined, 'invalid']);
    expect(get.select({ id: '1' })(store.getState())).toBe(get.select({ id: '1' })(store.getState()));
  });

  it('shows the error of its request, not samples', async () => {
    const api = await serve({ 'GET /of/:id': () => reply(500) });
    const get = new RestEndpoint({
      urlPrefix: api.url,
      path: '/of/:id',
      schema: { open: 0 },
      name: 'querying.failed',
    });
    const store = createTestStore();
    await store.dispatch(get.fetch({ id: '1' })).catch(() => {});

    expect(get.select({ id: '1' })(store.getState())).toMatchObject({
      data: undefined,
      error: { name: 'NetworkError' },
    });
  });
});
