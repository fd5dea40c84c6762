import { Collection } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint } from '../helpers/serve';
import { serveTodos, Todo, TodoResource } from '../helpers/todos';

const { get, getList, update, partialUpdate } = TodoResource;

/** A store with the lists of all, open and done todos. */
async function withLists() {
  const api = await serveTodos();
  const store = createTestStore();
  const shown = (status?: string) =>
    getList
      .select(...(status === undefined ? [] : [{ status }]))(store.getState())
      .data?.map(todo => todo.title);
  await Promise.all([
    store.dispatch(getList.fetch()),
    store.dispatch(getList.fetch({ status: 'open' })),
    store.dispatch(getList.fetch({ status: 'done' })),
  ]);
  const before = api.requests.length;
  return { api, store, shown, sent: () => api.requests.slice(before) };
}

describe('a creation', () => {
  it('joins the end of every matching list, and no other', async () => {
    const { api, store, shown, sent } = await withLists();

    const todo = await store.dispatch(getList.push.fetch({ title: 'four', status: 'open' }));

    expect(todo).toBeInstanceOf(Todo);
    expect(shown()).toEqual(['one', 'two', 'three', 'four']);
    expect(shown('open')).toEqual(['one', 'three', 'four']);
    expect(shown('done')).toEqual(['two']);
    expect(sent()).toEqual(['POST /todos']);
    expect(api.bodies).toEqual([{ title: 'four', status: 'open' }]);
  });

  it('joins the start of lists when unshifted', async () => {
    const { store, shown } = await withLists();

    await store.dispatch(getList.unshift.fetch({ title: 'zero', status: 'open' }));

    expect(shown()).toEqual(['zero', 'one', 'two', 'three']);
    expect(shown('open')).toEqual(['zero', 'one', 'three']);
  });

  it('joins the lists that match its search parameters', async () => {
    const { store, shown, sent } = await withLists();

    await store.dispatch(getList.push.fetch({ status: 'done' }, { title: 'four' }));

    expect(sent()).toEqual(['POST /todos?status=done']);
    expect(shown('done')).toEqual(['two', 'four']);
    expect(shown('open')).toEqual(['one', 'three']);
  });

  it('joins a list whatever its order', async () => {
    const { store } = await withLists();
    await store.dispatch(getList.fetch({ orderBy: 'title' }));

    await store.dispatch(getList.push.fetch({ title: 'four', status: 'open' }));

    expect(getList.select({ orderBy: 'title' })(store.getState()).data).toHaveLength(4);
  });

  it('creates no list that was never fetched', async () => {
    await serveTodos();
    const store = createTestStore();

    const todo = await store.dispatch(getList.push.fetch({ title: 'four' }));

    expect(getList.select()(store.getState()).data).toBeUndefined();
    expect(get.select({ id: todo?.id ?? '' })(store.getState()).data).toBe(todo);
  });

  it('resolves to its own record with two in flight, and keeps the order in which they were sent', async () => {
    const { api, store, shown } = await withLists();
    const [first, second] = [api.hold('POST /todos'), api.hold('POST /todos')];
    const four = store.dispatch(getList.push.fetch({ title: 'four' }));
    await first.arrived;
    const five = store.dispatch(getList.push.fetch({ title: 'five' }));
    await second.arrived;

    await second.release();
    expect((await five)?.title).toBe('five');
    await first.release();
    expect((await four)?.title).toBe('four');

    expect(shown()).toEqual(['one', 'two', 'three', 'four', 'five']);
  });
});

describe('an update', () => {
  it.each([
    ['PUT', update],
    ['PATCH', partialUpdate],
  ])('shows in every list without a request (%s)', async (method, change) => {
    const { api, store, shown, sent } = await withLists();

    const todo = await store.dispatch(change.fetch({ id: 1 }, { title: 'uno' }));

    expect(shown()).toEqual(['uno', 'two', 'three']);
    expect(shown('open')).toEqual(['uno', 'three']);
    expect(get.select({ id: 1 })(store.getState()).data).toBe(todo);
    expect(sent()).toEqual([`${method} /todos/1`]);
    expect(api.bodies).toEqual([{ title: 'uno' }]);
  });

  it('keeps all other records the same objects', async () => {
    const { store } = await withLists();
    const before = getList.select()(store.getState()).data;

    await store.dispatch(partialUpdate.fetch({ id: 1 }, { title: 'uno' }));

    const after = getList.select()(store.getState()).data;
    expect(after?.[0]).not.toBe(before?.[0]);
    expect(after?.[1]).toBe(before?.[1]);
    expect(after?.[0]?.author).toBe(before?.[0]?.author);
  });
});

describe('a move', () => {
  it('takes a record out of the lists that it no longer matches, into those it matches now', async () => {
    const { store, shown, sent } = await withLists();

    await store.dispatch(getList.move.fetch({ id: 1 }, { status: 'done' }));

    expect(shown('open')).toEqual(['three']);
    expect(shown('done')).toEqual(['two', 'one']);
    expect(shown()).toEqual(['one', 'two', 'three']);
    expect(sent()).toEqual(['PATCH /todos/1']);
  });
});

describe('a page', () => {
  const paged = new ApiEndpoint({
    path: '/todos',
    name: 'paged',
    schema: new Collection([Todo]),
    searchParams: {} as { status?: string } | undefined,
    paginationField: 'page',
  });

  it('joins its list without duplicates', async () => {
    const { api, store } = await withLists();
    await store.dispatch(paged.fetch());
    api.rows.set('4', { id: '4', title: 'four', status: 'open', author: { id: '8', name: 'Bo' } });

    const page = await store.dispatch(paged.getPage.fetch({ page: 2 }));

    expect(page).toHaveLength(4);
    const all = paged.select()(store.getState()).data;
    expect(all?.map(todo => todo.title)).toEqual(['one', 'two', 'three', 'four']);
    expect(api.requests.at(-1)).toBe('GET /todos?page=2');
  });
});
