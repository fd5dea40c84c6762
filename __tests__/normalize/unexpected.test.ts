import { Collection, Entity, Invalidate, normalize, UnexpectedInputError, Values } from 'rdc-toolkit';
import { createMemory } from '../schema/memory';

class User extends Entity {
  id = '';
  name = '';
  static key = 'User';
}
class Post extends Entity {
  id = '';
  author: User | undefined = undefined;
  tags: readonly User[] = [];
  byName: Readonly<Record<string, User>> = {};
  meta: { editor?: User } = {};
  static key = 'Post';
  static schema = { author: User, tags: [User], byName: new Values(User), meta: { editor: User } };
}

/** Inputs of every shape that JSON has, and some that it lacks. */
const shapes = {
  array: [{ id: '1' }],
  object: { id: '1' },
  boolean: true,
  string: 'text',
  number: 5,
  nan: Number.NaN,
};

type Shape = keyof typeof shapes;

/** What each place accepts; everything else is rejected. A key stands for a nested record. */
const takes: readonly [place: string, schema: unknown, (input: unknown) => unknown, readonly Shape[]][] = [
  ['the response, for an entity', User, input => input, ['object']],
  ['the response, for an array', [User], input => input, ['array']],
  ['the response, for a list', new Collection([User]), input => input, ['array']],
  ['the response, for a map', new Values(['']), input => input, []],
  ['the response, for an object', { user: User }, input => input, ['object']],
  ['an element', [User], input => [input], ['object', 'string', 'number']],
  ['a value of a map', new Values(User), input => ({ x: input }), ['object', 'string', 'number']],
  ['a field of an object', { user: User }, input => ({ user: input }), ['object', 'string', 'number']],
  ['a nested record', Post, author => ({ id: 'p', author }), ['object', 'string', 'number']],
  ['a nested array', Post, tags => ({ id: 'p', tags }), ['array']],
  ['a nested object', Post, meta => ({ id: 'p', meta }), ['object']],
];

const cases = takes.flatMap(([place, under, put, taken]) =>
  (Object.keys(shapes) as Shape[]).map(
    shape => [shape, place, under, put(shapes[shape]), taken.includes(shape)] as const,
  ),
);

it.each(cases)('%s as %s is accepted or rejected by name', (_shape, _place, under, input, isTaken) => {
  const memory = createMemory();
  const write = () => memory.write(under, input, { args: [{}] });

  if (isTaken) expect(write).not.toThrow();
  else {
    expect(write).toThrow(UnexpectedInputError);
    expect(write).toThrow(/^Cannot store the response of normalize\(\): expected an? .* received .*process/);
    expect(memory.tables.entities).toEqual({});
  }
});

it.each([
  [
    'a nested map',
    { byName: [{ id: '1' }] },
    'expected a map of User as "byName" in the response, received an array of 1',
  ],
  ['a record in a nested map', { byName: { x: true } }, 'expected a User object as "x" in the response'],
  ['a record in a nested array', { tags: [[]] }, 'expected a User object'],
])('names the place in %s', (_name, fields, message) => {
  expect(() => createMemory().write(Post, { id: 'p', ...fields })).toThrow(message);
});

describe.each([
  ['null', null],
  ['undefined', undefined],
])('%s', (_name, nothing) => {
  it.each<[string, unknown, unknown]>([
    ['the response, for an entity', User, nothing],
    ['the response, for an array', [User], nothing],
    ['the response, for a list', new Collection([User]), nothing],
    ['the response, for a map', new Values(User), nothing],
    ['the response, for an object', { user: User }, nothing],
    ['a field', { user: User }, { user: nothing }],
  ])('is kept as %s', (_place, under, input) => {
    const memory = createMemory();
    const result = memory.write(under, input, { args: [{}] });

    expect(memory.read(under, result)).toEqual(input);
    expect(memory.tables.entities).toEqual({});
  });

  it('creates no record in place of a nested one', () => {
    const memory = createMemory();
    const fields = { author: nothing, tags: nothing, byName: nothing, meta: nothing };
    memory.write(Post, { id: 'p', ...fields });

    expect(memory.find(Post, 'p')).toMatchObject(
      nothing === null ? fields : { author: undefined, tags: [], byName: {}, meta: {} },
    );
    expect(Object.keys(memory.tables.entities)).toEqual(['Post']);
    expect(JSON.parse(JSON.stringify(memory.tables))).toStrictEqual(memory.tables);
  });
});

it('keeps null among elements in its place', () => {
  const memory = createMemory();
  const result = memory.write([User], [null, { id: '1' }, null]);

  expect(memory.read([User], result)).toEqual([null, expect.any(User), null]);
});

it('stores nothing when a part of the response does not fit', () => {
  const memory = createMemory();
  memory.write(User, { id: '1', name: 'Ada' });
  const { tables } = memory;

  expect(() => memory.write([User], [{ id: '1', name: 'Bo' }, { id: '2' }, {}])).toThrow();
  expect(memory.tables).toBe(tables);
  expect(memory.find(User, '1')?.name).toBe('Ada');
});

it('accepts a key for a top-level record only if the record is stored', () => {
  const memory = createMemory();
  expect(() => memory.write(User, '1')).toThrow(
    'expected a User object as the response, received the string "1"',
  );

  memory.write(User, { id: '1' });
  expect(memory.write(User, 1)).toBe('1');
});

it('records the deletion of an unstored record, too', () => {
  const [stored, nothing] = [[{ id: '5', name: 'Ada' }], []].map(users => normalize([User], users));

  const left = [stored, nothing].map(before => normalize(new Invalidate(User), '5', [], before));

  expect(left.map(({ entities }) => entities.User?.size)).toEqual([0, undefined]);
  expect(left.map(({ deleted }) => deleted.User?.size)).toEqual([1, 1]);
});

it('brings a deleted record back only with a response that was requested later', () => {
  const memory = createMemory();
  memory.write(User, { id: '5', name: 'Ada' });
  memory.write(new Invalidate(User), '5', { fetchedAt: 10 });

  memory.write(User, { id: '5', name: 'Ada' }, { fetchedAt: 9 });
  expect(memory.find(User, '5')).toBeUndefined();
  memory.write(User, { id: '5', name: 'Ada' }, { fetchedAt: 11 });
  expect(memory.find(User, '5')?.name).toBe('Ada');
});

it('normalizes a record in a field named like a property of every object', () => {
  const response = JSON.parse('{"__proto__":{"id":"5","name":"Ada"}}');

  const { result } = normalize({ ['__proto__']: User }, response);

  expect(JSON.stringify(result)).toBe('{"__proto__":"5"}');
});
