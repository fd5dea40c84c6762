import { act, waitFor } from '@testing-library/react';
import { Controller, showing } from 'rdc-toolkit';
import { useDLE } from 'rdc-toolkit/react';
import { createTestStore } from '../helpers/createTestStore';
import { serveTodos, Todo, TodoResource, User, UserResource } from '../helpers/todos';
import { renderIn } from './renderIn';

const { get, getList } = TodoResource;

const Page = () => {
  const { data: list } = useDLE(getList, {});
  const { data: todo } = useDLE(get, { id: 2 });
  const { data: user } = useDLE(UserResource.get, { id: 8 });
  return `${list?.length} ${todo?.title} ${user?.id}`;
};

async function shown() {
  const api = await serveTodos();
  const store = createTestStore();
  await store.dispatch(get.fetch({ id: 1 }));
  await store.dispatch(get.fetch({ id: 3 }));
  const page = renderIn(store, <Page />);
  await waitFor(() => expect(page.text()).toBe('3 two 8'));
  const statuses = () =>
    [
      get.select({ id: 1 }),
      get.select({ id: 2 }),
      getList.select({}),
      UserResource.get.select({ id: 8 }),
    ].map(select => select(store.getState()).expiryStatus);
  const before = api.requests.length;
  return { store, statuses, controller: new Controller(store), since: () => api.requests.slice(before) };
}

it('expires the responses that show a record: its own, and lists that contain it', async () => {
  const { controller, statuses, since } = await shown();

  act(() => controller.expireAll(showing(Todo, { id: '2' })));

  expect(statuses()).toEqual(['valid', 'stale', 'stale', 'valid']);
  expect(since()).toEqual([]);
});

it('finds responses that show it through another record', async () => {
  const { controller, statuses } = await shown();

  act(() => controller.expireAll(showing(User, { id: '7' })));

  expect(statuses()).toEqual(['stale', 'stale', 'stale', 'valid']);
});

it('refetches each response on screen that shows a record once', async () => {
  const { controller, since } = await shown();

  await act(() => controller.refetchAll(showing(Todo, { id: '3' })));

  expect(since()).toEqual(['GET /todos']);
});

it('fetches invalidated responses before they are shown again', async () => {
  const { controller, store, since } = await shown();

  await act(async () => controller.invalidateAll(showing(Todo, { id: '2' })));

  await waitFor(() => expect(store.getState().rdc.inflight.size).toBe(0));
  expect([...since()].sort()).toEqual(['GET /todos', 'GET /todos/2']);
});

it.each([[{}], [{ id: '99' }]])('finds nothing for %p', async args => {
  const { controller, statuses } = await shown();

  act(() => controller.expireAll(showing(Todo, args)));

  expect(statuses()).toEqual(['valid', 'valid', 'valid', 'valid']);
});
