import type { Action } from '@reduxjs/toolkit';
import { act, cleanup, render, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import {
  All,
  actions,
  Controller,
  Entity,
  Invalidate,
  Query,
  RestEndpoint,
  type RestOptions,
  resource,
} from 'rdc-toolkit';
import {
  useCache,
  useDLE,
  useError,
  useFetch,
  useIsFetching,
  useLive,
  usePages,
  useQuery,
  useSuspense,
} from 'rdc-toolkit/react';
import {
  memo,
  type ReactNode,
  Suspense,
  startTransition,
  useDeferredValue,
  useEffect,
  useState,
} from 'react';
import { Provider } from 'react-redux';
import { counter, createTestStore, type TestStore } from '../helpers/createTestStore';
import { runs } from '../helpers/runs';
import { readPromise } from './readPromise';
import { renderCounts } from './renderCounts';
import { renderAwaited } from './renderIn';

class User extends Entity {
  id = '';
  name = '';
  static key = 'User';
}

class Todo extends Entity {
  id = '';
  title = '';
  status = 'open';
  author = User.fromJS();
  static key = 'Todo';
  static schema = { author: User };
}

/** A request without a response yet. */
interface InFlight {
  readonly ended: Promise<unknown>;
  /** Responds, with a body if there is one. */
  readonly respond: (status: number) => void;
}

/** Requested but not sent yet: those without a body leave sooner, each kind in order. */
const unsent: { readonly request: string; readonly response: Promise<Response> }[] = [];

class HeldEndpoint<const Options extends RestOptions> extends RestEndpoint<Options> {
  override async fetchResponse(input: string, { method }: RequestInit): Promise<Response> {
    const at = unsent.findIndex(({ request }) => request === `${method} ${input}`);
    const [found] = unsent.splice(at, 1);
    if (at < 0 || found === undefined) throw new Error('no component has sent this');
    return found.response;
  }
}

/** Mutations are optimistic; the test decides when they get their responses. */
const {
  get,
  getList,
  partialUpdate,
  delete: remove,
} = resource({
  path: '/todos/:id',
  schema: Todo,
  searchParams: {} as { status?: string } | undefined,
  optimistic: true,
  Endpoint: HeldEndpoint,
});

/** The same records under another class. */
class Summary extends Todo {}
const getSummary = get.extend({ schema: Summary });

const allTodos = new All(Todo);
const openTitles = new Query(allTodos, todos =>
  todos
    .filter(({ status }) => status === 'open')
    .map(({ title }) => title)
    .join(),
);
const removed = new Invalidate(Todo);
const together = { todo: Todo, author: User };

const dataOf = (by: Controller, status: string) => by.getResponse(getList, { status }).data;

/** What can be read: by a hook, and without React for comparison. */
const READS: Readonly<
  Record<string, readonly [use: () => unknown, select: (by: Controller) => readonly unknown[]]>
> = {
  // The first record and the lists are never removed, since these hooks would fetch them again.
  suspense: [() => useSuspense(get, { id: 1 }), by => [by.getResponse(get, { id: 1 }).data]],
  live: [() => useLive(get, { id: 1 }), by => [by.getResponse(get, { id: 1 }).data]],
  promise: [() => readPromise(useFetch(get, { id: 1 })), by => [by.getResponse(get, { id: 1 }).data]],
  list: [() => useSuspense(getList), by => [by.getResponse(getList).data]],
  summary: [() => useSuspense(getSummary, { id: 1 }), by => [by.getResponse(getSummary, { id: 1 }).data]],
  openList: [() => useDLE(getList, { status: 'open' }).data, by => [dataOf(by, 'open')]],
  pages: [() => useBothPages(), by => [dataOf(by, 'open'), dataOf(by, 'done')]],
  cache: [() => useCache(get, { id: 2 }), by => [by.getResponse(get, { id: 2 }).data]],
  unknown: [() => useCache(get, { id: 4 }), by => [by.getResponse(get, { id: 4 }).data]],
  record: [() => useQuery(Todo, { id: 3 }), by => [by.get(Todo, { id: 3 })]],
  user: [() => useQuery(User, { id: 7 }), by => [by.get(User, { id: 7 })]],
  all: [() => useQuery(allTodos), by => [by.get(allTodos)]],
  collection: [
    () => useQuery(getList.schema, { status: 'done' }),
    by => [by.get(getList.schema, { status: 'done' })],
  ],
  computed: [() => useQuery(openTitles), by => [by.get(openTitles)]],
  joined: [() => useQuery(together, { id: '7' }), by => [by.get(together, { id: '7' })]],
  error: [() => useError(get, { id: 2 }), by => [by.getError(get, { id: 2 })]],
  fetching: [() => useIsFetching(get, { id: 2 }), by => [isInFlight(by, 'GET /todos/2')]],
  fetchingAny: [() => useIsFetching(), by => [by.getState().inflight.size > 0]],
};

/** The open todos, with the done ones as their next page. */
function useBothPages() {
  const { pages, fetchNext } = usePages(getList, (status: string) => [{ status }], {
    first: 'open',
    next: (_todos, status) => (status === 'open' ? 'done' : undefined),
  });
  useEffect(() => void fetchNext(), [fetchNext]);
  return pages;
}

function isInFlight(by: Controller, key: string): boolean {
  return JSON.stringify(by.getState().inflight).includes(JSON.stringify(key));
}

/** A component that reads something, inside an earlier one. */
interface Placed {
  readonly reads: string;
  /** The position of the outer one, counted back from its own. */
  readonly above: number;
}

const components: fc.Arbitrary<readonly Placed[]> = fc.array(
  fc.record({ reads: fc.constantFrom(...Object.keys(READS)), above: fc.integer({ min: 1, max: 12 }) }),
  { minLength: 1, maxLength: 12 },
);

const nameOf = (at: number) => `component ${at}`;

/** Something that happens; its result is awaited. */
type Happening = (by: Controller, store: TestStore, asked: InFlight[]) => unknown;

const id = fc.constantFrom('1', '2', '3', '4', '7');
const title = fc.constantFrom('one', 'two', 'three');
const status = fc.constantFrom('open', 'done');
const row = (pk: string, name: string, is: string) => ({
  id: pk,
  title: name,
  status: is,
  author: { id: '7', name: 'Ada' },
});
const rows = fc
  .uniqueArray(fc.constantFrom('1', '2', '3', '4', '7'), { maxLength: 4 })
  .chain(ids => fc.tuple(...ids.map(pk => fc.tuple(fc.constant(pk), title, status))))
  .map(all => all.map(one => row(...(one as [string, string, string]))));

const atOnce: fc.Arbitrary<Happening> = fc.oneof(
  fc.tuple(id, title, status).map(
    ([pk, name, is]): Happening =>
      by =>
        by.set(Todo, { id: pk }, row(pk, name, is)),
  ),
  fc.tuple(id, title).map(
    ([pk, name]): Happening =>
      by =>
        by.setResponse(get, { id: pk }, row(pk, name, 'open')),
  ),
  title.map(
    (name): Happening =>
      by =>
        by.set(User, { id: '7' }, { id: '7', name }),
  ),
  rows.map(
    (all): Happening =>
      by =>
        by.setResponse(getList, {}, all),
  ),
  rows.map(
    (all): Happening =>
      by =>
        by.setResponse(getList, { status: 'open' }, all),
  ),
  fc.constantFrom('2', '3', '4', '7').map(
    (pk): Happening =>
      by =>
        by.set(removed, { id: pk }, { id: pk }),
  ),
  id.map(
    (pk): Happening =>
      by =>
        by.setError(get, { id: pk }, new Error('offline')),
  ),
  fc.constant<Happening>(by => by.expireAll({ testKey: () => true })),
  fc.constant<Happening>((_by, store) => store.dispatch(counter.actions.increment())),
);

/** The number of all requests. */
let requests = 0;
/** Whether an action begins a request by a component or a caller, not one that settles doubt. */
const isRequest = (action: Action) => actions.fetch.match(action) && action.meta.doubts === undefined;

/** Sends a request whose response has this body if it succeeds. */
function ask(request: string, send: () => Promise<unknown>, asked: InFlight[], body: object | null) {
  requests++;
  let respond: InFlight['respond'] = () => {};
  const response = new Promise<Response>(resolve => {
    respond = status => {
      const hasBody = status === 200 && body !== null;
      const code = status === 200 && !hasBody ? 204 : status;
      resolve(new Response(hasBody ? JSON.stringify(body) : null, { status: code, headers: JSON_TYPE }));
    };
  });
  unsent.push({ request, response });
  asked.push({ ended: send().catch(() => undefined), respond });
}

const JSON_TYPE = { 'content-type': 'application/json' };

const inFlight: fc.Arbitrary<Happening> = fc.oneof(
  fc.tuple(id, title).map(
    ([pk, name]): Happening =>
      (_by, store, asked) =>
        ask(
          `PATCH /todos/${pk}`,
          () => store.dispatch(partialUpdate.fetch({ id: pk }, { title: name })),
          asked,
          row(pk, name, 'open'),
        ),
  ),
  fc.tuple(id, status).map(
    ([pk, is]): Happening =>
      (_by, store, asked) =>
        ask(
          `PATCH /todos/${pk}`,
          () => store.dispatch(getList.move.fetch({ id: pk }, { status: is })),
          asked,
          row(pk, 'one', is),
        ),
  ),
  fc.tuple(fc.constantFrom('8', '9'), title, status).map(
    ([pk, name, is]): Happening =>
      (_by, store, asked) =>
        ask(
          'POST /todos',
          () => store.dispatch(getList.push.fetch({ title: name, status: is })),
          asked,
          row(pk, name, is),
        ),
  ),
  fc.constantFrom('2', '3', '4', '7').map(
    (pk): Happening =>
      (_by, store, asked) =>
        ask(`DELETE /todos/${pk}`, () => store.dispatch(remove.fetch({ id: pk })), asked, null),
  ),
  fc.tuple(fc.constantFrom('2', '3'), title).map(
    ([pk, name]): Happening =>
      (by, store, asked) =>
        isInFlight(by, `GET /todos/${pk}`) ||
        ask(`GET /todos/${pk}`, () => store.dispatch(get.fetch({ id: pk })), asked, row(pk, name, 'open')),
  ),
);

/** A response to one of the requests, or a failure. */
const responses: fc.Arbitrary<Happening> = fc.tuple(fc.nat(9), fc.constantFrom(200, 200, 404, 500)).map(
  ([nth, status]): Happening =>
    (_by, _store, asked) => {
      const [settled] = asked.splice(asked.length === 0 ? 0 : nth % asked.length, 1);
      settled?.respond(status);
      return settled?.ended;
    },
);

describe.each([
  ['at once', atOnce, true],
  ['at once and in flight', fc.oneof(atOnce, inFlight, { arbitrary: responses, weight: 2 }), false],
])('when changes happen %s', (_when, happening, isAtOnce) => {
  it('renders exactly the components whose values change', async () => {
    await fc.assert(
      fc.asyncProperty(
        components,
        fc.array(fc.array(happening, { maxLength: 3 }), { maxLength: 8 }),
        async (placed, steps) => {
          const store = createTestStore({ isBatching: isAtOnce });
          const by = new Controller(store);
          by.setResponse(getList, {}, [row('1', 'one', 'open'), row('2', 'two', 'done')]);
          by.setResponse(getList, { status: 'open' }, [row('1', 'one', 'open')]);
          by.setResponse(getList, { status: 'done' }, [row('2', 'two', 'done')]);
          const asked: InFlight[] = [];
          unsent.splice(0);
          requests = 0;
          const { count, take } = renderCounts();
          const Reader = memo(({ at, children }: { readonly at: number; readonly children: ReactNode }) => {
            count(nameOf(at));
            READS[placed[at]?.reads ?? '']?.[0]();
            return children;
          });
          const within = (parent: number): ReactNode =>
            placed.map(({ above }, at) =>
              Math.max(at - above, -1) === parent ? (
                <Reader key={nameOf(at)} at={at}>
                  {within(at)}
                </Reader>
              ) : null,
            );
          const values = () => placed.map(({ reads }) => READS[reads]?.[1](by) ?? []);
          await renderAwaited(store, <Suspense fallback="loading">{within(-1)}</Suspense>);
          expect(Object.keys(take())).toHaveLength(placed.length);

          let before = values();
          const changes = new Map<string, number>();
          // A value that another one replaced before any subscriber was notified does not count.
          const unsubscribe = store.subscribe(() => {
            const after = values();
            for (const [at, parts] of after.entries()) {
              const isChanged = parts.some((part, i) => !Object.is(part, before[at]?.[i]));
              if (isChanged) changes.set(nameOf(at), (changes.get(nameOf(at)) ?? 0) + 1);
            }
            before = after;
          });
          for (const step of steps) {
            changes.clear();
            await act(async () => {
              for (const happens of step) {
                const ended = happens(by, store, asked);
                if (ended instanceof Promise) await ended;
              }
            });
            const rendered = take();
            expect(Object.keys(rendered).toSorted()).toEqual([...changes.keys()].toSorted());
            for (const [name, times] of Object.entries(rendered)) {
              // Changes in several turns may render several times, too.
              expect(times).toBeLessThanOrEqual(isAtOnce ? 1 : (changes.get(name) ?? 0));
            }
          }
          unsubscribe();
          expect(store.log.filter(isRequest)).toHaveLength(requests);
          cleanup();
        },
      ),
      runs(200),
    );
  });
});

describe('while React yields between renders', () => {
  const READERS = 40;
  /** Ways to read the title of the first record: from itself, lists, and pages. */
  const TITLES: readonly (() => string | undefined)[] = [
    () => useSuspense(get, { id: 1 }).title,
    () => useSuspense(getList)[0]?.title,
    () => useFirstPage()[0]?.title,
    () => useDLE(get, { id: 1 }).data?.title,
    () => useLive(get, { id: 1 }).title,
    () => readPromise(useFetch(get, { id: 1 })).title,
    () => useCache(get, { id: 1 })?.title,
    () => useQuery(Todo, { id: 1 })?.title,
    () => useQuery(allTodos)?.[0]?.title,
  ];

  function useFirstPage() {
    const { pages } = usePages(getList, (status?: string) => [status === undefined ? {} : { status }], {
      first: undefined,
      next: () => undefined,
    });
    return pages[0] ?? [];
  }

  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  // React schedules its work as in a browser.
  beforeEach(() => {
    environment.IS_REACT_ACT_ENVIRONMENT = false;
  });
  afterEach(() => {
    environment.IS_REACT_ACT_ENVIRONMENT = true;
  });

  it.each([
    [
      'a transition',
      () => {
        const [turn, setTurn] = useState(0);
        return [turn, () => startTransition(() => setTurn(1))] as const;
      },
    ],
    [
      'a deferred value',
      () => {
        const [turn, setTurn] = useState(0);
        return [useDeferredValue(turn), () => setTurn(1)] as const;
      },
    ],
  ])('renders the whole page without tearing, even with %s', async (_what, useTurn) => {
    const store = createTestStore();
    const by = new Controller(store);
    by.setResponse(get, { id: 1 }, row('1', 'before', 'open'));
    by.setResponse(getList, {}, [row('1', 'before', 'open')]);
    let rendered = 0;
    let renderedBetween: number | undefined;

    const Slow = memo(({ turn, at }: { readonly turn: number; readonly at: number }) => {
      const until = performance.now() + 2;
      while (performance.now() < until);
      if (turn === 1 && rendered++ === 0) setTimeout(change);
      return (
        <i>
          {turn} {TITLES[at % TITLES.length]?.()},
        </i>
      );
    });
    function change() {
      renderedBetween = rendered;
      by.setResponse(get, { id: 1 }, row('1', 'after', 'open'));
    }
    let begin = () => {};
    const Page = () => {
      const [turn, next] = useTurn();
      begin = next;
      return Array.from({ length: READERS }, (_, at) => at).map(at => <Slow key={at} at={at} turn={turn} />);
    };
    const { container } = render(
      <Provider store={store}>
        <Page />
      </Provider>,
    );
    await waitFor(() => expect(container.querySelectorAll('i')).toHaveLength(READERS));
    const pages: (readonly string[])[] = [];
    const observer = new MutationObserver(() => {
      const titles = [...container.querySelectorAll('i')].map(i => i.textContent?.split(' ')[1] ?? '');
      pages.push([...new Set(titles)]);
    });
    observer.observe(container, { subtree: true, childList: true, characterData: true });

    begin();
    await waitFor(() => expect(container.textContent).toBe('1 after,'.repeat(READERS)));
    observer.disconnect();

    expect(pages.filter(titles => titles.length !== 1)).toEqual([]);
    expect(pages.at(-1)).toEqual(['after,']);
    expect(renderedBetween).toBeLessThan(READERS);
  });
});
