import { skipToken } from '@reduxjs/toolkit/query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Controller, isPending } from 'rdc-toolkit';
import {
  type ResponseView,
  useDebounce,
  useError,
  useIsFetching,
  useLoading,
  usePages,
  useQuery,
  useResponse,
  useResponses,
  useResponseWith,
} from 'rdc-toolkit/react';
import { memo, useState } from 'react';
import { createTestStore } from '../helpers/createTestStore';
import { reply } from '../helpers/startApi';
import { stopClock } from '../helpers/stopClock';
import { serveTodos, Todo, TodoResource } from '../helpers/todos';
import { renderCounts } from './renderCounts';
import { renderIn } from './renderIn';

const { get, getList } = TodoResource;

/** A component that shows one thing of a response, and counts what it renders. */
function showing(read: (response: ResponseView<Todo>) => unknown, endpoint = get) {
  const { count, take } = renderCounts();
  const Showing = memo(({ id = 1 }: { readonly id?: number }) => {
    const shown = String(read(useResponse(endpoint, { id })));
    count(shown);
    return shown;
  });
  return { Showing, take };
}

describe('useResponse', () => {
  it('returns what meta() keeps of the head, and renders for it only if it is read', async () => {
    let version = 1;
    const counted = get.extend({ name: 'Todo.counted', meta: () => ({ version }) });
    await serveTodos();
    const store = createTestStore();
    const { count, take } = renderCounts();
    const Head = () => {
      const { meta } = useResponse(counted, { id: 1 });
      count('head');
      return <>{meta?.version} </>;
    };
    const Title = () => {
      const { data } = useResponse(counted, { id: 1 });
      count('title');
      return <>{data?.title}</>;
    };
    const page = renderIn(
      store,
      <>
        <Head />
        <Title />
      </>,
    );
    await waitFor(() => expect(page.text()).toBe('1 one'));
    take();

    await act(async () => void (await store.dispatch(counted.fetch({ id: 1 }))));
    expect(take()).toEqual({});
    version = 2;
    await act(async () => void (await store.dispatch(counted.fetch({ id: 1 }))));

    expect(page.text()).toBe('2 one');
    expect(take()).toEqual({ head: 1 });
  });

  it('returns data, loading and fetching flags, freshness and error', async () => {
    const api = await serveTodos();
    const store = createTestStore();
    const { Showing } = showing(({ data, loading, isFetching, expiryStatus, error, fetchedAt, expiresAt }) =>
      [
        data?.title,
        loading,
        isFetching,
        expiryStatus,
        error?.status,
        fetchedAt > 0,
        expiresAt > fetchedAt,
      ].join(),
    );
    const held = api.hold('GET /todos/1');
    const page = renderIn(store, <Showing />);
    await held.arrived;
    expect(page.text()).toBe(',true,true,invalid,,false,false');
    await act(() => held.release());
    await waitFor(() => expect(page.text()).toBe('one,false,false,valid,,true,true'));

    act(() => new Controller(store).expireAll(get));
    expect(page.text()).toBe('one,false,false,stale,,true,false');

    page.rerender(<Showing id={99} />);
    await waitFor(() => expect(page.text()).toBe(',false,false,invalid,404,true,false'));
  });

  it('fetches nothing for a component that unmounts as its response is invalidated', async () => {
    await serveTodos();
    const store = createTestStore();
    const { Showing } = showing(({ data }) => data?.title);
    const page = renderIn(store, <Showing />);
    await waitFor(() => expect(page.text()).toBe('one'));

    await act(async () => {
      new Controller(store).invalidate(get, { id: 1 });
      page.unmount();
    });

    expect(store.getState().rdc.inflight.size).toBe(0);
  });

  it('returns `stale` for data in doubt whose refetch has to wait', async () => {
    const api = await serveTodos();
    const store = createTestStore();
    const Status = () => useResponse(getList, { status: 'open' }).expiryStatus;
    const page = renderIn(store, <Status />);
    await waitFor(() => expect(page.text()).toBe('valid'));
    const held = [api.hold('POST /todos'), api.hold('POST /todos')] as const;
    const create = (title: string) => store.dispatch(getList.push.fetch({ status: 'open' }, { title }));
    const first = create('a');
    await held[0].arrived;
    const second = create('b');
    await held[1].arrived;

    // The server may have created it. The refetch waits for the creation that is still in flight.
    await act(async () => {
      first.abort();
      await first.catch(() => {});
    });
    expect(page.text()).toBe('stale');

    await act(async () => {
      await held[1].release();
      await second;
    });
    await waitFor(() => expect(page.text()).toBe('valid'));
    await held[0].release();
  });

  it('renders only for fields that were read', async () => {
    const api = await serveTodos();
    const store = createTestStore();
    const titles = showing(({ data }) => data?.title);
    const fetching = showing(({ isFetching }) => isFetching);
    const nothing = showing(() => 'nothing');
    const page = renderIn(
      store,
      <>
        <titles.Showing /> <fetching.Showing /> <nothing.Showing />
      </>,
    );
    await waitFor(() => expect(page.text()).toBe('one false nothing'));
    expect(titles.take()).toEqual({ undefined: 1, one: 1 });
    expect(fetching.take()).toHaveProperty('false');
    expect(nothing.take()).toEqual({ nothing: 1 });

    // The server repeats it: the data is the same.
    const held = api.hold('GET /todos/1');
    let refetched: Promise<unknown> | undefined;
    await act(async () => {
      refetched = store.dispatch(get.fetch({ id: 1 }));
      await held.arrived;
    });
    await waitFor(() => expect(page.text()).toBe('one true nothing'));
    await act(async () => {
      await held.release();
      await refetched;
    });
    expect([titles.take(), fetching.take(), nothing.take()]).toEqual([{}, { true: 1, false: 1 }, {}]);

    act(() => new Controller(store).set(TodoResource.get.schema, { id: '1' }, { id: '1', title: 'uno' }));
    expect([titles.take(), fetching.take(), nothing.take()]).toEqual([{ uno: 1 }, {}, {}]);
  });

  it('refetches an invalidated response for a component that does not read its data', async () => {
    const api = await serveTodos();
    const store = createTestStore();
    const { Showing, take } = showing(({ error }) => error);
    renderIn(store, <Showing />);
    await waitFor(() => expect(new Controller(store).getResponse(get, { id: 1 }).data).toBeDefined());
    await act(async () => {
      new Controller(store).invalidate(get, { id: 1 });
    });
    await waitFor(() => expect(api.requests).toHaveLength(2));
    expect(take()).toEqual({ undefined: 1 });
  });

  it('returns fresh values of a field that is first read later', async () => {
    await serveTodos();
    const store = createTestStore();
    const { Showing } = showing(({ data }) => data?.title);
    const More = () => {
      const [isMore, showMore] = useState(false);
      const response = useResponse(get, { id: 1 });
      return (
        <button type="button" onClick={() => showMore(true)}>
          {isMore ? [response.data?.title, response.expiryStatus].join() : 'more'}
        </button>
      );
    };
    const page = renderIn(store, <More />);
    page.rerender(
      <>
        <More />
        <Showing />
      </>,
    );
    await screen.findByText(/one/);
    fireEvent.click(screen.getByText('more'));
    expect(page.text()).toBe('one,validone');
  });

  it('refetches on demand, and returns the same function each time', async () => {
    const api = await serveTodos();
    const functions = new Set<unknown>();
    const Refetching = () => {
      const { data, refetch } = useResponse(get, { id: 1 });
      functions.add(refetch);
      return (
        <button type="button" onClick={() => refetch().then(({ title }) => titles.push(title))}>
          {data?.title}
        </button>
      );
    };
    const titles: string[] = [];
    renderIn(createTestStore(), <Refetching />);
    const button = await screen.findByText('one');
    const [row] = api.rows.values();
    if (row !== undefined) api.rows.set('1', { ...row, title: 'uno' });
    fireEvent.click(button);
    await screen.findByText('uno');
    expect([titles, api.requests.length]).toEqual([['uno'], 2]);
  });

  it('returns the error of an aborted request, which the store does not keep', async () => {
    const api = await serveTodos();
    const held = api.hold('GET /todos/1');
    const stop = new AbortController();
    const abortable = get.extend({ name: 'responses.abortable', signal: stop.signal });
    const { Showing } = showing(({ error, data }) => error?.name ?? data?.title, abortable);
    const page = renderIn(createTestStore(), <Showing />);
    await held.arrived;
    await act(async () => stop.abort());
    await waitFor(() => expect(page.text()).toBe('AbortError'));
    expect(api.requests).toHaveLength(1);
  });

  it.each([
    ['null', null],
    ['skipToken', skipToken],
  ] as const)('has no data and fetches nothing for %s', async (_name, none) => {
    const api = await serveTodos();
    const Skipping = () => {
      const { data, loading, isFetching, error } = useResponse(get, none);
      return [data, loading, isFetching, error].map(String).join();
    };
    const page = renderIn(createTestStore(), <Skipping />);
    expect(page.text()).toBe('undefined,false,false,undefined');
    expect(api.requests).toEqual([]);
  });
});

describe('useResponseWith', () => {
  it('returns the previous data until that of new arguments arrives', async () => {
    const api = await serveTodos();
    const Found = ({ status }: { readonly status: string | null }) => {
      const { data, loading, isPreviousData, isFetching } = useResponseWith(
        { keepPreviousData: true },
        getList,
        status === null ? null : { status },
      );
      return [data?.map(({ title }) => title).join('+'), loading, isPreviousData, isFetching].join();
    };
    const page = renderIn(createTestStore(), <Found status="open" />);
    expect(page.text()).toBe(',true,false,true');
    await waitFor(() => expect(page.text()).toBe('one+three,false,false,false'));

    const held = api.hold('GET /todos?status=done');
    page.rerender(<Found status="done" />);
    await held.arrived;
    expect(page.text()).toBe('one+three,false,true,true');
    await act(() => held.release());
    await waitFor(() => expect(page.text()).toBe('two,false,false,false'));

    const failing = api.hold('GET /todos?status=none');
    page.rerender(<Found status="none" />);
    await failing.arrived;
    expect(page.text()).toBe('two,false,true,true');
    await act(() => failing.release(reply(404)));
    await waitFor(() => expect(page.text()).toBe(',false,false,false'));
    page.rerender(<Found status={null} />);
    expect(page.text()).toBe(',false,false,false');
  });

  it('returns no previous data after a render without arguments', async () => {
    const api = await serveTodos();
    const Found = ({ status }: { readonly status: string | null }) => {
      const { data, loading, isPreviousData } = useResponseWith(
        { keepPreviousData: true },
        getList,
        status === null ? null : { status },
      );
      return [data?.map(({ title }) => title).join('+'), loading, isPreviousData].join();
    };
    const page = renderIn(createTestStore(), <Found status="open" />);
    await waitFor(() => expect(page.text()).toBe('one+three,false,false'));

    page.rerender(<Found status={null} />);
    expect(page.text()).toBe(',false,false');
    const held = api.hold('GET /todos?status=done');
    page.rerender(<Found status="done" />);
    await held.arrived;
    expect(page.text()).toBe(',true,false');
    await act(() => held.release());
    await waitFor(() => expect(page.text()).toBe('two,false,false'));
  });

  it('renders when its selection changes, and for nothing else', async () => {
    await serveTodos();
    const store = createTestStore();
    const { count, take } = renderCounts();
    const Selecting = memo(() => {
      const { data } = useResponseWith(
        { select: todos => ({ open: todos.filter(({ status }) => status === 'open').length }) },
        getList,
      );
      count(String(data?.open));
      return String(data?.open);
    });
    const page = renderIn(store, <Selecting />);
    await waitFor(() => expect(page.text()).toBe('2'));
    take();
    const { set } = new Controller(store);

    act(() => set(get.schema, { id: '1' }, { id: '1', title: 'uno' }));
    expect(take()).toEqual({});
    act(() => set(get.schema, { id: '1' }, { id: '1', status: 'done' }));
    expect(take()).toEqual({ 1: 1 });
  });
});

describe('useResponses', () => {
  it('fetches once for each distinct item', async () => {
    const api = await serveTodos();
    const store = createTestStore();
    const { count, take } = renderCounts();
    const Titles = memo(({ ids }: { readonly ids: readonly number[] }) => {
      const shown = useResponses(get, ids, id => [{ id }])
        .map(({ data, error }) => data?.title ?? error?.status ?? '…')
        .join(' ');
      count(shown);
      return shown;
    });
    const page = renderIn(store, <Titles ids={[1, 2]} />);
    await waitFor(() => expect(page.text()).toBe('one two'));
    page.rerender(<Titles ids={[2, 3, 2, 99]} />);
    await waitFor(() => expect(page.text()).toBe('two three two 404'));
    expect([...api.requests].sort()).toEqual([
      'GET /todos/1',
      'GET /todos/2',
      'GET /todos/3',
      'GET /todos/99',
    ]);
    take();

    act(() => new Controller(store).set(get.schema, { id: '1' }, { id: '1', title: 'uno' }));
    expect(take()).toEqual({});
    act(() => new Controller(store).set(get.schema, { id: '3' }, { id: '3', title: 'tre' }));
    expect(take()).toEqual({ 'two tre two 404': 1 });

    page.rerender(<Titles ids={[]} />);
    expect(page.text()).toBe('');
  });

  it('returns the current freshness when it renders for another reason', async () => {
    const moveOn = stopClock();
    const short = get.extend({ name: 'Todo.short', dataExpiryLength: 100 });
    await serveTodos();
    let renderAgain = () => {};
    const Statuses = () => {
      const [count, setCount] = useState(0);
      renderAgain = () => setCount(n => n + 1);
      const todos = useResponses(short, [1, 2], id => [{ id }]);
      return <>{`${count} ${todos.map(({ expiryStatus }) => expiryStatus).join(' ')}`}</>;
    };
    const page = renderIn(createTestStore(), <Statuses />);
    await waitFor(() => expect(page.text()).toBe('0 valid valid'));
    moveOn(150);

    act(renderAgain);
    expect(page.text()).toBe('1 stale stale');
  });

  it('checks only the responses that may have changed', async () => {
    await serveTodos();
    let looks = 0;
    const counted = get.extend({ name: 'Todo.looked' });
    // Read each time that a response is looked up.
    Object.defineProperty(counted, 'invalidIfStale', {
      get() {
        looks++;
        return false;
      },
    });
    const store = createTestStore();
    const ids = Array.from({ length: 100 }, (_, id) => id + 1);
    const Titles = () => useResponses(counted, ids, id => [{ id }]).map(({ data }) => data?.title ?? '');
    const page = renderIn(store, <Titles />);
    await waitFor(() => expect(page.text()).toContain('three'));
    looks = 0;

    // The data stays the same: a render would look up all of them.
    await act(() => store.dispatch(counted.fetch({ id: 3 })));
    expect(looks).toBeLessThan(10);
  });
});

describe('isPending', () => {
  it('is true, in components and selectors, for a mutation from another component, and for no other record', async () => {
    const api = await serveTodos();
    const store = createTestStore();
    const one = showing(({ data, isPending }) => `${data?.title} ${isPending}`);
    const other = showing(({ data, isPending }) => `${data?.title} ${isPending}`);
    const unread = showing(({ data }) => data?.title);
    const page = renderIn(
      store,
      <>
        <one.Showing />, <other.Showing id={2} />, <unread.Showing />
      </>,
    );
    await waitFor(() => expect(page.text()).toBe('one false, two false, one'));
    for (const { take } of [one, other, unread]) take();
    const pending = () => ['1', '2'].map(id => isPending(Todo, { id })(store.getState()));
    expect(pending()).toEqual([false, false]);

    const held = api.hold('PATCH /todos/1');
    let saving: Promise<unknown> = Promise.resolve();
    await act(async () => {
      saving = new Controller(store).fetch(TodoResource.partialUpdate, { id: 1 }, { title: 'uno' });
      await held.arrived;
    });
    expect(page.text()).toBe('one true, two false, one');
    expect(pending()).toEqual([true, false]);

    await act(async () => {
      await held.release();
      await saving;
    });
    expect(page.text()).toBe('uno false, two false, uno');
    expect(pending()).toEqual([false, false]);
    expect([one.take(), other.take(), unread.take()]).toEqual([
      { 'one true': 1, 'uno false': 1 },
      {},
      { uno: 1 },
    ]);
  });

  it('is false once a record that changed during its creation is saved', async () => {
    const api = await serveTodos();
    const store = createTestStore();
    const controller = new Controller(store);
    await controller.fetch(getList);
    const creation = getList.push.extend({
      name: 'Responses.create',
      getOptimisticResponse: (_snapshot: unknown, body: object) => body as never,
    });
    const change = TodoResource.partialUpdate.extend({
      name: 'Responses.change',
      getOptimisticResponse: (_snapshot: unknown, { id }: { id: unknown }, body: object) =>
        ({ id, ...body }) as never,
    });
    const held = api.hold('POST /todos');
    const creating = controller.fetch(creation, { title: 'new' } as never);
    await held.arrived;
    const id = controller.getResponse(getList).data?.at(-1)?.id as string;
    const Shown = () => {
      const { data, isPending } = useResponse(get, { id } as never);
      return `${data?.title} ${isPending}`;
    };
    const page = renderIn(store, <Shown />);
    let changing: Promise<unknown> = Promise.resolve();
    await act(async () => {
      changing = controller.fetch(change, { id } as never, { title: 'newer' });
      await held.release();
      await Promise.all([creating, changing]);
    });

    expect(page.text()).toBe('newer false');
  });

  it('is true of a list during the deletion of a record, and false again if that fails', async () => {
    const api = await serveTodos();
    const store = createTestStore();
    const List = () => String(useResponse(getList).isPending);
    const page = renderIn(store, <List />);
    await waitFor(() => expect(getList.select()(store.getState()).data).toHaveLength(3));

    const held = api.hold('DELETE /todos/2');
    let deleting: Promise<unknown> = Promise.resolve();
    await act(async () => {
      deleting = new Controller(store).fetch(TodoResource.delete, { id: '2' }).catch(() => undefined);
      await held.arrived;
    });
    expect(page.text()).toBe('true');

    await act(async () => {
      await held.release(reply(403));
      await deleting;
    });
    expect(page.text()).toBe('false');
  });

  it('is true of a record in creation, under its temporary key', async () => {
    const api = await serveTodos();
    const store = createTestStore();
    const create = getList.push.extend({
      getOptimisticResponse: (_snapshot, ...args) => ({ status: 'open', author: '7', ...args.at(-1) }),
    });
    await store.dispatch(getList.fetch());
    const held = api.hold('POST /todos');
    const creating = store.dispatch(create.fetch({ title: 'new' }));
    await held.arrived;
    const id = getList.select()(store.getState()).data?.at(-1)?.id;

    expect(isPending(Todo, { id })(store.getState())).toBe(true);
    await held.release();
    await creating;
    expect(isPending(Todo, { id })(store.getState())).toBe(false);
  });

  it('leaves the error of a mutation to useError, in any component', async () => {
    await serveTodos();
    const store = createTestStore();
    const { partialUpdate } = TodoResource;
    const State = () => {
      const isSaving = useIsFetching(partialUpdate, { id: 99 }, {});
      const error = useError(partialUpdate, { id: 99 }, {});
      return `${isSaving} ${(error as { status?: number } | undefined)?.status}`;
    };
    const page = renderIn(store, <State />);
    expect(page.text()).toBe('false undefined');

    await act(async () => {
      const saving = store.dispatch(partialUpdate.fetch({ id: 99 }, { title: 'x' }));
      await saving.catch(() => undefined);
    });
    expect(page.text()).toBe('false 404');
  });
});

describe('an invalid call', () => {
  it.each<[call: string, problem: string, use: () => unknown]>([
    [
      'useResponses',
      'the function for arguments returned an object with id',
      () => useResponses(get, [1], id => ({ id }) as never),
    ],
    [
      'usePages',
      'the function for arguments returned an object with page',
      () => usePages(getList, page => ({ page: page ?? 1 }) as never, { next: () => undefined }),
    ],
    ['usePages', 'its option `next` is undefined', () => usePages(getList, () => [], undefined as never)],
    ['usePages', '`argsOf` is null', () => usePages(getList, null as never, { next: 'next' as never })],
    [
      'useResponses',
      'its items are undefined',
      () => useResponses(get, undefined as never, () => null as never),
    ],
    ['useResponses', '`argsOf` is undefined', () => useResponses(get, [1], undefined as never)],
    ['useResponseWith', 'it was given null', () => useResponseWith(null as never, get, { id: 1 })],
    ['useLoading', '`call` is undefined', () => useLoading(undefined as never)],
    ['useDebounce', '`delayMs` is null', () => useDebounce('text', undefined as never)],
    ['useDebounce', '`delayMs` is NaN', () => useDebounce('text', Number.NaN)],
    ['useQuery', 'it was given 5, not a schema', () => (useQuery as (schema: unknown) => unknown)(5)],
  ])('of %s: %s', (call, problem, use) => {
    const Mistaken = () => {
      use();
      return null;
    };
    expect(() => renderIn(createTestStore(), <Mistaken />)).toThrow(`Cannot call ${call}(): ${problem}`);
  });
});
