// An app's own library with emitted declarations: each type inferred here must have a name that
// another package can import. scripts/check-declarations.mjs compiles it against the published package.
import { isAnyOf, type Store } from '@reduxjs/toolkit';
import {
  All,
  actions,
  Collection,
  Controller,
  createDataClient,
  Endpoint,
  Entity,
  EntityMixin,
  entityChanged,
  GQLEndpoint,
  gcManager,
  getSelectors,
  Invalidate,
  networkManager,
  Query,
  RestEndpoint,
  resource,
  schema,
  Union,
  unshift,
  Values,
} from 'rdc-toolkit';
import {
  useController,
  useDLE,
  useFetch,
  useLoading,
  usePages,
  useQuery,
  useSuspense,
} from 'rdc-toolkit/react';
import { streamState } from 'rdc-toolkit/server';
import { streamManager, webSocketSource } from 'rdc-toolkit/stream';

export class Todo extends Entity {
  id = '';
  title = '';
  group = '';
  static key = 'Todo';
}
export class User extends EntityMixin(
  class UserFields {
    id = '';
    name = '';
  },
) {}

export const TodoResource = resource({
  path: '/todos/:id',
  schema: Todo,
  paginationField: 'page',
  searchParams: {} as { group?: string } | undefined,
});
export const ArchiveResource = TodoResource.extend('archive', { path: '/archive/:id' })
  .extend({ get: { dataExpiryLength: 5_000 } })
  .extend(base => ({ add: base.getList.push, page: base.getList.getPage }));
export const getTodo = new RestEndpoint({ path: '/todos/:id', schema: Todo });
export const getTicker = new Endpoint(async ({ id }: { id: string }) => ({ id }), { name: 'getTicker' });
export const getUser = new GQLEndpoint('/graphql').query((_: { id: string }) => 'query', { user: User });

export const list = new Collection([Todo]);
export const { push, move } = list;
export const pages = list.addWith(unshift, () => () => true);
export const either = new Union({ todo: Todo, user: User }, 'type');
export const gone = new Invalidate(Todo);
export const map = new Values(Todo);
export const count = new Query(new All(Todo), todos => todos.length);
export const schemas = schema;

export const client = createDataClient({ managers: [networkManager(), gcManager()] });
export const { selectors, actions: clientActions } = client;
export const creators = actions;
export const todos = getSelectors(Todo);
export const todosChanged = entityChanged(Todo);
export const isResponse = isAnyOf(actions.setResponse, getTodo.matchFulfilled);
export const stream = streamManager({ source: webSocketSource('/changes'), read: () => undefined });

export const load = (id: string) => getTodo.fetch({ id });
export const loadIfStale = (id: string) => getTodo.fetchIfStale({ id });
export const select = (id: string) => getTodo.select({ id });
export const subscribe = (id: string) => getTodo.subscribe({ id });
export const controllerOf = (store: Store) => new Controller(store);
export const read = (store: Store) => controllerOf(store).getResponse(getTodo, { id: '5' });
export const snapshot = (store: Store) => controllerOf(store).snapshot();
export const page = (store: Store) => streamState(store);

export const useTodo = (id: string) => useSuspense(TodoResource.get, { id });
export const useTodos = () => useDLE(TodoResource.getList);
export const useFoundTodo = (id: string) => useQuery(Todo, { id });
export const useTodoPages = () =>
  usePages(TodoResource.getList.getPage, (number: number) => [{ page: number }] as const, {
    first: 1,
    next: () => undefined,
  });
export const useTodoRequest = (id: string) => useFetch(getTodo, { id });
export const useActions = () => useController();
export const useAdding = () => useLoading(async () => 5);
