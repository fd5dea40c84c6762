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

/** An async schema of an unknown library: it accepts even numbers. */
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

  it('is also checked without a store', async () => {
    const api = await todoApi();
    await expect(TodoResource.update({ id: '1' }, { title: '' })).rejects.toThrow(InputError);
    expect(api.requests).toEqual([]);
  });

  it('is parsed by its schema and sent as JSON', async () => {
    const api = await todoApi();
    const store = createTestStore();
    const due = new Date('2030-01-01');
    await store.dispatch(TodoResource.getList.push.fetch({ title: ' new ', due }));
    expect(api.bodies).toEqual([{ title: 'new', done: false, due: due.toISOString() }]);
  });

  it('is partial for updates and gains no defaults', async () => {
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

  it('is partial for updates even if zod cannot make the schema partial', async () => {
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
    // Some zod versions can.
    let isRefused = false;
    try {
      range.partial();
    } catch {
      isRefused = true;
    }
    const said = complaints.splice(0).map(text => text.includes('since its schema requires from, to'));
    expect(said).toEqual(isRefused ? [true] : []);
  });

  it('is sent with the field names from the schema, in full or in part', async () => {
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

  it('keeps only the given fields with a schema without partial(), and gains no defaults', async () => {
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

  it('is sent unchanged, with a warning, if a schema without partial() requires more', async () => {
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

  it('can be checked by an async schema of any Standard Schema library', async () => {
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

  it('are sent as the schema transforms them, and so is the key of the request', async () => {
    const api = await todoApi();
    const store = createTestStore();
    await store.dispatch(TodoResource.getList.fetch({ q: 'milk' }));
    await store.dispatch(TodoResource.getList.fetch());
    expect(api.requests).toEqual(['GET /todos?limit=20&q=milk', 'GET /todos?limit=20']);
    expect(TodoResource.getList.key({ q: 'milk' })).toBe('GET /todos?limit=20&q=milk');
    expect(TodoResource.getList.select({ q: 'milk' })(store.getState()).data).toHaveLength(1);
  });

  it('keep the page parameter even if the schema does not declare it', async () => {
    const api = await todoApi();
    await TodoResource.getList.getPage({ page: 2, q: 'milk' });
    expect(api.requests).toEqual(['GET /todos?limit=20&page=2&q=milk']);
  });

  it('keep the page parameter with a strict schema, which checks the others', async () => {
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

  it('can be checked by an async schema', async () => {
    const api = await todoApi();
    expect(await counts({ n: 2 })).toEqual({ n: '2' });
    await expect(counts({ n: 3 })).rejects.toMatchObject({ argument: 'searchParams' });
    expect(api.requests).toEqual(['GET /count?n=2']);
  });
});

it('rolls back an optimistic update when its body does not match', async () => {
  const api = await todoApi();
  const store = createTestStore();
  await store.dispatch(ShownResource.getList.fetch());
  const update = store.dispatch(ShownResource.update.fetch({ id: '1' }, { title: '' }));
  await failureOf(update);
  expect(ShownResource.getList.select()(store.getState()).data?.[0]?.title).toBe('one');
  expect(api.requests).toEqual(['GET /todos']);
});
