import { act, render } from '@testing-library/react';
import { receiveState } from 'rdc-toolkit';
import { useFetch, useLive, useSuspense } from 'rdc-toolkit/react';
import { Suspense } from 'react';
import { Provider } from 'react-redux';
import { createTestStore } from '../helpers/createTestStore';
import { serveTodos, TodoResource } from '../helpers/todos';
import { readPromise } from './readPromise';

const { get, partialUpdate } = TodoResource;

const readers = {
  useSuspense: () => useSuspense(get, { id: 1 }),
  useLive: () => useLive(get, { id: 1 }),
  useFetch: () => readPromise(useFetch(get, { id: 1 })),
};

it.each(Object.entries(readers))('asks once by %s for what a page has come without', async (_, useTodo) => {
  const api = await serveTodos();
  const Title = () => <p>{useTodo().title}</p>;
  const container = document.body.appendChild(document.createElement('div'));
  // As a server renders a boundary. No script has brought its state, as where a policy refuses them.
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
  const answer = api.hold('GET /todos/1');

  await act(async () => void render(page, { container, hydrate: true }));
  await act(() => answer.release());
  await act(() => store.dispatch(get.fetchIfStale({ id: 1 })));

  await act(() => store.dispatch(partialUpdate.fetch({ id: 1 }, { title: 'uno' })));
  expect(container.textContent).toBe('uno');
  expect(api.requests).toEqual(['GET /todos/1', 'PATCH /todos/1']);
});
