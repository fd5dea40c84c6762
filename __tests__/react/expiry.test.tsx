import { act, waitFor } from '@testing-library/react';
import { Controller, Invalidate } from 'rdc-toolkit';
import { AsyncBoundary, useDLE, useSuspense } from 'rdc-toolkit/react';
import type { ComponentType, ReactNode } from 'react';
import { createTestStore, type TestStore } from '../helpers/createTestStore';
import type { TestApi } from '../helpers/startApi';
import { serveTodos, TodoResource, User } from '../helpers/todos';
import { renderIn } from './renderIn';

const get = TodoResource.get;
type Get = typeof get;

/** Its errors last for a minute; those of the next one can be retried at once. */
const standing = get.extend({ name: 'standing', errorExpiryLength: 60_000 });
const passing = get.extend({ name: 'passing', errorExpiryLength: 0 });
const impatient = get.extend({ name: 'impatient', invalidIfStale: true });
const momentary = get.extend({ name: 'momentary', invalidIfStale: true, dataExpiryLength: 0 });

const optimisticDelete = TodoResource.delete.extend({
  name: 'optimisticDelete',
  getOptimisticResponse: (_snapshot, { id }) => ({ id: String(id) }),
});

interface ReaderProps {
  readonly endpoint: Get;
  readonly id: number;
}

const say = { loading: 'loading', error: ({ message }: Error) => `failed: ${message}` };

function Suspending({ endpoint, id }: ReaderProps) {
  return <>{useSuspense(endpoint, { id }).title}</>;
}

function WithSuspense(props: ReaderProps) {
  return (
    <AsyncBoundary fallback={say.loading} errorComponent={({ error }) => <>{say.error(error)}</>}>
      <Suspending {...props} />
    </AsyncBoundary>
  );
}

function WithDLE({ endpoint, id }: ReaderProps) {
  const { data, loading, error } = useDLE(endpoint, { id });
  if (error !== undefined) return <>{say.error(error)}</>;
  return <>{loading ? say.loading : data?.title}</>;
}

const hard = () => Object.assign(new Error('hard'), { status: 404 });
const soft = () => Object.assign(new Error('soft'), { status: 500 });
const stored = { id: '1', title: 'stored', author: { id: '7', name: 'Ada' } };

/** A store that holds todo 1 under an endpoint, and optionally the error of a later request. */
function holding(endpoint: Get, { error, data = stored }: { error?: Error; data?: object | null } = {}) {
  const store = createTestStore();
  if (data !== null) store.dispatch(endpoint.setResponse({ id: 1 }, data));
  if (error !== undefined) store.dispatch(endpoint.setError({ id: 1 }, error));
  return store;
}

/** Waits for everything in flight. */
const settle = () => act(() => pause(60));
const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms));

afterEach(() => jest.restoreAllMocks());

describe.each<[name: string, Reader: ComponentType<ReaderProps>]>([
  ['useSuspense', WithSuspense],
  ['useDLE', WithDLE],
])('%s', (_name, Reader) => {
  const show = (store: TestStore, endpoint: Get, id = 1) =>
    renderIn(store, <Reader endpoint={endpoint} id={id} />);

  it('loads missing data with one request', async () => {
    const api = await serveTodos();
    const page = show(createTestStore(), get);

    expect(page.text()).toBe('loading');
    await waitFor(() => expect(page.text()).toBe('one'));
    expect(api.requests).toEqual(['GET /todos/1']);
  });

  it('shows fresh data without a request', async () => {
    const api = await serveTodos();
    const page = show(holding(get), get);

    expect(page.text()).toBe('stored');
    await settle();
    expect(api.requests).toEqual([]);
  });

  it('shows stale data, and refetches it on mount', async () => {
    const api = await serveTodos();
    const store = holding(get);
    new Controller(store).expireAll(get);
    const page = show(store, get);

    expect(page.text()).toBe('stored');
    await waitFor(() => expect(page.text()).toBe('one'));
    expect(api.requests).toEqual(['GET /todos/1']);
  });

  it('refetches on mount, once, what arrived before the clock was set back', async () => {
    const api = await serveTodos();
    const store = holding(get);
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 86_400_000);
    const page = show(store, get);

    expect(page.text()).toBe('stored');
    await waitFor(() => expect(page.text()).toBe('one'));
    page.rerender(<Reader endpoint={get} id={1} key="again" />);
    await settle();
    expect(api.requests).toEqual(['GET /todos/1']);
  });

  it('refetches what a render waited for before the clock was set back', async () => {
    const api = await serveTodos();
    const store = createTestStore();
    const page = show(store, get);
    await waitFor(() => expect(page.text()).toBe('one'));
    page.unmount();
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 86_400_000);

    show(store, get);

    await waitFor(() => expect(api.requests).toEqual(['GET /todos/1', 'GET /todos/1']));
  });

  it('retries what failed before the clock was set back', async () => {
    const api = await serveTodos();
    const store = holding(standing, { error: hard() });
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 86_400_000);
    const page = show(store, standing);

    await waitFor(() => expect(page.text()).toBe('one'));
    expect(api.requests).toEqual(['GET /todos/1']);
  });

  it('refetches stale data when its arguments change', async () => {
    const api = await serveTodos();
    const store = holding(get);
    store.dispatch(get.setResponse({ id: 2 }, { ...stored, id: '2' }));
    const page = show(store, get, 1);
    act(() => new Controller(store).expireAll(get));
    await settle();
    expect(api.requests).toEqual([]);

    page.rerender(<Reader endpoint={get} id={2} />);

    expect(page.text()).toBe('stored');
    await waitFor(() => expect(page.text()).toBe('two'));
    expect(api.requests).toEqual(['GET /todos/2']);
  });

  it('does not refetch stale data when it renders', async () => {
    const api = await serveTodos();
    const store = holding(get);
    const page = show(store, get);
    act(() => new Controller(store).expireAll(get));

    page.rerender(<Reader endpoint={get} id={1} />);

    await settle();
    expect([page.text(), api.requests]).toEqual(['stored', []]);
  });

  it('refetches on request, and shows the old data meanwhile', async () => {
    const api = await serveTodos();
    const store = holding(get);
    store.dispatch(get.setResponse({ id: 2 }, { ...stored, id: '2' }));
    const page = show(store, get, 1);
    const response = api.hold('GET /todos/1');
    const refetched = new Controller(store).refetchAll(get);

    await act(() => response.arrived);
    expect(page.text()).toBe('stored');
    await act(() => response.release());
    await refetched;
    expect(page.text()).toBe('one');
    // What is not on screen waits until something reads it.
    expect(api.requests).toEqual(['GET /todos/1']);
    page.rerender(<Reader endpoint={get} id={2} />);
    await waitFor(() => expect(page.text()).toBe('two'));
  });

  it('sends one request for all readers, and settles even if it fails', async () => {
    const api = await serveTodos();
    const store = holding(get);
    api.rows.delete('1');
    const page = renderIn(
      store,
      <>
        <Reader endpoint={get} id={1} />
        <Reader endpoint={get} id={1} />
      </>,
    );

    await act(() => new Controller(store).refetchAll({ testKey: key => key.includes('/todos/') }));
    expect(api.requests).toEqual(['GET /todos/1']);
    expect(new Controller(store).getError(get, { id: 1 })?.message).toContain('404');
    expect(page.text()).not.toBe('');
  });

  it('waits for new data when the response is invalidated', async () => {
    const api = await serveTodos();
    const store = holding(get);
    const page = show(store, get);

    act(() => new Controller(store).invalidate(get, { id: 1 }));

    expect(page.text()).toContain('loading');
    await waitFor(() => expect(page.text()).toBe('one'));
    expect(api.requests).toEqual(['GET /todos/1']);
  });

  it.each([
    ['a hard error', { error: hard() }],
    ['an error without data', { error: soft(), data: null }],
  ])('shows %s, and does not refetch until it expires', async (_what, held) => {
    const api = await serveTodos();
    const page = show(holding(standing, held), standing);

    expect(page.text()).toBe(`failed: ${held.error.message}`);
    await settle();
    expect(api.requests).toEqual([]);
  });

  it.each([
    ['a hard error', { error: hard() }],
    ['an error without data', { error: soft(), data: null }],
  ])('refetches when it mounts after %s has expired', async (_what, held) => {
    const api = await serveTodos();
    const page = show(holding(passing, held), passing);

    expect(page.text()).toBe('loading');
    await waitFor(() => expect(page.text()).toBe('one'));
    expect(api.requests).toEqual(['GET /todos/1']);
  });

  it('shows data in spite of a soft error, and does not refetch until that expires', async () => {
    const api = await serveTodos();
    const page = show(holding(standing, { error: soft() }), standing);

    expect(page.text()).toBe('stored');
    await settle();
    expect(api.requests).toEqual([]);
  });

  it('shows data despite a soft error, and refetches on mount once the error has expired', async () => {
    const api = await serveTodos();
    const page = show(holding(passing, { error: soft() }), passing);

    expect(page.text()).toBe('stored');
    await waitFor(() => expect(page.text()).toBe('one'));
    expect(api.requests).toEqual(['GET /todos/1']);
  });

  it('waits for new data if stale data counts as invalid', async () => {
    const api = await serveTodos();
    const store = holding(impatient);
    new Controller(store).expireAll(impatient);
    const page = show(store, impatient);

    expect(page.text()).toBe('loading');
    await waitFor(() => expect(page.text()).toBe('one'));
    expect(api.requests).toEqual(['GET /todos/1']);
  });

  it('waits if shown data expires and counts as invalid', async () => {
    const api = await serveTodos();
    const held = api.hold('GET /todos/:id');
    const store = holding(impatient);
    const page = show(store, impatient);
    expect(page.text()).toBe('stored');

    act(() => new Controller(store).expireAll(impatient));

    expect(page.text()).toBe('loading');
    expect(impatient.select({ id: 1 })(store.getState()).expiryStatus).toBe('invalid');
    expect(new Controller(store).getResponse(impatient, { id: 1 }).expiryStatus).toBe('invalid');
    await act(() => held.release());
    await waitFor(() => expect(page.text()).toBe('one'));
    expect(api.requests).toEqual(['GET /todos/1']);
  });

  it('keeps showing a response that is stale on arrival, even if stale counts as invalid', async () => {
    const api = await serveTodos();
    const page = show(createTestStore(), momentary);

    await waitFor(() => expect(page.text()).toBe('one'));
    await settle();
    page.rerender(<Reader endpoint={momentary} id={1} />);
    await settle();
    expect([page.text(), api.requests]).toEqual(['one', ['GET /todos/1']]);
  });

  it('shows a failure that has expired on arrival, and does not refetch in a loop', async () => {
    const api = await serveTodos();
    const page = show(createTestStore(), passing, 99);

    await waitFor(() => expect(page.text()).toContain('failed'));
    await settle();
    page.rerender(<Reader endpoint={passing} id={99} />);
    await settle();
    expect(page.text()).toContain('failed');
    expect(api.requests).toEqual(['GET /todos/99']);
  });

  it('shows an error instead of loading forever if the response needs a deleted record', async () => {
    const api = await serveTodos();
    api.rows.set('5', { id: '5', title: 'five', status: 'open', author: '8' as never });
    const store = createTestStore();
    new Controller(store).set(new Invalidate(User), { id: '8' }, { id: '8' });
    const page = show(store, get, 5);

    await waitFor(() => expect(page.text()).toContain('needs the User "8"'));
    await settle();
    expect(api.requests).toEqual(['GET /todos/5']);
  });

  it('refetches a record that is deleted while it is shown', async () => {
    const api = await serveTodos();
    const store = createTestStore();
    const page = show(store, get, 1);
    await waitFor(() => expect(page.text()).toBe('one'));

    await act(async () => {
      await store.dispatch(TodoResource.delete.fetch({ id: 1 }));
    });

    await waitFor(() => expect(page.text()).toContain('failed'));
    await settle();
    expect(api.requests).toEqual(['GET /todos/1', 'DELETE /todos/1', 'GET /todos/1']);
  });

  it.each([
    ['a message', false],
    ['a mutation', true],
  ])('refetches a record that %s deleted while it was being fetched', async (_what, isMutation) => {
    const api = await serveTodos();
    const held = api.hold('GET /todos/1');
    const store = createTestStore();
    const page = show(store, get, 1);
    await held.arrived;

    await act(async () => {
      if (isMutation) await store.dispatch(TodoResource.delete.fetch({ id: 1 }));
      else {
        api.rows.delete('1');
        new Controller(store).set(new Invalidate(get.schema), { id: 1 }, { id: '1' });
      }
    });
    await held.release({ id: '1', title: 'one', status: 'open' });

    await waitFor(() => expect(page.text()).toContain('404'));
    await settle();
    expect(api.requests.filter(request => request.startsWith('GET'))).toEqual([
      'GET /todos/1',
      'GET /todos/1',
    ]);
  });

  it.each(['the deletion', 'the read'])(
    'refetches a deleted record without a pause if %s lands first',
    async first => {
      const api = await serveTodos();
      const store = createTestStore();
      const [read, deletion] = [api.hold('GET /todos/1'), api.hold('DELETE /todos/1')];
      const page = show(store, get, 1);
      await read.arrived;
      const deleting = store.dispatch(optimisticDelete.fetch({ id: 1 }));
      await deletion.arrived;
      const pauses: unknown[] = [];
      const { setTimeout } = globalThis;
      globalThis.setTimeout = Object.assign((...args: Parameters<typeof setTimeout>) => {
        pauses.push(args[1]);
        return setTimeout(...args);
      }, setTimeout);

      await act(async () => {
        const [one, other] = first === 'the read' ? [read, deletion] : [deletion, read];
        await one.release();
        if (one === deletion) await deleting;
        await other.release();
        await deleting;
        while (store.getState().rdc.inflight.size > 0) await pause(1);
        await pause(1);
      });
      globalThis.setTimeout = setTimeout;
      await waitFor(() => expect(page.text()).toContain('404'));
      expect(pauses).not.toContain(500);
      expect(api.requests.filter(request => request.startsWith('GET'))).toHaveLength(2);
    },
  );

  it('refetches after a reset, whether it had data or was loading', async () => {
    const api = await serveTodos();
    const store = createTestStore();
    const held = api.hold('GET /todos/1');
    const page = show(store, get);
    await held.arrived;

    act(() => new Controller(store).resetEntireStore());
    await waitFor(() => expect(page.text()).toBe('one'));
    act(() => new Controller(store).resetEntireStore());
    expect(page.text()).toContain('loading');
    await waitFor(() => expect(page.text()).toBe('one'));

    expect(api.requests).toHaveLength(3);
  });

  it('shows a later response in place of an error', async () => {
    await serveTodos();
    const store = createTestStore();
    const page = show(store, standing, 99);
    await waitFor(() => expect(page.text()).toContain('failed'));

    act(() => {
      store.dispatch(standing.setResponse({ id: 99 }, { ...stored, id: '99' }));
    });

    expect(page.text()).toBe('stored');
  });
});

describe('two reads in one component whose responses are slow and expire on arrival', () => {
  function Both({ children }: { readonly children?: ReactNode }) {
    const first = useSuspense(momentary, { id: 1 });
    const second = useSuspense(momentary, { id: 2 });
    return (
      <>
        {first.title} {second.title} {children}
      </>
    );
  }

  async function releaseInTurn(api: TestApi, ids: readonly number[]) {
    for (const held of ids.map(id => api.hold(`GET /todos/${id}`))) {
      await held.arrived;
      await act(() => pause(700));
      await act(() => held.release());
    }
  }

  it('send one request each', async () => {
    const api = await serveTodos();
    const page = renderIn(
      createTestStore(),
      <AsyncBoundary fallback="loading">
        <Both />
      </AsyncBoundary>,
    );
    await releaseInTurn(api, [1, 2]);

    await waitFor(() => expect(page.text()).toBe('one two '));
    await settle();
    expect(api.requests).toEqual(['GET /todos/1', 'GET /todos/2']);
  });

  it('send one request each if a third one below them waits as well', async () => {
    const api = await serveTodos();
    const page = renderIn(
      createTestStore(),
      <AsyncBoundary fallback="loading">
        <Both>
          <Suspending endpoint={momentary} id={3} />
        </Both>
      </AsyncBoundary>,
    );
    await releaseInTurn(api, [1, 2, 3]);

    await waitFor(() => expect(page.text()).toBe('one two three'));
    await settle();
    expect(api.requests).toHaveLength(3);
  });

  it('are sent again by a component that mounts while another request is in flight', async () => {
    const api = await serveTodos();
    const store = createTestStore();
    const first = renderIn(store, <WithSuspense endpoint={momentary} id={1} />);
    await waitFor(() => expect(first.text()).toBe('one'));
    const held = api.hold('GET /todos/2');
    renderIn(store, <WithSuspense endpoint={momentary} id={2} />);
    await held.arrived;
    await pause(700);

    const again = renderIn(store, <WithSuspense endpoint={momentary} id={1} />);

    await waitFor(() => expect(again.text()).toBe('one'));
    expect(api.requests).toEqual(['GET /todos/1', 'GET /todos/2', 'GET /todos/1']);
    await act(() => held.release());
  });
});
