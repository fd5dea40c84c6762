import { act, waitFor } from '@testing-library/react';
import { Controller, Entity } from 'rdc-toolkit';
import { useDLE, useSuspense } from 'rdc-toolkit/react';
import { Component, memo, type ReactNode, Suspense } from 'react';
import { counter, createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint } from '../helpers/serve';
import { reply } from '../helpers/startApi';
import { serveTodos, Todo, TodoResource, UserResource } from '../helpers/todos';
import { renderCounts } from './renderCounts';
import { renderIn } from './renderIn';

const { get, getList, partialUpdate } = TodoResource;

/** Two records and their list on a page, all loaded. */
async function loadedPage() {
  const api = await serveTodos();
  const store = createTestStore();
  await store.dispatch(getList.fetch());
  await store.dispatch(get.fetch({ id: 1 }));
  await store.dispatch(get.fetch({ id: 2 }));
  const { count, take } = renderCounts();
  const One = memo(({ id }: { readonly id: number }) => {
    count(`todo ${id}`);
    return <>{useSuspense(get, { id }).title}</>;
  });
  const DLE = memo(({ id }: { readonly id: number }) => {
    count(`dle ${id}`);
    return <>{useDLE(get, { id }).data?.title}</>;
  });
  const List = memo(() => {
    count('list');
    return <>{useSuspense(getList).length}</>;
  });
  const page = renderIn(
    store,
    <Suspense fallback="loading">
      <One id={1} />
      <One id={2} />
      <DLE id={1} />
      <DLE id={2} />
      <List />
    </Suspense>,
  );
  expect(take()).toEqual({ 'todo 1': 1, 'todo 2': 1, 'dle 1': 1, 'dle 2': 1, list: 1 });
  return { api, store, page, take, controller: new Controller(store) };
}

it('renders the components that show a changed record, and nothing else', async () => {
  const { store, take } = await loadedPage();

  await act(async () => {
    await store.dispatch(partialUpdate.fetch({ id: 1 }, { title: 'uno' }));
  });

  expect(take()).toEqual({ 'todo 1': 1, 'dle 1': 1, list: 1 });
});

it('renders the components that show a related record when it changes', async () => {
  const { store, take } = await loadedPage();

  act(() => {
    store.dispatch(UserResource.get.setResponse({ id: 7 }, { id: '7', name: 'Augusta' }));
  });

  expect(take()).toEqual({ 'todo 1': 1, 'todo 2': 1, 'dle 1': 1, 'dle 2': 1, list: 1 });
});

it('renders a long list when a record that an element refers to changes, and for nothing else', () => {
  const store = createTestStore();
  const rows = Array.from({ length: 100 }, (_, i) => ({
    id: `${i}`,
    title: `todo ${i}`,
    author: { id: `a${i}`, name: `author ${i}` },
  }));
  store.dispatch(getList.setResponse(undefined, rows));
  const { count, take } = renderCounts();
  const List = memo(() => {
    count('list');
    return <>{useSuspense(getList)[50]?.author.name}</>;
  });
  const page = renderIn(store, <List />);
  take();
  const rename = (id: string, name: string) =>
    act(() => void store.dispatch(UserResource.get.setResponse({ id }, { id, name })));

  for (const name of ['Ada', 'Bea', 'Cleo']) {
    rename('a50', name);
    expect(page.text()).toBe(name);
    expect(take()).toEqual({ list: 1 });
    rename('other', name);
    expect(take()).toEqual({});
  }
});

it.each<[what: string, act: (page: Awaited<ReturnType<typeof loadedPage>>) => unknown]>([
  ['an action of another slice', ({ store }) => store.dispatch(counter.actions.increment())],
  ['a response that repeats what is stored', ({ store }) => store.dispatch(getList.fetch())],
  ['a request that is under way', ({ store }) => store.dispatch(get.fetch({ id: 1 }))],
  [
    'a record that nobody shows',
    ({ controller }) => controller.set(Todo, { id: '9' }, { id: '9', title: 'x' }),
  ],
  ['responses growing stale', ({ controller }) => controller.expireAll({ testKey: () => true })],
  ['a soft failure', ({ controller }) => controller.setError(get, { id: 1 }, new Error('offline'))],
])('does not render for %s', async (_what, happens) => {
  const loaded = await loadedPage();

  await act(async () => {
    await happens(loaded);
  });

  expect(loaded.take()).toEqual({});
});

it('renders once for a response, however many records it changes', async () => {
  const { api, store, take } = await loadedPage();
  for (const [id, row] of api.rows) api.rows.set(id, { ...row, title: `${row.title}!` });

  await act(async () => {
    await store.dispatch(getList.fetch());
  });

  expect(take()).toEqual({ 'todo 1': 1, 'todo 2': 1, 'dle 1': 1, 'dle 2': 1, list: 1 });
});

it('renders one of 10 000 mounted readers for a changed record, and none for an unrelated action', async () => {
  const store = createTestStore();
  const rows = Array.from({ length: 10_000 }, (_, i) => ({
    id: String(i),
    title: `todo ${i}`,
    author: { id: '7', name: 'Ada' },
  }));
  store.dispatch(getList.setResponse({}, rows));
  const { count, take } = renderCounts();
  const Row = memo(({ id }: { readonly id: number }) => {
    count(`row ${id}`);
    return <>{useSuspense(get, { id }).title}</>;
  });
  const page = renderIn(
    store,
    <Suspense fallback="loading">
      {rows.map(({ id }) => (
        <Row key={id} id={Number(id)} />
      ))}
    </Suspense>,
  );
  expect(Object.keys(take())).toHaveLength(10_000);

  act(() => {
    store.dispatch(get.setResponse({ id: 5_000 }, { id: '5000', title: 'changed', author: '7' }));
  });
  expect(take()).toEqual({ 'row 5000': 1 });
  expect(page.text()).toContain('todo 4999changedtodo 5001');

  act(() => {
    store.dispatch(counter.actions.increment());
  });
  expect(take()).toEqual({});
});

it('renders when a record arrives whose request failed', async () => {
  const api = await serveTodos();
  const store = createTestStore();
  const held = api.hold('GET /todos/99');
  function Missing() {
    const { data, error } = useDLE(get, { id: 99 });
    return <>{data?.title ?? (error === undefined ? 'loading' : 'failed')}</>;
  }
  const page = renderIn(store, <Missing />);
  await held.arrived;
  await held.release(reply(500));
  await waitFor(() => expect(page.text()).toBe('failed'));

  act(() => new Controller(store).set(Todo, { id: '99' }, { id: '99', title: 'found', author: { id: '7' } }));

  expect(page.text()).toBe('found');
});

describe('a component whose record cannot be read', () => {
  class Event extends Entity {
    id = '';
    at = new Date(0);
    static key = 'Event';
    static schema = {
      at: (iso: string) => {
        if (iso === 'never') throw new RangeError('no such date');
        return new Date(iso);
      },
    };
  }
  const getEvent = new ApiEndpoint({ path: '/events/:id', name: 'getEvent', schema: Event });
  const getEvents = new ApiEndpoint({ path: '/events', name: 'getEvents', schema: [Event] });

  it('fails alone', () => {
    const store = createTestStore();
    const set = (id: string, at: string) => store.dispatch(getEvent.setResponse({ id }, { id, at }));
    for (const id of ['1', '2', '3']) set(id, '2026-01-01');
    const Year = ({ id }: { readonly id: string }) => <>{useSuspense(getEvent, { id }).at.getFullYear()},</>;
    class Boundary extends Component<{ readonly children: ReactNode }> {
      override state = { hasFailed: false };
      static getDerivedStateFromError() {
        return { hasFailed: true };
      }
      override render() {
        return this.state.hasFailed ? 'failed,' : this.props.children;
      }
    }
    const page = renderIn(
      store,
      ['1', '2', '3'].map(id => (
        <Boundary key={id}>
          <Year id={id} />
        </Boundary>
      )),
    );
    expect(page.text()).toBe('2026,2026,2026,');

    act(() => {
      new Controller(store).setResponse(getEvents, [
        { id: '1', at: '2027-01-01' },
        { id: '2', at: 'never' },
        { id: '3', at: '2027-01-01' },
      ]);
    });

    expect(page.text()).toBe('2027,failed,2027,');
  });
});
