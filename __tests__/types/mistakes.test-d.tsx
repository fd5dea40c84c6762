// Common mistakes, and where the compiler reports them.
import { type Controller, Endpoint, Entity, GQLEndpoint, RestEndpoint, resource, type } from 'rdc-toolkit';
import {
  type ErrorFallbackProps,
  useCache,
  useCancelling,
  useController,
  useDLE,
  useFetch,
  useLive,
  usePages,
  useSubscription,
  useSuspense,
} from 'rdc-toolkit/react';
import { type StreamWrite, streamManager, webSocketSource } from 'rdc-toolkit/stream';

class Todo extends Entity {
  id = '';
  title = '';
  static key = 'Todo';
}
class Assigned extends Entity {
  id = '';
  author = Todo.fromJS();
  static key = 'Assigned';
  static schema = { author: Todo };
}
const TodoResource = resource({ path: '/todos/:id', schema: Todo, searchParams: type<{ done?: boolean }>() });
const send = new Endpoint(async (to: string) => to, { name: 'send', sideEffect: true });
const search = new RestEndpoint({
  path: '/search',
  body: type<{ q: string }>(),
  sideEffect: false,
  schema: [Todo],
});
const gql = new GQLEndpoint('/graphql');
const rename = gql.mutation((_variables: { id: string }) => 'mutation rename { rename }', { todo: Todo });

export function useMutationsToRead(method: string) {
  // @ts-expect-error a mutation
  useSuspense(TodoResource.delete, { id: 5 });
  // @ts-expect-error a mutation
  useDLE(TodoResource.update, { id: 5 }, { title: '' });
  // @ts-expect-error a mutation
  useLive(TodoResource.partialUpdate, { id: 5 }, { title: '' });
  // @ts-expect-error a mutation
  void useFetch(TodoResource.getList.push, { title: '' });
  // @ts-expect-error a mutation
  useCache(TodoResource.getList.move, { id: 5 }, { title: '' });
  // @ts-expect-error a mutation
  useSubscription(send, 'ada');
  // @ts-expect-error a mutation
  useCancelling(rename, { id: '5' });
  // @ts-expect-error a mutation
  usePages(send, (to: string) => [to], { first: '', next: () => undefined });
  // @ts-expect-error a mutation
  useDLE(TodoResource.get.extend({ method: 'post' }), { id: 5 });
  // @ts-expect-error a mutation
  useDLE(TodoResource.get.extend({ sideEffect: true }), { id: 5 });
  // @ts-expect-error a mutation
  useController().subscribe(TodoResource.delete, { id: 5 });
  // @ts-expect-error a mutation
  useController().unsubscribe(send, 'ada');
  useController().subscribe(TodoResource.get, { id: 5 });
  // @ts-expect-error a whole resource
  useSuspense(TodoResource, { id: 5 });

  useDLE(search, { q: 'milk' });
  useDLE(TodoResource.get.extend({ method: 'HEAD' }), { id: 5 });
  // What types cannot tell throws at run time.
  useDLE(new RestEndpoint({ path: '/todos', method }));
}

// @ts-expect-error an option that does not exist
export const misspelt = new RestEndpoint({ path: '/todos/:id', shcema: Todo });
// @ts-expect-error an option that does not exist
export const extended = TodoResource.get.extend({ methode: 'PUT' });
// @ts-expect-error an option that does not exist
export const misspeltResource = resource({ path: '/todos/:id', schema: Todo, pagination: 'page' });
// @ts-expect-error an option that does not exist
export const changedMember = TodoResource.extend({ get: { dataExpiry: 5 } });
// @ts-expect-error an option that does not exist
export const addedMember = TodoResource.extend('vote', { path: '/todos/:id/vote', methode: 'POST' });
// @ts-expect-error an option that does not exist
export const misspeltEndpoint = new Endpoint(async () => 1, { name: 'one', dataExpiry: 5 });
// @ts-expect-error an option that does not exist
export const extendedEndpoint = send.extend({ dataExpiry: 5 });

export const optimistic = new RestEndpoint({
  path: '/todos/:id',
  method: 'PUT',
  schema: Todo,
  // @ts-expect-error a number is not a response
  getOptimisticResponse: () => 42,
});

/** A user function that takes all kinds of options. */
export function authorized<const Options extends { path: string; schema: typeof Todo }>(options: Options) {
  return resource({ ...options, urlPrefix: '/private' });
}
export const secret = authorized({ path: '/secrets/:id', schema: Todo }).get({ id: '5' });

class Member extends Entity {
  id = '';
  roles: readonly string[] = [];
  static key = 'Member';
}
class Watched extends Entity {
  id = '';
  tags: readonly string[] = [];
  lines: readonly { readonly amount: number; readonly notes: readonly string[] }[] = [];
  owner = Member.fromJS();
  watchers: readonly Member[] = [];
  static key = 'Watched';
  static schema = { owner: Member, watchers: [Member] };
}

export function setWhatIsNoField(controller: Controller) {
  controller.set(Todo, { id: '5' }, { title: 'five' });
  controller.set(Todo, { id: '5' }, todo => ({ title: `${todo.title}!` }));
  controller.set(Todo, { id: '5' }, todo => {
    todo.title += '!';
  });
  controller.set(Assigned, { id: '5' }, { author: '5' });
  controller.set(Assigned, { id: '5' }, draft => {
    draft.author = Todo.fromJS({ id: '5' });
    draft.author.title = 'five';
    // @ts-expect-error a field has one type, for reading and for writing
    draft.author = '5';
  });
  controller.set(Watched, { id: '5' }, (draft, user = Member.fromJS({ id: '1' })) => {
    draft.owner = user;
    draft.watchers.push(user);
    draft.tags.push('new');
    draft.lines.push({ amount: 1, notes: [] });
    // @ts-expect-error a nested record is changed with its own schema
    draft.owner.roles.push('admin');
  });
  controller.set(TodoResource.getList.schema, {}, todos => {
    todos.pop();
  });
  controller.set(Todo, { id: 5 }, { id: 5, title: null });
  controller.set(Todo, { id: 5, title: 'five' });
  // @ts-expect-error only keys can be a number or a string
  controller.set(Todo, { id: '5' }, { title: 5 });
  // @ts-expect-error only keys can be a number or a string
  controller.set(Todo, { id: '5', title: 5 });
  // @ts-expect-error an object is not a string
  controller.set(Todo, { id: '5' }, { title: { text: 'five' } });
  // @ts-expect-error an array is not a string
  controller.set(Todo, { id: '5' }, todo => ({ title: [todo.title] }));
  // @ts-expect-error a field that does not exist
  controller.set(Todo, { id: '5' }, { titel: 'five' });
  // @ts-expect-error a field that does not exist
  controller.set(Todo, { id: '5' }, todo => ({ titel: todo.title }));
  // @ts-expect-error a number is not a record
  controller.set(Todo, { id: '5' }, todo => todo.title.length);
  controller.set([Todo], [{ id: 5, title: 'five' }, Todo.fromJS({ id: '6' })]);
  controller.set([Todo], todos => todos.slice(1));
  // @ts-expect-error a field that does not exist, of one of several
  controller.set([Todo], [{ id: '5', titel: 'five' }]);
  // @ts-expect-error an object is not a string
  controller.set([Todo], [{ id: '5', title: { text: 'five' } }]);
}

export const errorsOfRequests = [
  TodoResource.get.extend({ errorPolicy: ({ status }) => (status === 404 ? 'hard' : 'soft') }),
  TodoResource.get.extend({
    retry: { limit: 1, shouldRetry: ({ status, code }) => status === 503 && code === '' },
  }),
  // @ts-expect-error an error has no such field
  TodoResource.get.extend({ errorPolicy: error => (error.stauts === 404 ? 'hard' : 'soft') }),
];

export function TypedFallback({ error }: ErrorFallbackProps) {
  return [error.message, error.status?.toFixed(), error.code?.trim(), error.data === undefined];
}

export const typedError = (controller: Controller) =>
  controller.getError(TodoResource.get, { id: 5 })?.status?.toFixed();

const source = webSocketSource('wss://example.com');
interface Message {
  readonly id: string;
}
export const streams = [
  streamManager({ source, read: (todo: Message) => ({ schema: Todo, value: todo }) }),
  streamManager({ source, read: (todo: Message | undefined) => todo && { schema: Todo, value: todo } }),
  streamManager({ source, read: (todo: Message): StreamWrite[] => [{ schema: Todo, value: todo }] }),
  streamManager({
    source,
    read: ({ id }: Message) => [
      { endpoint: TodoResource.get, args: [{ id }], response: { id } },
      { schema: TodoResource.getList.schema.push, args: [{ done: true }], value: [{ id }] },
    ],
  }),
  streamManager({
    source,
    // @ts-expect-error an argument that does not exist
    read: ({ id }: Message) => ({ endpoint: TodoResource.get, args: [{ di: id }], response: { id } }),
  }),
  streamManager({
    source,
    // @ts-expect-error arguments are missing, in one of several
    read: (todo: Message) => [
      { schema: Todo, value: todo },
      { endpoint: TodoResource.get, args: [], response: todo },
    ],
  }),
  streamManager({
    source,
    // @ts-expect-error a whole resource
    read: (todo: Message) => ({ endpoint: TodoResource, args: [{}], response: todo }),
  }),
  // @ts-expect-error an endpoint, whose arguments are missing
  streamManager({ source, read: (todo: Message) => ({ schema: TodoResource.get, value: todo }) }),
  // @ts-expect-error a promise
  streamManager({ source, read: async (todo: Message) => ({ schema: Todo, value: todo }) }),
];

export const foreseen = [
  TodoResource.extend({
    delete: {
      // @ts-expect-error an argument that does not exist
      getOptimisticResponse: (_snapshot, { di }) => ({ id: di }),
    },
    partialUpdate: {
      body: type<{ done: boolean }>(),
      getOptimisticResponse: (snapshot, { id }, { done }) => ({ ...snapshot.get(Todo, { id }), done }),
    },
  }),
  rename.extend({
    // @ts-expect-error a variable that does not exist
    getOptimisticResponse: (_snapshot, { di }) => ({ todo: { id: di } }),
  }),
  gql.mutation(
    (_variables: { id: string }) => 'mutation rename { rename }',
    { todo: Todo },
    // @ts-expect-error a variable that does not exist
    { getOptimisticResponse: (_snapshot, { di }) => ({ todo: { id: di } }) },
  ),
];
