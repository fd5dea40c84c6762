import { skipToken } from '@reduxjs/toolkit/query';
import {
  All,
  type AnyEndpoint,
  type ArgsOf,
  Collection,
  type DataOf,
  Endpoint,
  Entity,
  Query,
  type ReadEndpoint,
  type ResponseError,
  resource,
  type,
} from 'rdc-toolkit';
import {
  type ArgsOrNone,
  useCache,
  useCancelling,
  useController,
  useDebounce,
  useDLE,
  useError,
  useFetch,
  useIsFetching,
  useLive,
  useLoading,
  usePages,
  useQuery,
  useResponse,
  useResponses,
  useResponseWith,
  useSubscription,
  useSuspense,
} from 'rdc-toolkit/react';
import type { Equal, Expect } from './expectType';

class Todo extends Entity {
  id = '';
  static key = 'Todo';
}
const { get, getList } = resource({ path: '/todos/:id', schema: Todo });
const { getList: getFiltered } = resource({
  path: '/todos/:id',
  schema: Todo,
  searchParams: {} as { done?: boolean },
});
const add = new Endpoint(async (a: number, b: number) => a + b, { name: 'add' });

export function useTypes(id: string | undefined) {
  const known = useSuspense(get, { id: '5' });
  const none = useSuspense(get, null);
  const sometimes = useSuspense(get, id === undefined ? null : { id });
  const skipped = useSuspense(get, id === undefined ? skipToken : { id });
  const list = useSuspense(getList);
  const { data } = useDLE(getFiltered, id === undefined ? null : { done: true });
  const sum = useSuspense(add, 1, 2);

  type _Types = [
    Expect<Equal<typeof known, Todo>>,
    Expect<Equal<typeof none, Todo | undefined>>,
    Expect<Equal<typeof sometimes, Todo | undefined>>,
    Expect<Equal<typeof skipped, Todo | undefined>>,
    Expect<Equal<typeof list, readonly Todo[]>>,
    Expect<Equal<typeof data, readonly Todo[] | undefined>>,
    Expect<Equal<typeof sum, number>>,
  ];

  // @ts-expect-error the id is missing
  useSuspense(get);
  // @ts-expect-error the id is not a boolean
  useSuspense(get, id === undefined ? null : { id: true });
  // @ts-expect-error this list takes no arguments
  useSuspense(getList, { done: true });
  // @ts-expect-error the second argument is missing
  useDLE(add, 1);
}

export function useTypesOfStates(id: string | undefined) {
  const { data, loading, error } = useDLE(get, { id: '5' });
  if (!loading && error === undefined) {
    type _Data = Expect<Equal<typeof data, Todo>>;
  }
  if (error !== undefined) {
    type _Details = Expect<Equal<[typeof error.status, typeof error.data], [number | undefined, unknown]>>;
  }
  const response = useResponse(get, { id: '5' });
  const sometimes = useResponse(get, id === undefined ? null : { id });
  if (!response.loading && !response.error && !sometimes.loading && !sometimes.error) {
    type _Data = Expect<Equal<[typeof response.data, typeof sometimes.data], [Todo, Todo | undefined]>>;
  }
  const selected = useResponseWith({ keepPreviousData: true, select: todo => todo.id.length }, get, {
    id: '5',
  });
  const many = useResponses(get, ['1', '2'], each => [{ id: each }]);
  const counted = get.extend({ meta: () => ({ total: 41 }) });
  const { meta } = useResponseWith({ keepPreviousData: true }, counted, { id: '5' });
  const totals = useResponses(counted, ['1'], each => [{ id: each }]).map(one => one.meta?.total);
  type _Heads = Expect<
    Equal<[typeof meta, typeof totals], [{ total: number } | undefined, (number | undefined)[]]>
  >;

  type _Types = [
    Expect<Equal<typeof response.isFetching, boolean>>,
    Expect<Equal<ReturnType<typeof response.refetch>, Promise<Todo>>>,
    Expect<Equal<typeof selected.data, number | undefined>>,
    Expect<Equal<(typeof many)[number]['data'], Todo | undefined>>,
  ];

  // @ts-expect-error the id is missing
  useResponse(get);
  // @ts-expect-error the id is not a boolean
  useResponseWith({}, get, { id: true });
  // @ts-expect-error the id is not a boolean
  useResponses(get, [true], each => [{ id: each }]);
}

export function useTypesOfEndpoints(id: string | undefined) {
  const args = id === undefined ? null : { id };
  const live = useLive(get, { id: '5' });
  const liveSometimes = useLive(get, args);
  const promise = useFetch(get, { id: '5' });
  const promiseSometimes = useFetch(get, args);
  const cached = useCache(get, { id: '5' });
  const cachedList = useCache(getList);
  const error = useError(get, args);
  const isFetching = [useIsFetching(), useIsFetching(get, args), useIsFetching(getList)];
  const subscribed = useSubscription(get, args);
  const cancelling = useCancelling(get, args);

  type _Types = [
    Expect<Equal<typeof live, Todo>>,
    Expect<Equal<typeof liveSometimes, Todo | undefined>>,
    Expect<Equal<typeof promise, Promise<Todo>>>,
    Expect<Equal<typeof promiseSometimes, Promise<Todo | undefined>>>,
    Expect<Equal<typeof cached, Todo | undefined>>,
    Expect<Equal<typeof cachedList, readonly Todo[] | undefined>>,
    Expect<Equal<typeof error, ResponseError | undefined>>,
    Expect<Equal<typeof isFetching, boolean[]>>,
    Expect<Equal<typeof subscribed, void>>,
    Expect<Equal<typeof cancelling, typeof get>>,
  ];

  // @ts-expect-error the id is missing
  useLive(get);
  // @ts-expect-error the id is not a boolean
  void useFetch(get, { id: true });
  // @ts-expect-error the id is missing
  useCache(get);
  // @ts-expect-error the id is missing
  useSubscription(get, {});
  // @ts-expect-error the id is missing
  useIsFetching(get);
  // @ts-expect-error the id is missing
  useError(get);
}

const todoList = new Collection([Todo]);
const countTodos = new Query(new All(Todo), (todos, { done }: { done: boolean }) =>
  done ? todos.length : undefined,
);
const firstTodo = new Query(todoList, todos => todos[0]);

export function useTypesOfQueries(id: string | undefined) {
  const todo = useQuery(Todo, { id });
  const list = useQuery(todoList);
  const all = useQuery(new All(Todo));
  const count = useQuery(countTodos, id === undefined ? null : { done: true });
  const first = useQuery(firstTodo, { userId: '5' });
  const joined = useQuery({ todo: Todo, list: todoList }, { id: '5' });

  type _Types = [
    Expect<Equal<typeof todo, Todo | undefined>>,
    Expect<Equal<typeof list, readonly Todo[] | undefined>>,
    Expect<Equal<typeof all, readonly Todo[] | undefined>>,
    Expect<Equal<typeof count, number | undefined>>,
    Expect<Equal<typeof first, Todo | undefined>>,
    Expect<Equal<typeof joined, { readonly todo: Todo; readonly list: readonly Todo[] } | undefined>>,
  ];

  // @ts-expect-error the function of the query takes another argument
  useQuery(countTodos, { done: 'yes' });
  // @ts-expect-error the function of the query takes an argument
  useQuery(countTodos);
}

export function useTypesOfActing(typed: string) {
  const [save, isSaving, failure] = useLoading(async (id: string, title?: string) => [id, title] as const);
  const [settled, isPending] = useDebounce(typed, 200);

  type _Types = [
    Expect<
      Equal<typeof save, (id: string, title?: string) => Promise<readonly [string, string | undefined]>>
    >,
    Expect<Equal<typeof isSaving, boolean>>,
    Expect<Equal<(typeof failure & {})['status'], number | undefined>>,
    Expect<Equal<(typeof failure & {})['code'], string | undefined>>,
    Expect<Equal<(typeof failure & {})['data'], unknown>>,
    Expect<Equal<typeof settled, string>>,
    Expect<Equal<typeof isPending, boolean>>,
  ];

  // @ts-expect-error the id is missing
  save();
  // @ts-expect-error the delay is missing
  useDebounce(typed);
}

const paged = resource({ path: '/lists/:list/todos/:id', schema: Todo, paginationField: 'page' });
const byState = resource({
  path: '/todos/:id',
  schema: Todo,
  paginationField: 'cursor',
  searchParams: type<{ state?: 'open' | 'closed' }>(),
});
const getWrapped = new Endpoint(async (after: string) => ({ items: [after], next: after }), {
  name: 'wrapped',
});

export function useTypesOfPages(list: string | undefined) {
  const numbered = usePages(paged.getList.getPage, page => [list === undefined ? null : { list, page }], {
    first: 1,
    next: (todos, page) => (todos.length === 0 ? undefined : page + 1),
    maxPages: 3,
  });
  const { pages } = usePages(getWrapped, after => [after], {
    first: '',
    next: ({ next }) => next || undefined,
    previous: (_page, cursor) => cursor,
  });

  type _Types = [
    Expect<Equal<typeof numbered.pages, readonly (readonly Todo[])[]>>,
    Expect<Equal<typeof numbered.fetchNext, () => Promise<void>>>,
    Expect<Equal<(typeof pages)[number]['items'], string[]>>,
  ];

  // Literals are inferred from the arguments without a declared parameter.
  usePages(byState.getList, (cursor: string | undefined) => [{ state: 'open', cursor }], {
    next: () => undefined,
  });
  usePages(byState.getList.getPage, cursor => [{ state: 'open', cursor }], { first: '', next: () => null });
  useResponses(byState.getList, [1, 2], () => [{ state: 'open' }]);

  // @ts-expect-error no such state
  usePages(byState.getList, cursor => [{ state: 'opn', cursor }], { next: () => undefined });
  // @ts-expect-error no such state
  useResponses(byState.getList, [1, 2], () => [{ state: 'opn' }]);
  // @ts-expect-error the list is missing
  usePages(paged.getList.getPage, (page: number) => [{ page }], { first: 1, next: () => undefined });
  // @ts-expect-error the next cursor has another type
  usePages(getWrapped, (after: string) => [after], { first: '', next: () => 2 });
}

/** As the generator writes it: the cursor is a typed search parameter. */
const { getList: getNotes } = resource({
  path: '/notes/:id',
  schema: Todo,
  searchParams: type<{ cursor?: string | undefined }>(),
  paginationField: 'cursor',
}).extend({ getList: { schema: { items: new Collection([Todo]), nextCursor: type<string | null>() } } });
const { getList: getNumbered } = resource({
  path: '/numbered/:id',
  schema: Todo,
  paginationField: 'page',
}).extend({ getList: { schema: { items: new Collection([Todo]), nextPage: 0, hasMore: false } } });

export function useCursorsOfDeclaredType() {
  usePages(getNotes, (cursor: string | undefined) => [{ cursor }], { next: 'nextCursor' });
  usePages(getNumbered, (page: number) => [{ page }], { first: 1, next: 'nextPage' });

  // @ts-expect-error the cursor is a string, as in `getNotes({ cursor: '5' })`
  usePages(getNotes, (cursor: number) => [{ cursor }], { first: 1, next: () => 2 });
  // @ts-expect-error `nextCursor` is a string, and the cursor a number
  usePages(getNotes, (_cursor: number) => [{}], { first: 1, next: 'nextCursor' });
  // @ts-expect-error a list is not a cursor
  usePages(getNumbered, (page: number) => [{ page }], { first: 1, next: 'items' });
}

const TodoResource = resource({ path: '/todos/:id', schema: Todo });

/** An app's hook that works with any endpoint. */
function useShown<E extends ReadEndpoint, Shown>(
  endpoint: E,
  args: ArgsOrNone<E>,
  show: (data: DataOf<E>) => Shown,
) {
  const { data } = useDLE(endpoint, ...args);
  return data === undefined ? undefined : show(data);
}
function useMutation<E extends AnyEndpoint>(endpoint: E) {
  const { fetch } = useController();
  return useLoading((...args: [...ArgsOf<E>, signal?: AbortSignal]) => fetch(endpoint, ...args));
}

export function useOwnHooks() {
  const shown = useShown(TodoResource.get, [{ id: '5' }], todo => todo);
  const [change] = useMutation(TodoResource.partialUpdate);
  const changed = change({ id: '5' }, {});
  return [
    expectType<Todo | undefined>(shown),
    expectType<Promise<Todo | undefined>>(changed),
    // @ts-expect-error the endpoint has no such argument
    useShown(TodoResource.get, [{ slug: '5' }], todo => todo),
    // @ts-expect-error a hook does not send mutations
    useShown(TodoResource.delete, [{ id: '5' }], todo => todo),
  ];
}

function expectType<Expected>(value: Expected): Expected {
  return value;
}
