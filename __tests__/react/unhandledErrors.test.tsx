import { act, waitFor } from '@testing-library/react';
import { Controller, createDataClient } from 'rdc-toolkit';
import { AsyncBoundary, useCache, useDLE, useResponse, useSuspense } from 'rdc-toolkit/react';
import { createTestStore } from '../helpers/createTestStore';
import { reply } from '../helpers/startApi';
import { serveTodos, TodoResource } from '../helpers/todos';
import { renderIn } from './renderIn';

const { get } = TodoResource;

function noting() {
  const told: unknown[] = [];
  const client = createDataClient({ onError: ({ status }) => told.push(status) });
  return { told, store: createTestStore({ client }) };
}

const Title = ({ id = 99 }: { readonly id?: number }) => {
  const { data, error } = useDLE(get, { id });
  return `${data?.title} ${error?.status}`;
};

it('does not report an error that a component shows, or throws to a boundary', async () => {
  await serveTodos();
  const { store, told } = noting();
  const Suspending = () => useSuspense(get, { id: 98 }).title;
  const page = renderIn(
    store,
    <>
      <Title />
      <AsyncBoundary fallback="…" errorComponent={() => ' caught'}>
        <Suspending />
      </AsyncBoundary>
    </>,
  );

  await waitFor(() => expect(page.text()).toBe('undefined 404 caught'));
  expect(told).toEqual([]);
});

it('reports a refetch that failed behind visible data, and what no component shows', async () => {
  const { store, told } = noting();
  const api = await serveTodos();
  const Silent = () => String(useCache(get, { id: 97 })?.title);
  const page = renderIn(
    store,
    <>
      <Title id={1} />, <Silent />
    </>,
  );
  await waitFor(() => expect(page.text()).toBe('one undefined, undefined'));

  const held = api.hold('GET /todos/1');
  await act(async () => {
    void new Controller(store).fetch(get, { id: 1 });
    await held.release(reply(503));
  });
  await waitFor(() => expect(told).toEqual([503]));
  expect(page.text()).toBe('one undefined, undefined');

  await act(async () => void new Controller(store).fetch(get, { id: 97 }));
  await waitFor(() => expect(told).toEqual([503, 404]));
});

it('reports what refetch() and refetchAll() of a component fail with while nothing waits for them', async () => {
  const { store, told } = noting();
  const api = await serveTodos();
  const View = () => {
    const { data, refetch } = useResponse(get, { id: 1 });
    return (
      <button type="button" onClick={() => void refetch()}>
        {data?.title}
      </button>
    );
  };
  const page = renderIn(store, <View />);
  await waitFor(() => expect(page.text()).toBe('one'));

  const held = api.hold('GET /todos/1');
  await act(async () => {
    document.querySelector('button')?.click();
    await held.release(reply(503));
  });
  await waitFor(() => expect(told).toEqual([503]));

  const again = api.hold('GET /todos/1');
  await act(async () => {
    void new Controller(store).refetchAll(get);
    await again.release(reply(502));
  });
  await waitFor(() => expect(told).toEqual([503, 502]));
  expect(page.text()).toBe('one');
});
