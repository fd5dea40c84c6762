import {
  Collection,
  type CollectionOptions,
  Endpoint,
  Entity,
  RestEndpoint,
  resource,
  Union,
  unshift,
} from 'rdc-toolkit';
import { z } from 'zod';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';

class Line extends Entity {
  id = '';
  static key = 'Options.Line';
}

class Todo extends Entity {
  id = '';
  title = '';
  completed = false;
  userId = '';
  static key = 'OptionTodo';
}

/** Separate entities, because a log tells resources apart by the keys of their entities. */
const kind = (key: string) =>
  class extends Todo {
    static override key = key;
  };

const path = '/todos/:id';

describe('urlPrefix', () => {
  it('prefixes the path of every member', () => {
    const {
      get,
      getList,
      update,
      partialUpdate,
      delete: remove,
    } = resource({
      path,
      schema: Todo,
      urlPrefix: 'http://a.example/v1',
      paginationField: 'page',
    });
    const body = { title: 'x' };
    expect([
      get.key({ id: 5 }),
      getList.key(),
      getList.push.key(body),
      getList.unshift.key(body),
      getList.getPage.key({ page: 2 }),
      getList.move.key({ id: 5 }, body),
      update.key({ id: 5 }, body),
      partialUpdate.key({ id: 5 }, body),
      remove.key({ id: 5 }),
    ]).toEqual([
      'GET http://a.example/v1/todos/5',
      'GET http://a.example/v1/todos',
      'POST http://a.example/v1/todos',
      'POST http://a.example/v1/todos',
      'GET http://a.example/v1/todos?page=2',
      'PATCH http://a.example/v1/todos/5',
      'PUT http://a.example/v1/todos/5',
      'PATCH http://a.example/v1/todos/5',
      'DELETE http://a.example/v1/todos/5',
    ]);
  });
});

describe('endpoint options', () => {
  it('apply to every member', () => {
    const extra = {
      dataExpiryLength: 1,
      errorExpiryLength: 2,
      errorPolicy: () => 'soft' as const,
      invalidIfStale: true,
      pollFrequency: 3,
    };
    const { extend: _extend, ...members } = resource({
      path,
      schema: Todo,
      paginationField: 'page',
      ...extra,
    });
    const { push, unshift: first, move, getPage } = members.getList;
    for (const member of [...Object.values(members), push, first, move, getPage]) {
      expect({ ...member }).toMatchObject(extra);
    }
  });
});

describe('paginationField', () => {
  it('adds no getPage when unset', () => {
    expect(resource({ path, schema: Todo }).getList.getPage).toBeUndefined();
  });

  it('names the page parameter', () => {
    const { getList } = resource({ path, schema: Todo, paginationField: 'cursor' });
    expect(getList.getPage.url({ cursor: 'x' })).toBe('/todos?cursor=x');
  });
});

describe('optimistic', () => {
  const TodoResource = resource({
    path,
    schema: kind('OptimisticTodo'),
    searchParams: {} as { userId?: string } | undefined,
    optimistic: true,
    Endpoint: ApiEndpoint,
  });

  async function started(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE') {
    const one = { id: '1', title: 'one', completed: false, userId: '7' };
    const api = await serve({
      'GET /todos': ({ query }) =>
        [one].filter(({ userId }) => [undefined, userId].includes(query.userId as string)),
      'POST /todos': ({ body }) => ({ ...one, id: '2', ...(body as object) }),
      'PUT /todos/:id': ({ body }) => ({ ...one, ...(body as object) }),
      'PATCH /todos/:id': ({ body }) => ({ ...one, ...(body as object) }),
      'DELETE /todos/:id': () => null,
    });
    const store = createTestStore();
    await store.dispatch(TodoResource.getList.fetch());
    await store.dispatch(TodoResource.getList.fetch({ userId: '8' }));
    const held = api.hold(method === 'POST' ? 'POST /todos' : `${method} /todos/:id`);
    const titles = (params?: { userId: string }) =>
      TodoResource.getList
        .select(params)(store.getState())
        .data?.map(({ title }) => title);
    return { store, held, titles };
  }

  it('shows update at once', async () => {
    const { store, held, titles } = await started('PUT');
    const done = store.dispatch(TodoResource.update.fetch({ id: '1' }, { title: 'uno' }));
    expect(titles()).toEqual(['uno']);
    await held.release();
    await done;
    expect(titles()).toEqual(['uno']);
  });

  it('shows partialUpdate at once, and rolls it back on abort', async () => {
    const { store, held, titles } = await started('PATCH');
    const done = store.dispatch(TodoResource.partialUpdate.fetch({ id: '1' }, { title: 'uno' }));
    expect(titles()).toEqual(['uno']);
    await held.arrived;
    done.abort();
    await held.aborted;
    await expect(done).rejects.toMatchObject({ name: 'AbortError' });
    expect(titles()).toEqual(['one']);
  });

  it('shows delete at once', async () => {
    const { store, held, titles } = await started('DELETE');
    const done = store.dispatch(TodoResource.delete.fetch({ id: '1' }));
    expect(titles()).toEqual([]);
    await held.release();
    await done;
    expect(titles()).toEqual([]);
  });

  it.each(['push', 'unshift'] as const)('shows getList.%s at once', async member => {
    const { store, held, titles } = await started('POST');
    const done = store.dispatch(TodoResource.getList[member].fetch({ title: 'two', userId: '8' }));
    const expected = member === 'push' ? ['one', 'two'] : ['two', 'one'];
    expect([titles(), titles({ userId: '8' })]).toEqual([expected, ['two']]);
    await held.release();
    await done;
    expect([titles(), titles({ userId: '8' })]).toEqual([expected, ['two']]);
  });

  it('shows getList.move at once', async () => {
    const { store, held, titles } = await started('PATCH');
    const done = store.dispatch(TodoResource.getList.move.fetch({ id: '1' }, { userId: '8' }));
    expect([titles(), titles({ userId: '8' })]).toEqual([['one'], ['one']]);
    await held.release();
    await done;
    expect(titles({ userId: '8' })).toEqual(['one']);
  });

  it('shows nothing before the response when unset', () => {
    const { update, partialUpdate, delete: remove, getList } = resource({ path, schema: Todo });
    for (const member of [update, partialUpdate, remove, getList.push, getList.unshift, getList.move]) {
      expect(member.getOptimisticResponse).toBeUndefined();
    }
  });
});

describe('Collection', () => {
  class Prepending extends Collection<readonly [typeof Todo]> {
    constructor(schema: readonly [typeof Todo], options?: CollectionOptions) {
      super(schema, options);
      this.move = this.moveWith(unshift);
    }
  }

  it('makes the getList schema, so that move can prepend', async () => {
    const TodoResource = resource({
      path,
      schema: kind('PrependedTodo'),
      searchParams: {} as { userId: string },
      nonFilterArgumentKeys: ['sort'],
      Collection: Prepending,
      Endpoint: ApiEndpoint,
    });
    expect(TodoResource.getList.schema).toBeInstanceOf(Prepending);
    const todos = [
      { id: '1', userId: '7' },
      { id: '2', userId: '8' },
    ];
    await serve({
      'GET /todos': ({ query }) => todos.filter(({ userId }) => userId === query.userId),
      'PATCH /todos/:id': ({ params, body }) => ({ ...params, ...(body as object) }),
    });
    const store = createTestStore();
    await store.dispatch(TodoResource.getList.fetch({ userId: '7' }));
    await store.dispatch(TodoResource.getList.fetch({ userId: '8' }));
    await store.dispatch(TodoResource.getList.move.fetch({ id: '1' }, { userId: '8' }));
    const list = TodoResource.getList.select({ userId: '8' })(store.getState()).data;
    expect(list?.map(({ id }) => id)).toEqual(['1', '2']);
  });
});

describe('nonFilterArgumentKeys', () => {
  const forms = [
    ['a list of names', ['sort']],
    ['a pattern', /^sort$/],
    ['a function', (name: string) => name === 'sort'],
  ] as const;

  it.each(forms)('as %s, excludes arguments from list filtering', async (form, nonFilterArgumentKeys) => {
    const SortedResource = resource({
      path,
      schema: kind(`Todo sorted by ${form}`),
      searchParams: {} as { sort?: string; userId?: string },
      nonFilterArgumentKeys,
      Endpoint: ApiEndpoint,
    });
    await serve({ 'GET /todos': () => [], 'POST /todos': ({ body }) => ({ id: '1', ...(body as object) }) });
    const store = createTestStore();
    await store.dispatch(SortedResource.getList.fetch({ sort: 'up' }));
    await store.dispatch(SortedResource.getList.fetch({ sort: 'up', userId: '8' }));
    await store.dispatch(SortedResource.getList.push.fetch({ title: 'x', userId: '7' }));
    const list = (params: { sort: string; userId?: string }) =>
      SortedResource.getList.select(params)(store.getState()).data;
    expect([list({ sort: 'up' }), list({ sort: 'up', userId: '8' })]).toEqual([[expect.anything()], []]);
  });

  it('when omitted, an argument such as orderId does filter lists', async () => {
    await serve({
      'GET /orders/:orderId/lines': () => [],
      'POST /orders/:orderId/lines': () => ({ id: '1' }),
    });
    const { getList } = resource({ path: '/orders/:orderId/lines/:id', schema: Line, Endpoint: ApiEndpoint });
    const store = createTestStore();
    const orders = [{ orderId: '5' }, { orderId: '6' }, { orderId: '5', orderBy: 'title' }] as const;
    for (const args of orders) await store.dispatch(getList.fetch(args as never));

    await store.dispatch(getList.push.fetch({ orderId: '5' }, {}));

    expect(orders.map(args => getList.select(args as never)(store.getState()).data?.length)).toEqual([
      1, 0, 1,
    ]);
  });

  it('defaults to arguments that start with order', async () => {
    const Plain = resource({
      path,
      schema: kind('OrderedTodo'),
      searchParams: {} as { orderBy?: string },
      Endpoint: ApiEndpoint,
    });
    await serve({ 'GET /todos': () => [], 'POST /todos': ({ body }) => ({ id: '1', ...(body as object) }) });
    const store = createTestStore();
    await store.dispatch(Plain.getList.fetch({ orderBy: 'title' }));
    await store.dispatch(Plain.getList.push.fetch({ title: 'x' }));
    expect(Plain.getList.select({ orderBy: 'title' })(store.getState()).data).toHaveLength(1);
  });
});

describe('schema', () => {
  class Article extends Entity {
    id = '';
    type = 'article' as const;
    static key = 'OptionArticle';
  }
  class Video extends Entity {
    id = '';
    type = 'video' as const;
    seconds = 0;
    static key = 'OptionVideo';
  }

  it('can be a Union: members read and delete records of every type', async () => {
    const Feed = resource({
      path: '/feed/:id',
      schema: new Union({ article: Article, video: Video }, 'type'),
      Endpoint: ApiEndpoint,
    });
    await serve({
      'GET /feed': () => [
        { id: '1', type: 'article' },
        { id: '2', type: 'video', seconds: 5 },
      ],
      'GET /feed/:id': () => ({ id: '2', type: 'video', seconds: 6 }),
      'DELETE /feed/:id': ({ params }) => ({ id: params.id, type: 'video' }),
    });
    const store = createTestStore();
    const [first, second] = await store.dispatch(Feed.getList.fetch());
    expect([first, second].map(each => each?.constructor)).toEqual([Article, Video]);
    await store.dispatch(Feed.get.fetch({ id: '2' }));
    await store.dispatch(Feed.delete.fetch({ id: '2' }));
    expect(Feed.getList.select()(store.getState()).data).toEqual([first]);
  });
});

describe('body', () => {
  it('when undefined, push and update send no body', async () => {
    const Ping = resource({ path: '/pings/:id', schema: Todo, body: undefined, Endpoint: ApiEndpoint });
    const api = await serve({ 'POST /pings': () => ({ id: '1' }), 'PUT /pings/:id': () => ({ id: '1' }) });
    await Ping.getList.push();
    await Ping.update({ id: '1' });
    expect(api.requests).toEqual(['POST /pings', 'PUT /pings/1']);
    expect(api.bodies).toEqual([]);
  });
});

describe('misuse', () => {
  const messageOf = (define: () => unknown) => {
    try {
      define();
    } catch (error) {
      expect(error).toEqual(expect.objectContaining({ name: 'UsageError', code: 'endpoint-option' }));
      return (error as Error).message;
    }
    throw new Error('nothing was thrown');
  };

  it('rejects a path without a parameter', () => {
    expect(messageOf(() => resource({ path: '/todos', schema: Todo }))).toBe(
      'Cannot define resource("/todos"): option `path` has no parameter, so a record and its list ' +
        "would have the same URL. Add the record's key: path: '/todos/:id'.",
    );
  });

  it('rejects an invalid path pattern', () => {
    expect(() => resource({ path: '/todos/:id(\\d+)', schema: Todo })).toThrow(
      expect.objectContaining({ name: 'UsageError', code: 'invalid-path' }),
    );
  });

  it('`endpoint` in place of `Endpoint` is rejected', () => {
    expect(messageOf(() => resource({ path, schema: Todo, endpoint: RestEndpoint } as never))).toBe(
      'Cannot define resource("/todos/:id"): option `endpoint` does not exist. Did you mean `Endpoint`?',
    );
  });

  it('an endpoint option is rejected, with where to put it', () => {
    expect(messageOf(() => resource({ path, schema: Todo, getHeaders: () => ({}) } as never))).toContain(
      'resource(...).extend({ get: { getHeaders: ... } }); those of all members, into a class passed as `Endpoint`.',
    );
  });

  it('rejects a missing schema', () => {
    expect(messageOf(() => resource({ path } as never))).toBe(
      'Cannot define resource("/todos/:id"): option `schema` is missing. ' +
        'Add the entity class: schema: Todo.',
    );
  });

  it('a missing path, or no options at all, is rejected with the line to write', () => {
    const message =
      "Cannot define a resource: option `path` is missing. Write resource({ path: '/todos/:id', schema: Todo }).";
    expect(messageOf(() => resource({ schema: Todo } as never))).toBe(message);
    expect(messageOf(() => resource(undefined as never))).toBe(message);
    expect(messageOf(() => resource('/todos/:id' as never))).toBe(message);
  });

  it.each([
    [
      'a list',
      [Todo],
      'option `schema` is the schema of a list. Pass the schema of one record, schema: Todo',
    ],
    ['a Collection', new Collection([Todo]), 'option `schema` is the schema of a list.'],
    ['a record', Todo.fromJS({ id: '1' }), ', not an entity class. Pass an entity class: '],
    ['a name', 'Todo', 'option `schema` is the text "Todo". Pass the schema itself: schema: Todo.'],
    [
      'another class',
      class Plain {},
      'option `schema` is the class Plain, which is no schema. Write class Plain extends Entity',
    ],
    ['a Zod object', z.object({ id: z.string() }), "class Todo extends zodEntity('Todo', object) {}"],
  ])('%s in place of an entity class is rejected', (_what, schema, message) => {
    expect(messageOf(() => resource({ path, schema }))).toContain(message);
  });

  it('rejects unrelated Endpoint and Collection classes', () => {
    const endpoint = new RestEndpoint({ path: '/todos' });
    for (const Class of [endpoint, Endpoint, class {}]) {
      expect(messageOf(() => resource({ path, schema: Todo, Endpoint: Class } as never))).toBe(
        'Cannot define resource("/todos/:id"): option `Endpoint` is not a class that extends RestEndpoint. ' +
          'Pass the class itself: class MyEndpoint extends RestEndpoint { ... }, Endpoint: MyEndpoint.',
      );
    }
    const list = new Collection([Todo]);
    expect(messageOf(() => resource({ path, schema: Todo, Collection: list } as never))).toContain(
      'option `Collection` is not a class that extends Collection.',
    );
  });

  it.each([
    ['belongs that is no function', { belongs: 'userId' }, 'option `belongs` is "userId". Write belongs: ('],
    [
      'addTo of another word',
      { belongs: () => true, addTo: 'top' },
      "option `addTo` is \"top\". Pass 'start', 'end', or a function",
    ],
    ['addTo alone', { addTo: 'start' }, 'option `addTo` has no effect without belongs.'],
  ])('%s is rejected', (_what, options, message) => {
    expect(messageOf(() => resource({ path, schema: Todo, ...options } as never))).toContain(message);
  });

  it('a list member without a Collection in the schema is rejected', () => {
    const list = new RestEndpoint({ path: '/todos', schema: [Todo] });
    for (const member of ['push', 'unshift', 'move'] as const) {
      expect(messageOf(() => list[member])).toBe(
        `Cannot define GET /todos: option \`schema\` holds no Collection, so \`${member}\` has no list to ` +
          'write to. Use schema: new Collection([MyEntity]).',
      );
    }
  });
});
