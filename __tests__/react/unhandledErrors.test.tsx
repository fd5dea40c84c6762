import { act, waitFor } from '@testing-library/react';
import { actions, Controller, createDataClient } from 'rdc-toolkit';
import {
  AsyncBoundary,
  useCache,
  useDLE,
  useError,
  useLive,
  useResponse,
  useSuspense,
} from 'rdc-toolkit/react';
import { createTestStore } from '../helpers/createTestStore';
import { serve } from '../helpers/serve';
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

it('does not report an error that a component shows or throws to a boundary', async () => {
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

it('reports a failed refetch behind visible data, and an error that no component shows', async () => {
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

it('reports errors of refetch() and refetchAll() if nothing waits for them', async () => {
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

/** A server whose responses fail with a status once one is set. */
async function failing() {
  const fails: { read?: number; write?: number } = {};
  const api = await serve({
    'GET /todos': () => (fails.read ? reply(fails.read) : [{ id: '1', title: 'one' }]),
    'GET /todos/:id': ({ params: { id } }) => (fails.read ? reply(fails.read) : { id, title: 'one' }),
    'PATCH /todos/:id': () => reply(fails.write ?? 200, {}),
  });
  const told: string[] = [];
  const client = createDataClient({
    onError: ({ status }, { by, key }) => told.push(`${by}: ${key} ${status}`),
  });
  return { api, fails, told, store: createTestStore({ client }) };
}

const polled = get.extend({ pollFrequency: 30, name: 'unhandled.polled' });

it('reports what began the request', async () => {
  const { fails, told, store } = await failing();
  const Polling = () => useLive(polled, { id: 1 }).title;
  const page = renderIn(
    store,
    <AsyncBoundary fallback="…">
      <Polling />
    </AsyncBoundary>,
  );
  await waitFor(() => expect(page.text()).toBe('one'));

  fails.read = 503;
  await waitFor(() => expect(told[0]).toBe('poll: GET /todos/1 503'));
  page.unmount();
  await act(async () => void new Controller(store).fetch(get, { id: 2 }));
  // A poll may have been in flight.
  await waitFor(() =>
    expect(new Set(told)).toEqual(new Set(['poll: GET /todos/1 503', 'code: GET /todos/2 503'])),
  );
});

it.each<[read: number, told: readonly string[]]>([
  [503, []],
  [500, ['doubt: GET /todos 500']],
])('reports a mutation with 503, and the refetch with %s after it', async (read, also) => {
  const { api, fails, told, store } = await failing();
  const List = () => String(useDLE(TodoResource.getList).data?.map(({ title }) => title));
  const page = renderIn(store, <List />);
  await waitFor(() => expect(page.text()).toBe('one'));

  Object.assign(fails, { read, write: 503 });
  await act(async () => {
    void new Controller(store).fetch(TodoResource.partialUpdate, { id: 1 }, { title: 'new' });
    await waitFor(() => expect(store.log.filter(actions.setResponse.match)).toHaveLength(3));
  });

  expect(api.requests).toEqual(['GET /todos', 'PATCH /todos/1', 'GET /todos']);
  expect(told).toEqual(['code: PATCH /todos/1 503', ...also]);
});

it('does not report what a mounted useError returns, for a read with older data and for a mutation', async () => {
  const { store, told } = noting();
  const api = await serveTodos();
  const controller = new Controller(store);
  const { partialUpdate } = TodoResource;
  const args = [{ id: 1 }, { title: 'new' }] as const;
  const Errors = () => `${useError(get, { id: 1 })?.status} ${useError(partialUpdate, ...args)?.status}`;
  await controller.fetch(get, { id: 1 });
  const page = renderIn(store, <Errors />);
  for (const [route, send] of [
    ['GET /todos/1', () => void controller.fetch(get, { id: 1 })],
    ['PATCH /todos/1', () => void controller.fetch(partialUpdate, ...args)],
  ] as const) {
    const held = api.hold(route);
    await act(async () => {
      send();
      await held.release(reply(503));
    });
  }

  await waitFor(() => expect(page.text()).toContain('503 503'));
  expect(told).toEqual([]);
});
