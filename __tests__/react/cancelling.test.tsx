import { waitFor } from '@testing-library/react';
import { Controller } from 'rdc-toolkit';
import { useCancelling, useDLE, useSuspense } from 'rdc-toolkit/react';
import { Suspense, startTransition, useState } from 'react';
import { createTestStore } from '../helpers/createTestStore';
import { serveTodos, TodoResource } from '../helpers/todos';
import { renderIn } from './renderIn';

const { get } = TodoResource;

function WithDLE({ id }: { readonly id: number | null }) {
  const args = id === null ? null : { id };
  const { data, error, loading } = useDLE(useCancelling(get, args), args);
  return <>{loading ? 'loading' : (error?.name ?? data?.title ?? 'none')}</>;
}

function Suspending({ id }: { readonly id: number | null }) {
  const args = id === null ? null : { id };
  return <>{useSuspense(useCancelling(get, args), args)?.title ?? 'none'}</>;
}

function Plain({ id }: { readonly id: number }) {
  return <>{useDLE(get, { id }).data?.title ?? 'waiting'}</>;
}

// React runs outside act() between the steps of a test: aborted requests end while nothing waits for them.
const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
beforeEach(() => {
  environment.IS_REACT_ACT_ENVIRONMENT = false;
});
afterEach(() => {
  environment.IS_REACT_ACT_ENVIRONMENT = true;
});

describe.each([
  ['useDLE', WithDLE],
  ['useSuspense', Suspending],
])('a component that cancels what it reads with %s', (_hook, Reading) => {
  const show = (id: number | null) => (
    <Suspense fallback="loading">
      <Reading id={id} />
    </Suspense>
  );

  it('aborts its request before it fetches something else', async () => {
    const api = await serveTodos();
    const page = renderIn(createTestStore(), show(1));
    await waitFor(() => expect(page.text()).toBe('one'));
    const held = api.hold('GET /todos/2');
    page.rerender(show(2));
    await held.arrived;

    page.rerender(show(3));

    await held.aborted;
    await waitFor(() => expect(page.text()).toBe('three'));
    expect(api.requests).toEqual(['GET /todos/1', 'GET /todos/2', 'GET /todos/3']);
  });

  it('fetches what it aborted again', async () => {
    const api = await serveTodos();
    const page = renderIn(createTestStore(), show(1));
    await waitFor(() => expect(page.text()).toBe('one'));
    const held = api.hold('GET /todos/2');
    const never = api.hold('GET /todos/3');
    page.rerender(show(2));
    await held.arrived;
    page.rerender(show(3));
    await held.aborted;
    await never.arrived;

    page.rerender(show(2));

    await never.aborted;
    await waitFor(() => expect(page.text()).toBe('two'));
  });

  it('aborts its request when it unmounts', async () => {
    const api = await serveTodos();
    const store = createTestStore();
    const page = renderIn(store, show(1));
    await waitFor(() => expect(page.text()).toBe('one'));
    const held = api.hold('GET /todos/2');
    page.rerender(show(2));
    await held.arrived;

    page.unmount();

    await held.aborted;
    await waitFor(() => expect(store.getState().rdc.inflight.size).toBe(0));
  });

  it('does not abort a request that another component reads', async () => {
    const api = await serveTodos();
    const page = renderIn(
      createTestStore(),
      <>
        {show(1)},<Plain id={2} />
      </>,
    );
    await waitFor(() => expect(page.text()).toBe('one,two'));
    const held = api.hold('GET /todos/3');
    const both = (id: number) => (
      <>
        {show(id)},<Plain id={3} />
      </>
    );
    page.rerender(both(3));
    await held.arrived;
    page.rerender(both(1));
    await held.release();

    await waitFor(() => expect(page.text()).toBe('one,three'));
    expect(api.requests.filter(request => request === 'GET /todos/3')).toHaveLength(1);
  });

  it('sends one request in Strict Mode, and none without arguments', async () => {
    const api = await serveTodos();
    const page = renderIn(createTestStore(), show(null));
    expect(page.text()).toBe('none');
    expect(api.requests).toEqual([]);

    page.rerender(show(1));

    await waitFor(() => expect(page.text()).toBe('one'));
    expect(api.requests).toEqual(['GET /todos/1']);
  });
});

it('aborts the request of its first render right after mounting', async () => {
  const api = await serveTodos();
  const held = api.hold('GET /todos/1');
  const page = renderIn(createTestStore(), <WithDLE id={1} />);
  await held.arrived;

  page.rerender(<WithDLE id={2} />);

  await held.aborted;
  await waitFor(() => expect(page.text()).toBe('two'));
});

it('continues the request of a transition while what is on screen is fetched again', async () => {
  const api = await serveTodos();
  const store = createTestStore();
  let change = (_id: number) => {};
  const Page = () => {
    const [id, setId] = useState(1);
    change = next => startTransition(() => setId(next));
    return (
      <Suspense fallback="loading">
        <Suspending id={id} />
      </Suspense>
    );
  };
  const page = renderIn(store, <Page />);
  await waitFor(() => expect(page.text()).toBe('one'));
  const second = api.hold('GET /todos/2');
  change(2);
  await second.arrived;
  const first = api.hold('GET /todos/1');
  new Controller(store).invalidate(get, { id: 1 });
  await first.arrived;

  await second.release();
  await waitFor(() => expect(page.text()).toBe('two'));
  await first.release();
  expect(api.requests).toEqual(['GET /todos/1', 'GET /todos/2', 'GET /todos/1']);
});
