import { useEffect, useInsertionEffect, useMemo, useRef, useState } from 'react';
import type { AnyEndpoint, DataOf, MetaOf, ReadEndpoint } from '../endpoint/BaseEndpoint';
import { argumentError } from '../errors/argumentError';
import { checkFunction } from '../errors/checkValues';
import { describeValue } from '../errors/describeValue';
import { ResetError } from '../errors/ResetError';
import { assertReads } from '../observers/assertReads';
import type { KeyedRequest } from '../observers/KeyedRequest';
import { pagesObserver, type ShownPage } from '../observers/pagesObserver';
import type { ResponseObserver } from '../observers/responseObserver';
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

/** How pages follow each other. */
export interface PagesOptions<Page, Cursor, Meta = unknown> {
  /** The page that is shown first; left out where that needs no cursor. */
  readonly first?: Cursor;
  /**
   * The page after one, by a function or the name of a field of the page; that was the last where it is
   * `undefined`, `null` or, in a field, empty.
   */
  readonly next: BeyondPage<Page, Cursor, Meta> | (keyof Page & string);
  /** The page before one, in the same way. @default there is none */
  readonly previous?: BeyondPage<Page, Cursor, Meta> | (keyof Page & string);
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
      ? readonly [OptionalCursor<Args, Field> | null | symbol]
      : never);

type OptionalCursor<Args, Field extends string> = Omit<Args, Field> & {
  readonly [Name in Field]?: string | number | undefined;
};

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

/** A list that is shown page by page: another one for each store, and key of the first page. */
interface PagedList {
  readonly observers: StoreObservers;
  readonly base: string | undefined;
  /** The pages with which it begins. */
  readonly initial: readonly unknown[];
  /** A number of this store: when the page landed after which others were last fetched again. */
  mended: number;
}

/** Which pages are shown. */
interface Window<Cursor> {
  readonly list: PagedList;
  readonly cursors: readonly Cursor[];
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: another name makes no other pages
  const observer = useMemo(() => pagesObserver(observers, endpoint, options.name), [observers, endpoint]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list begins once
  const beginning = useMemo(() => beginningOf(storedPages), [observers, base]);
  /** While a browser hydrates a page, those that the server has rendered. */
  const initial = useSource(observers, beginning);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list begins once
  const list = useMemo<PagedList>(() => ({ observers, base, initial, mended: 0 }), [observers, base]);
  /** What is on screen: what another one has requested is not shown any more. */
  const latestList = useRef(list);
  useInsertionEffect(() => {
    latestList.current = list;
  });
  const [held, setHeld] = useState<Window<unknown>>({ list, cursors: list.initial });
  /** What is shown next, where a function is called again before that is rendered. */
  const latestHeld = useRef(held);
  const { cursors } = at(held);
  const requests = cursors.map(requestOf);
  const keys = requests.map(({ key }) => key).join('\n');

  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys stand for the arguments
  const source = useMemo(() => observer.source(requests), [observer, keys]);
  const read = useSource(observers, source);
  const shown = read.map(page => page.shown);
  const gap = Math.max(shown.findIndex(isMissing), 0);
  const missing = useMissing(readingAt(gap));
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
  const [mend, isMending] = useCalls(list, () => latest(refetchShown(gapAt() + 1)));
  const [refetchFirst, isRefetchingFirst] = useCalls(list, async () => {
    await latest(fetchThunk(endpoint, requestOf(first).args)(dispatch, getState));
    if (!sameValue(at(latestHeld.current).cursors, [first])) hold({ list, cursors: [first] });
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another function makes no gap between the same pages
  useEffect(() => {
    const { landed } = observer.now(requests[gapAt()] ?? NO_REQUEST);
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
    const isOver = () => getState().session !== failed.session || requests.concat(following()).some(hasCome);
    const clear = () => isOver() && setFailed(undefined);
    clear();
    return observers.subscribe(clear);
  }, [failed, list, observers, keys]);

  /** The pages beyond those that are shown. */
  function following(): KeyedRequest[] {
    const { cursors } = at(latestHeld.current);
    return (['next', 'previous'] as const).flatMap(end => {
      const cursor = cursors[placeOf(end, cursors)];
      const found = beyond(end, cursor, observer.now(requestOf(cursor)));
      return found === undefined ? [] : [requestOf(found)];
    });
  }

  /** The pages that follow each other in the store, or in another state, as many as a list may begin with. */
  function storedPages(state?: DataState): readonly unknown[] {
    const found = [first];
    const pageAt = (cursor: unknown) =>
      state ? observer.from(requestOf(cursor), state) : observer.now(requestOf(cursor));
    while (found.length < Math.min(initialPages, maxPages)) {
      const last = found.at(-1);
      const cursor = beyond('next', last, pageAt(last));
      if (cursor === undefined || found.some(one => sameValue(one, cursor))) break;
      if (!isThere(pageAt(cursor).shown)) break;
      found.push(cursor);
    }
    return found;
  }

  /** The page after which another one now follows than is shown, since its response came later; -1 for none. */
  function gapAt(): number {
    // A page that was found from the one after it need not name that in the same way.
    if (options.previous !== undefined) return -1;
    const { cursors } = at(latestHeld.current);
    return cursors.findIndex((cursor, place) => {
      if (place === cursors.length - 1) return false;
      const page = observer.now(requestOf(cursor));
      if (observer.now(requestOf(cursors[place + 1])).left > page.landed) return false;
      const next = beyond('next', cursor, page);
      return next !== undefined && !sameValue(next, cursors[place + 1]);
    });
  }

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

  function hold(window: Window<unknown>) {
    latestHeld.current = window;
    setHeld(window);
  }

  function at(window: Window<unknown>): Window<unknown> {
    return isSame(window.list, list) ? window : { list, cursors: list.initial };
  }

  /** The cursor of the page beyond one at an end; `undefined` where there is none. */
  function beyond(end: End, cursor: unknown, page: Omit<ShownPage, 'data'> | undefined): unknown {
    if (page === undefined || !isThere(page.shown)) return undefined;
    const { came: data } = page;
    const option = options[end];
    if (typeof option !== 'string') return option?.(data, cursor, page.meta) ?? undefined;
    const found: unknown = (data as Readonly<Record<string, unknown>> | null)?.[option];
    return found === '' || found === false || found === null ? undefined : found;
  }

  function has(end: End): boolean {
    const place = placeOf(end, cursors);
    return beyond(end, cursors[place], read[place]) !== undefined;
  }

  /** Refetches as many pages as are shown, but for the first ones, each where the one in front of it now ends. */
  async function refetchShown(kept = 0): Promise<void> {
    const { cursors } = at(latestHeld.current);
    const found = cursors.slice(0, kept);
    const last = cursors[kept - 1];
    let cursor = kept > 0 ? beyond('next', last, observer.now(requestOf(last))) : cursors[0];
    for (let n = kept; n < movedBy(cursors).end; n++) {
      const request = requestOf(cursor);
      if (request.key === undefined) return;
      const { shown, by } = movedBy(cursors);
      // A page that has been added meanwhile is there.
      if (n < cursors.length || !sameValue(shown[n + by], cursor))
        await fetchThunk(endpoint, request.args)(dispatch, getState);
      found.push(cursor);
      cursor = beyond('next', cursor, observer.now(request));
      if (cursor === undefined) break;
    }
    const { shown, by, end } = movedBy(cursors);
    const window = shown.slice(0, Math.max(by, 0)).concat(found.slice(Math.max(-by, 0), end));
    if (isSame(latestList.current, list) && !sameValue(window, shown)) hold({ list, cursors: window });
  }

  /** The pages that are shown now, how far those that were have moved among them, and how many of these there would be. */
  function movedBy(before: readonly unknown[]) {
    const { cursors: shown } = at(latestHeld.current);
    const indexOf = (cursor: unknown) => shown.findIndex(other => sameValue(other, cursor));
    const from = before.findIndex(cursor => indexOf(cursor) >= 0);
    // Where none of those is shown any more, the others stand in front of them.
    const by = from < 0 ? shown.length : indexOf(before[from]) - from;
    return { shown, by, end: shown.length - by };
  }

  async function extend(end: End): Promise<void> {
    const shown = at(latestHeld.current).cursors;
    const from = shown[placeOf(end, shown)];
    const page = observer.now(requestOf(from));
    const cursor = beyond(end, from, page);
    if (cursor === undefined) return;
    const added = requestOf(cursor);
    // What was requested before the page in front of it need not follow that any more.
    const isOlder = end === 'next' && observer.now(added).left < page.left;
    await (isOlder ? fetchThunk : fetchIfStaleThunk)(endpoint, added.args)(dispatch, getState);
    // By now the end may be another one, or the list: then the page does not follow.
    if (isSame(latestList.current, list)) hold(joined(at(latestHeld.current), end, from, cursor, maxPages));
  }

  return {
    pages,
    metas,
    loading: missing.loading,
    error:
      shown.find(({ error }) => error !== undefined)?.error ??
      missing.error ??
      (failed && isSame(failed.list, list) ? failed.error : undefined),
    hasNext: has('next'),
    hasPrevious: has('previous'),
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
  return a.observers === b.observers && a.base === b.base;
}

function assertOptions(argsOf: unknown, options: Partial<PagesOptions<unknown, unknown>> | null | undefined) {
  checkFunction('usePages()', 'argsOf', argsOf);
  if (typeof options?.next === 'function' || typeof options?.next === 'string') return;
  const fix = 'Say how pages follow each other: { next: … }.';
  throw argumentError('usePages()', `its option \`next\` is ${describeValue(options?.next)}`, fix);
}

const NO_REQUEST: KeyedRequest = { key: undefined, args: [] };

type End = 'next' | 'previous';

/** Why the latest request for a page has failed, and of which list it was. */
interface Failed {
  readonly list: PagedList;
  readonly error: Error;
  /** The number after which it failed, and the session: what lands later, or a reset, ends it. */
  readonly order: number;
  readonly session: number;
}

function placeOf(end: End, cursors: readonly unknown[]): number {
  return end === 'next' ? cursors.length - 1 : 0;
}

/** A window with one more page beyond the one at `from`; the same window when that is not at its end. */
function joined(
  window: Window<unknown>,
  end: End,
  from: unknown,
  cursor: unknown,
  maxPages: number,
): Window<unknown> {
  const { list, cursors } = window;
  if (!sameValue(cursors[placeOf(end, cursors)], from)) return window;
  const max = Math.max(maxPages, 1);
  return {
    list,
    cursors: end === 'next' ? [...cursors, cursor].slice(-max) : [cursor, ...cursors].slice(0, max),
  };
}

function isThere({ isInvalid, data }: Shown): boolean {
  return !isInvalid && data !== undefined;
}
