import {
  Collection,
  type Controller,
  Entity,
  type InputError,
  RestEndpoint,
  resource,
  Union,
  Values,
} from 'rdc-toolkit';
import { zodEntity } from 'rdc-toolkit/zod';
import { z } from 'zod';
import type { Equal, Expect } from './expectType';

class Tag extends Entity {
  id = '';
  text = '';
  static key = 'Tag';
}
class User extends zodEntity('User', z.object({ id: z.string(), name: z.string().default('') })) {
  get initial() {
    return this.name[0];
  }
}
const isoDate = z.codec(z.iso.datetime(), z.date(), {
  decode: iso => new Date(iso),
  encode: date => date.toISOString(),
});
class Todo extends zodEntity(
  'Todo',
  z.object({
    id: z.string(),
    title: z.string().default(''),
    state: z.enum(['open', 'done']),
    note: z.string().optional(),
    createdAt: isoDate,
    reviewer: User.zod.nullable(),
  }),
  { author: User, reviewer: User, tags: [Tag], place: { owner: User } },
) {
  get isLate() {
    return this.createdAt.getTime() < Date.now();
  }
}

const todo = new Todo();

export type FieldsOfAnInstance = [
  Expect<Equal<typeof todo.title, string>>,
  Expect<Equal<typeof todo.state, 'open' | 'done'>>,
  Expect<Equal<typeof todo.note, string | undefined>>,
  Expect<Equal<typeof todo.createdAt, Date>>,
  Expect<Equal<typeof todo.isLate, boolean>>,
  Expect<Equal<typeof todo.author, User>>,
  Expect<Equal<typeof todo.author.initial, string | undefined>>,
  Expect<Equal<typeof todo.reviewer, User | null>>,
  Expect<Equal<typeof todo.tags, readonly Tag[]>>,
  Expect<Equal<typeof todo.place, { readonly owner: User }>>,
];

// @ts-expect-error instances are frozen
todo.title = 'x';
// @ts-expect-error no field with that name
todo.titel;
// @ts-expect-error null is for the nullable relation only
todo.author satisfies null;
// @ts-expect-error a relation needs a schema
zodEntity('Wrong', z.object({ id: z.string() }), User.fromJS);
// @ts-expect-error a record has fields
zodEntity('Wrong', z.string());
// @ts-expect-error a date is read as a Date
Todo.fromJS({ createdAt: '2020-01-01' });
Todo.fromJS({ createdAt: new Date(), author: User.fromJS() });

class Image extends zodEntity('Image', z.object({ id: z.string(), kind: z.literal('image') })) {}
class Text extends zodEntity('Text', z.object({ id: z.string(), kind: z.literal('text') })) {}
const block = new Union({ image: Image, text: Text }, 'kind');
const relations = {
  one: User,
  nullable: User,
  many: [User],
  listed: new Collection([User]),
  mapped: new Values(User),
  nested: { owner: User },
  block,
  noBlock: block,
  blocks: [block],
} as const;
const named = { id: z.string(), nullable: User.zod.nullish(), noBlock: z.unknown().nullable() };
class Strict extends zodEntity('Strict', z.object(named), relations) {}
class Loose extends zodEntity('Loose', z.looseObject(named), relations) {}
class Caught extends zodEntity('Caught', z.object(named).catchall(z.number()), relations) {}

interface RelationFields {
  readonly one: User;
  readonly nullable: User | null | undefined;
  readonly many: readonly User[];
  readonly listed: readonly User[];
  readonly mapped: Readonly<Record<string, User>>;
  readonly nested: { readonly owner: User };
  readonly block: Image | Text | undefined;
  readonly noBlock: Image | Text | null | undefined;
  readonly blocks: readonly (Image | Text)[];
}
export type Related = [
  Expect<Equal<Pick<Strict, keyof typeof relations>, RelationFields>>,
  Expect<Equal<Pick<Loose, keyof typeof relations>, RelationFields>>,
  Expect<Equal<Pick<Caught, keyof typeof relations>, RelationFields>>,
];

class Framed extends zodEntity('Framed', z.object({ id: z.string() }), { block }) {
  declare readonly block: Image | Text;
}
export const kindOf = ({ block }: Framed) => block.kind satisfies 'image' | 'text';

const TodoResource = resource({
  path: '/todos/:id',
  schema: Todo,
  body: z.object({
    title: z.string().min(1),
    due: z.coerce.date<string>().optional(),
    state: z.string().default('open'),
  }),
  searchParams: z.object({ q: z.string().optional(), limit: z.number().default(20) }),
  paginationField: 'page',
});

export async function callsOfAResource() {
  const sent = await TodoResource.get({ id: '5' });
  sent.createdAt satisfies string;
  sent.author.name satisfies string | undefined;
  // @ts-expect-error a raw response is not transformed yet
  sent.createdAt satisfies Date;

  TodoResource.getList();
  TodoResource.getList({ q: 'milk' });
  // @ts-expect-error a number
  TodoResource.getList({ limit: 'many' });
  // @ts-expect-error no parameter with that name
  TodoResource.getList({ query: 'milk' });
  TodoResource.getList.getPage({ page: 2, q: 'milk' });
  // @ts-expect-error a page is named
  TodoResource.getList.getPage({ q: 'milk' });

  TodoResource.getList.push({ title: 'x', due: '2030-01-01' });
  TodoResource.getList.push({ q: 'milk' }, { title: 'x' });
  // @ts-expect-error the title is missing
  TodoResource.getList.push({ due: '2030-01-01' });
  // @ts-expect-error callers pass the input of the schema
  TodoResource.getList.push({ title: 'x', due: new Date() });
  TodoResource.update({ id: 5 }, { title: 'x' });
  // @ts-expect-error the title is missing
  TodoResource.update({ id: 5 }, {});
  TodoResource.partialUpdate({ id: 5 }, { state: 'done' });
  TodoResource.getList.move({ id: 5 }, { state: 'done' });
  // @ts-expect-error a string
  TodoResource.partialUpdate({ id: 5 }, { title: 5 });
}

export async function readsOfAController(controller: Controller) {
  const read = await controller.fetch(TodoResource.get, { id: '5' });
  read satisfies Todo;
  read.author satisfies User;
  const [first] = await controller.fetch(TodoResource.getList, { q: 'milk' });
  first?.createdAt satisfies Date | undefined;
  // @ts-expect-error no parameter with that name
  await controller.fetch(TodoResource.getList, { query: 'milk' });
}

interface Tree {
  readonly name: string;
  readonly kids: readonly Tree[];
}
const tree: z.ZodType<Tree> = z.lazy(() => z.object({ name: z.string(), kids: z.array(tree) }));
const seconds = z.codec(z.number(), z.date(), {
  decode: s => new Date(s * 1000),
  encode: date => date.getTime() / 1000,
});
class Offer extends zodEntity(
  'Offer',
  z.looseObject({
    id: z.string(),
    price: z.string().transform(Number),
    open: z.stringbool(),
    tags: z.string().transform(text => text.split(',')),
    count: z.coerce.number(),
    due: z.coerce.date().optional(),
    from: isoDate,
    to: isoDate.nullish(),
    seconds,
    days: z.array(isoDate),
    place: z.object({ since: isoDate, street: z.string() }),
    sizes: z.array(z.string()).readonly(),
    tree,
  }),
  { owner: User, watchers: [User] },
) {}
const Offers = resource({ path: '/offers/:id', schema: Offer });
const offersOfOthers = new RestEndpoint({ path: '/offers', schema: new Collection([Offer]) });

export function fieldsAsTheyAreSent(controller: Controller, { tree, sizes, owner }: Offer) {
  const sent = { price: '3', open: 'yes', tags: 'a,b', from: '2030-01-01T00:00:00Z', seconds: 5 } as const;
  Offers.partialUpdate({ id: '1' }, { ...sent, count: 3, due: '2030-01-01', to: null, sizes: ['s'] });
  Offers.update({ id: '1' }, { ...sent, tree, sizes, owner, watchers: ['5', { id: '6' }] });
  Offers.getList.push({ ...sent, place: { since: '2030-01-01T00:00:00Z', street: 'Elm' } });
  offersOfOthers.push(sent);
  controller.set(Offer, { id: '1' }, { ...sent, due: '2030-01-01', owner: '5', tree });
  controller.set(Offer, { id: '1' }, ({ tags }) => ({ tags: [...tags, 'c'].join() }));
  // JSON turns dates into strings.
  const date = new Date();
  const place = { since: date, street: 'Elm' };
  Offers.partialUpdate({ id: '1' }, { from: date, to: date, due: date, days: [date], place });
  controller.set(Offer, { id: '1' }, { from: date, to: date, due: date, days: [date], place });
  controller.set(Offer, { id: '1' }, draft => {
    draft.from = date;
    draft.days.push(date);
    draft.count += draft.price;
    draft.place.street = 'Elm';
    // @ts-expect-error stored as a string, although the draft shows the transformed value
    draft.price = 4;
    // @ts-expect-error a string
    draft.tags = ['c'];
  });

  // @ts-expect-error a string
  Offers.partialUpdate({ id: '1' }, { price: 3 });
  // @ts-expect-error a string
  Offers.update({ id: '1' }, { open: true });
  // @ts-expect-error a string
  Offers.getList.push({ tags: ['a'] });
  // @ts-expect-error a string
  offersOfOthers.push({ price: 3 });
  // @ts-expect-error JSON does not turn a date into a number
  Offers.partialUpdate({ id: '1' }, { seconds: date });
  // @ts-expect-error a string
  controller.set(Offer, { id: '1' }, { price: 3 });
  // @ts-expect-error a string
  controller.set(Offer, { id: '1' }, { tags: ['a'] });
  // @ts-expect-error a string
  controller.set(Offer, { id: '1' }, ({ tags }) => ({ tags: [...tags, 'c'] }));
  // @ts-expect-error a boolean, or its string, is not a number
  controller.set(Offer, { id: '1' }, { open: 5 });
}

const counted = new RestEndpoint({
  path: '/count',
  responseSchema: z.object({ total: z.coerce.number<string>() }),
});
export type CheckedResponse = Expect<Equal<Awaited<ReturnType<typeof counted>>, { total: number }>>;

// @ts-expect-error not a schema
new RestEndpoint({ path: '/count', responseSchema: { total: 0 } });
// @ts-expect-error not a policy
new RestEndpoint({ path: '/count', schemaFailurePolicy: 'ignore' });

// A schema of an unknown library.
interface Even {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => {
      readonly value: { readonly n: string };
      readonly issues?: undefined;
    };
    readonly types?: { readonly input: { readonly n: number }; readonly output: { readonly n: string } };
  };
}
declare const even: Even;
export const sendEven = new RestEndpoint({ path: '/even', body: even });
sendEven({ n: 2 });
// @ts-expect-error callers pass the input of the schema
sendEven({ n: '2' });

// A sample is still only a type.
export const sample = new RestEndpoint({ path: '/plain', body: {} as { title: string } });
sample({ title: 'x' });
// @ts-expect-error the title is missing
sample({});

export const issuesOf = ({ issues: [first] }: InputError) =>
  first?.path satisfies readonly (string | number)[] | undefined;
