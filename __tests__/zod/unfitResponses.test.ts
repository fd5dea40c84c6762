import { Collection, devToolsOptions, Entity, InvalidEntityError, InvalidResponseError } from 'rdc-toolkit';
import { zodEntity } from 'rdc-toolkit/zod';
import { z } from 'zod';
import { createTestStore, type TestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';

class User extends zodEntity('UnfitUser', z.object({ id: z.string(), name: z.string() })) {}
class Todo extends zodEntity(
  'UnfitTodo',
  z.object({ id: z.string(), title: z.string(), due: z.coerce.date() }),
  { author: User, watchers: [User] },
) {}
class Page extends Entity {
  id = '';
  todos: readonly Todo[] = [];
  static key = 'UnfitPage';
  static schema = { todos: [Todo] };
}

class Team extends Entity {
  id = '';
  people: { lead?: User } = {};
  static key = 'UnfitTeam';
  static schema = { people: { lead: User } };
}

const told: Error[] = [];
const onSchemaFailure = (error: Error) => {
  told.push(error);
};
beforeEach(() => {
  told.length = 0;
});

const ada = { id: '7', name: 'Ada' };
const due = '2030-01-01';
const fit = { id: '1', title: 'one', due, author: ada };
const unfit = { id: '2', title: 2, due, author: ada };
const responses = {
  'GET /todos': () => [fit, unfit, { ...fit, id: '3' }],
  'GET /todos/:id': () => unfit,
  'GET /pages/:id': () => ({ id: 'p', todos: [fit, unfit] }),
  'GET /watched': () => [{ ...fit, watchers: [ada, { id: '8' }] }],
  'GET /orphans': () => [{ ...fit, author: { id: '8' } }],
  'GET /nameless': () => [fit, { title: 'no id', due, author: ada }],
};

const options = { path: '/todos', schema: new Collection([Todo]) } as const;
const rejecting = new ApiEndpoint({ ...options, name: 'unfit.rejecting', onSchemaFailure });
const dropping = new ApiEndpoint({
  ...options,
  name: 'unfit.dropping',
  schemaFailurePolicy: 'drop',
  onSchemaFailure,
});
const keeping = new ApiEndpoint({
  ...options,
  name: 'unfit.keeping',
  schemaFailurePolicy: 'keep',
  onSchemaFailure,
});
const getOne = new ApiEndpoint({
  path: '/todos/:id',
  schema: Todo,
  name: 'unfit.getOne',
  schemaFailurePolicy: 'drop',
});
const getPage = new ApiEndpoint({
  path: '/pages/:id',
  schema: Page,
  name: 'unfit.getPage',
  schemaFailurePolicy: 'drop',
});
const getWatched = dropping.extend({ path: '/watched', name: 'unfit.getWatched' });
const getOrphans = dropping.extend({ path: '/orphans', name: 'unfit.getOrphans' });
const getNameless = dropping.extend({ path: '/nameless', name: 'unfit.getNameless' });

const getTeams = new ApiEndpoint({
  path: '/teams',
  schema: [Team],
  name: 'unfit.getTeams',
  schemaFailurePolicy: 'drop',
});

/** The part of the displayed state that the tests read. */
interface ShownState {
  readonly rdc: {
    readonly responses: Readonly<Record<string, { readonly schemaFailures?: readonly unknown[] }>>;
  };
}

/** Takes the console output out of the store's complaints. */
const said = (store: TestStore) => store.complaints.splice(0).join('\n');

describe('a record that does not match', () => {
  it('fails the request and stores nothing', async () => {
    await serve(responses);
    const store = createTestStore();
    const request = store.dispatch(rejecting.fetch());
    await expect(request).rejects.toThrow(InvalidEntityError);
    await expect(request).rejects.toThrow(
      'Cannot store a UnfitTodo from unfit.rejecting: title: Invalid input',
    );
    expect(store.getState().rdc.entities).toEqual({});
    expect(rejecting.select()(store.getState())).toMatchObject({
      data: undefined,
      error: { code: 'invalid-entity' },
    });
    expect(told).toEqual([]);
  });

  it('is dropped with `drop`; the list keeps the others', async () => {
    await serve(responses);
    const store = createTestStore();
    const list = await store.dispatch(dropping.fetch());
    expect(list.map(({ id }) => id)).toEqual(['1', '3']);
    expect(dropping.select()(store.getState()).data).toBe(list);
    expect(told).toHaveLength(1);
    expect(told[0]).toBeInstanceOf(InvalidEntityError);
    expect(said(store)).toContain("It was dropped: schemaFailurePolicy is 'drop'.");
  });

  it('is kept with `keep` and returned unchanged', async () => {
    await serve(responses);
    const store = createTestStore();
    const list = await store.dispatch(keeping.fetch());
    expect(list.map(({ title }) => title)).toEqual(['one', 2, 'one']);
    expect(list[1]?.due).toEqual(new Date(due));
    expect(told).toHaveLength(1);
    expect(said(store)).toContain("It was stored anyway: schemaFailurePolicy is 'keep'.");
  });

  it('is reported on the console, once per cause', async () => {
    await serve(responses);
    const store = createTestStore();
    await store.dispatch(dropping.fetch());
    await store.dispatch(keeping.fetch());
    expect(said(store)).toBe('');
  });

  it('is listed in the sanitized state, up to twenty', async () => {
    await serve({
      ...responses,
      'GET /todos': () => Array.from({ length: 25 }, (_, i) => ({ ...unfit, id: `${i}` })),
    });
    const store = createTestStore();
    await store.dispatch(dropping.fetch());
    const { rdc } = devToolsOptions().stateSanitizer(store.getState(), 0) as never as ShownState;
    const failures = Object.values(rdc.responses)[0]?.schemaFailures ?? [];
    expect(failures).toHaveLength(20);
    expect(failures[0]).toMatchObject({
      name: 'InvalidEntityError',
      message: expect.stringContaining('title'),
    });
    said(store);
  });

  it('fails the request if the response contains nothing else', async () => {
    await serve(responses);
    const store = createTestStore();
    await expect(store.dispatch(getOne.fetch({ id: 2 }))).rejects.toThrow(InvalidEntityError);
  });

  it('is dropped from lists in other records', async () => {
    await serve(responses);
    const store = createTestStore();
    const page = await store.dispatch(getPage.fetch({ id: 'p' }));
    expect(page.todos.map(({ id }) => id)).toEqual(['1']);
    const [watched] = await store.dispatch(getWatched.fetch());
    expect(watched?.watchers).toEqual([expect.objectContaining(ada)]);
    expect(said(store)).toContain('UnfitUser from unfit.getWatched: name');
  });

  it('is dropped as a relation as if it had not been sent', async () => {
    await serve(responses);
    const store = createTestStore();
    const [orphan] = await store.dispatch(getOrphans.fetch());
    expect(orphan?.author).toEqual(User.fromJS());
    expect(said(store)).toContain('unfit.getOrphans');
  });

  it('does not affect other records, however many are dropped', async () => {
    const scrambled = Array.from({ length: 600 }, (_, i) => ({ id: `${i}`, people: 'nobody' }));
    await serve({ 'GET /teams': () => [...scrambled, { id: 'last', people: { lead: ada } }] });
    const store = createTestStore();
    const teams = await store.dispatch(getTeams.fetch());
    expect(teams).toHaveLength(601);
    expect(teams.at(-1)?.people.lead).toEqual(expect.objectContaining(ada));
    expect(said(store)).toContain('as "people" in the response');
  });

  it('is also dropped if it has no key', async () => {
    await serve(responses);
    const store = createTestStore();
    expect(await store.dispatch(getNameless.fetch())).toHaveLength(1);
    expect(said(store)).toContain('pk() found no key');
  });
});

const listResponse = z.object({
  items: z.array(z.object({ id: z.number(), tags: z.array(z.string()).default([]) })),
  total: z.number(),
});
const checked = { path: '/items', responseSchema: listResponse, onSchemaFailure } as const;
const getItems = new ApiEndpoint({ ...checked, name: 'unfit.getItems' });
const getItemsDropping = new ApiEndpoint({
  ...checked,
  name: 'unfit.getItemsDropping',
  schemaFailurePolicy: 'drop',
});
const getItemsKeeping = new ApiEndpoint({
  ...checked,
  name: 'unfit.getItemsKeeping',
  schemaFailurePolicy: 'keep',
});
const itemsApi = (response: unknown) => serve({ 'GET /items': () => response });

describe('a response with a schema', () => {
  it('is the output of the schema', async () => {
    await itemsApi({ items: [{ id: 1, extra: true }], total: 1 });
    const store = createTestStore();
    const { items } = await store.dispatch(getItems.fetch());
    expect(items).toEqual([{ id: 1, tags: [] }]);
    expect(await getItems()).toEqual({ items: [{ id: 1, tags: [] }], total: 1 });
  });

  it('rejects the request when it does not match', async () => {
    await itemsApi({ items: [{ id: 'x' }], total: 1 });
    const store = createTestStore();
    const request = store.dispatch(getItems.fetch());
    await expect(request).rejects.toThrow(InvalidResponseError);
    await expect(request).rejects.toMatchObject({
      code: 'invalid-response',
      endpoint: 'unfit.getItems',
      issues: [{ path: ['items', 0, 'id'] }],
    });
    expect(getItems.select()(store.getState()).data).toBeUndefined();
  });

  it('loses the innermost list elements that do not match with `drop`', async () => {
    await itemsApi({ items: [{ id: 1, tags: ['a', 5] }, { id: 'x' }, { id: 3 }], total: 3 });
    const store = createTestStore();
    const { items } = await store.dispatch(getItemsDropping.fetch());
    expect(items).toEqual([
      { id: 1, tags: ['a'] },
      { id: 3, tags: [] },
    ]);
    expect(told).toMatchObject([{ code: 'invalid-response' }]);
  });

  it('rejects if an error is outside all lists', async () => {
    await itemsApi({ items: [{ id: 'x' }], total: 'many' });
    await expect(getItemsDropping()).rejects.toThrow('total: Invalid input');
  });

  it('is stored even if onSchemaFailure throws', async () => {
    await itemsApi({ items: [{ id: 1 }, { id: 'x' }], total: 1 });
    const store = createTestStore();
    const getReporting = getItemsDropping.extend({
      onSchemaFailure() {
        throw new Error('no reporter');
      },
    });
    const { items } = await store.dispatch(getReporting.fetch());

    expect(items).toHaveLength(1);
    expect(store.complaints.splice(0).join()).toContain('no reporter');
  });

  it('is kept unchanged with `keep`', async () => {
    const response = { items: [{ id: 'x' }], total: 1 };
    await itemsApi(response);
    const store = createTestStore();
    expect(await store.dispatch(getItemsKeeping.fetch())).toEqual(response);
    expect(told).toHaveLength(1);
  });
});
