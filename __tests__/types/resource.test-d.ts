import {
  type Controller,
  Entity,
  type ResourceOptions,
  RestEndpoint,
  type RestOptions,
  resource,
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
  done = false;
  author = User.fromJS();
  get isLong() {
    return this.title.length > 80;
  }
  rename(title: string) {
    return { ...this, title };
  }
  static key = 'Todo';
  static schema = { author: User };
}

type Id = string | number;
type Data<E> = E extends { readonly '~data': infer D } ? D : never;

const Todos = resource({
  path: '/:group/todos/:id',
  schema: Todo,
  searchParams: {} as { done?: boolean } | undefined,
  paginationField: 'page',
});

export type Arguments = [
  Expect<Equal<Parameters<typeof Todos.get>, [params: { group: Id; id: Id }]>>,
  Expect<Equal<Parameters<typeof Todos.getList>, [params: { group: Id; done?: boolean | undefined }]>>,
  Expect<Equal<Parameters<typeof Todos.getList.push>[0], { group: Id; done?: boolean | undefined }>>,
  Expect<Equal<Parameters<typeof Todos.getList.unshift>[0], { group: Id; done?: boolean | undefined }>>,
  Expect<
    Equal<
      Parameters<typeof Todos.getList.getPage>,
      [params: { group: Id; done?: boolean | undefined; page: Id }]
    >
  >,
  Expect<Equal<Parameters<typeof Todos.getList.move>[0], { group: Id; id: Id }>>,
  Expect<Equal<Parameters<typeof Todos.update>[0], { group: Id; id: Id }>>,
  Expect<Equal<Parameters<typeof Todos.partialUpdate>[0], { group: Id; id: Id }>>,
  Expect<Equal<Parameters<typeof Todos.delete>, [params: { group: Id; id: Id }]>>,
];

/** Related records can also be sent as keys, or with some of their fields. */
export function sendRelations(controller: Controller, user: User) {
  const params = { group: 'a', id: 5 };
  void controller.fetch(Todos.getList.push, { group: 'a' }, { title: '', author: '5' });
  void controller.fetch(Todos.update, params, { author: 5 });
  void controller.fetch(Todos.partialUpdate, params, { author: { id: '5' } });
  void controller.fetch(Todos.getList.move, params, { author: user });
  // @ts-expect-error a field that does not exist
  void controller.fetch(Todos.partialUpdate, params, { author: { nme: '' } });
  // @ts-expect-error not a record
  void controller.fetch(Todos.partialUpdate, params, { author: true });
  // @ts-expect-error other fields keep their types
  void controller.fetch(Todos.partialUpdate, params, { title: 5 });
}

/** So can those of a map. */
export function sendMaps(controller: Controller) {
  class Product extends Entity {
    id = '';
    variants: Readonly<Record<string, User>> = {};
    static key = 'Product';
    static schema = { variants: new Values(User) };
  }
  const Products = resource({ path: '/products/:id', schema: Product });
  void controller.fetch(Products.getList.push, { variants: { red: { name: 'Red' }, blue: '5' } });
  // @ts-expect-error a field that does not exist
  void controller.fetch(Products.getList.push, { variants: { red: { nme: '' } } });
}

export type Results = [
  Expect<Equal<Data<typeof Todos.get>, Todo>>,
  Expect<Equal<Data<typeof Todos.getList>, readonly Todo[]>>,
  Expect<Equal<Data<typeof Todos.getList.push>, Todo>>,
  Expect<Equal<Data<typeof Todos.getList.unshift>, Todo>>,
  Expect<Equal<Data<typeof Todos.getList.getPage>, readonly Todo[]>>,
  Expect<Equal<Data<typeof Todos.getList.move>, Todo>>,
  Expect<Equal<Data<typeof Todos.update>, Todo>>,
  Expect<Equal<Data<typeof Todos.partialUpdate>, Todo>>,
  Expect<Equal<Data<typeof Todos.delete>, string>>,
];

Todos.update({ group: 'a', id: 5 }, { title: 'x', author: User.fromJS() });
Todos.getList.push({ group: 'a' }, { title: 'x' });
// @ts-expect-error not a field of the record
Todos.getList.push({ group: 'a' }, { titel: 'x' });
// @ts-expect-error a method is not a field
Todos.partialUpdate({ group: 'a', id: 5 }, { rename: () => ({}) });
// @ts-expect-error the body is missing
Todos.update({ group: 'a', id: 5 });
// @ts-expect-error the list has no such parameter
Todos.getList({ group: 'a', id: 5 });
// @ts-expect-error the page is required
Todos.getList.getPage({ group: 'a' });
// @ts-expect-error search parameters belong to the list, not to the record
Todos.get({ group: 'a', id: 5, done: true });
// @ts-expect-error instances are read only
Todos.delete({ group: 'a' });

// --- Options -------------------------------------------------------------------------------------------------

const Plain = resource({ path: '/todos/:id', schema: Todo });
const Bodied = resource({ path: '/todos/:id', schema: Todo, body: {} as { title: string; done: boolean } });
const Wild = resource({ path: '/:owner/*path', schema: Todo });
const Optional = resource({ path: '/:group/posts{/:id}', schema: Todo });
const Feed = resource({ path: '/feed/:id', schema: new Union({ user: User, todo: Todo }, 'type') });

export type Options = [
  Expect<Equal<Parameters<typeof Plain.getList>, []>>,
  Expect<Equal<Parameters<typeof Bodied.getList.push>, [body: { title: string; done: boolean }]>>,
  Expect<Equal<Parameters<typeof Bodied.update>[1], { title: string; done: boolean }>>,
  Expect<Equal<Parameters<typeof Bodied.partialUpdate>[1], { title?: string; done?: boolean }>>,
  Expect<Equal<Parameters<typeof Bodied.getList.move>[1], { title?: string; done?: boolean }>>,
  Expect<Equal<Parameters<typeof Wild.get>, [params: { owner: Id; path: readonly string[] }]>>,
  Expect<Equal<Parameters<typeof Wild.getList>, [params: { owner: Id }]>>,
  Expect<Equal<Parameters<typeof Optional.get>, [params: { group: Id; id?: Id | undefined }]>>,
  Expect<Equal<Parameters<typeof Optional.getList>, [params: { group: Id }]>>,
  Expect<Equal<Data<typeof Feed.get>, User | Todo>>,
  Expect<Equal<Data<typeof Feed.getList>, readonly (User | Todo)[]>>,
  Expect<Equal<Data<typeof Feed.getList.push>, User | Todo>>,
  Expect<Equal<typeof Plain.getList.getPage, undefined>>,
];

class Post extends Entity {
  id = '';
  type = 'post' as const;
  title = '';
  static key = 'Post';
}
class Link extends Entity {
  id = '';
  type = 'link' as const;
  url = '';
  static key = 'Link';
}
const { getList: feed, ...item } = resource({
  path: '/posts/:id',
  schema: new Union({ post: Post, link: Link }, 'type'),
});

feed.push({ type: 'post', title: 'x' });
feed.unshift({ type: 'link', url: 'x' });
feed.move({ id: '5' }, { type: 'post', title: 'x' });
item.update({ id: '5' }, { id: '5', type: 'link', url: 'x' });
item.partialUpdate({ id: '5' }, { title: 'x' });
// @ts-expect-error a post has no url
feed.push({ type: 'post', url: 'x' });
// @ts-expect-error there is no such kind
feed.push({ type: 'video' });
// @ts-expect-error no kind has such a field
item.partialUpdate({ id: '5' }, { titel: 'x' });
// @ts-expect-error the title is a string
item.update({ id: '5' }, { type: 'post', title: 5 });

// @ts-expect-error a path is required
resource({ schema: Todo });
// @ts-expect-error a schema is required
resource({ path: '/todos/:id' });
// @ts-expect-error a class, not an endpoint
resource({ path: '/todos/:id', schema: Todo, Endpoint: new RestEndpoint({ path: '/' }) });
// @ts-expect-error a policy is soft or hard
resource({ path: '/todos/:id', schema: Todo, errorPolicy: () => 'medium' });
// @ts-expect-error the body is incomplete
Bodied.getList.push({ title: 'x' });

// --- extend --------------------------------------------------------------------------------------------------

const Extended = Todos.extend(base => ({
  getList: base.getList.extend({ schema: { results: base.getList.schema, total: 0, link: '' } }),
  current: base.get.extend({ path: '/current' }),
}))
  .extend('vote', { path: '/todos/:id/vote', body: {} as { up: boolean } })
  .extend(base => ({ again: base.vote, byName: base.extend('inner', { path: '/by/:name' }).inner }))
  .extend({ get: { path: '/todos/:id', searchParams: {} as { deep?: boolean } } });

export type Members = [
  Expect<
    Equal<
      keyof typeof Extended,
      | 'get'
      | 'getList'
      | 'update'
      | 'partialUpdate'
      | 'delete'
      | 'current'
      | 'vote'
      | 'again'
      | 'byName'
      | 'extend'
    >
  >,
  Expect<Equal<Parameters<typeof Extended.get>, [params: { id: Id; deep?: boolean | undefined }]>>,
  Expect<Equal<Data<typeof Extended.get>, Todo>>,
  Expect<Equal<Parameters<typeof Extended.current>, []>>,
  Expect<Equal<Data<typeof Extended.current>, Todo>>,
  Expect<
    Equal<
      Data<typeof Extended.getList>,
      { readonly results: readonly Todo[]; readonly total: number; readonly link: string }
    >
  >,
  Expect<Equal<Data<typeof Extended.getList.push>, Todo>>,
  Expect<Equal<Data<typeof Extended.getList.getPage>['results'], readonly Todo[]>>,
  Expect<Equal<Parameters<typeof Extended.getList.getPage>, Parameters<typeof Todos.getList.getPage>>>,
  Expect<Equal<Parameters<typeof Extended.vote>, [params: { id: Id }, body: { up: boolean }]>>,
  Expect<Equal<typeof Extended.again, typeof Extended.vote>>,
  Expect<Equal<Parameters<typeof Extended.byName>, [params: { name: Id }]>>,
  Expect<Equal<typeof Extended.update, typeof Todos.update>>,
];

// @ts-expect-error no such member
Todos.extend({ gett: { path: '/x' } });
// @ts-expect-error no such option
Todos.extend({ get: { pth: '/x' } });
// @ts-expect-error exists already
Todos.extend('get', { path: '/x' });
// @ts-expect-error exists since the extension
Extended.extend('vote', { path: '/x' });
// @ts-expect-error not a member of base
Todos.extend(base => ({ other: base.other }));

// --- Reuse ---------------------------------------------------------------------------------------------------

class AuthEndpoint<const O extends RestOptions = RestOptions> extends RestEndpoint<O> {
  override urlPrefix = '/api';
}

// A class for the endpoints by default.
function resourceOf<const O extends ResourceOptions>({ Endpoint = AuthEndpoint, ...rest }: O) {
  return resource({ ...rest, Endpoint });
}
const DefaultResource = resourceOf({ path: '/users/:id', schema: User });
export type DefaultClassKeepsTypes = Expect<Equal<Data<typeof DefaultResource.get>, User>>;

function createResource<const O extends ResourceOptions>(options: O) {
  return resource({ ...options, Endpoint: AuthEndpoint })
    .extend(base => ({
      getList: base.getList.extend({ schema: { results: base.getList.schema, total: 0 } }),
    }))
    .extend(base => ({ firstPage: base.getList.extend({ dataExpiryLength: 5 }) }));
}

const Reused = createResource({
  path: '/:group/todos/:id',
  schema: Todo,
  searchParams: {} as { done?: boolean } | undefined,
  paginationField: 'page',
});

export type Reuse = [
  Expect<Equal<Parameters<typeof Reused.get>, [params: { group: Id; id: Id }]>>,
  Expect<Equal<Data<typeof Reused.get>, Todo>>,
  Expect<Equal<Parameters<typeof Reused.getList>, [params: { group: Id; done?: boolean | undefined }]>>,
  Expect<Equal<Data<typeof Reused.getList>, { readonly results: readonly Todo[]; readonly total: number }>>,
  Expect<Equal<Data<typeof Reused.firstPage>['results'], readonly Todo[]>>,
  Expect<Equal<Data<typeof Reused.getList.push>, Todo>>,
  Expect<
    Equal<
      Parameters<typeof Reused.getList.getPage>,
      [params: { group: Id; done?: boolean | undefined; page: Id }]
    >
  >,
];

// --- Through a controller ------------------------------------------------------------------------------------

declare const controller: Controller;

export type Fetched = Expect<Equal<Awaited<ReturnType<typeof fetchTodo>>, Todo>>;
const fetchTodo = () => controller.fetch(Extended.get, { id: 5 });

void controller.fetch(Extended.vote, { id: 5 }, { up: true });
// @ts-expect-error the body is missing
void controller.fetch(Extended.vote, { id: 5 });
// @ts-expect-error not a parameter
controller.invalidate(Extended.get, { idd: 5 });

// --- Nested structures of records ------------------------------------------------------------------------------

class Folder extends Entity {
  id = '';
  parent: Folder | undefined = undefined;
  children: readonly Folder[] = [];
  static key = 'Folder';
  static schema: { parent: typeof Folder; children: readonly [typeof Folder] } = {} as never;
}
const Folders = resource({ path: '/folders/:id', schema: Folder });

export type Recursive = [
  Expect<Equal<Data<typeof Folders.get>, Folder>>,
  Expect<Equal<Data<typeof Folders.getList>[number]['children'][number], Folder>>,
];

export const Kept = resource({
  path: '/teams/:team/tickets/:id',
  schema: Todo,
  searchParams: type<{ state?: 'open' | 'closed'; page?: number; labels: readonly string[] }>(),
  belongs: (todo, listArgs) => {
    type Given = typeof listArgs;
    const _known: [
      Expect<Equal<Given['state'], 'open' | 'closed' | undefined>>,
      Expect<Equal<Given['page'], `${number}` | undefined>>,
      Expect<Equal<Given['labels'], string>>,
      Expect<Equal<Given['team'], string>>,
    ] = [true, true, true, true];
    // @ts-expect-error a list has no such argument
    return _known[0] && listArgs.stat === todo.title;
  },
  addTo: (one, other, { state }) => (state === 'open' ? 1 : Number(one.title < other.title)),
});

class Labelled extends Entity {
  id = '';
  labels: Todo[] = [];
  static key = 'Labelled';
  static schema = { labels: [Todo] };
}

export const ByLabel = resource({
  path: '/labelled/:id',
  schema: Labelled,
  searchParams: type<{ label?: string }>(),
  // A stored record contains keys instead of records.
  belongs: ({ labels }, { label }) =>
    label === undefined || (labels satisfies readonly string[]).includes(label),
});

class Assigned extends Entity {
  id = '';
  todo: Todo | null = null;
  others: Todo[] | undefined = undefined;
  static key = 'Assigned';
  static schema = { todo: Todo, others: [Todo] };
}

export const ByTodo = resource({
  path: '/assigned/:id',
  schema: Assigned,
  searchParams: type<{ todo?: string }>(),
  belongs: (assigned, { todo }) => {
    // A nullable relation has a nullable key.
    const _known: [
      Expect<Equal<typeof assigned.todo, string | null>>,
      Expect<Equal<typeof assigned.others, readonly string[] | undefined>>,
    ] = [true, true];
    return assigned.todo === todo;
  },
});

export const Loosely = resource({
  path: '/tickets/:id',
  schema: Todo,
  // Without declared arguments, a list can be extended with any.
  belongs: (todo, { anything }) => todo.title === anything,
});

export const Annotated = resource({
  path: '/tickets/:id',
  schema: Todo,
  searchParams: type<{ state?: string } | undefined>(),
  belongs: (todo, { more }: { readonly more?: string }) => todo.title === more,
});

// --- Results of functions in `static schema` -----------------------------------------------------------------

class Item extends Entity {
  id = '';
  stock = 0n;
  tags: ReadonlySet<string> = new Set();
  static key = 'Item';
  static schema = { stock: (text: string) => BigInt(text), tags: (all: readonly string[]) => new Set(all) };
}
const Items = resource({ path: '/items/:id', schema: Item });
Items.partialUpdate({ id: '1' }, { stock: '6', tags: ['new'] });
Items.getList.push({ stock: '6', tags: ['new'] });
// @ts-expect-error neither the result nor the input of the function
Items.partialUpdate({ id: '1' }, { stock: 6 });
// @ts-expect-error the result of the function is not what is sent
Items.partialUpdate({ id: '1' }, { tags: new Set(['new']) });

class Price extends Entity {
  id = '';
  amount = 0;
  paidAt: Date | null = null;
  changedAt = new Date(0);
  static key = 'Price';
  static schema = { amount: (text: string) => Number(text), paidAt: (iso: string) => new Date(iso) };
}
const Prices = resource({ path: '/prices/:id', schema: Price });
export function fieldsAsTheyAreSent(controller: Controller) {
  Prices.getList.push({ amount: '4', paidAt: '2030-01-01', changedAt: '2030-01-01' });
  Prices.update({ id: '1' }, { amount: '4', paidAt: new Date(), changedAt: new Date() });
  Prices.partialUpdate({ id: '1' }, { paidAt: null });
  controller.set(Price, { id: '1' }, { amount: '4', paidAt: new Date(), changedAt: 5 });
  controller.set(Price, { id: '1' }, ({ amount }) => ({ amount: `${amount + 1}` }));
  // @ts-expect-error a string
  Prices.getList.push({ amount: 4 });
  // @ts-expect-error a string
  Prices.partialUpdate({ id: '1' }, { amount: 4 });
  // @ts-expect-error a string
  controller.set(Price, { id: '1' }, { amount: 4 });
  // @ts-expect-error a string
  controller.set(Price, { id: '1' }, ({ amount }) => ({ amount: amount + 1 }));
}

/** JSON turns it into a string. */
class Money {
  constructor(readonly cents: number) {}
  toJSON(): string {
    return String(this.cents);
  }
}
class Product extends Entity {
  id = '';
  price = 0;
  total = new Money(0);
  sum = new Money(0);
  url = new URL('https://example.com');
  static key = 'Product';
  static schema = {
    price: Number,
    total: (cents: unknown) => new Money(Number(cents)),
    sum: (cents: string) => new Money(Number(cents)),
    url: (text: string) => new URL(text),
  };
}
const Products = resource({ path: '/products/:id', schema: Product });
export function fieldsOfFunctionsThatTakeAnything(controller: Controller, product: Product) {
  Products.partialUpdate({ id: '1' }, { price: '12.50', total: '1250' });
  Products.partialUpdate({ id: '1' }, { sum: new Money(1250), url: new URL('https://example.com/a') });
  Products.update({ id: '1' }, { ...product });
  controller.set(Product, { id: '1' }, { sum: new Money(1250), url: product.url, price: '12.50' });
  // @ts-expect-error a string
  Products.partialUpdate({ id: '1' }, { sum: 1250 });
}
