import { act, fireEvent, screen } from '@testing-library/react';
import { Controller } from 'rdc-toolkit';
import { AsyncBoundary, useController, useSuspense } from 'rdc-toolkit/react';
import { startTransition, useEffect, useRef, useState } from 'react';
import { createTestStore } from '../helpers/createTestStore';
import { serveTodos, TodoResource } from '../helpers/todos';
import { renderIn } from './renderIn';

const optimistic = TodoResource.delete.extend({ getOptimisticResponse: (_snapshot, { id }) => ({ id }) });

function Page({ leave }: { leave: () => void }) {
  const todo = useSuspense(TodoResource.get, { id: 1 });
  const { fetch } = useController();
  const isDeleted = useRef(false);
  useEffect(
    () => () => {
      if (isDeleted.current) void fetch(optimistic, { id: 1 });
      isDeleted.current = false;
    },
    [fetch],
  );
  const remove = () => {
    isDeleted.current = true;
    leave();
  };
  return (
    <button type="button" onClick={remove}>
      {todo.title}
    </button>
  );
}

const List = () => useSuspense(TodoResource.getList).map(({ id }) => <p key={id}>{id}</p>);

function App() {
  const [isLeft, setLeft] = useState(false);
  return (
    <AsyncBoundary fallback="loading">
      {isLeft ? <List /> : <Page leave={() => startTransition(() => setLeft(true))} />}
    </AsyncBoundary>
  );
}

it('does not fetch a record that is deleted when the page that showed it has unmounted', async () => {
  const api = await serveTodos();
  const store = createTestStore();
  await new Controller(store).fetch(TodoResource.get, { id: 1 });
  const list = api.hold('GET /todos');
  const page = renderIn(store, <App />);

  fireEvent.click(screen.getByRole('button'));
  await list.arrived;
  expect(page.text()).toBe('one');
  await act(() => list.release());
  await act(async () => {});
  expect(page.text()).toBe('23');
  expect(api.requests).toEqual(['GET /todos/1', 'GET /todos', 'DELETE /todos/1']);
});
