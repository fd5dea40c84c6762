import { Controller, denormalize, Entity, Invalidate, InvalidEntityError, normalize } from 'rdc-toolkit';
import { zodEntity } from 'rdc-toolkit/zod';
import { z } from 'zod';
import { createTestStore } from '../helpers/createTestStore';

class User extends zodEntity('ZodUser', z.object({ id: z.string(), name: z.string().default('nobody') })) {
  get initial() {
    return this.name[0];
  }
}
class Tag extends Entity {
  id = '';
  text = '';
  static key = 'ZodTag';
}

// Codecs came with zod 4.1.
const { codec }: Partial<Pick<typeof z, 'codec'>> = z;
const isoDate =
  codec?.(z.iso.datetime(), z.date(), {
    decode: iso => new Date(iso),
    encode: date => date.toISOString(),
  }) ??
  (z.iso
    .datetime()
    .transform(iso => new Date(iso))
    .pipe(z.date()) as never);
const todo = z.object({
  id: z.string(),
  title: z.string(),
  done: z.boolean().default(false),
  due: z.coerce.date().optional(),
  createdAt: isoDate,
  place: z.object({ street: z.string().trim() }).optional(),
  reviewer: User.zod.nullable(),
});
class Todo extends zodEntity('ZodTodo', todo, { author: User, reviewer: User, tags: [Tag] }) {
  get isLate() {
    return this.due !== undefined && this.due.getTime() < this.createdAt.getTime();
  }
  isBy(user: User) {
    return this.author === user;
  }
}

const sent = {
  id: '1',
  title: 'one',
  due: '2020-01-01T00:00:00.000Z',
  createdAt: '2021-01-01T00:00:00.000Z',
  place: { street: ' Elm ', number: 5 },
  extra: 'not in the schema',
  reviewer: null,
  author: { id: '7', name: 'Ada' },
  tags: [{ id: 'a', text: 'home' }],
};

const readBack = (...responses: readonly object[]) => {
  let tables = normalize([Todo], responses.slice(0, 1));
  for (const response of responses.slice(1)) tables = normalize([Todo], [response], [], tables);
  const [read] = denormalize([Todo], tables.result, tables.entities) ?? [];
  if (read === undefined) throw new Error('nothing was read');
  return { read, tables };
};

describe('an entity of a zod object', () => {
  it('has instances with methods, getters and nested instances', () => {
    const { read } = readBack(sent);
    expect(read).toBeInstanceOf(Todo);
    expect(read.isLate).toBe(true);
    expect(read.author).toBeInstanceOf(User);
    expect(read.author.initial).toBe('A');
    expect(read.isBy(read.author)).toBe(true);
    expect(read.tags[0]).toBeInstanceOf(Tag);
    expect(read.reviewer).toBeNull();
    expect(read.pk()).toBe('1');
  });

  it("keeps the server's values in the store and transforms them on reading", () => {
    const { read, tables } = readBack(sent);
    const [row] = JSON.stringify(tables.entities.ZodTodo).match(/"2021-01-01T00:00:00.000Z"/g) ?? [];
    expect(row).toBeDefined();
    expect(read.createdAt).toEqual(new Date('2021-01-01'));
    expect(read.due).toEqual(new Date('2020-01-01'));
    expect(read.place).toEqual({ street: 'Elm' });
  });

  it('has only the fields of its schema, unless the zod object is loose', () => {
    class Loose extends zodEntity('ZodLoose', z.looseObject({ id: z.string() })) {}
    const { result, entities } = normalize(Loose, { id: '1', extra: 5, pk: 'not the method' });
    const loose = denormalize(Loose, result, entities);
    expect(readBack(sent).read).not.toHaveProperty('extra');
    expect(loose?.extra).toBe(5);
    expect(loose?.pk()).toBe('1');
  });

  it('is deeply frozen, except for class instances', () => {
    class Money {
      constructor(public amount: number) {}
    }
    class Order extends zodEntity(
      'ZodOrder',
      z.object({
        id: z.string(),
        to: z.object({ lines: z.array(z.object({ text: z.string() })) }),
        price: z.number().transform(amount => new Money(amount)),
      }),
    ) {}
    const row = { id: '1', to: { lines: [{ text: 'a' }] }, price: 5 };
    const { entities, result } = normalize(Order, row);
    const order = denormalize(Order, result, entities) as Order;

    expect(order.to).toEqual({ lines: [{ text: 'a' }] });
    expect([order.to, order.to.lines, order.to.lines[0]].map(Object.isFrozen)).toEqual([true, true, true]);
    expect(Object.isFrozen(order.price)).toBe(false);
  });

  it('is frozen and is the same object until its record changes', () => {
    const { read, tables } = readBack(sent);
    expect(Object.isFrozen(read)).toBe(true);
    const again = normalize([Todo], [sent], [], tables);
    expect(denormalize([Todo], again.result, again.entities)?.[0]).toBe(read);
  });

  it('keeps the transformed value of a nested object while only other fields change', () => {
    const { read, tables } = readBack(sent);
    const changed = normalize([Todo], [{ ...sent, title: 'two' }], [], tables);
    const after = denormalize([Todo], changed.result, changed.entities)?.[0];
    expect(after?.title).toBe('two');
    expect(after?.place).toBe(read.place);
  });

  it('reads URLs as zod normalizes them', () => {
    const link = z.object({
      id: z.string(),
      plain: z.url(),
      normalized: z.url({ normalize: true }),
      optional: z.url({ normalize: true }).optional(),
      checked: z.string().check(z.url({ normalize: true })),
    });
    class Link extends zodEntity('ZodLink', link) {}
    const url = 'HTTP://Example.COM/x';
    const response = { id: '1', plain: ` ${url}`, normalized: url, optional: url, checked: url };
    const { result, entities } = normalize(Link, response);
    expect({ ...denormalize(Link, result, entities) }).toEqual(link.parse(response));
  });

  it('fills in the defaults of zod or of the type', () => {
    const blank = new Todo();
    expect({ ...blank }).toMatchObject({
      id: '',
      title: '',
      done: false,
      due: undefined,
      createdAt: new Date(0),
      place: undefined,
      reviewer: null,
      tags: [],
    });
    expect(blank.author).toEqual(User.fromJS());
    expect(Todo.fromJS({ title: 'made' }).title).toBe('made');
  });

  it('lets the class override a field of the zod object', () => {
    class Named extends zodEntity('ZodNamed', z.object({ id: z.string(), label: z.string() })) {
      override get label() {
        return `#${this.id}`;
      }
    }
    const { result, entities } = normalize(Named, { id: '1', label: 'sent' });
    expect(denormalize(Named, result, entities)?.label).toBe('#1');
  });

  it('can have a composite key', () => {
    class Repo extends zodEntity('ZodRepo', z.object({ owner: z.string(), name: z.string() })) {
      override pk() {
        return `${this.owner}/${this.name}`;
      }
    }
    expect(normalize(Repo, { owner: 'a', name: 'b' }).result).toBe('a/b');
  });
});

describe('a record that does not match', () => {
  it.each([
    ['a field of another type', { title: 5 }, 'title: Invalid input: expected string, received number'],
    ['a field that a codec refuses', { createdAt: 'yesterday' }, 'createdAt: Invalid ISO datetime'],
    ['a field that is missing', { title: undefined }, 'title: Invalid input'],
    ['a relation that is null', { author: null }, 'author: Invalid input: expected a related record'],
  ])('is rejected for %s', (_case, change, message) => {
    const response = Object.fromEntries(
      Object.entries({ ...sent, ...change }).filter(([, value]) => value !== undefined),
    );
    const attempt = () => normalize(Todo, response);
    expect(attempt).toThrow(InvalidEntityError);
    expect(attempt).toThrow(message);
  });

  it('is not confused with a partial update of a stored record', () => {
    const { read } = readBack(sent, { id: '1', title: 'two' });
    expect(read.title).toBe('two');
    expect(read.createdAt).toEqual(new Date('2021-01-01'));
  });

  it('can contain a key in place of a related record', () => {
    const { read } = readBack(sent, { ...sent, reviewer: '7', tags: ['a'] });
    expect(read.reviewer).toBe(read.author);
    expect(read.tags[0]?.text).toBe('home');
  });

  it('is found by refinements, and relations are allowed in a strict object', () => {
    const span = z
      .strictObject({ id: z.string(), from: z.number(), to: z.number() })
      .refine(s => s.from < s.to, 'ends early');
    class Span extends zodEntity('ZodSpan', span, { owner: User }) {}
    const owner = { id: '7' };
    expect(normalize(Span, { id: '1', from: 1, to: 2, owner }).result).toBe('1');
    expect(() => normalize(Span, { id: '1', from: 3, to: 2, owner })).toThrow('ends early');
    expect(() => normalize(Span, { id: '1', from: 1, to: 2, owner, other: 1 })).toThrow('Unrecognized key');
  });

  it.each([
    ['brings both fields', { min: 5, max: 3 }],
    ['brings one of two', { max: 3 }],
  ])('is found by a refinement when a response %s', (_case, change) => {
    const range = z
      .object({ id: z.string(), min: z.number().optional(), max: z.number().optional() })
      .refine(({ min = 0, max = Infinity }) => min <= max, 'min above max');
    class Range extends zodEntity('ZodRange', range) {}
    const tables = normalize(Range, { id: '1', min: 5 });
    expect(normalize(Range, { id: '1', max: 7 }, [], tables).result).toBe('1');
    expect(() => normalize(Range, { id: '1', ...change }, [], tables)).toThrow('min above max');
  });

  it('is not found by a refinement in a full record without an optional field that is stored', () => {
    const meeting = z
      .object({ id: z.string(), start: z.number(), end: z.number().optional() })
      .refine(({ start, end = Infinity }) => start <= end, 'ends before it starts');
    class Meeting extends zodEntity('ZodMeeting', meeting) {}
    const before = normalize(Meeting, { id: '1', start: 1, end: 2 });
    const { result, entities } = normalize(Meeting, { id: '1', start: 5 }, [], before);
    expect(denormalize(Meeting, result, entities)?.start).toBe(5);
    expect(() => normalize(Meeting, { id: '1', end: 0 }, [], before)).toThrow('ends before it starts');
  });

  it('can also be rejected by the class', () => {
    class Strict extends zodEntity('ZodStrict', z.object({ id: z.string() })) {
      static override validate(...args: Parameters<typeof Entity.validate>) {
        return super.validate(...args) ?? (args[0].id === 'x' ? 'x is taken' : undefined);
      }
    }
    expect(() => normalize(Strict, { id: 'x' })).toThrow('x is taken');
    expect(() => normalize(Strict, { id: 1 })).toThrow('expected string');
  });

  it('has its own message for data from set()', () => {
    class Offer extends zodEntity(
      'ZodOffer',
      z.object({ id: z.string(), price: z.string().transform(Number) }),
    ) {}
    const controller = new Controller(createTestStore());
    controller.set(Offer, { id: '1', price: '3' });
    expect(() => controller.set(Offer, { id: '1' }, { price: 4 as never })).toThrow(
      'Cannot store a ZodOffer from set(): price: Invalid input: expected string, received number. ' +
        'Pass each field as the server sends it, or relax ZodOffer.validate().',
    );
    controller.set(Offer, { id: '1' }, ({ price }) => ({ price: `${price + 1}` }));
    expect(controller.get(Offer, { id: '1' })?.price).toBe(4);
    expect(() => normalize(Offer, { id: '1', price: 3 })).toThrow('Fix the response in ZodOffer.process()');
  });

  it('explains how to fix an async zod object', () => {
    class Later extends zodEntity('ZodLater', z.object({ id: z.string().refine(async () => true) })) {}
    expect(() => normalize(Later, { id: 'x' })).toThrow('Make it sync, or move it to the `responseSchema`');
  });
});

it('shows null for a nullable relation whose record was deleted', () => {
  const { tables } = readBack({ ...sent, reviewer: { id: '9' } });
  const { entities } = normalize(new Invalidate(User), '9', [], tables);
  const [read] = denormalize([Todo], ['1'], entities) ?? [];
  expect(read?.author.name).toBe('Ada');
  expect(read?.reviewer).toBeNull();
});
