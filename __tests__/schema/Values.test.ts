import { Collection, Entity, Invalidate, schema, UnexpectedInputError, unshift, Values } from 'rdc-toolkit';
import { createMemory } from './memory';

class User extends Entity {
  id = '';
  name = '';
  static key = 'User';
}
class Team extends Entity {
  id = '';
  size = 0;
  static key = 'Team';
}

const users = new Values(User);
const owners = new Values({ user: User, team: Team }, 'kind');
const ada = { id: '1', name: 'Ada' };
const bo = { id: '2', name: 'Bo' };

describe('a map', () => {
  it.each([
    ['names', { first: ada, second: bo }],
    ['numbers for names', { 7: ada, 3: bo }],
    [
      'names that every object has',
      JSON.parse('{"__proto__":{"id":"1","name":"Ada"},"constructor":{"id":"2"}}'),
    ],
    ['null for a value', { first: ada, second: null }],
    ['nothing', {}],
  ])('keeps its entries: %s', (_name, map) => {
    const memory = createMemory();
    const result = memory.write(users, map);
    const read = memory.read(users, result) as object;

    expect(Object.keys(read)).toEqual(Object.keys(map as object));
    expect(JSON.parse(JSON.stringify(Object.entries(read)))).toMatchObject(Object.entries(map as object));
  });

  it('leaves out entries of deleted records', () => {
    const memory = createMemory();
    const result = memory.write(users, { first: ada, second: bo });
    memory.write(new Invalidate(User), '1');

    expect(memory.read(users, result)).toEqual({ second: expect.any(User) });
  });

  it('is the same object for as long as nothing in it changes', () => {
    const memory = createMemory();
    const result = memory.write(users, { first: ada, second: bo });
    const before = memory.read(users, result);
    memory.write(User, { id: '3', name: 'Cy' });
    memory.write(User, ada);
    expect(memory.read(users, result)).toBe(before);

    memory.write(User, { id: '2', name: 'Bea' });
    const after = memory.read(users, result);
    expect(after?.second?.name).toBe('Bea');
    expect(after?.first).toBe(before?.first);
  });

  it('holds several kinds with a discriminator', () => {
    const memory = createMemory();
    const result = memory.write(owners, {
      a: { ...ada, kind: 'user' },
      b: { id: '1', kind: 'team', size: 3 },
    });

    expect(memory.read(owners, result)).toEqual({ a: expect.any(User), b: expect.any(Team) });
  });

  it.each([
    ['an array', [ada], 'an array of 1'],
    ['a string', 'Ada', 'the string "Ada"'],
    ['a number', 5, 'the number 5'],
  ])('rejects %s', (_name, input, received) => {
    const memory = createMemory();

    expect(() => memory.write(users, input)).toThrow(UnexpectedInputError);
    expect(() => memory.write(users, input)).toThrow(
      `expected a map of User as the response, received ${received}`,
    );
    expect(() => memory.write(new Collection(users), input)).toThrow('expected a map of User');
  });
});

describe('a map in a record', () => {
  class Office extends Entity {
    id = '';
    city = '';
    users: readonly User[] = [];
    byDesk: Readonly<Record<string, User>> = {};
    head: { readonly user?: User; readonly since?: number } = {};
    static key = 'Office';
    static schema = { users: [User], byDesk: users, head: { user: User } };
  }
  const office = {
    id: '1',
    users: [ada, bo],
    byDesk: { first: ada, second: bo },
    head: { user: bo, since: 1 },
  };

  it('is the same object while another field changes, as are lists and objects', () => {
    const memory = createMemory();
    memory.write(Office, office);
    const before = memory.find(Office, '1');
    memory.write(Office, { id: '1', city: 'Graz' });
    const after = memory.find(Office, '1');

    expect(after?.city).toBe('Graz');
    expect(after?.users).toBe(before?.users);
    expect(after?.byDesk).toBe(before?.byDesk);
    expect(after?.head).toBe(before?.head);
  });

  it('loses deleted records, as do lists', () => {
    const memory = createMemory();
    memory.write(Office, office);
    memory.find(Office, '1');
    memory.write(new Invalidate(User), '1');

    expect(memory.find(Office, '1')).toMatchObject({ users: [{ id: '2' }] });
    expect(Object.keys(memory.find(Office, '1')?.byDesk ?? {})).toEqual(['second']);
  });
});

describe('a map in a Collection', () => {
  const byName = new Collection(new Values(User));

  it('adds new entries and replaces existing ones with `assign`', () => {
    const memory = createMemory();
    memory.write(byName, { first: ada }, { args: [{ group: 'a' }] });
    memory.write(byName, { first: bo }, { args: [{ group: 'b' }] });
    memory.write(byName.assign, { first: bo, second: ada }, { args: [{ group: 'a' }] });

    expect(memory.find(byName, { group: 'a' })).toMatchObject({ first: bo, second: ada });
    expect(memory.find(byName, { group: 'b' })).toMatchObject({ first: bo });
  });

  it.each(['push', 'unshift'] as const)('adds a created record under its key by %s, once', member => {
    const memory = createMemory();
    memory.write(byName, { first: ada }, { args: [{}] });

    const result = memory.write(byName[member], bo, { args: [{}] });
    memory.write(byName[member], [ada, bo], { args: [{}] });

    expect(memory.find(byName, {})).toEqual({ first: memory.find(User, '1'), '2': memory.find(User, '2') });
    expect(memory.read(byName[member], result)).toBe(memory.find(User, '2'));
  });

  it('loses a removed record and no other', () => {
    const memory = createMemory();
    memory.write(byName, { first: ada, second: bo }, { args: [{}] });
    memory.write(byName.remove, ada, { args: [{}] });

    expect(Object.keys(memory.find(byName, {}) ?? {})).toEqual(['second']);
  });

  it('loses a record that moves and receives it where it belongs', () => {
    const memory = createMemory();
    memory.write(byName, { first: { ...ada, name: 'x' } }, { args: [{ name: 'x' }] });
    memory.write(byName, {}, { args: [{ name: 'y' }] });
    memory.write(byName.move, { ...ada, name: 'y' }, { args: [{ id: '1' }, { name: 'y' }] });

    expect(memory.find(byName, { name: 'x' })).toEqual({});
    expect(Object.keys(memory.find(byName, { name: 'y' }) ?? {})).toEqual(['1']);
  });

  it('adds the entries of a page', () => {
    const memory = createMemory();
    memory.write(byName, { first: ada }, { args: [{}] });
    memory.write(byName.addWith(unshift), { second: bo }, { args: [{}] });

    expect(Object.keys(memory.find(byName, {}) ?? {})).toEqual(['first', 'second']);
  });

  it('loses removed entries and keeps their records', () => {
    const memory = createMemory();
    memory.write(byName, { first: ada, second: bo }, { args: [{}] });
    memory.write(byName.remove, { first: ada }, { args: [{}] });

    expect(Object.keys(memory.find(byName, {}) ?? {})).toEqual(['second']);
    expect(memory.find(User, '1')).toBeInstanceOf(User);
  });
});

describe('schema.Array', () => {
  it('is the long form of brackets', () => {
    const memory = createMemory();
    const list = new schema.Array(User);
    const result = memory.write(list, [ada, bo]);

    expect(result).toEqual(memory.write([User], [ada, bo]));
    expect(memory.read(list, result)).toEqual(memory.read([User], result));
    expect(() => memory.write(list, { ada })).toThrow('expected an array');
  });

  it('holds several kinds with a discriminator', () => {
    const memory = createMemory();
    const list = new schema.Array({ user: User, team: Team }, 'kind');
    const result = memory.write(list, [
      { id: '1', kind: 'user' },
      { id: '1', kind: 'team' },
    ]);

    expect(memory.read(list, result)).toEqual([expect.any(User), expect.any(Team)]);
  });

  it('can be the contents of a collection', () => {
    const memory = createMemory();
    const list = new Collection(new schema.Array(User));
    memory.write(list, [ada], { args: [{}] });
    memory.write(list.push, bo, { args: [{}] });

    expect(memory.find(list, {})).toMatchObject([ada, bo]);
  });
});

describe('schema.Object', () => {
  it('is the long form of braces', () => {
    const memory = createMemory();
    const page = new schema.Object({ results: [User], total: 0 });
    const result = memory.write(page, { results: [ada], total: 1, other: 'kept' });

    expect(result).toEqual({ results: ['1'], total: 1, other: 'kept' });
    expect(memory.read(page, result)).toEqual({ results: [expect.any(User)], total: 1, other: 'kept' });
  });

  it('has no value when a record in it is deleted', () => {
    const memory = createMemory();
    const profile = new schema.Object({ user: User });
    const result = memory.write(profile, { user: ada });
    memory.write(new Invalidate(User), ada);

    expect(memory.read(profile, result)).toBeUndefined();
  });
});
