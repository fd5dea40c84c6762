import fc from 'fast-check';
import { Entity, Invalidate, Lazy, Values } from 'rdc-toolkit';
import { sameValue } from '../../lib/plain/sameValue';
import { toPlain } from '../../lib/plain/toPlain';
import { freezeDeep } from '../../lib/tables/freezeDeep';
import { getCell } from '../../lib/tables/getCell';
import { runs } from '../helpers/runs';
import { createMemory } from '../schema/memory';

const DEPTH = 10_000;

class Person extends Entity {
  id = '';
  name = '';
  friend: Person | undefined = undefined;
  friends: readonly Person[] = [];
  static key = 'Person';
  static schema = {
    friend: new Lazy((): typeof Person => Person),
    friends: [new Lazy((): typeof Person => Person)],
  };
}

interface Chain {
  readonly id: string;
  friend?: Chain;
}

function chainOf(length: number): Chain {
  let chain: Chain = { id: `${length - 1}` };
  for (let i = length - 2; i >= 0; i--) chain = { id: `${i}`, friend: chain };
  return chain;
}

describe('records that refer to each other', () => {
  it('come out as the same instances', () => {
    const ada: Record<string, unknown> = { id: 'a', name: 'Ada' };
    const bo = { id: 'b', name: 'Bo', friend: ada, friends: [ada] };
    Object.assign(ada, { friend: bo, friends: [bo, ada] });
    const memory = createMemory();
    memory.write(Person, ada);
    const person = memory.find(Person, 'a');

    expect(person?.friend?.friend).toBe(person);
    expect(person?.friends).toEqual([person?.friend, person]);
    expect(memory.find(Person, 'b')).toBe(person?.friend);
  });

  it('are recreated together when one of them changes', () => {
    const memory = createMemory();
    memory.write(Person, { id: 'a', friend: { id: 'b', friend: 'c' } });
    memory.write(Person, { id: 'c', name: 'Cy', friend: 'a' });
    const before = memory.find(Person, 'a');
    memory.write(Person, { id: 'z' });
    expect(memory.find(Person, 'a')).toBe(before);

    memory.write(Person, { id: 'c', name: 'Cleo' });
    const after = memory.find(Person, 'a');
    expect(after?.friend?.friend?.name).toBe('Cleo');
    expect(after?.friend?.friend?.friend).toBe(after);
    expect(before?.friend?.friend?.name).toBe('Cy');
  });
});

describe('a record that appears twice in one response', () => {
  it.each<[string, unknown, unknown, object]>([
    [
      'with other fields',
      [Person],
      [
        { id: '1', name: 'Ada' },
        { id: '1', age: 3 },
      ],
      { name: 'Ada', age: 3 },
    ],
    [
      'with another value, the later one',
      [Person],
      [
        { id: '1', name: 'A' },
        { id: '1', name: 'B' },
      ],
      { name: 'B' },
    ],
    ['inside itself', Person, { id: '1', name: 'Ada', friend: { id: '1', age: 3 } }, { name: 'Ada', age: 3 }],
    [
      'under a number and a string',
      [Person],
      [
        { id: 1, name: 'Ada' },
        { id: '1', age: 3 },
      ],
      { name: 'Ada', age: 3 },
    ],
  ])('merges both: %s', (_name, under, response, fields) => {
    const memory = createMemory();
    memory.write(under, response);

    expect(memory.find(Person, '1')).toMatchObject(fields);
    expect(memory.tables.entities.Person?.size).toBe(1);
  });
});

describe(`a chain of ${DEPTH.toLocaleString('en')} records`, () => {
  it('is stored and read whole, without exhausting the stack', () => {
    const memory = createMemory();
    memory.write(Person, chainOf(DEPTH));
    expect(memory.tables.entities.Person?.size).toBe(DEPTH);
    expect(getCell(memory.tables.entities.Person, '5000')?.value).toEqual({ id: '5000', friend: '5001' });

    let person = memory.find(Person, '0');
    let depth = 0;
    for (; person !== undefined; person = person.friend) depth++;
    expect(depth).toBe(DEPTH);
  });

  it('is read in steps to any depth, and stays up to date', () => {
    const memory = createMemory();
    memory.write(Person, chainOf(DEPTH));
    for (let i = DEPTH - 100; i > 0; i -= 100) memory.find(Person, `${i}`);
    const before = memory.find(Person, '0');
    memory.write(Person, { id: 'z' });
    expect(memory.find(Person, '0')).toBe(before);

    memory.write(Person, { id: '9999', name: 'last' });
    expect(memory.find(Person, '0')).not.toBe(before);
  });

  it('holds the same instances at any depth', () => {
    const memory = createMemory();
    memory.write(Person, chainOf(1_000));

    for (let person = memory.find(Person, '0'); person !== undefined; person = person.friend)
      expect(memory.find(Person, person.id)).toBe(person);
  });

  it.each([1, 64])('can be limited by the entity, in lists of %d too', length => {
    class Near extends Person {
      static override readonly maxEntityDepth = 2;
      static override key = 'Near';
      static override schema = {
        friend: new Lazy((): typeof Near => Near),
        friends: [new Lazy((): typeof Near => Near)],
      };
    }
    const memory = createMemory();
    const far = Array.from({ length }, (_, i) => ({ id: `far ${i}` }));
    const near = Array.from({ length }, (_, i) => ({ id: `near ${i}`, friend: far[i], friends: far }));
    memory.write(Near, { id: '1', friend: near[0], friends: near });

    const { friend, friends } = memory.find(Near, '1') ?? {};
    expect(friend).toMatchObject({ id: 'near 0', friend: undefined, friends: [] });
    expect(friends?.map(({ id }) => id)).toEqual(near.map(({ id }) => id));
    expect(friends?.every(person => person.friend === undefined && person.friends.length === 0)).toBe(true);
    expect(memory.find(Near, 'near 0')?.friend?.id).toBe('far 0');
    expect(memory.find(Near, 'near 0')?.friends).toHaveLength(length);
  });
});

describe('records with a maximum depth', () => {
  const LEVELS = 3;
  const COUNT = 6;

  class Link extends Entity {
    id = '';
    name = '';
    next: Link | undefined = undefined;
    both: readonly Link[] = [];
    crowd: readonly Link[] = [];
    near: { readonly by?: Link } = {};
    named: Readonly<Record<string, Link>> = {};
    static override readonly maxEntityDepth = LEVELS;
    static key = 'graphs.Link';
    static schema = {
      next: new Lazy((): typeof Link => Link),
      both: [new Lazy((): typeof Link => Link)],
      crowd: [new Lazy((): typeof Link => Link)],
      near: { by: new Lazy((): typeof Link => Link) },
      named: new Values(new Lazy((): typeof Link => Link)),
    };
  }

  /** Each way to hold the next record; a crowd is too long to be a part of its record. */
  const holding = {
    next: (id: string) => ({ next: id }),
    both: (id: string) => ({ both: [id, id] }),
    crowd: (id: string) => ({ crowd: Array.from({ length: 64 }, () => id) }),
    near: (id: string) => ({ near: { by: id } }),
    named: (id: string) => ({ named: { it: id } }),
  };
  const heldBy = ({ next, both, crowd, near, named }: Link) =>
    next ?? both[1] ?? crowd[63] ?? near.by ?? named.it;

  it('are resolved to that depth, whatever was read before', () => {
    const at = fc.nat(COUNT - 1);
    const way = fc.constantFrom(...Object.values(holding));
    const step = fc.oneof(
      at.map(at => ({ read: at })),
      fc.uniqueArray(at, { minLength: 1 }).map(list => ({ list })),
      at.map(at => ({ rename: at })),
    );
    const ways = fc.array(way, { minLength: COUNT, maxLength: COUNT });
    fc.assert(
      fc.property(ways, fc.array(step, { maxLength: 12 }), (ways, steps) => {
        const memory = createMemory();
        const write = (at: number, name: string) =>
          memory.write(Link, { id: `${at}`, name, ...(at + 1 < COUNT && ways[at]?.(`${at + 1}`)) });
        const isWhole = (link: Link | undefined, at: number, depth = 0): boolean => {
          if (link?.id !== `${at}` || [...link.both, ...link.crowd].some(held => held === undefined))
            return false;
          return at + 1 === COUNT || depth + 1 === LEVELS || isWhole(heldBy(link), at + 1, depth + 1);
        };
        for (let at = 0; at < COUNT; at++) write(at, '');
        for (const [i, taken] of steps.entries()) {
          if ('rename' in taken) write(taken.rename, `${i}`);
          else if ('read' in taken)
            expect(isWhole(memory.find(Link, `${taken.read}`), taken.read)).toBe(true);
          else {
            const links = memory.read([Link], taken.list.map(String)) as readonly Link[];
            expect(links).toHaveLength(taken.list.length);
            expect(links.every((link, i) => isWhole(link, taken.list[i] as number))).toBe(true);
          }
        }
      }),
      runs(100),
    );
  });
});

describe('long lists of records that refer to each other', () => {
  const LENGTH = 1_000;
  const at = (i: number) => `${(i + LENGTH) % LENGTH}`;
  const listOf = (fieldsOf: (i: number) => object) =>
    Array.from({ length: LENGTH }, (_, i) => ({ id: `${i}`, ...fieldsOf(i) }));
  const held = ({ friend, friends }: Person) => (friend === undefined ? friends : [friend, ...friends]);

  it.each<[string, (i: number) => object]>([
    ['the next one', i => (i < LENGTH - 1 ? { friend: at(i + 1) } : {})],
    ['the one before', i => (i > 0 ? { friend: at(i - 1) } : {})],
    ['both', i => ({ friend: at(i + 1), friends: [at(i - 1)] })],
    ['many others', i => ({ friends: [1, 2, 3, 5, 8, 13, 21].map(step => at(i * 31 + step * 97)) })],
  ])('hold the same instances, before and after a change: %s', (_name, fieldsOf) => {
    const memory = createMemory();
    const result = memory.write([Person], listOf(fieldsOf));
    const before = memory.read([Person], result) as readonly Person[];
    memory.write(Person, { id: '500', name: 'Ada' });
    const after = memory.read([Person], result) as readonly Person[];

    for (const people of [before, after]) {
      expect(people).toHaveLength(LENGTH);
      for (const person of people) {
        expect(held(person).every(other => other === people[Number(other.id)])).toBe(true);
        expect(Object.isFrozen(person)).toBe(true);
      }
    }
    expect(after[500]?.name).toBe('Ada');
    expect(after.every(person => memory.read(Person, person.id) === person)).toBe(true);
  });

  it('keep the records that do not hold a changed one', () => {
    const memory = createMemory();
    const result = memory.write(
      [Person],
      listOf(i => (i < LENGTH - 1 ? { friend: at(i + 1) } : {})),
    );
    const before = memory.read([Person], result) as readonly Person[];
    memory.write(Person, { id: '500', name: 'Ada' });
    const after = memory.read([Person], result) as readonly Person[];

    expect(after.filter((person, i) => person === before[i]).map(({ id }) => Number(id))).toEqual(
      Array.from({ length: LENGTH - 501 }, (_, i) => i + 501),
    );
  });

  it('hide a deeply nested record that requires a deleted one', () => {
    jest.spyOn(console, 'error').mockImplementation();
    class Task extends Entity {
      id = '';
      owner = Person.fromJS();
      next: Task | undefined = undefined;
      static key = 'deep.Task';
      static schema = { owner: Person, next: new Lazy((): typeof Task => Task) };
    }
    const memory = createMemory();
    const tasks = listOf(i => ({
      next: i < LENGTH - 1 ? at(i + 1) : undefined,
      owner: { id: i === 300 ? 'x' : 'o' },
    }));
    const result = memory.write([Task], tasks);
    memory.write(new Invalidate(Person), { id: 'x' });

    const [first] = memory.read([Task], result) as readonly Task[];
    let length = 0;
    for (let task = first; task !== undefined; task = task.next) length++;
    expect(length).toBe(300);
    expect((memory.read([Task], result) as readonly Task[]).map(({ id }) => id)).not.toContain('300');
    memory.write(Person, { id: 'x' });
    length = 0;
    for (let task = memory.read(Task, '0') as Task | undefined; task !== undefined; task = task.next)
      length++;
    expect(length).toBe(LENGTH);
  });

  it('throw while a deeply nested field cannot be read, and recover afterwards', () => {
    class Step extends Entity {
      id = '';
      when = new Date(0);
      next: Step | undefined = undefined;
      static key = 'deep.Step';
      static schema = {
        when: (iso: string) => {
          if (iso === 'broken') throw new Error('no date');
          return new Date(iso);
        },
        next: new Lazy((): typeof Step => Step),
      };
    }
    const memory = createMemory();
    const when = '2026-01-01';
    memory.write(
      [Step],
      listOf(i => ({ next: i < LENGTH - 1 ? at(i + 1) : undefined, when: i === 300 ? 'broken' : when })),
    );

    expect(() => memory.read(Step, '0')).toThrow('deep.Step');
    expect(() => memory.read(Step, '250')).toThrow('deep.Step');
    memory.write(Step, { id: '300', when });
    let length = 0;
    for (let step = memory.read(Step, '0') as Step | undefined; step !== undefined; step = step.next) {
      length++;
      expect(step.when).toBeInstanceOf(Date);
    }
    expect(length).toBe(LENGTH);
  });
});

describe(`plain data ${DEPTH.toLocaleString('en')} deep`, () => {
  const deep = (end: unknown) => {
    let value = end;
    for (let i = 0; i < DEPTH; i++) value = i % 2 ? [value] : { value };
    return value;
  };

  it('is recognized as plain, and made plain', () => {
    const plain = deep(1);
    expect(toPlain(plain)).toBe(plain);
    expect(sameValue(toPlain(deep(new Date(0))), deep('1970-01-01T00:00:00.000Z'))).toBe(true);
  });

  it('is compared to its end', () => {
    expect(sameValue(deep(1), deep(1))).toBe(true);
    expect(sameValue(deep(1), deep(2))).toBe(false);
  });

  it('is stored, repeated and frozen', () => {
    const memory = createMemory();
    memory.write(Person, { id: '1', tree: deep(1) });
    const row = getCell(memory.tables.entities.Person, '1')?.value;
    memory.write(Person, { id: '1', tree: deep(1) });

    expect(getCell(memory.tables.entities.Person, '1')?.value).toBe(row);
    freezeDeep([row]);
    expect(Object.isFrozen(row)).toBe(true);
  });
});

describe('plain data', () => {
  const loop: Record<string, unknown> = { name: 'loop' };
  loop.self = loop;
  it.each<[string, unknown, unknown]>([
    ['dates', { at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }],
    ['undefined, functions and symbols', { a: undefined, b: () => 1, c: Symbol('c'), d: 1 }, { d: 1 }],
    ['the same in arrays', [undefined, () => 1, 1], [null, null, 1]],
    ['numbers that JSON has not', [Number.NaN, Number.POSITIVE_INFINITY, -0, 5n], [null, null, 0, '5']],
    ['an object in itself', loop, { name: 'loop', self: null }],
    ['an object twice, side by side', [[1], [1]], [[1], [1]]],
    ['names that every object has', JSON.parse('{"__proto__":{"a":1}}'), JSON.parse('{"__proto__":{"a":1}}')],
    [
      'a field after one that changed',
      { a: new Date(0), b: 1, c: [1] },
      { a: '1970-01-01T00:00:00.000Z', b: 1, c: [1] },
    ],
    [
      'an instance',
      new (class {
        x = 1;
        #y = 2;
        get y() {
          return this.#y;
        }
      })(),
      { x: 1 },
    ],
    ['undefined itself', undefined, undefined],
  ])('converts %s', (_name, value, plain) => {
    expect(toPlain(value)).toStrictEqual(plain);
  });
});
