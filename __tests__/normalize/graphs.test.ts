import { Entity, Lazy } from 'rdc-toolkit';
import { sameValue } from '../../lib/plain/sameValue';
import { toPlain } from '../../lib/plain/toPlain';
import { freezeDeep } from '../../lib/tables/freezeDeep';
import { getCell } from '../../lib/tables/getCell';
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

describe('records that hold each other', () => {
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

describe('a record that stands twice in one response', () => {
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
  ])('holds what both say: %s', (_name, under, response, fields) => {
    const memory = createMemory();
    memory.write(under, response);

    expect(memory.find(Person, '1')).toMatchObject(fields);
    expect(memory.tables.entities.Person?.size).toBe(1);
  });
});

describe(`a chain of ${DEPTH.toLocaleString('en')} records`, () => {
  it('is stored whole and read to the depth that is allowed, without exhausting the stack', () => {
    const memory = createMemory();
    memory.write(Person, chainOf(DEPTH));
    expect(memory.tables.entities.Person?.size).toBe(DEPTH);
    expect(getCell(memory.tables.entities.Person, '5000')?.value).toEqual({ id: '5000', friend: '5001' });

    let person = memory.find(Person, '0');
    let depth = 0;
    for (; person !== undefined; person = person.friend) depth++;
    expect(depth).toBe(Person.maxEntityDepth);
  });

  it('is read in steps to any depth, and stays current', () => {
    const memory = createMemory();
    memory.write(Person, chainOf(DEPTH));
    for (let i = DEPTH - 100; i > 0; i -= 100) memory.find(Person, `${i}`);
    const before = memory.find(Person, '0');
    memory.write(Person, { id: 'z' });
    expect(memory.find(Person, '0')).toBe(before);

    memory.write(Person, { id: '9999', name: 'last' });
    expect(memory.find(Person, '0')).not.toBe(before);
  });

  it('may be cut shorter by the entity', () => {
    class Near extends Person {
      static override readonly maxEntityDepth = 2;
      static override key = 'Near';
      static override schema = {
        friend: new Lazy((): typeof Near => Near),
        friends: [new Lazy((): typeof Near => Near)],
      };
    }
    const memory = createMemory();
    memory.write(Near, { id: '1', friend: { id: '2', friend: { id: '3' }, friends: [{ id: '3' }] } });

    expect(memory.find(Near, '1')?.friend).toMatchObject({ id: '2', friend: undefined, friends: [] });
    expect(memory.find(Near, '2')?.friend?.id).toBe('3');
  });
});

describe(`plain data ${DEPTH.toLocaleString('en')} deep`, () => {
  const deep = (end: unknown) => {
    let value = end;
    for (let i = 0; i < DEPTH; i++) value = i % 2 ? [value] : { value };
    return value;
  };

  it('is recognised as plain, and made plain', () => {
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
  ])('accepts %s', (_name, value, plain) => {
    expect(toPlain(value)).toStrictEqual(plain);
  });
});
