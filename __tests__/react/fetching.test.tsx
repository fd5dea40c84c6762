import { act, waitFor } from '@testing-library/react';
import { Controller } from 'rdc-toolkit';
import { AsyncBoundary, useDLE, useError, useFetch, useIsFetching, useSuspense } from 'rdc-toolkit/react';
import { memo, Suspense } from 'react';
import { counter, createTestStore } from '../helpers/createTestStore';
import { reply } from '../helpers/startApi';
import { serveTodos, type Todo, TodoResource } from '../helpers/todos';
import { readPromise } from './readPromise';
import { renderCounts } from './renderCounts';
import { renderAwaited, renderIn } from './renderIn';

const { get, getList, partialUpdate } = TodoResource;
const ROW = { id: '1', title: 'one', status: 'open', author: { id: '7', name: 'Ada' } };

describe('the promise of useFetch', () => {
  const { count, take } = renderCounts();
  beforeEach(() => void take());

  const Title = memo(({ todo }: { readonly todo: Promise<Todo | undefined> }) => {
    count('title');
    return <>{readPromise(todo)?.title ?? 'none'}</>;
  });

  function Page({ id }: { readonly id: number | null }) {
    count('page');
    const todo = useFetch(get, id === null ? null : { id });
    return (
      <AsyncBoundary fallback="loading" errorComponent={({ error }) => <>{error.name}</>}>
        <Title todo={todo} />
      </AsyncBoundary>
    );
  }

  it('suspends a child while the component that fetches stays on screen', async () => {
    const api = await serveTodos();
    const held = api.hold('GET /todos/1');
    const page = await renderAwaited(createTestStore(), <Page id={1} />);
    await held.arrived;
    expect(page.text()).toBe('loading');

    await held.release();

    await waitFor(() => expect(page.text()).toBe('one'));
    expect(api.requests).toEqual(['GET /todos/1']);
  });

  it('can be awaited by the component that fetches', async () => {
    const api = await serveTodos();
    const Own = () => <>{readPromise(useFetch(get, { id: 1 })).title}</>;
    const page = await renderAwaited(
      createTestStore(),
      <Suspense fallback="loading">
        <Own />
      </Suspense>,
    );

    await waitFor(() => expect(page.text()).toBe('one'));
    expect(api.requests).toEqual(['GET /todos/1']);
  });

  it('has stored data without waiting, and renders when that changes', async () => {
    const api = await serveTodos();
    const store = createTestStore();
    store.dispatch(get.setResponse({ id: 1 }, ROW));
    const page = await renderAwaited(store, <Page id={1} />);
    expect(page.text()).toBe('one');
    take();

    act(() => new Controller(store).setResponse(get, { id: 1 }, { ...ROW, title: 'uno' }));
    expect(page.text()).toBe('uno');
    expect(take()).toEqual({ page: 1, title: 1 });
    act(() => {
      store.dispatch(counter.actions.increment());
    });
    expect(take()).toEqual({});
    expect(api.requests).toEqual([]);
  });

  it('refetches stale data, and shows it meanwhile', async () => {
    const api = await serveTodos();
    const store = createTestStore();
    store.dispatch(get.setResponse({ id: 1 }, { ...ROW, title: 'old' }));
    new Controller(store).expireAll(get);
    const page = await renderAwaited(store, <Page id={1} />);
    expect(page.text()).toBe('old');

    await waitFor(() => expect(page.text()).toBe('one'));
    expect(api.requests).toEqual(['GET /todos/1']);
  });

  it('waits again when the data is invalidated', async () => {
    const api = await serveTodos();
    const store = createTestStore();
    const page = await renderAwaited(store, <Page id={1} />);
    await waitFor(() => expect(page.text()).toBe('one'));
    api.rows.set('1', { ...ROW, title: 'uno' });

    await act(async () => new Controller(store).invalidate(get, { id: 1 }));

    await waitFor(() => expect(page.text()).toBe('uno'));
    expect(api.requests).toHaveLength(2);
  });

  it('rejects with the error of the request, which a boundary shows', async () => {
    await serveTodos();
    const page = await renderAwaited(createTestStore(), <Page id={99} />);

    await waitFor(() => expect(page.text()).toBe('NetworkError'));
  });

  it('rejects without a report if nothing waits for it', async () => {
    await serveTodos();
    const store = createTestStore();
    const Asking = () => {
      void useFetch(get, { id: 99 });
      return 'asking';
    };
    renderIn(store, <Asking />);

    await waitFor(() => expect(store.log.map(({ type }) => type)).toContain('rdc/setresponse'));
  });

  it('fetches by its arguments, and nothing without them', async () => {
    const api = await serveTodos();
    const store = createTestStore();
    const page = await renderAwaited(store, <Page id={null} />);
    await waitFor(() => expect(page.text()).toBe('none'));
    expect(api.requests).toEqual([]);

    await act(async () => page.rerender(<Page id={2} />));

    await waitFor(() => expect(page.text()).toBe('two'));
    expect(api.requests).toEqual(['GET /todos/2']);
  });
});

describe('useIsFetching', () => {
  const { count, take } = renderCounts();
  beforeEach(() => void take());

  const Spinner = memo(({ id }: { readonly id: number | null }) => {
    count('spinner');
    return useIsFetching(get, id === null ? null : { id }) ? 'fetching,' : 'idle,';
  });
  const AnySpinner = memo(() => {
    count('any');
    return useIsFetching() ? 'busy' : 'quiet';
  });

  it('reports one request, or any', async () => {
    const api = await serveTodos();
    const store = createTestStore();
    const page = renderIn(
      store,
      <>
        <Spinner id={1} />
        <Spinner id={null} />
        <AnySpinner />
      </>,
    );
    expect(page.text()).toBe('idle,idle,quiet');
    take();

    const held = api.hold('GET /todos/1');
    act(() => void store.dispatch(get.fetch({ id: 1 })));
    await waitFor(() => expect(page.text()).toBe('fetching,idle,busy'));
    expect(take()).toEqual({ spinner: 1, any: 1 });
    await held.release();
    await waitFor(() => expect(page.text()).toBe('idle,idle,quiet'));
    expect(take()).toEqual({ spinner: 1, any: 1 });
  });

  it('does not render for other requests, unless it reports any', async () => {
    const api = await serveTodos();
    const store = createTestStore();
    const page = renderIn(
      store,
      <>
        <Spinner id={1} />
        <AnySpinner />
      </>,
    );
    take();
    const held = api.hold('GET /todos');
    act(() => void store.dispatch(getList.fetch()));
    await waitFor(() => expect(page.text()).toBe('idle,busy'));

    await act(async () => {
      await store.dispatch(partialUpdate.fetch({ id: 2 }, { title: 'dos' }));
    });
    expect(take()).toEqual({ any: 1 });

    await held.release();
    await waitFor(() => expect(page.text()).toBe('idle,quiet'));
    expect(take()).toEqual({ any: 1 });
  });
});

describe('useError', () => {
  it('returns the error until a success, and sends no request', async () => {
    const api = await serveTodos();
    const store = createTestStore();
    const errors: unknown[] = [];
    const Failure = () => {
      const error = useError(get, { id: 1 });
      errors.push(error);
      return <>{error?.message ?? 'fine'}</>;
    };
    const page = renderIn(store, <Failure />);
    expect(page.text()).toBe('fine');
    expect(api.requests).toEqual([]);
    const failed = new Error('no luck');

    act(() => new Controller(store).setError(get, { id: 1 }, failed));
    expect(page.text()).toBe('no luck');
    expect(errors.at(-1)).toBe(failed);
    act(() => new Controller(store).setResponse(get, { id: 1 }, ROW));
    expect(page.text()).toBe('fine');
  });

  it('returns an error that does not hide older data', async () => {
    const api = await serveTodos();
    const store = createTestStore();
    store.dispatch(get.setResponse({ id: 1 }, ROW));
    const Both = () => {
      const { data, error: shown } = useDLE(get, { id: 1 });
      const latest = useError(get, { id: 1 });
      const none = useError(get, null);
      return (
        <>
          {data?.title},{String(shown)},{latest?.name},{String(none)}
        </>
      );
    };
    const page = renderIn(store, <Both />);
    const held = api.hold('GET /todos/1');
    act(() => void store.dispatch(get.fetch({ id: 1 })));
    await held.arrived;

    await held.release(reply(503));

    await waitFor(() => expect(page.text()).toBe('one,undefined,NetworkError,undefined'));
  });
});

describe.each([
  ['for the first time', 0],
  ['once more', 1],
])('a request that fails after its response was invalidated, sent %s', (_what, before) => {
  const Suspending = () => <>{useSuspense(get, { id: 1 }).title}</>;
  const Reporting = () => {
    const { data, loading, error } = useDLE(get, { id: 1 });
    return <>{error?.name ?? (loading ? 'loading' : data?.title)}</>;
  };
  const Waiting = () => <>{readPromise(useFetch(get, { id: 1 })).title}</>;

  it.each([
    ['useSuspense', Suspending],
    ['useDLE', Reporting],
    ['useFetch', Waiting],
  ])('is sent again for %s, and its failure is not shown', async (_hook, Reader) => {
    const api = await serveTodos();
    const store = createTestStore();
    const controller = new Controller(store);
    if (before > 0) await controller.fetch(get, { id: 1 });
    const held = api.hold('GET /todos/1');
    const failures: string[] = [];
    const page = await renderAwaited(
      store,
      <AsyncBoundary
        fallback="loading"
        errorComponent={({ error }) => {
          failures.push(error.name);
          return <>{error.name}</>;
        }}
      >
        <Reader />
      </AsyncBoundary>,
    );
    const refetching = before > 0 && controller.fetch(get, { id: 1 }).catch((error: Error) => error.name);
    await held.arrived;
    await act(async () => controller.invalidateAll(get));

    await act(() => held.release(reply(404, { message: 'gone' })));

    await waitFor(() => expect(page.text()).toBe('one'));
    expect(failures).toEqual([]);
    expect(api.requests).toHaveLength(before + 2);
    if (refetching) expect(await refetching).toBe('NetworkError');
  });
});
