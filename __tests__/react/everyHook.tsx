import type { Controller } from 'rdc-toolkit';
import {
  AsyncBoundary,
  useCache,
  useDLE,
  useError,
  useFetch,
  useLive,
  usePages,
  useQuery,
  useResponse,
  useResponses,
  useResponseWith,
  useSuspense,
} from 'rdc-toolkit/react';
import { memo } from 'react';
import { Todo, TodoResource } from '../helpers/todos';
import { readPromise } from './readPromise';
import { renderCounts } from './renderCounts';

const { get } = TodoResource;

/** The id of a todo to read, or a value for no request. */
export type Wanted = number | null | symbol;

/** One way to read a todo. */
export interface HookCase {
  readonly name: string;
  /** What it shows, in a word: the title, `loading`, `none`, or the error. */
  readonly useWord: (wanted: Wanted, endpoint: typeof get) => string;
  /** Whether it fetches missing data. */
  readonly asks: boolean;
  /** Whether it suspends and throws to the boundaries above. */
  readonly suspends: boolean;
  /** Stores data that makes it show a word. */
  readonly put: (by: Controller, id: number, word: string) => unknown;
}

/** What a boundary or a hook shows of a failure. */
const failure = (error: Error) => ('status' in error ? `failed: ${error.status}` : error.message);

const argsOf = (wanted: Wanted) => (typeof wanted === 'number' ? { id: wanted } : wanted);

const author = { id: '7', name: 'Ada' };
/** A todo as the server sends it. */
export const rowOf = (id: number, title: string) => ({ id: String(id), title, status: 'open', author });

const putData: HookCase['put'] = (by, id, word) => by.setResponse(get, { id }, rowOf(id, word));
const putError: HookCase['put'] = (by, id, word) => by.setError(get, { id }, new Error(word));

/** Every hook that reads. */
export const everyHook: readonly HookCase[] = [
  {
    name: 'useSuspense',
    useWord: (wanted, endpoint) => useSuspense(endpoint, argsOf(wanted))?.title ?? 'none',
    asks: true,
    suspends: true,
    put: putData,
  },
  {
    name: 'useLive',
    useWord: (wanted, endpoint) => useLive(endpoint, argsOf(wanted))?.title ?? 'none',
    asks: true,
    suspends: true,
    put: putData,
  },
  {
    name: 'useFetch',
    useWord: (wanted, endpoint) => readPromise(useFetch(endpoint, argsOf(wanted)))?.title ?? 'none',
    asks: true,
    suspends: true,
    put: putData,
  },
  {
    name: 'useDLE',
    useWord(wanted, endpoint) {
      const { data, loading, error } = useDLE(endpoint, argsOf(wanted));
      if (error !== undefined) return failure(error);
      return loading ? 'loading' : (data?.title ?? 'none');
    },
    asks: true,
    suspends: false,
    put: putData,
  },
  {
    name: 'useResponse',
    useWord(wanted, endpoint) {
      const { data, loading, error } = useResponse(endpoint, argsOf(wanted));
      if (error !== undefined) return failure(error);
      return loading ? 'loading' : (data?.title ?? 'none');
    },
    asks: true,
    suspends: false,
    put: putData,
  },
  {
    name: 'useResponseWith',
    useWord(wanted, endpoint) {
      const response = useResponseWith({ select: ({ title }) => title }, endpoint, argsOf(wanted));
      if (response.error !== undefined) return failure(response.error);
      return response.loading ? 'loading' : (response.data ?? 'none');
    },
    asks: true,
    suspends: false,
    put: putData,
  },
  {
    name: 'useResponses',
    useWord(wanted, endpoint) {
      const [response] = useResponses(endpoint, [wanted], each => [argsOf(each)]);
      if (response?.error !== undefined) return failure(response.error);
      return response?.loading ? 'loading' : (response?.data?.title ?? 'none');
    },
    asks: true,
    suspends: false,
    put: putData,
  },
  {
    name: 'usePages',
    useWord(wanted, endpoint) {
      const { pages, loading, error } = usePages(endpoint, (first: Wanted) => [argsOf(first)], {
        first: wanted,
        next: () => undefined,
      });
      if (error !== undefined) return failure(error);
      return loading ? 'loading' : (pages[0]?.title ?? 'none');
    },
    asks: true,
    suspends: false,
    put: putData,
  },
  {
    name: 'useCache',
    useWord: (wanted, endpoint) => useCache(endpoint, argsOf(wanted))?.title ?? 'none',
    asks: false,
    suspends: false,
    put: putData,
  },
  {
    name: 'useQuery',
    useWord: wanted => useQuery(Todo, argsOf(wanted))?.title ?? 'none',
    asks: false,
    suspends: false,
    put: putData,
  },
  {
    name: 'useError',
    useWord(wanted, endpoint) {
      const error = useError(endpoint, argsOf(wanted));
      return error === undefined ? 'none' : failure(error);
    },
    asks: false,
    suspends: false,
    put: putError,
  },
];

/** The hooks that fetch missing data. */
export const askingHooks = everyHook.filter(({ asks }) => asks);

/** The hooks that suspend and throw to the boundaries above. */
export const suspendingHooks = everyHook.filter(({ suspends }) => suspends);

/** The props of the component of {@link readerOf}. */
export interface ReaderProps {
  readonly id?: Wanted;
  readonly endpoint?: typeof get;
}

/**
 * A component that shows what a hook reads, within boundaries.
 *
 * `take` returns how often each word was rendered since the last call; a render that suspends or throws does not count.
 */
export function readerOf({ useWord }: HookCase) {
  const { count, take } = renderCounts();
  const Word = memo(({ id = 1, endpoint = get }: ReaderProps) => {
    const word = useWord(id, endpoint);
    count(word);
    return word;
  });
  const Reader = (props: ReaderProps) => (
    <AsyncBoundary
      fallback="loading"
      errorComponent={({ error, resetErrorBoundary }) => (
        <button type="button" onClick={resetErrorBoundary}>
          {failure(error)}
        </button>
      )}
    >
      <Word {...props} />
    </AsyncBoundary>
  );
  return { Reader, take };
}
