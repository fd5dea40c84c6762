import {
  Collection,
  type Controller,
  type DataClient,
  type Denormalized,
  Endpoint,
  Entity,
  GQLEndpoint,
  ifNoneMatch,
  Lazy,
  RestEndpoint,
  type RestOptions,
  resource,
  type Snapshot,
  type,
  Union,
  Values,
} from 'rdc-toolkit';
import type { Equal, Expect } from './expectType';

class User extends Entity {
  id = '';
  name = '';
  static key = 'User';
}
class Todo extends Entity {
  id = '';
  title = '';
  author = User.fromJS();
  createdAt = new Date(0);
  static key = 'Todo';
  static schema = { author: User, createdAt: (iso: string) => new Date(iso) };
}

type Id = string | number;
type Data<E> = E extends { readonly '~data': infer D } ? D : never;
type ResolvedBy<E extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<E>>;

// --- Arguments from the path ---------------------------------------------------------------------------------

const getUser = new RestEndpoint({ path: '/users/:id', schema: User });
const getFile = new RestEndpoint({ path: '/:owner/*path' });
const getPosts = new RestEndpoint({ path: '/:group/posts{/:id}' });
const getAll = new RestEndpoint({ path: '/all' });

export type PathArguments = [
  Expect<Equal<Parameters<typeof getUser>, [params: { id: Id }]>>,
  Expect<Equal<Parameters<typeof getFile>, [params: { owner: Id; path: readonly string[] }]>>,
  Expect<Equal<Parameters<typeof getPosts>, [params: { group: Id; id?: Id | undefined }]>>,
  Expect<Equal<Parameters<typeof getAll>, []>>,
  Expect<Equal<Parameters<typeof getUser.key>, [params: { id: Id }]>>,
  Expect<Equal<Parameters<typeof getUser.fetch>, [params: { id: Id }, signal?: AbortSignal | undefined]>>,
  Expect<Equal<Parameters<typeof getUser.select>, [params: { id: Id }]>>,
];

getUser({ id: 5 });
// @ts-expect-error the parameter is missing
getUser({});
// @ts-expect-error the argument is missing
getUser();
// @ts-expect-error not a parameter of this path
getUser({ id: 5, idd: 5 });
// @ts-expect-error a segment cannot be an object
getUser({ id: { five: 5 } });
// @ts-expect-error a wildcard takes segments
getFile({ owner: 'ada', path: 'docs/a.md' });
// @ts-expect-error it takes no arguments
getAll({});
// @ts-expect-error the thunk takes the same arguments
getUser.fetch({ idd: 5 });
// @ts-expect-error and so does the selector
getUser.select({ idd: 5 });

// --- Arguments from search parameters ------------------------------------------------------------------------

const required = new RestEndpoint({ path: '/search', searchParams: {} as { q: string; page?: number } });
const optional = new RestEndpoint({ path: '/search', searchParams: {} as { q?: string } });
const omittable = new RestEndpoint({ path: '/:in/search', searchParams: {} as { q: string } | undefined });

export type SearchArguments = [
  Expect<Equal<Parameters<typeof required>, [params: { q: string; page?: number | undefined }]>>,
  Expect<Equal<Parameters<typeof optional>, [params?: { q?: string | undefined }]>>,
  Expect<Equal<Parameters<typeof omittable>, [params: { in: Id; q?: string | undefined }]>>,
];

const eitherOr = new RestEndpoint({
  path: '/search',
  searchParams: {} as { user: string } | { team: string; deep?: boolean },
});
const eitherOfLists = resource({ path: '/users/:id', schema: User, searchParams: {} as { a: 1 } | { b: 2 } });
eitherOr({ user: 'a' });
eitherOr({ team: 'a', deep: true });
eitherOfLists.getList.fetch({ a: 1 });
eitherOfLists.getList.push({ b: 2 }, { name: 'Ada' });
// @ts-expect-error one of them is required
eitherOr();
// @ts-expect-error the same with other parameters
eitherOr({ deep: true });

declare const failure: Error;
optional.setResponse([]);
optional.setResponse({ q: 'a' }, []);
optional.setError(failure);
controller.setResponse(optional, []);
controller.setResponse(optional, { q: 'a' }, []);
controller.setError(optional, failure);
// @ts-expect-error the arguments are missing
required.setResponse([]);
// @ts-expect-error the arguments are missing here too
controller.setError(required, failure);

declare const q: string | undefined;
// A query omits `undefined`, also with `exactOptionalPropertyTypes`.
optional({ q });
required({ q: '', page: q === undefined ? undefined : 1 });
// @ts-expect-error `q` is required
required({ q });
optional();
optional({ q: 'a' });
// @ts-expect-error required
required();
// @ts-expect-error not one of them
optional({ query: 'a' });
// @ts-expect-error the wrong type
required({ q: 5 });

// --- Mutations with an empty response -------------------------------------------------------------------------

type Fetched<E extends { fetch(...args: never[]): (...args: never[]) => unknown }> = Awaited<
  ReturnType<ReturnType<E['fetch']>>
>;
const Users = resource({ path: '/users/:id', schema: User });
const voted = new RestEndpoint({ path: '/users/:id/vote', method: 'POST', body: undefined, schema: User });
const told = voted.extend({ whenEmpty: ({ id }: { id: string }) => ({ id }) });
const processed = voted.extend({ process: (user: User) => user });
const processedToNothing = voted.extend({ process: (user: User | null) => user });
declare const userSchema: {
  '~standard': {
    version: 1;
    vendor: string;
    validate(value: unknown): { value: { id: string } };
    types?: { input: unknown; output: { id: string } };
  };
};
const checked = voted.extend({ responseSchema: userSchema });
const search = voted.extend({ sideEffect: false });
const asked = new Endpoint(async () => ({ id: '', name: '' }), {
  name: 'asked',
  sideEffect: true,
  schema: User,
});
const askedForNothing = new Endpoint(async () => null as { id: string } | null, {
  name: 'askedForNothing',
  sideEffect: true,
  schema: User,
});
declare const controller: Controller;

export type EmptyResponses = [
  Expect<Equal<Fetched<typeof Users.get>, User>>,
  Expect<Equal<Fetched<typeof Users.getList>, readonly User[]>>,
  Expect<Equal<Fetched<typeof Users.getList.push>, User | undefined>>,
  Expect<Equal<Fetched<typeof Users.getList.unshift>, User | undefined>>,
  Expect<Equal<Fetched<typeof Users.getList.move>, User | undefined>>,
  Expect<Equal<Fetched<typeof Users.update>, User>>,
  Expect<Equal<Fetched<typeof Users.partialUpdate>, User>>,
  Expect<Equal<Fetched<typeof voted>, User | undefined>>,
  Expect<Equal<Fetched<typeof told>, User>>,
  Expect<Equal<Fetched<typeof processed>, User>>,
  Expect<Equal<Fetched<typeof processedToNothing>, User | undefined>>,
  Expect<Equal<Fetched<typeof checked>, User>>,
  Expect<Equal<Fetched<typeof search>, User>>,
  Expect<Equal<Fetched<typeof asked>, User>>,
  Expect<Equal<Fetched<typeof askedForNothing>, User | undefined>>,
];
const extendedMembers = Users.extend({ update: { dataExpiryLength: 1 } }).extend('vote', {
  path: '/users/:id/vote',
  method: 'POST',
  body: undefined,
});
export type EmptyResponsesOfExtended = [
  Expect<Equal<Fetched<typeof extendedMembers.update>, User>>,
  Expect<Equal<Fetched<typeof extendedMembers.vote>, User | undefined>>,
];

export async function emptyResponses() {
  const created = await controller.fetch(Users.getList.push, { name: 'Ada' });
  // @ts-expect-error the response may be empty
  const id: string = created.id;
  const { name } = await controller.fetch(Users.update, { id: 5 }, { name: 'Ada' });
  return [id, name];
}

// --- Optimistic responses --------------------------------------------------------------------------------------

Users.partialUpdate.extend({
  getOptimisticResponse(snapshot, params, body) {
    type _Args = [
      Expect<Equal<typeof params, { id: Id }>>,
      Expect<Equal<typeof body, Parameters<typeof Users.partialUpdate>[1]>>,
    ];
    const user = snapshot.get(User, params);
    if (user === undefined) throw snapshot.abort;
    return { ...params, ...body, name: `${user.name} (soon)` };
  },
});
Users.get.extend({
  path: '/users/:slug/vote',
  method: 'POST',
  body: type<{ stars: number }>(),
  getOptimisticResponse(_snapshot, { slug }, { stars }) {
    type _Args = [Expect<Equal<typeof slug, Id>>, Expect<Equal<typeof stars, number>>];
    return { slug, stars };
  },
});
Users.extend('praise', {
  path: '/users/:slug/praise',
  method: 'POST',
  body: undefined,
  getOptimisticResponse(_snapshot, { slug }) {
    type _Args = Expect<Equal<typeof slug, Id>>;
    return { slug };
  },
});
Users.extend(base => ({
  blame: base.update.extend({ getOptimisticResponse: (_snapshot, { id }, { name }) => ({ id, name }) }),
}));
// The other functions take the same arguments.
Users.partialUpdate.extend({
  url(params, body) {
    type _Args = [
      Expect<Equal<typeof params, { id: Id }>>,
      Expect<Equal<typeof body, Parameters<typeof Users.partialUpdate>[1]>>,
    ];
    return `/users/${params.id}`;
  },
  key: ({ id }, { name }) => `${id} ${name}`,
  scope: ({ id }) => String(id),
  writes: ({ id }, { name }) => (id === 1 && name !== undefined ? ['name'] : []),
  whenEmpty: ({ id }, { name }) => ({ id, name }),
  update: (_user, { id }) => ({ [Users.get.key({ id })]: previous => previous }),
  process: (value, { id }) => ({ ...value, id }),
  conditional: (_state, _endpoint, [{ id }, { name }]) => ({ 'If-Match': `${id} ${name}` }),
});
Users.get.extend({ conditional: ifNoneMatch });
// A copy with one takes the arguments of its own options.
const saveFrom = Users.get.extend({
  path: '/teams/:slug',
  method: 'PATCH',
  body: type<{ version: number }>(),
  conditional: (_state, _endpoint, [{ slug }, { version }]) => ({ 'If-Match': `${slug} ${version}` }),
});
export type SaveFrom = Expect<
  Equal<Parameters<typeof saveFrom>, [params: { slug: Id }, body: { version: number }]>
>;
Users.get.extend({ conditional: undefined });
Users.extend({
  partialUpdate: { url: ({ id }) => `/users/${id}`, process: (value, { id }) => ({ ...value, id }) },
});
Users.extend('thank', {
  path: '/users/:slug/thank',
  method: 'POST',
  body: undefined,
  url({ slug }) {
    type _Args = Expect<Equal<typeof slug, Id>>;
    return `/users/${slug}/thank`;
  },
});
// @ts-expect-error not a parameter
Users.update.extend({ url: ({ idd }) => `/users/${idd}` });
// @ts-expect-error not a field of the body
Users.update.extend({ writes: (_params, { nme }) => [nme] });
// @ts-expect-error not a parameter
Users.update.extend({ conditional: (_state, _endpoint, [{ idd }]) => ({ 'If-Match': `${idd}` }) });
// @ts-expect-error a key is a string
Users.update.extend({ key: ({ id }) => ({ id }) });
// Its parameters can have narrower types.
Users.update.extend({
  getOptimisticResponse: (_snapshot, { id }: { id: string }, body: { name?: string }) => ({ id, ...body }),
});
// @ts-expect-error not a parameter
Users.update.extend({ getOptimisticResponse: (_snapshot, { idd }) => ({ idd }) });
// @ts-expect-error the wrong type
Users.update.extend({ getOptimisticResponse: (_snapshot, { id }: { id: boolean }) => ({ id }) });
// @ts-expect-error not a field of the body
Users.update.extend({ getOptimisticResponse: (_snapshot, { id }, { nme }) => ({ id, nme }) });
// What was given can be taken away.
Users.update.extend({ getOptimisticResponse: undefined, update: undefined, scope: undefined });
new Endpoint(async (id: string, name: string) => ({ id, name }), {
  name: 'renamed',
  sideEffect: true,
  schema: User,
  getOptimisticResponse(_snapshot, id, name) {
    type _Args = [Expect<Equal<typeof id, string>>, Expect<Equal<typeof name, string>>];
    return { id, name };
  },
});
class Authorized<const O extends RestOptions> extends RestEndpoint<O> {
  override getHeaders(headers: Record<string, string>) {
    return { ...headers, Authorization: 'token' };
  }
}
new Authorized({ path: '/users/:id', method: 'PUT', schema: User }).extend({
  body: type<{ name: string }>(),
  getOptimisticResponse: (_snapshot, { id }, { name }) => ({ id, name }),
});

// --- Bodies --------------------------------------------------------------------------------------------------

const create = new RestEndpoint({ path: '/users', body: {} as { name: string }, schema: User });
const change = new RestEndpoint({ path: '/users/:id', method: 'PATCH', body: {} as { name?: string } });
const publish = new RestEndpoint({ path: '/users/:id/publish', method: 'POST', body: undefined });
const undeclared = new RestEndpoint({ path: '/users/:id', method: 'PUT' });
const filtered = new RestEndpoint({
  path: '/users',
  body: {} as { name: string },
  searchParams: {} as { dry?: boolean },
});

new RestEndpoint({
  path: '/users',
  searchParams: {} as { ids: readonly string[] },
  searchToString: ({ ids }: { ids: readonly string[] }) => `ids=${ids.join(',')}`,
});
// @ts-expect-error parameters are fields of an object
new RestEndpoint({ path: '/users', searchToString: (ids: number) => `ids=${ids}` });

// With a search, a creation takes the body alone, or both. A function may still take only what precedes the arguments.
filtered.extend({
  process: (response: { data: unknown }) => response.data,
  getRequestInit: body => ({ body: JSON.stringify({ data: body }) }),
  getOptimisticResponse: snapshot => {
    throw snapshot.abort;
  },
  update: (user: { name: string }) => ({ 'GET /users/latest': () => user.name }),
});
filtered.extend({
  getOptimisticResponse: (_snapshot, ...args) => ({ name: args.length === 2 ? args[1].name : args[0]?.name }),
});
// @ts-expect-error neither the search nor the body has an id
filtered.extend({ process: (_response, ...args) => args.at(-1)?.id });

export type BodyArguments = [
  Expect<Equal<Parameters<typeof create>, [body: { name: string }]>>,
  Expect<Equal<Parameters<typeof change>, [params: { id: Id }, body: { name?: string }]>>,
  Expect<Equal<Parameters<typeof publish>, [params: { id: Id }]>>,
  Expect<Equal<Parameters<typeof undeclared>, [params: { id: Id }, body?: unknown]>>,
];

filtered({ name: 'Ada' });
filtered({ dry: true }, { name: 'Ada' });
// @ts-expect-error the field is missing
create({});
// @ts-expect-error the wrong type
create({ name: 5 });
// @ts-expect-error the body is missing
change({ id: 5 });
// @ts-expect-error not a field of the body
change({ id: 5 }, { nme: 'Ada' });
// @ts-expect-error it has no body
publish({ id: 5 }, {});

// --- Results -------------------------------------------------------------------------------------------------

const getTodos = new RestEndpoint({ path: '/todos', schema: new Collection([Todo]) });
const getEnvelope = getTodos.extend({
  schema: { results: getTodos.schema, total: 0, next: '', more: true, nested: { first: Todo } },
});
const getPageOfTodos = getTodos.extend({ schema: { items: getTodos.schema, next: type<string | null>() } });
const getFeed = new RestEndpoint({
  path: '/feed',
  schema: [new Union({ user: User, todo: Todo }, 'type')],
});

export type Results = [
  Expect<Equal<Data<typeof getUser>, User>>,
  Expect<Equal<Data<typeof getTodos>, readonly Todo[]>>,
  Expect<
    Equal<
      Data<typeof getEnvelope>,
      {
        readonly results: readonly Todo[];
        readonly total: number;
        readonly next: string;
        readonly more: boolean;
        readonly nested: { readonly first: Todo };
      }
    >
  >,
  Expect<
    Equal<Data<typeof getPageOfTodos>, { readonly items: readonly Todo[]; readonly next: string | null }>
  >,
  Expect<Equal<Data<typeof getFeed>[number], User | Todo>>,
  Expect<Equal<Data<typeof getAll>, unknown>>,
  Expect<Equal<Data<typeof getTodos.push>, Todo>>,
  Expect<Equal<Data<typeof getEnvelope.push>, Todo>>,
  Expect<Equal<Data<typeof getEnvelope.move>, Todo>>,
  Expect<Equal<Denormalized<typeof Todo>, Todo>>,
];

/** A direct call resolves to the raw response: dates are strings, and users are not instances. */
export type Resolved = [
  Expect<Equal<ResolvedBy<typeof getTodos>[number]['createdAt'], string>>,
  Expect<Equal<ResolvedBy<typeof getUser>, { id: string; name: string }>>,
  Expect<Equal<ResolvedBy<typeof getTodos>[number]['author'], { id: string; name: string }>>,
];

const getText = new RestEndpoint({ path: '/it', content: 'text' });
const getBlob = new RestEndpoint({ path: '/it', content: 'blob' });
const getBuffer = new RestEndpoint({ path: '/it', content: 'arrayBuffer' });
const getStream = new RestEndpoint({ path: '/it', content: 'stream' });
const getBlobOrNone = new RestEndpoint({
  path: '/it',
  content: 'blob',
  process: (file: Blob | null) => file,
});
const getProcessed = new RestEndpoint({ path: '/it', process: async (text: string) => text.length });

export type Contents = [
  Expect<Equal<ResolvedBy<typeof getText>, string>>,
  Expect<Equal<Data<typeof getText>, string>>,
  Expect<Equal<ResolvedBy<typeof getBlob>, Blob>>,
  Expect<Equal<ResolvedBy<typeof getBlobOrNone>, Blob | null>>,
  Expect<Equal<ResolvedBy<typeof getBuffer>, ArrayBuffer>>,
  Expect<Equal<ResolvedBy<typeof getStream>, ReadableStream<Uint8Array>>>,
  Expect<Equal<Data<typeof getProcessed>, number>>,
];

// --- extend --------------------------------------------------------------------------------------------------

const moved = getUser.extend({ path: '/people/:name', searchParams: {} as { full?: boolean } });
const posting = getUser.extend({ method: 'POST', body: {} as { name: string } });
const twice = moved.extend({ schema: [User] }).extend({ dataExpiryLength: 5 });

export type Extended = [
  Expect<Equal<Parameters<typeof moved>, [params: { name: Id; full?: boolean | undefined }]>>,
  Expect<Equal<Data<typeof moved>, User>>,
  Expect<Equal<Parameters<typeof posting>, [params: { id: Id }, body: { name: string }]>>,
  Expect<Equal<Data<typeof twice>, readonly User[]>>,
  Expect<Equal<Parameters<typeof twice>, Parameters<typeof moved>>>,
];

// @ts-expect-error no such option
getUser.extend({ urlprefix: '/api' });
// @ts-expect-error not a kind of content
getUser.extend({ content: 'xml' });
// @ts-expect-error a duration is a number
getUser.extend({ dataExpiryLength: '5s' });
// @ts-expect-error a path is required
new RestEndpoint({ schema: User });

// --- Lists ---------------------------------------------------------------------------------------------------

const paged = new RestEndpoint({
  path: '/:group/todos',
  schema: new Collection([Todo]),
  searchParams: {} as { done?: boolean } | undefined,
  paginationField: 'page',
  movePath: '/:group/todos/:id',
});
const cursored = paged.paginated(
  ({ after: _after, ...list }: { group: string; done?: boolean; after: string }) => [list],
);

export type Lists = [
  Expect<
    Equal<Parameters<typeof paged.getPage>, [params: { group: Id; done?: boolean | undefined; page: Id }]>
  >,
  Expect<Equal<Data<typeof paged.getPage>, readonly Todo[]>>,
  Expect<Equal<Parameters<typeof paged.move>[0], { group: Id; id: Id }>>,
  Expect<Equal<Parameters<typeof paged.push>[0], { group: Id; done?: boolean | undefined }>>,
  Expect<Equal<typeof getTodos.getPage, undefined>>,
  Expect<Equal<Parameters<typeof cursored>[0]['after'], string>>,
  Expect<Equal<Data<typeof cursored>, readonly Todo[]>>,
];

class Member extends Entity {
  id = '';
  leader: Member | null = null;
  tags: readonly Todo[] = [];
  static key = 'Member';
  static schema = { leader: new Lazy((): typeof Member => Member), tags: new Collection([Todo]) };
}
const beside = paged.extend({
  schema: {
    owner: User,
    leader: Member,
    items: paged.schema,
    total: 0,
    next: (link: string | null) => link && new URL(link).searchParams.get('page'),
  },
});

export type ListsBesideRecords = [
  Expect<Equal<Data<typeof beside.push>, Todo>>,
  Expect<Equal<Data<typeof beside.getPage>['owner'], User>>,
  Expect<Equal<Data<typeof beside.getPage>['leader'], Member>>,
  Expect<Equal<Data<typeof beside.getPage>['items'], readonly Todo[]>>,
  Expect<Equal<Data<typeof beside.getPage>['next'], string | null>>,
];

// @ts-expect-error the page is required
paged.getPage({ group: 'a' });
// @ts-expect-error without paginationField there are no pages
getTodos.getPage({ page: 2 });
// @ts-expect-error the arguments of the list are missing
paged.paginated(({ after }: { after: string }) => [{ after }]);

// --- Other endpoints -----------------------------------------------------------------------------------------

const sum = new Endpoint(async (a: number, b: number) => a + b, { name: 'sum' });
const fetchUser = new Endpoint(async (id: string) => ({ id, name: '' }), { name: 'fetchUser', schema: User });
const gql = new GQLEndpoint('https://api.example/graphql');
const queried = gql.query((_variables: { id: string }) => '', { user: User, count: 0 });
const owner = { users: [User] };
const found = gql.query((_variables: { id: string }) => '', {
  user: User as typeof User | null,
  owner: owner as typeof owner | null,
});
const foundByRest = new RestEndpoint({ path: '/found', schema: { user: User as typeof User | null } });
export type RecordsOrNull = [
  Expect<Equal<Data<typeof found>['user'], User | null>>,
  Expect<Equal<Data<typeof found>['owner'], { readonly users: readonly User[] } | null>>,
  Expect<Equal<Data<typeof foundByRest>, { readonly user: User | null }>>,
  Expect<Equal<ResolvedBy<typeof foundByRest>['user'], { id: string; name: string } | null>>,
];
const plain = gql.query(() => '{ a }');

export type Others = [
  Expect<Equal<Parameters<typeof sum>, [a: number, b: number]>>,
  Expect<Equal<Data<typeof sum>, number>>,
  Expect<Equal<Data<typeof fetchUser>, User>>,
  Expect<Equal<Parameters<typeof queried>[0], { id: string }>>,
  Expect<Equal<Data<typeof queried>, { readonly user: User; readonly count: number }>>,
  Expect<Equal<Data<typeof plain>, unknown>>,
];

// @ts-expect-error not a variable of this query
queried({ idd: '5' });
// @ts-expect-error a number is required
sum(1, '2');

// --- Subclasses ----------------------------------------------------------------------------------------------

/** Fields, methods and async methods of your own class are compatible with those of the library. */
// What all endpoints of an API have in common may be methods as well as fields.
export class Methods<const O extends RestOptions = RestOptions> extends RestEndpoint<O> {
  override errorPolicy(error: Error) {
    return error instanceof TypeError ? 'soft' : 'hard';
  }
  override getOptimisticResponse(_snapshot: Snapshot, params: { id: string }) {
    return params;
  }
  override update() {
    return {};
  }
  override scope() {
    return 'all';
  }
  override whenEmpty() {
    return null;
  }
}

export class ApiEndpoint<const O extends RestOptions = RestOptions> extends RestEndpoint<O> {
  override urlPrefix = '/api';
  override dataExpiryLength = 5;
  override requestInit = { credentials: 'include' } as const;
  override errorPolicy = (error: unknown) => (error instanceof TypeError ? 'soft' : 'hard');
  override async getRequestInit(body: unknown): Promise<RequestInit> {
    return { ...(await super.getRequestInit(body)), credentials: 'same-origin' };
  }
  override async getHeaders(headers: Readonly<Record<string, string>>) {
    return { ...headers, authorization: '' };
  }
  override async parseResponse(response: Response) {
    return (await super.parseResponse(response)) as { data: unknown };
  }
  override process(value: { data: unknown }) {
    return value.data;
  }
}
const subclassed = new ApiEndpoint({ path: '/users/:id', schema: User }).extend({ path: '/people/:name' });

export type Subclassed = [
  Expect<Equal<Parameters<typeof subclassed>, [params: { name: Id }]>>,
  Expect<Equal<Data<typeof subclassed>, User>>,
];

// --- Writing to a map ----------------------------------------------------------------------------------------

const getNamed = new RestEndpoint({ path: '/users/named', schema: new Collection(new Values(User)) });
const getTotal = getNamed.extend({ schema: { users: new Collection(new Values(User)), total: 0 } });

export type WritesToMap = [
  Expect<
    Equal<
      Parameters<typeof getNamed.assign>,
      [body: Readonly<Record<string, Partial<{ id: string; name: string }>>>]
    >
  >,
  Expect<Equal<Parameters<typeof getTotal.assign>, Parameters<typeof getNamed.assign>>>,
  Expect<Equal<Data<typeof getNamed.assign>, Readonly<Record<string, User>>>>,
  Expect<Equal<Parameters<typeof getNamed.push>, [body: Partial<{ id: string; name: string }>]>>,
];

// --- Samples instead of types ---------------------------------------------------------------------------------

const setVolume = new RestEndpoint({ path: '/volume', method: 'PUT', body: { level: 0, muted: false } });
const addEvent = new RestEndpoint({
  path: '/events',
  body: { at: new Date(), place: { city: '', tags: [''] } },
  searchParams: { notify: true },
});
const TodoWithSample = resource({ path: '/todos/:id', schema: Todo, body: { title: '' } });
const renamed = TodoWithSample.update.extend({ body: { title: 'a title' } });
// Declared literals stay literals.
const saved = new RestEndpoint({
  path: '/saved',
  body: {} as { readonly kind: 'draft'; readonly text: string },
});
const marked = new RestEndpoint({ path: '/marked', body: {} as { kind: 'read' } });
const upload = new RestEndpoint({ path: '/upload', body: new FormData() });
const sorted = new RestEndpoint({ path: '/sorted', searchParams: { by: 'name' as 'name' | 'age', page: 1 } });

export type SampleArguments = [
  Expect<Equal<Parameters<typeof setVolume>[0], { readonly level: number; readonly muted: boolean }>>,
  Expect<
    Equal<
      Parameters<typeof addEvent>,
      [
        params: { readonly notify: boolean },
        body: {
          readonly at: Date;
          readonly place: { readonly city: string; readonly tags: readonly string[] };
        },
      ]
    >
  >,
  Expect<Equal<Parameters<typeof TodoWithSample.getList.push>[0], { readonly title: string }>>,
  Expect<Equal<Parameters<typeof TodoWithSample.update>[1], { readonly title: string }>>,
  Expect<Equal<Parameters<typeof TodoWithSample.partialUpdate>[1], { readonly title?: string }>>,
  Expect<Equal<Parameters<typeof renamed>[1], { readonly title: string }>>,
  Expect<Equal<Parameters<typeof saved>[0], { readonly kind: 'draft'; readonly text: string }>>,
  Expect<Equal<Parameters<typeof marked>[0], { kind: 'read' }>>,
  Expect<Equal<Parameters<typeof upload>[0], FormData>>,
  Expect<Equal<Parameters<typeof sorted>[0], { readonly by: 'name' | 'age'; readonly page: number }>>,
];

const counted = new RestEndpoint({ path: '/todos', schema: [Todo], meta: () => ({ total: 41 }) });
declare const client: DataClient;
const selectOwn = counted.select();
const selectOfClient = client.selectors.selectResponse(counted);

export type StateOfRequest = [
  Expect<Equal<ReturnType<typeof selectOwn>['meta'], { total: number } | undefined>>,
  Expect<Equal<ReturnType<typeof selectOfClient>, ReturnType<typeof selectOwn>>>,
];
