import { createSlice } from '@reduxjs/toolkit';
import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import type { Controller } from 'rdc-toolkit';
import { AsyncBoundary, useController, useDLE, useSuspense } from 'rdc-toolkit/react';
import {
  createFixtureStore,
  FixtureProvider,
  type FixtureStore,
  interceptor,
  renderHookWithStore,
  renderWithStore,
} from 'rdc-toolkit/testing';
import { type ComponentType, createContext, type ReactNode, StrictMode, useContext } from 'react';
import { useSelector } from 'react-redux';
import { complaints } from '../helpers/createTestStore';
import { Todo, TodoResource } from '../helpers/todos';
import './caughtErrors';

const { get, getList } = TodoResource;
const one = { id: '1', title: 'one', status: 'open', author: { id: '7', name: 'Ada' } };

/** Its error lasts while a busy machine renders it: React 18 renders a component that throws twice. */
const getPatiently = get.extend({ name: 'Todo.getPatiently', errorExpiryLength: 60_000 });

function Title({ id, endpoint = get }: { readonly id: string; readonly endpoint?: typeof get }) {
  return <h1>{useSuspense(endpoint, { id }).title}</h1>;
}

const pageOf = (title: ReactNode) => (
  <AsyncBoundary fallback="loading" errorComponent={({ error }) => <p role="alert">{error.message}</p>}>
    {title}
  </AsyncBoundary>
);
const page = pageOf(<Title id="1" />);

/** The state of the request of the page, once it is sent. */
async function asked(store: FixtureStore) {
  const known = () => get.select({ id: '1' })(store.getState());
  await waitFor(() => expect(known().isFetching).toBe(true));
  return known();
}

const heading = async () => (await screen.findByRole('heading')).textContent;

describe('renderWithStore', () => {
  it('waits for a fixture, and shows it', async () => {
    const { container, store } = renderWithStore(page, {
      render,
      fixtures: [{ endpoint: get, args: [{ id: '1' }], response: one }],
    });

    expect(container.textContent).toBe('loading');
    expect(await heading()).toBe('one');
    expect(get.select({ id: '1' })(store.getState()).data?.title).toBe('one');
  });

  it('shows initial fixtures at once', () => {
    const { container } = renderWithStore(page, {
      render,
      initialFixtures: [{ endpoint: get, args: [{ id: '1' }], response: one }],
    });
    expect(container.textContent).toBe('one');
  });

  it('shows what the test does to the store', async () => {
    const { controller } = renderWithStore(page, {
      render,
      initialFixtures: [{ endpoint: get, args: [{ id: '1' }], response: one }],
    });
    act(() => controller.setResponse(get, { id: '1' }, { ...one, title: 'uno' }));
    expect(await heading()).toBe('uno');
  });

  it('names the missing fixture in the error on screen', async () => {
    const { findByRole } = renderWithStore(pageOf(<Title id="1" endpoint={getPatiently} />), {
      render: (ui, options) => render(ui, { ...options, onCaughtError: () => {} }),
    });
    expect((await findByRole('alert')).textContent).toMatch(
      /^No response for GET \/todos\/1: .* Add the fixture \{ endpoint: Todo\.getPatiently, args: \[\{"id":"1"\}\]/,
    );
    expect(complaints.splice(0)).toEqual([expect.stringContaining('Todo.getPatiently')]);
  });

  it('renders the wrapper of the test inside the store', async () => {
    const Name = createContext('');
    const Named: ComponentType<{ children: React.ReactNode }> = ({ children }) => (
      <Name.Provider value={useSuspense(get, { id: '1' }).title}>{children}</Name.Provider>
    );
    const Shown = () => <h1>{useContext(Name)}</h1>;
    renderWithStore(<Shown />, {
      render,
      wrapper: Named,
      initialFixtures: [{ endpoint: get, args: [{ id: '1' }], response: one }],
    });
    expect(await heading()).toBe('one');
  });

  it('provides the slices of the app, with their types', () => {
    const user = createSlice({ name: 'user', initialState: { name: 'Ada' }, reducers: {} });
    const Name = () => <p>{useSelector((state: { user: { name: string } }) => state.user.name)}</p>;
    const { container, store } = renderWithStore(<Name />, {
      render,
      reducer: { user: user.reducer },
      preloadedState: { user: { name: 'Grace' } },
    });
    expect(container.textContent).toBe('Grace');
    expect(store.getState().user.name).toBe('Grace');
  });

  it('can unmount silently while it loads', async () => {
    const said = jest.spyOn(console, 'error').mockImplementation(() => {});
    let release = () => {};
    const isReleased = new Promise<void>(resolve => {
      release = resolve;
    });
    const { store, unmount, container } = renderWithStore(page, {
      render,
      fixtures: [{ endpoint: get, args: [{ id: '1' }], response: () => isReleased.then(() => one) }],
    });
    const { isFetching, data } = await asked(store);
    expect([isFetching, data, container.textContent]).toEqual([true, undefined, 'loading']);

    unmount();
    await Promise.resolve();
    release();
    await new Promise(resolve => setTimeout(resolve, 0));

    expect(get.select({ id: '1' })(store.getState()).data).toBeUndefined();
    expect(said.mock.calls).toEqual([]);
    said.mockRestore();
  });

  it('shows an optimistic update at once, then the outcome on the server', async () => {
    const titles = new Map([['1', 'one']]);
    const rename = TodoResource.partialUpdate.extend({
      name: 'renameInKit',
      getOptimisticResponse: (_snapshot, { id }, body) => ({ id: String(id), ...body }),
    });
    let release = () => {};
    const isReleased = new Promise<void>(resolve => {
      release = resolve;
    });
    const { controller } = renderWithStore(page, {
      render,
      interceptors: [
        interceptor({
          endpoint: get,
          respond: ([{ id }], titles: Map<string, string>) => ({ ...one, title: titles.get(String(id)) }),
        }),
        interceptor({
          endpoint: rename,
          async respond([{ id }, body], titles: Map<string, string>) {
            await isReleased;
            titles.set(String(id), `${body.title}!`);
            return { ...one, title: titles.get(String(id)) };
          },
        }),
      ],
      getInitialState: () => titles,
    });
    expect(await heading()).toBe('one');

    act(() => void controller.fetch(rename, { id: '1' }, { title: 'uno' }));
    expect(await heading()).toBe('uno');
    release();
    await waitFor(async () => expect(await heading()).toBe('uno!'));
  });
});

describe('renderHookWithStore', () => {
  const fixtures = [
    { endpoint: get, args: [{ id: '1' }], response: one },
    { endpoint: get, args: [{ id: '2' }], response: { ...one, id: '2', title: 'two' } },
  ];

  it('returns data when it arrives', async () => {
    const { result } = renderHookWithStore(() => useSuspense(get, { id: '1' }), { renderHook, fixtures });
    await waitFor(() => expect(result.current?.title).toBe('one'));
  });

  it('calls the hook with other props', async () => {
    const { result, rerender } = renderHookWithStore(({ id }: { id: string }) => useDLE(get, { id }), {
      renderHook,
      fixtures,
      initialProps: { id: '1' },
    });
    await waitFor(() => expect(result.current.data?.title).toBe('one'));

    rerender({ id: '2' });
    expect(result.current.loading).toBe(true);
    await waitFor(() => expect(result.current.data?.title).toBe('two'));
  });

  it('suspends only the hook: what is around it stays', () => {
    const Frame: ComponentType<{ children: React.ReactNode }> = ({ children }) => <div>frame{children}</div>;
    const { result } = renderHookWithStore(() => useSuspense(get, { id: '1' }), {
      renderHook,
      wrapper: Frame,
      fixtures: [{ endpoint: get, args: [{ id: '1' }], delay: Number.POSITIVE_INFINITY }],
    });
    expect(result.current).toBeNull();
    expect(screen.getByText('frame')).toBeTruthy();
  });

  it('works in an existing store', async () => {
    const store = createFixtureStore({ initialFixtures: fixtures });
    const { result, controller } = renderHookWithStore(() => useController(), { renderHook, store });
    expect(controller).toBe(store.controller);
    expect(await (result.current as Controller).fetchIfStale(get, { id: '1' })).toMatchObject({
      title: 'one',
    });
  });
});

it('renders again in an existing store', async () => {
  const store = createFixtureStore({ fixtures: [{ endpoint: get, args: [{ id: '1' }], response: one }] });
  renderWithStore(<p>nothing yet</p>, { render, store }).unmount();
  await Promise.resolve();
  renderWithStore(page, { render, store });
  expect(await heading()).toBe('one');
});

describe('FixtureProvider', () => {
  /** What Storybook does with a decorator: it gets the story as a component. */
  const story = (decorate: (Story: ComponentType) => React.ReactNode) => render(decorate(() => page));

  it('is all that a story needs around it', async () => {
    story(Story => (
      <FixtureProvider fixtures={[{ endpoint: get, args: [{ id: '1' }], response: one }]}>
        <Story />
      </FixtureProvider>
    ));
    expect(await heading()).toBe('one');
  });

  it('keeps its store when it renders again with new but equal fixtures', async () => {
    const around = (title: string) => (
      <FixtureProvider fixtures={[{ endpoint: get, args: [{ id: '1' }], response: { ...one, title } }]}>
        {page}
      </FixtureProvider>
    );
    const { rerender, container } = render(around('one'));
    expect(await heading()).toBe('one');
    rerender(around('uno'));
    expect(container.textContent).toBe('one');
  });

  it('uses other fixtures under another key', async () => {
    const around = (title: string) => (
      <FixtureProvider
        key={title}
        initialFixtures={[{ endpoint: get, args: [{ id: '1' }], response: { ...one, title } }]}
      >
        {page}
      </FixtureProvider>
    );
    const { rerender } = render(around('one'));
    expect(await heading()).toBe('one');
    rerender(around('uno'));
    expect(await heading()).toBe('uno');
  });

  it('responds to fetches while rendering in Strict Mode', async () => {
    render(
      <StrictMode>
        <FixtureProvider fixtures={[{ endpoint: get, args: [{ id: '1' }], response: one, delay: 1 }]}>
          {page}
        </FixtureProvider>
      </StrictMode>,
    );
    expect(await heading()).toBe('one');
  });

  it('can be below the boundary that waits for it', async () => {
    const around = (title: string) => (
      <AsyncBoundary fallback="loading">
        <FixtureProvider
          fixtures={[{ endpoint: get, args: [{ id: '1' }], response: { ...one, title }, delay: 1 }]}
        >
          <Title id="1" />
        </FixtureProvider>
      </AsyncBoundary>
    );
    const { container, unmount } = render(around('one'));
    expect(container.textContent).toBe('loading');
    expect(await heading()).toBe('one');
    unmount();

    render(around('uno'));
    expect(await heading()).toBe('uno');
  });

  it('creates a store each time the same element mounts', async () => {
    const element = (
      <FixtureProvider initialFixtures={[{ endpoint: get, args: [{ id: '1' }], response: one }]}>
        <Renaming />
      </FixtureProvider>
    );
    function Renaming() {
      const store = useController();
      return (
        <>
          {page}
          <button type="button" onClick={() => store.set(Todo, { id: '1' }, { title: 'uno' })} />
        </>
      );
    }
    const first = render(element);
    expect(await heading()).toBe('one');
    fireEvent.click(screen.getByRole('button'));
    expect(await heading()).toBe('uno');
    first.unmount();

    render(element);
    expect(await heading()).toBe('one');
  });

  it('creates a store for each place of one element', async () => {
    const stores = new Set<unknown>();
    const Probe = () => {
      stores.add(useController());
      return null;
    };
    const element = (
      <FixtureProvider>
        <Probe />
      </FixtureProvider>
    );
    render(
      <>
        <div>{element}</div>
        <div>{element}</div>
      </>,
    );
    expect(stores.size).toBe(2);
  });

  it('keeps the changes of the user', async () => {
    function Todos() {
      const { fetch } = useController();
      const todos = useSuspense(getList);
      return (
        <button type="button" onClick={() => fetch(getList.push, { title: 'two' })}>
          {todos.map(({ title }) => title).join(', ')}
        </button>
      );
    }
    render(
      <FixtureProvider
        getInitialState={() => [one]}
        interceptors={[
          interceptor({ endpoint: getList, respond: (_args, todos: object[]) => todos }),
          interceptor({
            endpoint: getList.push,
            respond([body], todos: object[]) {
              const todo = { ...one, ...body, id: String(todos.length + 1) };
              todos.push(todo);
              return todo;
            },
          }),
        ]}
      >
        <AsyncBoundary fallback="loading">
          <Todos />
        </AsyncBoundary>
      </FixtureProvider>,
    );

    const button = await screen.findByRole('button');
    expect(button.textContent).toBe('one');
    fireEvent.click(button);
    await waitFor(() => expect(button.textContent).toBe('one, two'));
  });
});
