import { InputError, resource } from 'rdc-toolkit';
import { zodEntity } from 'rdc-toolkit/zod';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { complaints, createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';

class Todo extends zodEntity(
  'InputTodo',
  z.object({ id: z.string(), title: z.string(), done: z.boolean().default(false) }),
) {}

const newTodo = z.object({
  title: z.string().trim().min(1),
  done: z.boolean().default(false),
  due: z.date().optional(),
});
const TodoResource = resource({
  path: '/todos/:id',
  schema: Todo,
  Endpoint: ApiEndpoint,
  body: newTodo,
  searchParams: z.object({ q: z.string().min(2).optional(), limit: z.coerce.number().default(20) }),
  paginationField: 'page',
});

class Shown extends zodEntity('InputShown', Todo.zod) {}
const ShownResource = resource({
  path: '/todos/:id',
  schema: Shown,
  Endpoint: ApiEndpoint,
  body: newTodo,
  optimistic: true,
});

class Renamed extends zodEntity('InputRenamed', Todo.zod) {}

class Small extends zodEntity('InputSmall', Todo.zod) {}

class Range extends zodEntity('InputRange', Todo.zod) {}

/** A schema as a library that is not installed would have it: even numbers, told in time. */
const evenLater = {
  '~standard': {
    version: 1 as const,
    vendor: 'hand-made',
    types: undefined as { readonly input: { n: number }; readonly output: { n: number } } | undefined,
    validate: async (value: unknown) => {
      await Promise.resolve();
      const { n } = value as { n: number };
      return n % 2 === 0 ? { value: { n } } : { issues: [{ message: 'odd', path: [{ key: 'n' }] }] };
    },
  },
};
const countTo = new ApiEndpoint({ path: '/count', body: evenLater, name: 'countTo' });
const counts = new ApiEndpoint({ path: '/count', searchParams: evenLater, name: 'counts' });

const todoApi = () =>
  serve({
    'GET /todos': () => [{ id: '1', title: 'one' }],
    'POST /todos': ({ body }) => ({ id: '2', ...(body as object) }),
    'PUT /todos/:id': ({ params, body }) => ({ id: params.id, ...(body as object) }),
    'PATCH /todos/:id': ({ params, body }) => ({ id: params.id, title: 'one', ...(body as object) }),
    'GET /count': ({ query }) => query,
    'POST /count': ({ body }) => body,
  });

const failureOf = (request: Promise<unknown>): Promise<unknown> =>
  request.then(
    () => undefined,
    error => error,
  );

describe('a body with a schema', () => {
  it('is not sent when it does not match', async () => {
    const api = await todoApi();
    const store = createTestStore();
    const error = await failureOf(store.dispatch(TodoResource.getList.push.fetch({ title: '  ' })));
    expect(api.requests).toEqual([]);
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({
      code: 'input',
      endpoint: 'InputTodo.getList.push',
      argument: 'body',
      issues: [{ path: ['title'] }],
    });
    expect((error as Error).message).toContain('its body does not match the schema (title: Too small');
  });

  it('is checked without a store as well', async () => {
    const api = await todoApi();
    await expect(TodoResource.update({ id: '1' }, { title: '' })).rejects.toThrow(InputError);
    expect(api.requests).toEqual([]);
  });

  it('is sent as the schema makes it, and as JSON', async () => {
    const api = await todoApi();
    const store = createTestStore();
    const due = new Date('2030-01-01');
    await store.dispatch(TodoResource.getList.push.fetch({ title: ' new ', due }));
    expect(api.bodies).toEqual([{ title: 'new', done: false, due: due.toISOString() }]);
  });

  it('may have some of its fields where some are changed, and gains none by default', async () => {
    const api = await todoApi();
    const store = createTestStore();
    await store.dispatch(TodoResource.partialUpdate.fetch({ id: '1' }, { title: ' uno ' }));
    await store.dispatch(TodoResource.getList.move.fetch({ id: '1' }, { done: true }));
    expect(api.bodies).toEqual([{ title: 'uno' }, { done: true }]);
    const error = await failureOf(
      store.dispatch(TodoResource.partialUpdate.fetch({ id: '1' }, { title: '' })),
    );
    expect(error).toMatchObject({ argument: 'body', issues: [{ path: ['title'] }] });
    expect(api.requests).toHaveLength(2);
  });

  it('may have some of its fields where zod cannot make them optional', async () => {
    const api = await todoApi();
    const range = z
      .object({ title: z.string(), from: z.number(), to: z.number() })
      .refine(r => r.from < r.to, { message: 'ends early', path: ['to'] });
    const { partialUpdate } = resource({
      path: '/todos/:id',
      schema: Range,
      Endpoint: ApiEndpoint,
      body: range,
    });
    await partialUpdate({ id: '1' }, { title: 'range' });
    await expect(partialUpdate({ id: '1' }, { from: 'x' as never })).rejects.toThrow(InputError);
    expect(api.bodies).toEqual([{ title: 'range' }]);
    // Some versions of zod can.
    let isRefused = false;
    try {
      range.partial();
    } catch {
      isRefused = true;
    }
    const said = complaints.splice(0).map(text => text.includes('since its schema requires from, to'));
    expect(said).toEqual(isRefused ? [true] : []);
  });

  it('is sent under the names that the schema gives its fields, whole or in part', async () => {
    const api = await todoApi();
    const { update, partialUpdate, getList } = resource({
      path: '/todos/:id',
      schema: Renamed,
      Endpoint: ApiEndpoint,
      body: z.object({ fullName: z.string() }).transform(({ fullName }) => ({ full_name: fullName })),
    });

    await update({ id: '1' }, { fullName: 'Ada' });
    await partialUpdate({ id: '1' }, { fullName: 'Ada' });
    await getList.move({ id: '1' }, { fullName: 'Ada' });

    expect(api.bodies).toEqual([{ full_name: 'Ada' }, { full_name: 'Ada' }, { full_name: 'Ada' }]);
  });

  it('is made of what is there by a schema without partial(), and gains no defaults', async () => {
    const api = await todoApi();
    const { partialUpdate } = resource({
      path: '/todos/:id',
      schema: Small,
      Endpoint: ApiEndpoint,
      body: mini.object({
        title: mini.string().check(mini.trim()),
        done: mini._default(mini.boolean(), false),
      }),
    });

    await partialUpdate({ id: '1' }, { title: ' uno ' });

    expect(api.bodies).toEqual([{ title: 'uno' }]);
  });

  it('is sent as it is where a schema without partial() requires more, which is said', async () => {
    const api = await todoApi();
    const { partialUpdate } = resource({
      path: '/todos/:id',
      schema: Small,
      Endpoint: ApiEndpoint,
      body: mini.object({ title: mini.string().check(mini.trim()), text: mini.string() }),
    });

    await partialUpdate({ id: '1' }, { title: ' uno ' });

    expect(api.bodies).toEqual([{ title: ' uno ' }]);
    expect(complaints.splice(0)).toEqual([
      expect.stringContaining('requires text as well and cannot be made partial: it was not transformed'),
    ]);
  });

  it('is checked by any schema that follows the standard, and waited for', async () => {
    const api = await todoApi();
    expect(await countTo({ n: 2 })).toEqual({ n: 2 });
    await expect(countTo({ n: 3 })).rejects.toMatchObject({
      code: 'input',
      endpoint: 'countTo',
      issues: [{ message: 'odd', path: ['n'] }],
    });
    expect(api.bodies).toEqual([{ n: 2 }]);
  });
});

describe('search parameters with a schema', () => {
  it('are not sent when they do not match', async () => {
    const api = await todoApi();
    const store = createTestStore();
    const error = await failureOf(store.dispatch(TodoResource.getList.fetch({ q: 'x' })));
    expect(api.requests).toEqual([]);
    expect(error).toMatchObject({ code: 'input', argument: 'searchParams', issues: [{ path: ['q'] }] });
    const { error: shown, data } = TodoResource.getList.select({ q: 'x' })(store.getState());
    expect(data).toBeUndefined();
    expect(shown).toBe(error);
  });

  it('are sent as the schema makes them, which is the key of the request, too', async () => {
    const api = await todoApi();
    const store = createTestStore();
    await store.dispatch(TodoResource.getList.fetch({ q: 'milk' }));
    await store.dispatch(TodoResource.getList.fetch());
    expect(api.requests).toEqual(['GET /todos?limit=20&q=milk', 'GET /todos?limit=20']);
    expect(TodoResource.getList.key({ q: 'milk' })).toBe('GET /todos?limit=20&q=milk');
    expect(TodoResource.getList.select({ q: 'milk' })(store.getState()).data).toHaveLength(1);
  });

  it('keep the number of the page, which the schema need not know', async () => {
    const api = await todoApi();
    await TodoResource.getList.getPage({ page: 2, q: 'milk' });
    expect(api.requests).toEqual(['GET /todos?limit=20&page=2&q=milk']);
  });

  it('keep it where the schema takes no other names, which the rest is checked by', async () => {
    const api = await todoApi();
    const { getList } = resource({
      path: '/todos/:id',
      schema: Small,
      Endpoint: ApiEndpoint,
      searchParams: z.strictObject({ q: z.string().trim().min(2) }),
      paginationField: 'page',
    });

    await getList.getPage({ q: ' ab ', page: 2 });
    const error = await failureOf(getList.getPage({ q: 'a', page: 3 }));

    expect(api.requests).toEqual(['GET /todos?page=2&q=ab']);
    expect(error).toMatchObject({ argument: 'searchParams', issues: [{ path: ['q'] }] });
  });

  it('are waited for where their schema takes its time', async () => {
    const api = await todoApi();
    expect(await counts({ n: 2 })).toEqual({ n: '2' });
    await expect(counts({ n: 3 })).rejects.toMatchObject({ argument: 'searchParams' });
    expect(api.requests).toEqual(['GET /count?n=2']);
  });
});

it('rolls back its optimistic update when a body does not match', async () => {
  const api = await todoApi();
  const store = createTestStore();
  await store.dispatch(ShownResource.getList.fetch());
  const update = store.dispatch(ShownResource.update.fetch({ id: '1' }, { title: '' }));
  await failureOf(update);
  expect(ShownResource.getList.select()(store.getState()).data?.[0]?.title).toBe('one');
  expect(api.requests).toEqual(['GET /todos']);
});
