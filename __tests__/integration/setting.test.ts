import {
  actions,
  Collection,
  Controller,
  Entity,
  EntityMixin,
  Invalidate,
  resource,
  type Schema,
  schema,
  Union,
} from 'rdc-toolkit';
import { createTestStore, type TestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';
import { serveTodos, Todo, TodoResource, User } from '../helpers/todos';

const { get, getList } = TodoResource;

it('stores plain data under a schema', () => {
  const store = createTestStore();
  const controller = new Controller(store);

  controller.set(Todo, { id: '9' }, { id: '9', title: 'nine', author: { id: '7', name: 'Ada' } });

  const todo = controller.get(Todo, { id: '9' });
  expect(todo).toBeInstanceOf(Todo);
  expect(todo).toMatchObject({ title: 'nine', status: 'open', author: { name: 'Ada' } });
  expect(get.select({ id: 9 })(store.getState()).data).toBe(todo);
});

it('stores a value computed from the current one', async () => {
  await serveTodos();
  const store = createTestStore();
  const controller = new Controller(store);
  const todo = await store.dispatch(get.fetch({ id: 1 }));

  controller.set(Todo, { id: '1' }, (current: Todo) => ({ ...current, title: `${current.title}!` }));

  expect(controller.get(Todo, { id: '1' })?.title).toBe('one!');
  expect(controller.get(Todo, { id: '1' })?.author).toBe(todo.author);
  expect(store.log.at(-1)).toMatchObject({ type: 'rdc/set', value: { title: 'one!' } });
});

class Repo extends Entity {
  owner = '';
  name = '';
  stars = 0;
  static key = 'setting.Repo';
  override pk() {
    return this.owner && this.name && `${this.owner}/${this.name}`;
  }
}

describe('a record that is set without its key', () => {
  it.each<[what: string, params: unknown]>([
    ['in an object', { id: '1' }],
    ['as a number in an object', { id: 1 }],
    ['with other arguments', { id: '1', status: 'done' }],
    ['alone', '1'],
  ])('takes the key from the arguments, %s, and keeps its other fields', async (_what, params) => {
    await serveTodos();
    const store = createTestStore();
    const controller = new Controller(store);
    await store.dispatch(get.fetch({ id: 1 }));

    expect(controller.set(Todo, params, { title: 'renamed' })).toBe(true);

    const renamed = controller.get(Todo, { id: '1' });
    expect(renamed).toMatchObject({ id: '1', title: 'renamed', status: 'open', author: { name: 'Ada' } });
    expect(get.select({ id: 1 })(store.getState()).data).toBe(renamed);
    expect(store.log.at(-1)?.value).toEqual({ title: 'renamed' });
  });

  it('takes each part of a compound key, whether or not the record is stored', () => {
    const store = createTestStore();
    const controller = new Controller(store);
    const at = { owner: 'ada', name: 'engine' };

    controller.set(Repo, { ...at, other: true }, { stars: 1 });
    expect(controller.get(Repo, at)).toEqual(Repo.fromJS({ ...at, stars: 1 }));
    store.dispatch(actions.set(Repo, { args: [at], value: { stars: 2 } }));
    expect(controller.get(Repo, at)).toEqual(Repo.fromJS({ ...at, stars: 2 }));
  });

  it('takes the key for what a function returns', async () => {
    await serveTodos();
    const store = createTestStore();
    await store.dispatch(get.fetch({ id: 1 }));

    new Controller(store).set(Todo, { id: 1 }, ({ title }) => ({ title: `${title}!` }));

    expect(get.select({ id: 1 })(store.getState()).data).toMatchObject({ id: '1', title: 'one!' });
  });

  it('prefers the key in the data', () => {
    const store = createTestStore();
    const controller = new Controller(store);

    controller.set(Todo, { id: '1' }, { id: '2', title: 'two' });

    expect(controller.get(Todo, { id: '1' })).toBeUndefined();
    expect(controller.get(Todo, { id: '2' })?.title).toBe('two');
  });
});

/** The ways in which data is set: through a controller, and dispatched by hand. */
const waysToSet: readonly [
  way: string,
  set: (store: TestStore, schema: unknown, args: readonly unknown[], value: unknown) => boolean,
][] = [
  ['a controller', (store, schema, args, value) => new Controller(store).set(schema, ...args, value)],
  [
    'an action dispatched by hand',
    (store, schema, args, value) => {
      const action = actions.set(schema as Schema, { args, value });
      return store.dispatch(action) !== action;
    },
  ],
];

describe.each(waysToSet)('a function given to %s', (_way, set) => {
  it('runs on the shown value before the action is logged', async () => {
    await serveTodos();
    const store = createTestStore();
    await store.dispatch(get.fetch({ id: 1 }));

    const wasSet = set(store, Todo, [{ id: '1' }], (todo: Todo) => ({ ...todo, title: `${todo.title}!` }));

    expect(wasSet).toBe(true);
    expect(get.select({ id: 1 })(store.getState()).data).toMatchObject({
      title: 'one!',
      author: { name: 'Ada' },
    });
    expect(store.log.at(-1)).toMatchObject({ type: 'rdc/set', value: { id: '1', title: 'one!' } });
  });

  it('can be a recipe that changes a draft with nested records, and writes only the changes', async () => {
    await serveTodos();
    const store = createTestStore();
    const before = await store.dispatch(get.fetch({ id: 1 }));

    const wasSet = set(store, Todo, [{ id: '1' }], (todo: Todo) => {
      expect(todo).toBeInstanceOf(Todo);
      todo.author.name = 'Ada L.';
    });

    expect(wasSet).toBe(true);
    const after = get.select({ id: 1 })(store.getState()).data;
    expect(after).toMatchObject({ title: 'one', author: { id: '7', name: 'Ada L.' } });
    expect(after?.author).toBeInstanceOf(User);
    expect(before.author.name).toBe('Ada');
    expect(store.log.at(-1)).toMatchObject({ value: { id: '1', author: { id: '7', name: 'Ada L.' } } });
    expect(Object.keys(store.log.at(-1)?.value ?? {}).sort()).toEqual(['author', 'id']);
  });

  it('can be a recipe for a list', async () => {
    await serveTodos();
    const store = createTestStore();
    await store.dispatch(getList.fetch());

    set(store, getList.schema, [{}], (todos: Todo[]) => {
      todos.shift();
    });

    expect(
      getList
        .select()(store.getState())
        .data?.map(({ id }) => id),
    ).toEqual(['2', '3']);
  });

  it('returns false and changes nothing without a record or without a change', async () => {
    await serveTodos();
    const store = createTestStore();
    await store.dispatch(get.fetch({ id: 1 }));
    const before = store.getState();
    const update = jest.fn((todo: Todo) => {
      todo.title = 'one';
    });

    expect(set(store, Todo, [{ id: '9' }], update)).toBe(false);
    expect(update).not.toHaveBeenCalled();
    expect(set(store, Todo, [{ id: '1' }], update)).toBe(false);
    expect(store.getState()).toBe(before);
  });

  it.each<[how: string, update: (todo: Todo) => unknown]>([
    [
      'a recipe',
      todo => {
        todo.status = 'done';
      },
    ],
    ['a function that returns the record', todo => ({ ...todo, status: 'done' })],
  ])('does not store the values of an optimistic update (%s)', async (_how, update) => {
    const api = await serveTodos();
    const store = createTestStore();
    await store.dispatch(get.fetch({ id: 1 }));
    const rename = TodoResource.partialUpdate.extend({
      getOptimisticResponse: (_snapshot, { id }, { title }) => ({ id: String(id), title }),
    });
    const held = api.hold('PATCH /todos/:id');
    const renaming = store.dispatch(rename.fetch({ id: 1 }, { title: 'renamed' }));
    await held.arrived;

    set(store, Todo, [{ id: '1' }], update);
    await held.release(reply(403, { message: 'no' }));

    await expect(renaming).rejects.toMatchObject({ status: 403 });
    expect(get.select({ id: 1 })(store.getState()).data).toMatchObject({ title: 'one', status: 'done' });
  });
});

it('accepts a recipe for a mixin entity with a compound key', () => {
  class Person {
    first = '';
    last = '';
    age = 0;
  }
  class Member extends EntityMixin(Person, {
    key: 'MemberOfMixin',
    pk() {
      return `${this.first} ${this.last}`;
    },
  }) {}
  const store = createTestStore();
  const controller = new Controller(store);
  controller.set(Member, { first: 'Ada', last: 'Lovelace', age: 35 });

  controller.set(Member, { first: 'Ada', last: 'Lovelace' }, member => {
    member.age++;
  });

  expect(controller.get(Member, { first: 'Ada', last: 'Lovelace' })).toMatchObject({ age: 36 });
  expect(store.log.at(-1)?.value).toEqual({ first: 'Ada', last: 'Lovelace', age: 36 });
});

it('accepts a recipe for the results of other requests in `update`', async () => {
  const counts = { done: 1, open: 2 };
  await serve({ 'GET /counts': () => counts, 'POST /close': () => ({}) });
  const getCounts = new ApiEndpoint({ path: '/counts', process: (value): typeof counts => value as never });
  const close = new ApiEndpoint({
    path: '/close',
    method: 'POST',
    update: () => ({
      [getCounts.key()]: (before: { done: number; open: number }) => {
        before.done++;
        before.open--;
      },
    }),
  });
  const store = createTestStore();
  await store.dispatch(getCounts.fetch());

  await store.dispatch(close.fetch());

  expect(getCounts.select()(store.getState()).data).toEqual({ done: 2, open: 1 });
});

it('reports that a function reached the reducer if the middleware is missing', () => {
  const { client, complaints } = createTestStore();
  const action = actions.set(Todo, { args: [{ id: '1' }], value: () => ({}) });

  const state = client.reducer(undefined, action);

  expect(state.entities).toEqual({});
  expect(complaints.splice(0).join()).toContain('received the function');
});

it('stores the fields of instances', () => {
  const store = createTestStore();
  const controller = new Controller(store);

  controller.set(Todo, { id: '9' }, Todo.fromJS({ id: '9', author: User.fromJS({ id: '7', name: 'Ada' }) }));

  expect(controller.get(Todo, { id: '9' })?.author).toBeInstanceOf(User);
  expect(controller.get(User, { id: '7' })?.name).toBe('Ada');

  // Defaults are not data and do not change what is stored.
  controller.set(Todo, Todo.fromJS({ id: '9', title: 'nine', author: User.fromJS({ id: '7' }) }));
  expect(controller.get(Todo, { id: '9' })).toMatchObject({ title: 'nine', author: { name: 'Ada' } });
});

it('stores a whole list', async () => {
  await serveTodos();
  const store = createTestStore();
  const controller = new Controller(store);
  await store.dispatch(getList.fetch());

  controller.set(getList.schema, {}, (todos: readonly Todo[]) => todos.slice(1));

  expect(
    getList
      .select()(store.getState())
      .data?.map(todo => todo.id),
  ).toEqual(['2', '3']);
});

it('throws for data that does not match its schema, and changes nothing', () => {
  const store = createTestStore();
  const controller = new Controller(store);

  expect(() => controller.set(Todo, { title: 'nameless' })).toThrow('pk() found no key');
  expect(() => controller.set(Todo, {}, { title: 'nameless' })).toThrow('pk() found no key');
  expect(store.log).toEqual([]);
});

describe('null in place of data', () => {
  const list = getList.schema;
  const refused = {
    name: 'UnexpectedInputError',
    message: expect.stringMatching(
      /Cannot store the data passed to set\(\): expected .*Todo.*received nothing/,
    ),
  };

  it.each<[what: string, schema: unknown, args: object, value: unknown]>([
    ['for a record', Todo, { id: '2' }, null],
    ['for a record, of a function', Todo, { id: '2' }, () => null],
    ['for a list', list, {}, null],
    ['for a list, of a function', list, {}, () => null],
    ['undefined for a record', Todo, { id: '2' }, undefined],
    ['for a creation', list.push, {}, null],
    ['for several records', { first: Todo, second: Todo }, {}, null],
  ])('%s is rejected and changes nothing', async (_what, ofWhat, args, value) => {
    await serveTodos();
    const store = createTestStore();
    await store.dispatch(getList.fetch());
    const before = store.getState();

    const attempt = () => new Controller(store).set(ofWhat, args, value);

    expect(attempt).toThrow(expect.objectContaining(refused));
    expect(store.getState()).toBe(before);
  });

  it('dispatched by hand is reported on the console, with the way to delete a record', async () => {
    await serveTodos();
    const store = createTestStore();
    await store.dispatch(getList.fetch());
    const before = store.getState();

    store.dispatch(actions.set(Todo, { args: [{ id: '2' }], value: null }));
    store.dispatch(actions.set(list, { args: [{}], value: () => null }));

    expect(store.getState()).toBe(before);
    const said = store.complaints.splice(0).join('\n');
    expect(said).toContain('expected Todo, received nothing');
    expect(said).toContain('new Invalidate(');
    expect(said).toContain('expected [Todo], received nothing');
  });
});

it('shows a set record in the lists that hold it', async () => {
  const api = await serveTodos();
  const store = createTestStore();
  await store.dispatch(getList.fetch());

  new Controller(store).set(Todo, { id: '2' }, { id: '2', title: 'zwei' });

  expect(getList.select()(store.getState()).data?.[1]?.title).toBe('zwei');
  expect(api.requests).toHaveLength(1);
});

it('stores a response that came from elsewhere', () => {
  const store = createTestStore();

  store.dispatch(get.setResponse({ id: 5 }, { id: '5', title: 'five', author: { id: '7', name: 'Ada' } }));

  expect(get.select({ id: 5 })(store.getState())).toMatchObject({
    data: { title: 'five' },
    expiryStatus: 'valid',
  });
});

it.each<[what: string, schema: unknown, value: unknown, titles: readonly string[]]>([
  ['a creation', getList.schema.push, { id: '4', title: 'four' }, ['one', 'two', 'three', 'four']],
  [
    'a creation at the beginning',
    getList.schema.unshift,
    { id: '4', title: 'four' },
    ['four', 'one', 'two', 'three'],
  ],
  ['a removal from lists', getList.schema.remove, { id: '2', title: 'two' }, ['one', 'three']],
  ['a deletion', new Invalidate(Todo), { id: '2' }, ['one', 'three']],
  [
    'several things at once',
    { gone: new Invalidate(Todo), changed: Todo },
    { gone: { id: '2' }, changed: { id: '3', title: 'drei' } },
    ['one', 'drei'],
  ],
  ['records of a kind', new schema.All(Todo), [{ id: '3', title: 'drei' }], ['one', 'two', 'drei']],
  ['several records', [Todo], [{ id: '3', title: 'drei' }], ['one', 'two', 'drei']],
  [
    'a list that is kept nowhere',
    new schema.Array(Todo),
    [{ id: '3', title: 'drei' }],
    ['one', 'two', 'drei'],
  ],
])('accepts %s, also from a log that went through JSON', async (_what, ofWhat, value, titles) => {
  await serveTodos();
  const store = createTestStore();
  await store.dispatch(getList.fetch());

  new Controller(store).set(ofWhat, value);

  const { client, log, getState } = store;
  const copy = JSON.parse(JSON.stringify(log)) as typeof log;
  const replayed = copy.reduce<unknown>((state, action) => client.reducer(state as never, action), undefined);
  for (const rdc of [getState().rdc, replayed]) {
    expect(
      getList
        .select()({ rdc } as never)
        .data?.map(todo => todo.title),
    ).toEqual(titles);
  }
});

describe('a function for a list with pending optimistic updates', () => {
  class Post extends Entity {
    id = '';
    type = 'post';
    title = '';
    static key = 'Setting.Post';
  }
  class Link extends Entity {
    id = '';
    type = 'link';
    title = '';
    static key = 'Setting.Link';
  }
  const options = { Endpoint: ApiEndpoint, optimistic: true } as const;
  const kinds = new Union({ post: Post, link: Link }, 'type');
  const feed = resource({ path: '/feed/:id', schema: kinds, ...options });
  const posts = resource({ path: '/posts/:id', schema: Post, ...options });
  const wrapped = resource({ path: '/wrapped/:id', schema: Post, ...options }).extend({
    getList: { schema: { items: new Collection([Post]), next: '' } },
  });
  type Item = { readonly id: string; readonly title: string };
  const reversed = (items: readonly Item[]) => [...items].reverse();
  const cases = [
    { of: feed, path: '/feed', wrap: (items: readonly Item[]): unknown => items, update: reversed },
    { of: posts, path: '/posts', wrap: (items: readonly Item[]): unknown => items, update: reversed },
    {
      of: wrapped,
      path: '/wrapped',
      wrap: (items: readonly Item[]): unknown => ({ items, next: 'p2' }),
      update: ({ items, ...rest }: { items: readonly Item[] }) => ({ ...rest, items: reversed(items) }),
    },
  ];

  describe.each(cases)('$path', ({ of, path, wrap, update }) => {
    const rows = [
      { id: '1', type: 'post', title: 'one' },
      { id: '2', type: 'post', title: 'two' },
    ];

    async function start() {
      const api = await serve({
        [`GET ${path}`]: () => wrap(rows),
        [`PATCH ${path}/:id`]: () => reply(403, { message: 'no' }),
        [`POST ${path}`]: ({ body }) => ({ id: '3', ...(body as object) }),
        [`DELETE ${path}/:id`]: () => reply(204),
      });
      const store = createTestStore();
      const controller = new Controller(store);
      const endpoints = of as typeof posts;
      const list = endpoints.getList;
      await controller.fetch(list);
      const titles = () => {
        const { data } = controller.getResponse(list) as { data: unknown };
        const items = Array.isArray(data) ? data : (data as { items: Item[] }).items;
        return items.map(({ title }: Item) => title);
      };
      return {
        api,
        controller,
        endpoints,
        list,
        titles,
        set: () => controller.set(list.schema, {}, update as never),
      };
    }

    it('stores no optimistic field', async () => {
      const { api, controller, endpoints, titles, set } = await start();
      const held = api.hold('PATCH /*path');
      const renaming = controller.fetch(endpoints.partialUpdate, { id: '1' }, { title: 'shown' });
      await held.arrived;
      expect(set()).toBe(true);
      expect(titles()).toEqual(['two', 'shown']);

      await held.release();
      await expect(renaming).rejects.toMatchObject({ status: 403 });
      expect(titles()).toEqual(['two', 'one']);
    });

    it.each([
      ['fails', reply(403, { message: 'no' }), ['two', 'one']],
      ['succeeds', { id: '3', type: 'post', title: 'new' }, ['two', 'one', 'new']],
    ])('stores no optimistic record: its creation %s', async (_how, response, expected) => {
      const { api, controller, list, titles, set } = await start();
      const held = api.hold('POST /*path');
      const push = (list as unknown as typeof posts.getList).push;
      const creating = controller.fetch(push, { type: 'post', title: 'new' }).catch(() => undefined);
      await held.arrived;
      set();
      expect(titles()).toHaveLength(3);

      await held.release(response);
      await creating;
      expect(titles()).toEqual(expected);
    });
  });
});

it('returns false without calling a function for a record that is being deleted', async () => {
  const api = await serveTodos();
  const store = createTestStore();
  const controller = new Controller(store);
  await store.dispatch(get.fetch({ id: '1' }));
  const hidden = TodoResource.delete.extend({
    name: 'setting.delete',
    getOptimisticResponse: (_snapshot, args) => args,
  });
  const held = api.hold('DELETE /todos/1');
  const deleting = store.dispatch(hidden.fetch({ id: '1' }));
  await held.arrived;
  const recipe = jest.fn();

  expect(controller.set(Todo, { id: '1' }, recipe)).toBe(false);
  expect(recipe).not.toHaveBeenCalled();
  await held.release(reply(409));
  await expect(deleting).rejects.toMatchObject({ status: 409 });
  expect(controller.set(Todo, { id: '1' }, (todo: Todo) => ({ ...todo, title: 'mine' }))).toBe(true);
  expect(controller.get(Todo, { id: '1' })?.title).toBe('mine');
});
