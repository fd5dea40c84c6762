import { act, cleanup, render, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { All, Controller, Invalidate, Query } from 'rdc-toolkit';
import { useCache, useDLE, useError, useQuery, useSuspense } from 'rdc-toolkit/react';
import { memo, type ReactNode, Suspense, startTransition, useDeferredValue, useState } from 'react';
import { Provider } from 'react-redux';
import { counter, createTestStore, type TestStore } from '../helpers/createTestStore';
import { Todo, TodoResource, User } from '../helpers/todos';
import { renderCounts } from './renderCounts';
import { renderIn } from './renderIn';

const { get, getList } = TodoResource;

const allTodos = new All(Todo);
const openTitles = new Query(allTodos, todos =>
  todos
    .filter(({ status }) => status === 'open')
    .map(({ title }) => title)
    .join(),
);
const removed = new Invalidate(Todo);
const together = { todo: Todo, author: User };

/** What can be read: by a hook, and for comparison without React. */
const READS: Readonly<Record<string, readonly [use: () => unknown, select: (by: Controller) => unknown]>> = {
  // The first record and the lists are never taken away: these would ask for them again.
  suspense: [() => useSuspense(get, { id: 1 }), by => by.getResponse(get, { id: 1 }).data],
  list: [() => useSuspense(getList), by => by.getResponse(getList).data],
  openList: [
    () => useDLE(getList, { status: 'open' }).data,
    by => by.getResponse(getList, { status: 'open' }).data,
  ],
  cache: [() => useCache(get, { id: 2 }), by => by.getResponse(get, { id: 2 }).data],
  unknown: [() => useCache(get, { id: 4 }), by => by.getResponse(get, { id: 4 }).data],
  record: [() => useQuery(Todo, { id: 3 }), by => by.get(Todo, { id: 3 })],
  user: [() => useQuery(User, { id: 7 }), by => by.get(User, { id: 7 })],
  all: [() => useQuery(allTodos), by => by.get(allTodos)],
  computed: [() => useQuery(openTitles), by => by.get(openTitles)],
  joined: [() => useQuery(together, { id: '7' }), by => by.get(together, { id: '7' })],
  error: [() => useError(get, { id: 2 }), by => by.getError(get, { id: 2 })],
};
/** A component that reads something, in another one that came before it. */
interface Placed {
  readonly reads: string;
  /** Place of the other one, counted from its own. */
  readonly above: number;
}

const components: fc.Arbitrary<readonly Placed[]> = fc.array(
  fc.record({ reads: fc.constantFrom(...Object.keys(READS)), above: fc.integer({ min: 1, max: 12 }) }),
  { minLength: 1, maxLength: 12 },
);

const nameOf = (at: number) => `component ${at}`;

type Happening = (by: Controller, store: TestStore) => unknown;

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

const happening: fc.Arbitrary<Happening> = fc.oneof(
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

it('renders exactly the components whose value has changed, whatever happens', () => {
  fc.assert(
    fc.property(
      components,
      fc.array(fc.array(happening, { maxLength: 3 }), { maxLength: 8 }),
      (placed, steps) => {
        const store = createTestStore();
        const by = new Controller(store);
        by.setResponse(getList, {}, [row('1', 'one', 'open'), row('2', 'two', 'done')]);
        by.setResponse(getList, { status: 'open' }, [row('1', 'one', 'open')]);
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
        const values = () => placed.map(({ reads }) => READS[reads]?.[1](by));
        renderIn(store, <Suspense fallback="loading">{within(-1)}</Suspense>);
        let before = values();
        expect(Object.keys(take())).toHaveLength(placed.length);

        for (const step of steps) {
          const changed = new Set<number>();
          act(() => {
            for (const happens of step) {
              happens(by, store);
              const after = values();
              after.forEach((value, at) => void (Object.is(value, before[at]) || changed.add(at)));
              before = after;
            }
          });
          expect(take()).toEqual(Object.fromEntries([...changed].map(at => [nameOf(at), 1])));
        }
        expect(store.log.map(({ type }) => type)).not.toContain('rdc/fetch');
        cleanup();
      },
    ),
    { numRuns: 200 },
  );
}, 60_000);

describe('while React renders in between', () => {
  const READERS = 40;
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  // React is to take its turns as it does in a browser.
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
  ])('shows one state of the store on the whole page in spite of %s', async (_what, useTurn) => {
    const store = createTestStore();
    const by = new Controller(store);
    by.setResponse(get, { id: 1 }, row('1', 'before', 'open'));
    let rendered = 0;
    let renderedBetween: number | undefined;

    const Slow = memo(({ turn }: { readonly turn: number }) => {
      const until = performance.now() + 2;
      while (performance.now() < until);
      if (turn === 1 && rendered++ === 0) setTimeout(change);
      return (
        <i>
          {turn} {useSuspense(get, { id: 1 }).title},
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
      return Array.from({ length: READERS }, (_, at) => at).map(at => <Slow key={at} turn={turn} />);
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
