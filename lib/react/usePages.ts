import { useEffect, useInsertionEffect, useMemo, useRef, useState } from 'react';
import type { AnyEndpoint, ArgsOf, DataOf, MetaOf, ReadEndpoint } from '../endpoint/BaseEndpoint';
import { argumentError } from '../errors/argumentError';
import { checkFunction } from '../errors/checkValues';
import { describeValue } from '../errors/describeValue';
import { ResetError } from '../errors/ResetError';
import { assertReads } from '../observers/assertReads';
import { hasData, pageOrder } from '../observers/pageOrder';
import { pageRequests } from '../observers/pageRequests';
import { type FoundPage, pagesObserver } from '../observers/pagesObserver';
import type { KeyedRequest, ResponseObserver } from '../observers/ResponseObserver';
import type { Source } from '../observers/Source';
import type { StoreObservers } from '../observers/storeObservers';
import { noop } from '../plain/noop';
import { memoizeByState } from '../selectors/memoizeByState';
import { isMissing, type Shown } from '../selectors/readResponse';
import type { ResponseError } from '../types/ResponseError';
import type { DataState } from '../types/State';
import { assertArgs } from './reading/assertArgs';
import { type ArgsOrNone, keyedRequest } from './reading/HookArgs';
import { useMissing } from './reading/useMissing';
import { useRefetchStale } from './reading/useRefetchStale';
import { useObservers, useSource } from './reading/useSource';
import { useCalls } from './useCalls';

/** Returns the next page from a page's data, its arguments, and the `meta` of its response. */
export type BeyondPage<Page, Cursor, Meta> = (
  page: Page,
  cursor: Cursor,
  meta: Meta | undefined,
) => NoInfer<Cursor> | null | undefined;

/** The fields of a page that can hold a cursor, or a value for none. */
type CursorField<Page, Cursor> = {
  [Name in keyof Page & string]: Page[Name] extends Cursor | null | undefined | false ? Name : never;
}[keyof Page & string];

/** Options of `usePages`. */
export interface PagesOptions<Page, Cursor, Meta = unknown> {
  /** The page that is shown first; omit it if that page needs no cursor. */
  readonly first?: Cursor;
  /**
   * The page after a given one, from a function or a field of that page. There is none if it is `undefined`, `null` or,
   * in a field, empty.
   */
  readonly next: BeyondPage<Page, Cursor, Meta> | CursorField<Page, Cursor>;
  /** The page before one, in the same way. @default there is none */
  readonly previous?: BeyondPage<Page, Cursor, Meta> | CursorField<Page, Cursor>;
  /** How many pages are shown at first, if they are stored: `Infinity` for all that are. @default 1 */
  readonly initialPages?: number;
  /** The maximum number of pages shown; another one removes the page at the other end. @default all */
  readonly maxPages?: number;
  /** Its name in the panel of `rdc-toolkit/devtools`, such as the component. @default its endpoint */
  readonly name?: string;
}

/** The arguments of a page: those of the endpoint, or those of its `getPage` with or without a cursor. */
type PageArgs<E> =
  | ArgsOrNone<E>
  | (E extends {
      readonly getPage: (args: infer Args) => unknown;
      readonly '~options': { readonly paginationField: infer Field extends string };
    }
      ? readonly [OptionalCursor<Args, Field, DeclaredCursor<ArgsOf<E>, Field>> | null | symbol]
      : never);

type OptionalCursor<Args, Field extends string, Cursor> = Omit<Args, Field> & {
  readonly [Name in Field]?: Cursor | undefined;
};

/** The cursor's type in the list's search parameters, if they declare it. */
type DeclaredCursor<Args extends readonly unknown[], Field extends string> = Args extends readonly [
  ({ readonly [Name in Field]?: infer Cursor } | undefined)?,
  ...unknown[],
]
  ? unknown extends Cursor
    ? string | number
    : Cursor
  : string | number;

/** The pages that are shown, and functions to load more. */
export interface Pages<Page, Meta = unknown> {
  /** The loaded pages in order, each record once; the same array for as long as nothing in it changes. */
  readonly pages: readonly Page[];
  /** What the endpoint's `meta` returned for each of these responses. */
  readonly metas: readonly (Meta | undefined)[];
  /** Whether a page is still loading. */
  readonly loading: boolean;
  /** The error of the latest request for a page, shown or next. */
  readonly error: ResponseError | undefined;
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
  readonly isFetchingNext: boolean;
  readonly isFetchingPrevious: boolean;
  readonly isRefetching: boolean;
  /**
   * Shows the page after the last one, and fetches it unless it is fresh and was requested after that one; does nothing
   * if there is none.
   */
  readonly fetchNext: () => Promise<void>;
  /** The same for the page before the first one. */
  readonly fetchPrevious: () => Promise<void>;
  /** Refetches as many pages as are shown, in sequence: each starts where the previous one now ends. */
  readonly refetch: () => Promise<void>;
  /** Refetches the first page and shows no other, since others may no longer follow it. */
  readonly refetchFirst: () => Promise<void>;
}

/** A list shown page by page: a new one for each store, session, and key of the first page. */
interface PagedList {
  readonly observers: StoreObservers;
  readonly session: number;
  readonly base: string | undefined;
  /** The pages shown at first. */
  readonly initial: readonly unknown[];
  /** The `landed` number of the page after which others were last refetched. */
  mended: number;
}

/** The pages that are shown. */
interface Window {
  readonly list: PagedList;
  readonly cursors: readonly unknown[];
}

/**
 * The pages of a list, without suspending: for `getPage` and `paginated` endpoints, or any other whose arguments
 * identify a page.
 *
 * Pages are ordinary responses: a change to a record shows wherever the record is. A record on several pages is shown
 * once, on the page that was requested last. Other arguments start with the first page. Pass `null` in place of the
 * arguments for no request and no pages.
 *
 * The functions are stable; an unhandled rejection is not reported, since it is in `error`.
 *
 * @param argsOf the arguments of a page
 */
export function usePages<
  E extends ReadEndpoint,
  Cursor = string | undefined,
  const Args extends PageArgs<E> = PageArgs<E>,
>(
  endpoint: E,
  argsOf: (cursor: Cursor) => Args,
  options: PagesOptions<DataOf<E>, Cursor, MetaOf<E>>,
): Pages<DataOf<E>, MetaOf<E>>;
export function usePages(
  endpoint: AnyEndpoint,
  argsOf: (cursor: unknown) => readonly unknown[],
  options: PagesOptions<unknown, unknown>,
): Pages<unknown> {
  assertReads('usePages', endpoint);
  if (process.env.NODE_ENV !== 'production') assertOptions(argsOf, options);
  const observers = useObservers();
  const { first, initialPages = 1, maxPages = Infinity } = options;
  const requestOf = (cursor: unknown): KeyedRequest => {
    const args = argsOf(cursor);
    if (process.env.NODE_ENV !== 'production') assertArgs('usePages', args);
    return keyedRequest(observers, endpoint, args);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another name makes no other pages
  const observer = useMemo(() => pagesObserver(observers, endpoint, options.name), [observers, endpoint]);
  const order = pageOrder(options, observer, requestOf);
  const list = usePagedList(observers, requestOf(first).key, state =>
    order.stored(first, Math.min(initialPages, maxPages), state),
  );
  const { cursors, cursorsNow, hold } = useWindow(list);

  const requests = cursors.map(requestOf);
  const keys = requests.map(({ key }) => key).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys stand for the arguments
  const source = useMemo(() => observer.source(requests), [observer, keys]);
  const read = useSource(observers, source);
  const shown = read.map(page => page.shown);
  const readingAt = (place: number) => [shown[place], source.observers[place]] as [Shown, ResponseObserver];
  const gap = Math.max(shown.findIndex(isMissing), 0);
  // A page that no longer follows the one before it is not fetched.
  const missing = useMissing(readingAt(gap > 0 && order.gapIn(cursors) === gap - 1 ? 0 : gap));
  useRefetchStale(readingAt(0)[1]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is added later is fetched then
  useEffect(() => {
    for (const page of source.observers.slice(1, list.initial.length)) page.refetchStale();
  }, [list]);

  const there = useMemo(() => read.filter(page => hasData(page.shown)), [read]);
  const pages = useMemo(() => source.dataOf(there), [source, there]);
  const metas = useMemo(() => there.map(page => page.meta), [there]);

  const calls = pageRequests({
    observers,
    endpoint,
    observer,
    order,
    first,
    maxPages,
    requestOf,
    cursorsNow,
    hold,
  });
  const [failure, latest] = useLatestFailure(
    list,
    keys,
    page => observer.now(page),
    () => requests.concat(order.following(cursorsNow())),
  );
  const [fetchNext, isFetchingNext] = useCalls(list, () => latest(calls.extend('next')));
  const [fetchPrevious, isFetchingPrevious] = useCalls(list, () => latest(calls.extend('previous')));
  const [refetch, isRefetching] = useCalls(list, () => latest(calls.refetch()));
  const [refetchFirst, isRefetchingFirst] = useCalls(list, () => latest(calls.refetchFirst()));
  const [mend, isMending] = useCalls(list, () => latest(calls.refetch(order.gapIn(cursorsNow()) + 1)));
  const isRefetchingAny = isRefetching || isMending || isRefetchingFirst;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another function makes no gap between the same pages
  useEffect(() => {
    const { landed } = observer.now(requests[order.gapIn(cursorsNow())] ?? NO_REQUEST);
    // Only once, so that a failing page is not requested in a loop.
    if (landed <= list.mended || isRefetchingAny) return;
    list.mended = landed;
    mend().catch(noop);
  }, [list, read, isRefetchingAny]);

  return {
    pages,
    metas,
    loading: missing.loading,
    error: shown.find(({ error }) => error !== undefined)?.error ?? missing.error ?? failure,
    hasNext: calls.beyond('next', cursors, read) !== undefined,
    hasPrevious: calls.beyond('previous', cursors, read) !== undefined,
    isFetchingNext,
    isFetchingPrevious,
    isRefetching: isRefetchingAny,
    fetchNext,
    fetchPrevious,
    refetch,
    refetchFirst,
  };
}

/**
 * The list on screen; which pages follow the first one in one session says nothing about another.
 *
 * @param base the key of the first page
 * @param storedPages the stored pages that follow one another from the first, in the current state or another one
 */
function usePagedList(
  observers: StoreObservers,
  base: string | undefined,
  storedPages: (state?: DataState) => readonly unknown[],
): PagedList {
  const { session } = observers.handle.getState();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list begins once
  const beginning = useMemo(() => beginningOf(storedPages), [observers, session, base]);
  /** During hydration, the pages that the server rendered. */
  const initial = useSource(observers, beginning);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list begins once
  return useMemo<PagedList>(
    () => ({ observers, session, base, initial, mended: 0 }),
    [observers, session, base],
  );
}

/** Which pages of a list are shown. */
function useWindow(list: PagedList) {
  /** The list on screen; pages that another list requested are no longer shown. */
  const latestList = useRef(list);
  useInsertionEffect(() => {
    latestList.current = list;
  });
  const [held, setHeld] = useState<Window>({ list, cursors: list.initial });
  /** The pages to show next, in case a function is called again before they render. */
  const latestHeld = useRef(held);
  const cursorsAt = (window: Window) => (isSame(window.list, list) ? window.cursors : list.initial);
  return {
    cursors: cursorsAt(held),
    cursorsNow: () => cursorsAt(latestHeld.current),
    /** Shows other pages of the list, unless another list is on screen by now. */
    hold(cursors: readonly unknown[]) {
      if (!isSame(latestList.current, list)) return;
      latestHeld.current = { list, cursors };
      setHeld(latestHeld.current);
    },
  };
}

/**
 * Why the latest request for a page of a list failed, until a later response for one of its pages, or a reset.
 *
 * @param keys those of the shown pages
 * @param pagesNow the pages whose responses clear it
 */
function useLatestFailure(
  list: PagedList,
  keys: string,
  find: (page: KeyedRequest) => FoundPage,
  pagesNow: () => readonly KeyedRequest[],
): readonly [error: Error | undefined, latest: (request: Promise<unknown>) => Promise<void>] {
  const { observers } = list;
  const { getState } = observers.handle;
  const [failed, setFailed] = useState<Failed>();
  const isOfList = failed !== undefined && isSame(failed.list, list);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys stand for the pages
  useEffect(() => {
    if (failed === undefined || !isOfList) return;
    const hasCome = (page: KeyedRequest) => {
      const { landed, shown } = find(page);
      return landed > failed.order && shown.error === undefined;
    };
    const isOver = () => getState().session !== failed.session || pagesNow().some(hasCome);
    const clear = () => isOver() && setFailed(undefined);
    clear();
    return observers.subscribe(clear);
  }, [failed, list, observers, keys]);

  /** Records how the latest request ended; a request that a reset aborted is not a failure. */
  async function latest(request: Promise<unknown>): Promise<void> {
    try {
      await request;
      setFailed(undefined);
    } catch (error) {
      const { order, session } = getState();
      setFailed(error instanceof ResetError ? undefined : { list, error: error as Error, order, session });
      throw error;
    }
  }

  return [isOfList ? failed.error : undefined, latest];
}

/** The pages with which a list starts; they stay the same whatever is stored later. */
function beginningOf(storedPages: (state?: DataState) => readonly unknown[]): Source<readonly unknown[]> {
  const now = storedPages();
  return {
    value: () => now,
    from: memoizeByState(storedPages),
    subscribe: () => noop,
  };
}

/** Compares by value, because hot reloading may create a memo again. */
function isSame(a: PagedList, b: PagedList): boolean {
  return a.observers === b.observers && a.session === b.session && a.base === b.base;
}

function assertOptions(argsOf: unknown, options: Partial<PagesOptions<unknown, unknown>> | null | undefined) {
  checkFunction('usePages()', 'argsOf', argsOf);
  if (typeof options?.next === 'function' || typeof options?.next === 'string') return;
  const fix = 'Say how pages follow each other: { next: … }.';
  throw argumentError('usePages()', `its option \`next\` is ${describeValue(options?.next)}`, fix);
}

const NO_REQUEST: KeyedRequest = { key: undefined, args: [] };

/** The error of the latest request for a page, and its list. */
interface Failed {
  readonly list: PagedList;
  readonly error: Error;
  /** The store's order number and session at the failure: a later response, or a reset, clears it. */
  readonly order: number;
  readonly session: number;
}
