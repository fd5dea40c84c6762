import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import {
  actions,
  createDataClient,
  focusManager,
  type ListenToPage,
  NetworkError,
  networkManager,
  RdcError,
} from 'rdc-toolkit';
import {
  AsyncBoundary,
  NetworkErrorBoundary,
  useDLE,
  useErrorReset,
  useFetch,
  useSuspense,
} from 'rdc-toolkit/react';
import { Component, type ReactNode, Suspense } from 'react';
import { createTestStore, type TestStore } from '../helpers/createTestStore';
import { serve } from '../helpers/serve';
import { hangUp, reply } from '../helpers/startApi';
import { stopClock } from '../helpers/stopClock';
import { serveTodos, TodoResource } from '../helpers/todos';
import { readPromise } from './readPromise';
import { renderAwaited, renderIn } from './renderIn';

const brief = TodoResource.get.extend({ name: 'briefErrors', errorExpiryLength: 10 });

function Title({ id = 1 }: { readonly id?: number }) {
  return <p>{useSuspense(brief, { id }).title}</p>;
}

/** Longer than an error in this file lasts, and longer than React may still use what it waited for. */
const untilItMayBeTriedAgain = () => act(() => new Promise(resolve => setTimeout(resolve, 600)));

it('shows the fallback, then the data', async () => {
  await serveTodos();
  const page = renderIn(
    createTestStore(),
    <AsyncBoundary fallback={<i>loading</i>}>
      <Title />
    </AsyncBoundary>,
  );

  expect(page.text()).toBe('loading');
  await screen.findByText('one');
});

describe.each([
  ['useSuspense', () => useSuspense(TodoResource.get, { id: 1 })],
  ['useFetch', () => readPromise(useFetch(TodoResource.get, { id: 1 }))],
])('an error that %s threw to a boundary', (_hook, useTodo) => {
  const Reader = () => <p>{useTodo().title}</p>;

  async function failed() {
    let isUp = false;
    let reconnect = () => {};
    const api = await serve({ 'GET /todos/:id': () => (isUp ? { id: 1, title: 'one' } : hangUp()) });
    const listen: ListenToPage = ({ onOnline }) => {
      reconnect = onOnline;
      return () => {};
    };
    const store = createTestStore({
      client: createDataClient({ managers: [networkManager(), focusManager({ listen })] }),
    });
    const page = await renderAwaited(
      store,
      <AsyncBoundary fallback="loading">
        <Reader />
      </AsyncBoundary>,
    );
    await screen.findByRole('alert');
    isUp = true;
    return { api, store, page, reconnect: () => act(() => reconnect()) };
  }

  it('clears once a refetch after reconnecting succeeds', async () => {
    const { api, page, reconnect } = await failed();
    reconnect();
    await screen.findByText('one');

    expect(page.text()).toBe('one');
    expect(api.requests).toHaveLength(2);
  });

  it('clears once another request brings the data', async () => {
    const { api, store } = await failed();
    await act(() => store.dispatch(TodoResource.get.fetch({ id: 1 })));

    await screen.findByText('one');
    expect(api.requests).toHaveLength(2);
  });
});

it.each([
  ['a response that says so', () => reply(503), '503'],
  ['no response at all', () => hangUp(), 'fetch failed'],
])('shows a failure (%s), then the data after a retry', async (_what, response, message) => {
  const moveOn = stopClock();
  const api = await serveTodos();
  const held = api.hold('GET /todos/1');
  renderIn(
    createTestStore(),
    <AsyncBoundary fallback="loading">
      <Title />
    </AsyncBoundary>,
  );
  await held.arrived;
  await held.release(response());
  expect((await screen.findByRole('alert')).textContent).toContain(message);
  moveOn(600);
  await untilItMayBeTriedAgain();
  expect(api.requests).toHaveLength(1);

  fireEvent.click(screen.getByText('Try again'));

  await screen.findByText('one');
  expect(api.requests).toHaveLength(2);
});

it.each<[string, (store: TestStore) => void]>([
  ['rdc/reset', store => void store.dispatch(actions.reset())],
  ['a root reducer', store => void store.dispatch({ type: 'loggedOut' })],
])('renders its children again after a reset by %s, to fetch for the next user', async (_what, reset) => {
  let isLoggedIn = false;
  await serve({
    'GET /todos/:id': ({ params }) => (isLoggedIn ? { ...params, title: 'mine' } : reply(401)),
  });
  const client = createDataClient();
  const slices = combineReducers({ [client.reducerPath]: client.reducer });
  const reducer: typeof slices = (state, action) =>
    slices(action.type === 'loggedOut' ? undefined : state, action);
  const store = configureStore({
    reducer,
    middleware: getDefault => getDefault().concat(client.middleware),
  });
  renderIn(
    store as never,
    <AsyncBoundary fallback="loading">
      <Title />
    </AsyncBoundary>,
  );
  expect((await screen.findByRole('alert')).textContent).toContain('401');

  isLoggedIn = true;
  act(() => reset(store as never));

  await screen.findByText('mine');
});

describe('before the error has expired', () => {
  const lasting = TodoResource.get.extend({ name: 'lastingErrors', errorExpiryLength: 60_000 });
  const Suspending = () => <p>{useSuspense(lasting, { id: 1 }).title}</p>;
  const Awaiting = () => <p>{readPromise(useFetch(lasting, { id: 1 })).title}</p>;

  it.each([
    ['useSuspense', Suspending],
    ['useFetch', Awaiting],
  ])('sends the request again at once on retry (%s)', async (_hook, Reading) => {
    const api = await serveTodos();
    const held = api.hold('GET /todos/1');
    await renderAwaited(
      createTestStore(),
      <AsyncBoundary fallback="loading">
        <Reading />
      </AsyncBoundary>,
    );
    await held.arrived;
    await act(() => held.release(reply(404)));
    await screen.findByRole('alert');

    await act(async () => fireEvent.click(screen.getByText('Try again')));

    await screen.findByText('one');
    expect(api.requests).toHaveLength(2);
  });

  it('retries every failed request below it, and shows new failures', async () => {
    const api = await serveTodos();
    const Two = () => {
      const promises = [useFetch(lasting, { id: 98 }), useFetch(lasting, { id: 99 })];
      return <p>{promises.map(promise => readPromise(promise).title)}</p>;
    };
    const page = await renderAwaited(
      createTestStore(),
      <AsyncBoundary fallback="loading">
        <Two />
      </AsyncBoundary>,
    );
    for (const tries of [1, 2, 3]) {
      await screen.findByRole('alert');
      await waitFor(() => expect(api.requests).toHaveLength(2 * tries));
      await act(async () => fireEvent.click(screen.getByText('Try again')));
    }
    await waitFor(() => expect(page.text()).toContain('404'));
  });

  /** Like react-error-boundary, a router's error element, and `error.tsx`: it knows nothing of requests. */
  class Foreign extends Component<{ readonly children: ReactNode; readonly onReset?: () => void }> {
    override state = { failed: false };
    static getDerivedStateFromError() {
      return { failed: true };
    }
    override render() {
      const reset = () => {
        this.props.onReset?.();
        this.setState({ failed: false });
      };
      return this.state.failed ? (
        <button type="button" onClick={reset}>
          Reset
        </button>
      ) : (
        this.props.children
      );
    }
  }
  const WithReset = ({ children }: { readonly children: ReactNode }) => (
    <Foreign onReset={useErrorReset()}>{children}</Foreign>
  );

  it.each([
    ['useSuspense', Suspending],
    ['useFetch', Awaiting],
  ])('sends the request again at once when another boundary is reset (%s)', async (_hook, Reading) => {
    const api = await serveTodos();
    const held = api.hold('GET /todos/1');
    await renderAwaited(
      createTestStore(),
      <WithReset>
        <Suspense fallback="loading">
          <Reading />
        </Suspense>
      </WithReset>,
    );
    await held.arrived;
    await act(() => held.release(reply(404)));
    const button = await screen.findByText('Reset');

    await act(async () => fireEvent.click(button));

    await screen.findByText('one');
    expect(api.requests).toHaveLength(2);
  });

  const Named = ({ todo }: { readonly todo: Promise<{ readonly title: string }> }) => (
    <p>{readPromise(todo).title}</p>
  );

  it.each<[what: string, Boundary: (props: { readonly children: ReactNode }) => ReactNode, again: string]>([
    ['AsyncBoundary', props => <AsyncBoundary fallback="loading" {...props} />, 'Try again'],
    [
      'another one',
      ({ children }) => (
        <WithReset>
          <Suspense fallback="loading">{children}</Suspense>
        </WithReset>
      ),
      'Reset',
    ],
  ])(
    'sends the request again if useFetch is called above the boundary: %s',
    async (_what, Boundary, again) => {
      const api = await serveTodos();
      const Above = () => {
        const todo = useFetch(lasting, { id: 1 });
        return (
          <Boundary>
            <Named todo={todo} />
          </Boundary>
        );
      };
      const fail = async (send: () => Promise<unknown> | unknown) => {
        const held = api.hold('GET /todos/1');
        await send();
        await held.arrived;
        await act(() => held.release(reply(503)));
        return screen.findByText(again);
      };
      const button = await fail(() => renderAwaited(createTestStore(), <Above />));
      const second = await fail(() => act(async () => fireEvent.click(button)));

      await act(async () => fireEvent.click(second));

      await screen.findByText('one');
      expect(api.requests).toHaveLength(3);
    },
  );

  it('shows the same failure if another boundary resets without useErrorReset', async () => {
    const api = await serveTodos();
    const Failing = () => <p>{useSuspense(lasting, { id: 99 }).title}</p>;
    renderIn(
      createTestStore(),
      <Foreign>
        <Suspense fallback="loading">
          <Failing />
        </Suspense>
      </Foreign>,
    );

    fireEvent.click(await screen.findByText('Reset'));

    await screen.findByText('Reset');
    expect(api.requests).toHaveLength(1);
  });

  it('useErrorReset sends no request and renders nothing until a component mounts', async () => {
    const api = await serveTodos();
    const store = createTestStore();
    await store.dispatch(lasting.fetch({ id: 99 })).catch(() => {});
    const resets: (() => void)[] = [];
    let renders = 0;
    const Showing = () => {
      resets.push(useErrorReset());
      renders++;
      return <p>{useDLE(lasting, { id: 99 }).error?.status}</p>;
    };
    const page = renderIn(store, <Showing />);
    const before = renders;
    const shown = resets.at(-1);

    for (const reset of resets) act(reset);

    expect({ text: page.text(), renders }).toEqual({ text: '404', renders: before });
    page.rerender(<Showing />);
    expect(renders).toBeGreaterThan(before);
    expect(resets.at(-1)).toBe(shown);
    expect(api.requests).toHaveLength(1);
  });

  it('shows a stored failure to a component that mounts without a reset', async () => {
    const api = await serveTodos();
    const store = createTestStore();
    await store.dispatch(lasting.fetch({ id: 99 })).catch(() => {});
    const Failing = () => <p>{useSuspense(lasting, { id: 99 }).title}</p>;
    renderIn(
      store,
      <AsyncBoundary fallback="loading">
        <Failing />
      </AsyncBoundary>,
    );
    await screen.findByRole('alert');
    expect(api.requests).toHaveLength(1);
  });
});

it('keeps showing the failure when a retry fails, with one request per retry', async () => {
  const moveOn = stopClock();
  const api = await serveTodos();
  const page = renderIn(
    createTestStore(),
    <AsyncBoundary fallback="loading">
      <Title id={99} />
    </AsyncBoundary>,
  );
  for (const tries of [1, 2, 3]) {
    await screen.findByRole('alert');
    moveOn(600);
    await untilItMayBeTriedAgain();
    expect(api.requests).toHaveLength(tries);
    fireEvent.click(screen.getByText('Try again'));
  }
  await waitFor(() => expect(page.text()).toContain('404'));
  expect(api.requests).toHaveLength(4);
});

it('passes the error and a retry function to a custom fallback', async () => {
  await serveTodos();
  const errors = new Set<Error>();
  renderIn(
    createTestStore(),
    <NetworkErrorBoundary
      fallbackComponent={({ error, resetErrorBoundary }) => {
        errors.add(error);
        return (
          <button type="button" onClick={resetErrorBoundary}>
            sorry
          </button>
        );
      }}
    >
      <Suspense fallback="loading">
        <Title id={99} />
      </Suspense>
    </NetworkErrorBoundary>,
  );

  await screen.findByText('sorry');
  expect([...errors]).toEqual([expect.any(NetworkError)]);
});

describe('an error that no request caused', () => {
  class Outer extends Component<{ readonly children: ReactNode }> {
    override state: { readonly caught?: unknown } = {};
    static getDerivedStateFromError(caught: unknown) {
      return { caught };
    }
    override render() {
      return 'caught' in this.state ? `outer: ${String(this.state.caught)}` : this.props.children;
    }
  }

  it.each([
    ['an error', new TypeError('x is not a function')],
    ['a string', 'thrown'],
    ['nothing', undefined],
    ['an error in the set-up of the store', new RdcError('setup', 'middleware', 'No middleware.')],
  ])('passes through to the next boundary (%s)', (_what, thrown) => {
    function Broken(): ReactNode {
      throw thrown;
    }
    const page = renderIn(
      createTestStore(),
      <Outer>
        <AsyncBoundary fallback="loading">
          <Broken />
        </AsyncBoundary>
      </Outer>,
    );

    expect(page.text()).toBe(`outer: ${String(thrown)}`);
  });
});
