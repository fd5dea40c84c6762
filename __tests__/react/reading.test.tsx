import { skipToken } from '@reduxjs/toolkit/query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Controller, Endpoint } from 'rdc-toolkit';
import { AsyncBoundary, useController, useDLE, useSuspense } from 'rdc-toolkit/react';
import { Suspense, startTransition, useState } from 'react';
import { Provider, useSelector } from 'react-redux';
import { createTestStore, type TestStore } from '../helpers/createTestStore';
import { reply } from '../helpers/startApi';
import { stopClock } from '../helpers/stopClock';
import { serveTodos, Todo, TodoResource } from '../helpers/todos';
import { CardResource, startCards } from '../overlap/cards';
import { renderIn } from './renderIn';

const { get, getList, partialUpdate } = TodoResource;

function Title({ id }: { readonly id: number }) {
  return <p>{useSuspense(get, { id }).title}</p>;
}

function Titles({ status }: { readonly status?: string }) {
  const todos = useSuspense(getList, status === undefined ? {} : { status });
  return <ul>{todos.map(todo => `${todo.title},`)}</ul>;
}

type ReadEndpoint = typeof get | Endpoint<[], unknown>;

interface ReadingProps {
  readonly endpoint: ReadEndpoint;
  readonly args: readonly unknown[];
}

function Suspending({ endpoint, args }: ReadingProps) {
  useSuspense(endpoint as typeof get, ...(args as [{ id: number }]));
  return 'there';
}

function WithSuspense(props: ReadingProps) {
  return (
    <AsyncBoundary fallback="loading" errorComponent={({ error }) => <>{error.name}</>}>
      <Suspending {...props} />
    </AsyncBoundary>
  );
}

function WithDLE({ endpoint, args }: ReadingProps) {
  const { loading, error } = useDLE(endpoint as typeof get, ...(args as [{ id: number }]));
  return loading ? 'loading' : (error?.name ?? 'there');
}

/** An optimistic deletion. */
const removeAtOnce = TodoResource.delete.extend({
  name: 'removeAtOnce',
  getOptimisticResponse: (_snapshot, { id }) => ({ id: String(id) }),
});

it('sends one request when several components read the same data', async () => {
  const api = await serveTodos();
  const page = renderIn(
    createTestStore(),
    <>
      <Suspense fallback="loading">
        <Title id={1} />
        <Title id={1} />
      </Suspense>
      <Suspense fallback="loading">
        <Title id={1} />
      </Suspense>
    </>,
  );

  await waitFor(() => expect(page.text()).toBe('oneoneone'));
  expect(api.requests).toEqual(['GET /todos/1']);
});

it('shows edits in every component that shows the record', async () => {
  const api = await serveTodos();
  const store = createTestStore();
  const page = renderIn(
    store,
    <AsyncBoundary fallback="loading">
      <Titles />
      <Title id={1} />
    </AsyncBoundary>,
  );
  await waitFor(() => expect(page.text()).toBe('one,two,three,one'));
  const sent = api.requests.length;

  await act(async () => {
    await store.dispatch(partialUpdate.fetch({ id: 1 }, { title: 'uno' }));
  });

  expect(page.text()).toBe('uno,two,three,uno');
  expect(api.requests.slice(sent)).toEqual(['PATCH /todos/1']);
});

it('uses the controller of the store, and the same one in every render', async () => {
  const api = await serveTodos();
  const controllers = new Set<Controller>();
  function Add() {
    const [, setCount] = useState(0);
    const controller = useController();
    controllers.add(controller);
    const add = () => {
      setCount(count => count + 1);
      void controller.fetch(getList.push, { title: 'four' });
    };
    return (
      <button type="button" onClick={add}>
        add
      </button>
    );
  }
  const page = renderIn(
    createTestStore(),
    <AsyncBoundary fallback="loading">
      <Titles />
      <Add />
    </AsyncBoundary>,
  );
  const add = await screen.findByText('add');
  // React keeps one of the controllers of a first render, in Strict Mode and if a sibling makes it render again.
  const [...made] = controllers;
  controllers.clear();
  fireEvent.click(add);

  await waitFor(() => expect(page.text()).toBe('one,two,three,four,add'));
  expect(api.bodies).toEqual([{ title: 'four' }]);
  expect(controllers.size).toBe(1);
  expect(made).toContain([...controllers][0]);
});

it.each([
  ['null', null],
  ['skipToken', skipToken],
] as const)('fetches nothing and has no data when the arguments are %s', async (_name, none) => {
  const api = await serveTodos();
  function Maybe({ isWanted }: { readonly isWanted: boolean }) {
    const todo = useSuspense(get, isWanted ? { id: 1 } : none);
    const { data, loading, error } = useDLE(get, isWanted ? { id: 2 } : none);
    return <>{[todo?.title, data?.title, loading, error].map(String).join()}</>;
  }
  const page = renderIn(
    createTestStore(),
    <Suspense fallback="loading">
      <Maybe isWanted={false} />
    </Suspense>,
  );
  expect(page.text()).toBe('undefined,undefined,false,undefined');
  expect(api.requests).toEqual([]);

  page.rerender(
    <Suspense fallback="loading">
      <Maybe isWanted />
    </Suspense>,
  );
  await waitFor(() => expect(page.text()).toContain('one,two,false'));
  page.rerender(
    <Suspense fallback="loading">
      <Maybe isWanted={false} />
    </Suspense>,
  );
  expect(page.text()).toContain('undefined,undefined,false,undefined');
});

it('keeps its content while a transition waits for other arguments', async () => {
  const api = await serveTodos();
  let open = () => {};
  function Chosen() {
    const [id, setId] = useState(1);
    open = () => startTransition(() => setId(2));
    return <Title id={id} />;
  }
  const page = renderIn(
    createTestStore(),
    <Suspense fallback="loading">
      <Chosen />
    </Suspense>,
  );
  await waitFor(() => expect(page.text()).toBe('one'));
  const held = api.hold('GET /todos/2');

  act(() => open());
  await held.arrived;
  expect(page.text()).toBe('one');
  await held.release();
  await waitFor(() => expect(page.text()).toBe('two'));

  expect(api.requests).toEqual(['GET /todos/1', 'GET /todos/2']);
});

it('reads the new store when the Provider gets another one', async () => {
  const api = await serveTodos();
  const [first, second] = [createTestStore(), createTestStore()];
  const page = (store: TestStore) => (
    <Provider store={store}>
      <Suspense fallback="loading">
        <Title id={1} />
      </Suspense>
    </Provider>
  );
  const { container, rerender } = render(page(first));
  await waitFor(() => expect(container.textContent).toBe('one'));

  rerender(page(second));
  await waitFor(() => expect(container.textContent).toBe('one'));
  expect(api.requests).toHaveLength(2);

  const rename = (store: TestStore, title: string) =>
    act(() => store.dispatch(get.setResponse({ id: 1 }, { id: '1', title, author: { id: '7' } })));
  await rename(first, 'of the first');
  expect(container.textContent).toBe('one');
  await rename(second, 'of the second');
  expect(container.textContent).toBe('of the second');
});

it('survives unmounting before the response, and shows it when it mounts again', async () => {
  const api = await serveTodos();
  const store = createTestStore();
  const held = api.hold('GET /todos/1');
  const page = renderIn(
    store,
    <Suspense fallback="loading">
      <Title id={1} />
    </Suspense>,
  );
  await held.arrived;
  page.unmount();
  await held.release();
  await waitFor(() => expect(store.log).toHaveLength(2));

  const again = renderIn(
    store,
    <Suspense fallback="loading">
      <Title id={1} />
    </Suspense>,
  );

  expect(again.text()).toBe('one');
  expect(api.requests).toHaveLength(1);
});

it('shows what another request brings while its own is in flight', async () => {
  const api = await serveTodos();
  const store = createTestStore();
  const held = api.hold('GET /todos/1');
  function Status() {
    const { data, loading } = useDLE(get, { id: 1 });
    return <>{loading ? 'loading' : data?.title}</>;
  }
  const page = renderIn(store, <Status />);
  await held.arrived;

  await act(async () => {
    await store.dispatch(getList.fetch());
  });

  expect(page.text()).toBe('one');
  await act(async () => {
    await held.release();
  });
});

it.each([
  ['with', true],
  ['without', false],
])(
  'starts a fetch while rendering without a warning, %s the autobatch enhancer',
  async (_with, isBatching) => {
    const api = await serveTodos();
    const store = createTestStore({ isBatching });
    // Changes with every request that starts: React would complain about a dispatch while rendering.
    function Busy() {
      return <b>{useSelector((state: ReturnType<TestStore['getState']>) => state.rdc.inflight.size)}</b>;
    }
    const page = renderIn(
      store,
      <>
        <Busy />
        <Suspense fallback="loading">
          <Title id={1} />
          <Titles />
        </Suspense>
      </>,
    );

    await waitFor(() => expect(page.text()).toBe('0oneone,two,three,'));
    expect(api.requests.toSorted()).toEqual(['GET /todos', 'GET /todos/1']);
    expect(store.log.map(({ type }) => type).filter(type => type === 'rdc/fetch')).toHaveLength(2);
  },
);

describe.each([
  ['useSuspense', WithSuspense],
  ['useDLE', WithDLE],
])('missing data (%s)', (name, Reading) => {
  it('ends in an error when the request is aborted', async () => {
    stopClock();
    let count = 0;
    const giveUp = new Endpoint(
      async () => {
        count++;
        throw new DOMException('gone', 'AbortError');
      },
      { name: `giveUp ${name}` },
    );
    const page = renderIn(createTestStore(), <Reading endpoint={giveUp} args={[]} />);

    await waitFor(() => expect(page.text()).toBe('AbortError'));
    expect(count).toBe(1);
  });

  it('ends in an error when the request that follows an invalidation is aborted', async () => {
    let count = 0;
    const giveUp = new Endpoint(
      async () => {
        count++;
        if (count > 1) throw new DOMException('gone', 'AbortError');
        return { title: 'one' };
      },
      { name: `giveUpLater ${name}` },
    );
    const store = createTestStore();
    const page = renderIn(store, <Reading endpoint={giveUp} args={[]} />);
    await waitFor(() => expect(page.text()).not.toBe('loading'));

    act(() => new Controller(store).invalidate(giveUp));

    await waitFor(() => expect(page.text()).toBe('AbortError'));
    expect(count).toBe(2);
  });

  async function deletedAtOnce() {
    const api = await serveTodos();
    const store = createTestStore();
    await store.dispatch(get.fetch({ id: 1 }));
    const held = api.hold('DELETE /todos/1');
    const page = renderIn(store, <Reading endpoint={get} args={[{ id: 1 }]} />);
    const shown = page.text();
    let removing: Promise<unknown> | undefined;
    act(() => {
      removing = store.dispatch(removeAtOnce.fetch({ id: 1 })).catch(() => {});
    });
    await held.arrived;
    const sent = api.requests.length;
    await waitFor(() => expect(page.text()).toBe('loading'));
    await act(() => new Promise(resolve => setTimeout(resolve, 200)));
    expect(api.requests.slice(sent)).toEqual([]);
    return { api, held, page, shown, removing, since: () => api.requests.slice(sent) };
  }

  it('is fetched once the server has done the deletion that hides it, not before', async () => {
    const { held, page, removing, since } = await deletedAtOnce();

    await act(() => held.release());
    await act(async () => removing);

    await waitFor(() => expect(page.text()).toBe('NetworkError'));
    expect(since()).toEqual(['GET /todos/1']);
  });

  it('reappears without a request if the deletion that hides it fails', async () => {
    const { held, page, shown, removing, since } = await deletedAtOnce();

    await act(() => held.release(reply(403)));
    await act(async () => removing);

    await waitFor(() => expect(page.text()).toBe(shown));
    expect(since()).toEqual([]);
  });
});

it('refetches what came into doubt while a component was suspended', async () => {
  const { store, arrival, settle, newRequests } = await startCards();
  const card = { id: '1' };
  const renames = ['a', 'b'].map(title => store.dispatch(CardResource.partialUpdate.fetch(card, { title })));
  const visits = [await arrival('PATCH /cards/1'), await arrival('PATCH /cards/1')];
  const Card = () => useSuspense(CardResource.get, card).title;
  const page = renderIn(
    store,
    <Suspense fallback="loading">
      <Card />
    </Suspense>,
  );
  const read = await arrival('GET /cards/1');
  const requests = newRequests();

  await act(async () => {
    for (const visit of visits.toReversed()) visit.respond();
    await Promise.all(renames);
    read.respond();
    await settle();
  });
  await act(async () => void (await settle()));

  expect(page.text()).toBe('a');
  expect(requests()).toEqual(['GET /cards/1']);
});

it.each<[string, (controller: Controller) => unknown]>([
  ['with a list', controller => controller.fetch(getList)],
  ['with a message', controller => controller.set(Todo, { id: '2', title: 'two' } as never)],
  ['set by hand', controller => controller.setResponse(get, { id: 2 }, { id: '2', title: 'two' })],
])(
  'a suspended component shows data that arrives %s while its own request is hanging',
  async (_how, bring) => {
    const api = await serveTodos();
    const held = api.hold('GET /todos/2');
    const store = createTestStore();
    const page = renderIn(
      store,
      <Suspense fallback="loading">
        <Title id={2} />
      </Suspense>,
    );
    await held.arrived;
    expect(page.text()).toBe('loading');

    await act(() => bring(new Controller(store)) as Promise<unknown>);

    await waitFor(() => expect(page.text()).toBe('two'));
    await act(() => held.release());
    expect(page.text()).toBe('two');
  },
);
