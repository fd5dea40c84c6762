import { useEffect, useInsertionEffect, useMemo, useRef, useState } from 'react';
import type { AnyEndpoint, ArgsOf, DataOf, MetaOf, ReadEndpoint } from '../endpoint/BaseEndpoint';
import { argumentError } from '../errors/argumentError';
import { checkFunction } from '../errors/checkValues';
import { describeValue } from '../errors/describeValue';
import { ResetError } from '../errors/ResetError';
import { assertReads } from '../observers/assertReads';
import { type End, isThere, joined, movedBy, pageOrder, placeOf } from '../observers/pageOrder';
import { pagesObserver, type ShownPage } from '../observers/pagesObserver';
import type { KeyedRequest, ResponseObserver } from '../observers/ResponseObserver';
import type { Source } from '../observers/Source';
import type { StoreObservers } from '../observers/storeObservers';
import { nothing } from '../plain/nothing';
import { sameValue } from '../plain/sameValue';
import { memoizeByState } from '../selectors/memoizeByState';
import { isMissing, type Shown } from '../selectors/readResponse';
import { fetchIfStaleThunk } from '../thunks/fetchIfStaleThunk';
import { fetchThunk } from '../thunks/fetchThunk';
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

/** The fields of a page that hold a cursor, or what stands for none. */
type CursorField<Page, Cursor> = {
  [Name in keyof Page & string]: Page[Name] extends Cursor | null | undefined | false ? Name : never;
}[keyof Page & string];

/** How pages follow each other. */
export interface PagesOptions<Page, Cursor, Meta = unknown> {
  /** The page that is shown first; left out where that needs no cursor. */
  readonly first?: Cursor;
  /**
   * The page after one, by a function or the name of a field of the page; that was the last where it is
   * `undefined`, `null` or, in a field, empty.
   */
  readonly next: BeyondPage<Page, Cursor, Meta> | CursorField<Page, Cursor>;
  /** The page before one, in the same way. @default there is none */
  readonly previous?: BeyondPage<Page, Cursor, Meta> | CursorField<Page, Cursor>;
  /** How many pages are shown from the start, as far as they are stored: `Infinity` for all that are. @default 1 */
  readonly initialPages?: number;
  /** How many pages are shown at most; another one removes the page at the other end. @default all */
  readonly maxPages?: number;
  /** What the panel of `rdc-toolkit/devtools` calls this reader: the component, say. @default its endpoint */
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

/** What the search parameters of the list say of the cursor, if they name it. */
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
  /** What the endpoint's `meta` keeps of each of these responses. */
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
   * where there is none.
   */
  readonly fetchNext: () => Promise<void>;
  /** The same for the page before the first one. */
  readonly fetchPrevious: () => Promise<void>;
  /** Refetches as many pages as are shown, one after the other: each begins where the one in front of it now ends. */
  readonly refetch: () => Promise<void>;
  /** Fetches the first page again and shows no other, since others may not follow it any more. */
  readonly refetchFirst: () => Promise<void>;
}

/** A list that is shown page by page: another one for each store, session, and key of the first page. */
interface PagedList {
  readonly observers: StoreObservers;
  readonly session: number;
  readonly base: string | undefined;
  /** The pages with which it begins. */
  readonly initial: readonly unknown[];
  /** A number of this store: when the page landed after which others were last fetched again. */
  mended: number;
}

/** Which pages are shown. */
interface Window {
  readonly list: PagedList;
  readonly cursors: readonly unknown[];
}

/**
 * The pages of a list, without suspending: for `getPage` and `paginated` endpoints, or any other whose
 * arguments name a page.
 *
 * Pages are ordinary responses: a change to a record shows wherever it stands. A record that several of them hold
 * is shown once, on the page that was requested last. Other arguments begin with the first page. Pass `null`
 * in place of the arguments for no request and no pages.
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
  const { dispatch, getState } = observers.handle;
  const { first, initialPages = 1, maxPages = Infinity } = options;
  const base = requestOf(first).key;
  // What follows the first page in one session says nothing of another.
  const { session } = getState();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another name makes no other pages
  const observer = useMemo(() => pagesObserver(observers, endpoint, options.name), [observers, endpoint]);
  const order = pageOrder(options, observer, requestOf);
  const storedPages = (state?: DataState) => order.stored(first, Math.min(initialPages, maxPages), state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list begins once
  const beginning = useMemo(() => beginningOf(storedPages), [observers, session, base]);
  /** While a browser hydrates a page, those that the server has rendered. */
  const initial = useSource(observers, beginning);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list begins once
  const list = useMemo<PagedList>(
    () => ({ observers, session, base, initial, mended: 0 }),
    [observers, session, base],
  );
  /** What is on screen: what another one has requested is not shown any more. */
  const latestList = useRef(list);
  useInsertionEffect(() => {
    latestList.current = list;
  });
  const [held, setHeld] = useState<Window>({ list, cursors: list.initial });
  /** What is shown next, where a function is called again before that is rendered. */
  const latestHeld = useRef(held);
  const cursors = cursorsAt(held);
  const requests = cursors.map(requestOf);
  const keys = requests.map(({ key }) => key).join('\n');

  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys stand for the arguments
  const source = useMemo(() => observer.source(requests), [observer, keys]);
  const read = useSource(observers, source);
  const shown = read.map(page => page.shown);
  const gap = Math.max(shown.findIndex(isMissing), 0);
  // What does not follow the page in front of it any more is not fetched.
  const missing = useMissing(readingAt(gap > 0 && order.gapIn(cursors) === gap - 1 ? 0 : gap));
  useRefetchStale(readingAt(0)[1]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is added later is fetched then
  useEffect(() => {
    for (const page of source.observers.slice(1, list.initial.length)) page.refetchStale();
  }, [list]);

  const there = useMemo(() => read.filter(page => isThere(page.shown)), [read]);
  const pages = useMemo(() => source.dataOf(there), [source, there]);
  const metas = useMemo(() => there.map(page => page.meta), [there]);
  const [failed, setFailed] = useState<Failed>();
  const [fetchNext, isFetchingNext] = useCalls(list, () => latest(extend('next')));
  const [fetchPrevious, isFetchingPrevious] = useCalls(list, () => latest(extend('previous')));
  const [refetch, isRefetching] = useCalls(list, () => latest(refetchShown()));
  const [mend, isMending] = useCalls(list, () => latest(refetchShown(order.gapIn(cursorsNow()) + 1)));
  const [refetchFirst, isRefetchingFirst] = useCalls(list, async () => {
    const { key, args } = requestOf(first);
    if (key === undefined) return;
    await latest(fetchThunk(endpoint, args)(dispatch, getState));
    if (!sameValue(cursorsNow(), [first])) hold([first]);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another function makes no gap between the same pages
  useEffect(() => {
    const { landed } = observer.now(requests[order.gapIn(cursorsNow())] ?? NO_REQUEST);
    // Once, so that a page that fails is not requested again and again.
    if (landed <= list.mended || isRefetching || isMending || isRefetchingFirst) return;
    list.mended = landed;
    mend().catch(nothing);
  }, [list, read, isRefetching, isMending, isRefetchingFirst]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys stand for the pages
  useEffect(() => {
    if (failed === undefined || !isSame(failed.list, list)) return;
    const hasCome = (page: KeyedRequest) => {
      const { landed, shown } = observer.now(page);
      return landed > failed.order && shown.error === undefined;
    };
    const pagesNow = () => requests.concat(order.following(cursorsNow()));
    const isOver = () => getState().session !== failed.session || pagesNow().some(hasCome);
    const clear = () => isOver() && setFailed(undefined);
    clear();
    return observers.subscribe(clear);
  }, [failed, list, observers, keys]);

  /** Notes how the latest request ended; one that a reset ended does not count as a failure. */
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

  function requestOf(cursor: unknown): KeyedRequest {
    const args = argsOf(cursor);
    if (process.env.NODE_ENV !== 'production') assertArgs('usePages', args);
    return keyedRequest(observers, endpoint, args);
  }

  function readingAt(place: number) {
    return [shown[place], source.observers[place]] as [Shown, ResponseObserver];
  }

  /** Shows other pages of the list, unless another list is on screen by now. */
  function hold(cursors: readonly unknown[]) {
    if (!isSame(latestList.current, list)) return;
    latestHeld.current = { list, cursors };
    setHeld(latestHeld.current);
  }

  function cursorsAt(window: Window): readonly unknown[] {
    return isSame(window.list, list) ? window.cursors : list.initial;
  }

  function cursorsNow(): readonly unknown[] {
    return cursorsAt(latestHeld.current);
  }

  /** The cursor of the page beyond some at an end, unless that is one of them: an API may repeat the last one. */
  function cursorBeyond(end: End, shown: readonly unknown[], pages: readonly ShownPage[] = []): unknown {
    const place = placeOf(end, shown);
    const found = order.beyond(end, shown[place], pages[place]);
    return shown.some(one => sameValue(one, found)) ? undefined : found;
  }

  /** Refetches as many pages as are shown, but for the first ones, each where the one in front of it now ends. */
  async function refetchShown(kept = 0): Promise<void> {
    const before = cursorsNow();
    const found = before.slice(0, kept);
    for (let n = kept; n < movedBy(before, cursorsNow()).end; n++) {
      const cursor = n > 0 ? cursorBeyond('next', found) : before[0];
      if (n > 0 && cursor === undefined) break;
      const { key, args } = requestOf(cursor);
      if (key === undefined) return;
      // A page that has been added meanwhile is there.
      const shown = cursorsNow();
      if (n < before.length || !sameValue(shown[n + movedBy(before, shown).by], cursor))
        await fetchThunk(endpoint, args)(dispatch, getState);
      found.push(cursor);
    }
    const shown = cursorsNow();
    const { by, end } = movedBy(before, shown);
    const after = shown.slice(0, Math.max(by, 0)).concat(found.slice(Math.max(-by, 0), end));
    if (!sameValue(after, shown)) hold(after);
  }

  async function extend(end: End): Promise<void> {
    const shown = cursorsNow();
    const from = shown[placeOf(end, shown)];
    const cursor = cursorBeyond(end, shown);
    if (cursor === undefined) return;
    const added = requestOf(cursor);
    // What was requested before the page in front of it need not follow that any more.
    const isOlder = end === 'next' && observer.now(added).left < observer.now(requestOf(from)).left;
    await (isOlder ? fetchThunk : fetchIfStaleThunk)(endpoint, added.args)(dispatch, getState);
    // By now the end may be another one: then the page does not follow.
    hold(joined(cursorsNow(), end, from, cursor, maxPages));
  }

  return {
    pages,
    metas,
    loading: missing.loading,
    error:
      shown.find(({ error }) => error !== undefined)?.error ??
      missing.error ??
      (failed && isSame(failed.list, list) ? failed.error : undefined),
    hasNext: cursorBeyond('next', cursors, read) !== undefined,
    hasPrevious: cursorBeyond('previous', cursors, read) !== undefined,
    isFetchingNext,
    isFetchingPrevious,
    isRefetching: isRefetching || isMending || isRefetchingFirst,
    fetchNext,
    fetchPrevious,
    refetch,
    refetchFirst,
  };
}

/** The pages with which a list begins: they stay the same whatever the store holds later. */
function beginningOf(storedPages: (state?: DataState) => readonly unknown[]): Source<readonly unknown[]> {
  const now = storedPages();
  return {
    value: () => now,
    from: memoizeByState(state => {
      const was = storedPages(state);
      return sameValue(was, now) ? now : was;
    }),
    subscribe: () => nothing,
  };
}

/** By value: a memo may be made again, as hot reloading does. */
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

/** Why the latest request for a page has failed, and of which list it was. */
interface Failed {
  readonly list: PagedList;
  readonly error: Error;
  /** The number after which it failed, and the session: what lands later, or a reset, ends it. */
  readonly order: number;
  readonly session: number;
}
