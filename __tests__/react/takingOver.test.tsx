import { configureStore } from '@reduxjs/toolkit';
import { act, render, waitFor } from '@testing-library/react';
import {
  Controller,
  createDataClient,
  hydrationManager,
  networkManager,
  subscriptionManager,
} from 'rdc-toolkit';
import { useCache, useFetch, useLive, usePages, useResponse, useSuspense } from 'rdc-toolkit/react';
import { receiveState } from 'rdc-toolkit/server';
import { Suspense } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint } from '../helpers/serve';
import { serveTodos, Todo, TodoResource } from '../helpers/todos';
import { everyHook } from './everyHook';
import { readPromise } from './readPromise';

const { get, partialUpdate } = TodoResource;

const readers = {
  useSuspense: () => useSuspense(get, { id: 1 }),
  useLive: () => useLive(get, { id: 1 }),
  useFetch: () => readPromise(useFetch(get, { id: 1 })),
};

it.each(Object.entries(readers))('fetches once with %s what a page arrived without', async (_, useTodo) => {
  const api = await serveTodos();
  const Title = () => <p>{useTodo().title}</p>;
  const container = document.body.appendChild(document.createElement('div'));
  // Like a server-rendered boundary, but without the script with its state, as if a policy had blocked it.
  container.innerHTML = '<!--$--><p>one</p><!--/$-->';
  const store = createTestStore();
  receiveState(store);
  const page = (
    <Provider store={store}>
      <Suspense fallback="waiting">
        <Title />
      </Suspense>
    </Provider>
  );
  const response = api.hold('GET /todos/1');

  await act(async () => void render(page, { container, hydrate: true }));
  await act(() => response.release());
  await act(() => store.dispatch(get.fetchIfStale({ id: 1 })));

  await act(() => store.dispatch(partialUpdate.fetch({ id: 1 }, { title: 'uno' })));
  expect(container.textContent).toBe('uno');
  expect(api.requests).toEqual(['GET /todos/1', 'PATCH /todos/1']);
});

it('hydrates the serverState of the Provider first', async () => {
  await serveTodos();
  const server = createTestStore();
  await server.dispatch(get.fetch({ id: 1 }));
  const { rdc } = server.getState();
  const preloadedState: { rdc: typeof rdc } = JSON.parse(JSON.stringify({ rdc }));
  const client = createDataClient({
    managers: [networkManager(), subscriptionManager(), hydrationManager()],
  });
  const store = configureStore({
    reducer: { rdc: client.reducer },
    preloadedState,
    middleware: getDefault => getDefault().concat(client.middleware),
  });
  new Controller(store).set(Todo, { id: '1', title: 'uno' });
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = '<p>one</p><i>one</i>';
  const rendered: string[] = [];
  const Title = () => {
    const { title } = useSuspense(get, { id: 1 });
    rendered.push(title);
    return (
      <>
        <p>{title}</p>
        <i>{useCache(get, { id: 1 })?.title}</i>
      </>
    );
  };
  const mended: unknown[] = [];
  const onRecoverableError = (error: unknown) => void mended.push(error);

  await act(async () => {
    const page = (
      <Provider store={store} serverState={preloadedState}>
        <Title />
      </Provider>
    );
    hydrateRoot(container, page, { onRecoverableError });
  });

  expect(rendered).toEqual(['one', 'uno']);
  expect(container.textContent).toBe('unouno');
  expect(mended).toEqual([]);
});

it('hydrates a number of the serverState, then shows the current one, without a warning', async () => {
  const getCount = new ApiEndpoint({ path: '/count', name: 'takingOver.getCount' });
  const [server, store] = [createTestStore(), createTestStore()];
  server.dispatch(getCount.setResponse(1));
  store.dispatch(getCount.setResponse(2));
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = '<p>1</p>';
  const rendered: unknown[] = [];
  const Count = () => {
    const count = useSuspense(getCount);
    rendered.push(count);
    return <p>{String(count)}</p>;
  };

  await act(async () => {
    const page = (
      <Provider store={store} serverState={server.getState()}>
        <Count />
      </Provider>
    );
    hydrateRoot(container, page);
  });

  expect(rendered).toEqual([1, 2]);
  expect(container.textContent).toBe('2');
});

it.each(everyHook)(
  'hydrates the serverState of the Provider with $name, then shows the current state',
  async hook => {
    await serveTodos();
    const [server, store] = [createTestStore(), createTestStore()];
    hook.put(new Controller(server), 1, 'one');
    hook.put(new Controller(store), 1, 'uno');
    const container = document.body.appendChild(document.createElement('div'));
    container.innerHTML = '<p>one none</p>';
    const rendered: string[] = [];
    const Words = () => {
      const words = `${hook.useWord(1, get)} ${hook.useWord(null, get)}`;
      rendered.push(words);
      return <p>{words}</p>;
    };
    const mended: unknown[] = [];
    const onRecoverableError = (error: unknown) => void mended.push(error);

    await act(async () => {
      const page = (
        <Provider store={store} serverState={server.getState()}>
          <Words />
        </Provider>
      );
      hydrateRoot(container, page, { onRecoverableError });
    });

    expect(rendered).toEqual(['one none', 'uno none']);
    expect(container.textContent).toBe('uno none');
    expect(mended).toEqual([]);
  },
);

it.each(['valid', 'stale'])('hydrates a response as %s if it was so on the server', async status => {
  await serveTodos();
  const [server, store] = [createTestStore(), createTestStore()];
  for (const { dispatch } of [server, store])
    dispatch(get.setResponse({ id: 1 }, { id: '1', title: 'one', status: 'open' }));
  if (status === 'stale') new Controller(server).expireAll(get);
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = `<p>${status}</p>`;
  const rendered: string[] = [];
  const Status = () => {
    const { expiryStatus } = useResponse(get, { id: 1 });
    rendered.push(expiryStatus);
    return <p>{expiryStatus}</p>;
  };

  await act(async () => {
    const page = (
      <Provider store={store} serverState={server.getState()}>
        <Status />
      </Provider>
    );
    hydrateRoot(container, page);
  });

  expect(rendered[0]).toBe(status);
  expect(rendered.at(-1)).toBe('valid');
});

it.each([
  ['fewer', [1], 'one', [1, 2]],
  ['fewer, though it stored others,', [1, 2], 'one', [1, 2]],
  ['more', [1, 2], 'one two', [1]],
])('hydrates the pages of a server that had %s than the store', async (_, ids, html, own) => {
  await serveTodos();
  const [server, store] = [createTestStore(), createTestStore()];
  const words = ['', 'one', 'two'];
  const put = (target: typeof store, id: number, status: string) =>
    new Controller(target).setResponse(get, { id }, { id, title: words[id], status } as never);
  for (const id of ids) put(server, id, html === 'one' ? 'last' : 'continued');
  for (const id of own) put(store, id, 'continued');
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = `<p>${html}</p>`;
  const List = () => {
    const { pages, loading } = usePages(get, (id: number) => [{ id }], {
      first: 1,
      next: ({ status }, id) => (status === 'continued' ? id + 1 : undefined),
      initialPages: Infinity,
    });
    return <p>{loading ? 'loading' : pages.map(({ title }) => title).join(' ')}</p>;
  };
  const mended: unknown[] = [];

  await act(async () => {
    const page = (
      <Provider store={store} serverState={server.getState()}>
        <List />
      </Provider>
    );
    hydrateRoot(container, page, { onRecoverableError: error => void mended.push(error) });
  });

  expect(mended).toEqual([]);
  await waitFor(() => expect(container.textContent).toBe(html));
});
