import { Collection, type CollectionOptions, Entity, Invalidate, unshift } from 'rdc-toolkit';
import { createMemory, type Memory } from './memory';

class Todo extends Entity {
  id = '';
  userId = '';
  group = '';
  static key = 'Todo';
}

const idsOf = (memory: Memory, list: Collection<readonly [typeof Todo]>, args: object = {}) =>
  memory.find(list, args)?.map(({ id }) => id);

/** Lists by arguments, each with the ids of its records. */
function withLists(list: Collection<readonly [typeof Todo]>, lists: readonly [object, string][]) {
  const memory = createMemory();
  for (const [args, ids] of lists) {
    const records = [...ids].map(id => ({ id, ...args }));
    memory.write(list, records, { args: [args] });
  }
  return memory;
}

describe('a list is found by arguments', () => {
  const list = new Collection([Todo]);

  it.each([
    ['a number and a string', { userId: 1 }, { userId: '1' }],
    ['a boolean and a string', { done: true }, { done: 'true' }],
    ['null and a string', { userId: null }, { userId: 'null' }],
    ['another order', { a: 1, b: 2 }, { b: 2, a: 1 }],
    ['nothing and undefined', {}, { userId: undefined }],
    ['a nested number and string', { where: { a: 1, b: [2] } }, { where: { b: ['2'], a: '1' } }],
    ['a date and its text', { since: new Date(0) }, { since: '1970-01-01T00:00:00.000Z' }],
  ])('that are equal: %s', (_name, asked, found) => {
    const memory = createMemory();
    memory.write(list, [{ id: '1' }], { args: [asked] });

    expect(idsOf(memory, list, found)).toEqual(['1']);
  });

  it.each([
    ['another value', { userId: 1 }, { userId: 2 }],
    ['one more', { userId: 1 }, { userId: 1, group: 'a' }],
    ['one with a name that every object has', JSON.parse('{"__proto__":"1"}'), {}],
  ])('and not by different ones: %s', (_name, asked, other) => {
    const memory = createMemory();
    memory.write(list, [{ id: '1' }], { args: [asked as object] });

    expect(idsOf(memory, list, other)).toBeUndefined();
    expect(idsOf(memory, list, asked as object)).toEqual(['1']);
  });

  it('that argsKey derives from those of the request', () => {
    const byUser = new Collection([Todo], { argsKey: (userId: string) => ({ userId }) });
    const memory = createMemory();
    memory.write(byUser, [{ id: '1' }], { args: ['ada'] });
    memory.write(byUser.push, { id: '2', userId: 'ada' }, { args: ['x'] });

    expect(memory.find(byUser, 'ada')?.map(({ id }) => id)).toEqual(['1', '2']);
  });
});

describe('a created record', () => {
  it.each<[string, CollectionOptions, object, object, boolean]>([
    ['with its filters in the arguments', {}, { userId: '1' }, { id: 'n' }, true],
    ['with other values in the arguments', {}, { userId: '2' }, { id: 'n' }, false],
    ['of a list without filters', {}, {}, { id: 'n' }, true],
    ['by an argument for the order', {}, { userId: '1', orderBy: 'age' }, { id: 'n' }, true],
    ['by a number that means the same', {}, { userId: 1 }, { id: 'n' }, true],
    ['by a field of the record', {}, { userId: '1', group: 'a' }, { id: 'n', group: 'a' }, true],
    ['by another field of the record', {}, { userId: '1', group: 'a' }, { id: 'n', group: 'b' }, false],
    ['by an unknown filter', {}, { q: 'x' }, { id: 'n' }, false],
    ['by listed names', { nonFilterArgumentKeys: ['q'] }, { q: 'x', userId: '1' }, { id: 'n' }, true],
    ['by names not listed', { nonFilterArgumentKeys: ['q'] }, { orderBy: 'x' }, { id: 'n' }, false],
    ['by a pattern', { nonFilterArgumentKeys: /^q/ }, { query: 'x' }, { id: 'n' }, true],
    ['by a pattern that goes on', { nonFilterArgumentKeys: /^q/g }, { q: 1, query: 'x' }, { id: 'n' }, true],
    ['by a function', { nonFilterArgumentKeys: key => key === 'q' }, { q: 'x' }, { id: 'n' }, true],
    [
      'by a filter of its own',
      {
        createCollectionFilter:
          () =>
          ({ q }) =>
            q === 'x',
      },
      { q: 'x' },
      { id: 'n' },
      true,
    ],
    [
      'by such a filter, not',
      {
        createCollectionFilter:
          () =>
          ({ q }) =>
            q === 'x',
      },
      {},
      { id: 'n' },
      false,
    ],
  ])('joins lists %s', (_name, options, args, created, isReached) => {
    const list = new Collection([Todo], options);
    const memory = createMemory();
    memory.write(list, [{ id: '1' }], { args: [args] });
    memory.write(list.push, created, { args: [{ userId: '1' }] });

    expect(idsOf(memory, list, args)).toEqual(isReached ? ['1', 'n'] : ['1']);
  });

  it.each([
    ['at the end by push', 'push', ['1', '2', 'n']],
    ['at the beginning by unshift', 'unshift', ['n', '1', '2']],
  ] as const)('goes %s', (_name, member, ids) => {
    const list = new Collection([Todo]);
    const memory = withLists(list, [[{}, '12']]);
    memory.write(list[member], { id: 'n' }, { args: [{}] });

    expect(idsOf(memory, list)).toEqual(ids);
  });

  it('does not move or repeat if the list already has it', () => {
    const list = new Collection([Todo]);
    const memory = withLists(list, [[{}, '12']]);
    const before = memory.find(list, {});
    for (const member of ['push', 'unshift'] as const) {
      memory.write(list[member], { id: '1' }, { args: [{}] });
      memory.write(list[member], [{ id: '2' }, { id: '1' }], { args: [{}] });
    }

    expect(memory.find(list, {})).toBe(before);
  });

  it('creates no list that was never fetched', () => {
    const list = new Collection([Todo]);
    const memory = createMemory();
    memory.write(list.push, { id: '1' }, { args: [{}] });

    expect(memory.find(list, {})).toBeUndefined();
    expect(memory.find(Todo, '1')).toBeInstanceOf(Todo);
  });

  it('survives the response of a list fetch that started before it', () => {
    const list = new Collection([Todo]);
    const memory = createMemory();
    memory.write(list, [{ id: '1' }], { args: [{}], fetchedAt: 10 });
    memory.write(list.push, { id: '2' }, { args: [{}], fetchedAt: 30 });
    memory.write(list, [{ id: '1' }], { args: [{}], fetchedAt: 20 });

    expect(idsOf(memory, list)).toEqual(['1', '2']);
  });
});

describe('a page', () => {
  const list = new Collection([Todo]);
  const page = list.addWith(
    (existing, incoming) => [...new Set([...existing, ...incoming])],
    () => () => true,
  );

  it('joins the list through its merge function, without duplicates', () => {
    const memory = withLists(list, [[{}, '123']]);
    memory.write(page, [{ id: '3' }, { id: '4' }], { args: [{ page: 2 }] });

    expect(idsOf(memory, list)).toEqual(['1', '2', '3', '4']);
  });
});

describe('a move', () => {
  const list = new Collection([Todo]);
  const lists: readonly [object, string][] = [
    [{ group: 'a' }, '12'],
    [{ group: 'b' }, '3'],
    [{}, '123'],
  ];
  const groups = (memory: Memory) => [
    idsOf(memory, list, { group: 'a' }),
    idsOf(memory, list, { group: 'b' }),
    idsOf(memory, list),
  ];

  it.each([
    ['its body', [{ id: '1' }, { group: 'b' }], { id: '1', group: 'b' }],
    ['its response', [{ id: '1' }, {}], { id: '1', group: 'b' }],
    ['its body, where the response does not tell', [{ id: '1' }, { group: 'b' }], { id: '1' }],
    [
      'its response, where the server decided otherwise',
      [{ id: '1' }, { group: 'c' }],
      { id: '1', group: 'b' },
    ],
    ['these, whatever the path says', [{ id: '1', group: 'a' }, { group: 'b' }], { id: '1', group: 'b' }],
  ])('moves a record to the lists that it matches by %s', (_name, args, response) => {
    const memory = withLists(list, lists);
    memory.write(list.move, response, { args });

    expect(groups(memory)).toEqual([['2'], ['3', '1'], ['1', '2', '3']]);
  });

  it('keeps it in lists with an argument that is not one of its fields, such as a search', () => {
    const memory = createMemory();
    const search = { q: 'milk' };
    const found = ['1', '2'].map(id => ({ id, group: 'a' }));
    memory.write(list, found, { args: [search] });
    memory.write(list, found, { args: [{ ...search, group: 'a' }] });
    memory.write(list.move, { id: '1', group: 'b' }, { args: [{ id: '1' }, { group: 'b' }] });

    expect([idsOf(memory, list, search), idsOf(memory, list, { ...search, group: 'a' })]).toEqual([
      ['1', '2'],
      ['2'],
    ]);
  });

  it('to the same place changes nothing', () => {
    const memory = withLists(list, lists);
    memory.write(list.move, { id: '1', group: 'a' }, { args: [{ id: '1' }, { group: 'a' }] });

    expect(groups(memory)).toEqual([['1', '2'], ['3'], ['1', '2', '3']]);
  });

  it('prepends in a subclass that overrides `move`', () => {
    class Stack<const C extends readonly [typeof Todo]> extends Collection<C> {
      constructor(schema: C, options?: CollectionOptions) {
        super(schema, options);
        this.move = this.moveWith(unshift);
      }
    }
    const stack = new Stack([Todo]);
    const memory = withLists(stack, lists);
    memory.write(stack.move, { id: '1', group: 'b' }, { args: [{ id: '1' }, { group: 'b' }] });

    expect(idsOf(memory, stack, { group: 'b' })).toEqual(['1', '3']);
  });
});

describe('a removal', () => {
  const list = new Collection([Todo]);

  it('takes a record out of the lists that it matches and keeps the record', () => {
    const memory = withLists(list, [
      [{ userId: '1' }, '12'],
      [{ userId: '2' }, '1'],
      [{}, '12'],
    ]);
    memory.write(list.remove, { id: '1', userId: '1' }, { args: [{ id: '1' }] });

    expect(idsOf(memory, list, { userId: '1' })).toEqual(['2']);
    expect(idsOf(memory, list, { userId: '2' })).toEqual(['1']);
    expect(idsOf(memory, list)).toEqual(['2']);
    expect(memory.find(Todo, '1')).toBeInstanceOf(Todo);
  });

  it('of the record itself takes it out of all lists', () => {
    const memory = withLists(list, [
      [{ userId: '1' }, '12'],
      [{}, '12'],
    ]);
    memory.write(new Invalidate(Todo), '1');

    expect(idsOf(memory, list, { userId: '1' })).toEqual(['2']);
    expect(idsOf(memory, list)).toEqual(['2']);
  });
});

describe('a subclass of Collection', () => {
  it('can keep its records on a refetch', () => {
    class Growing<const C extends readonly [typeof Todo]> extends Collection<C> {
      override merge(existing: readonly unknown[], incoming: readonly unknown[]) {
        return [...new Set([...existing, ...incoming])];
      }
    }
    const list = new Growing([Todo]);
    const memory = withLists(list, [
      [{}, '12'],
      [{}, '23'],
    ]);

    expect(idsOf(memory, list)).toEqual(['1', '2', '3']);
  });

  it('can apply responses in order of arrival', () => {
    class Latest<const C extends readonly [typeof Todo]> extends Collection<C> {
      override shouldReorder() {
        return false;
      }
    }
    const memory = createMemory();
    const list = new Latest([Todo]);
    memory.write(list, [{ id: '1' }], { args: [{}], fetchedAt: 20 });
    memory.write(list, [{ id: '2' }], { args: [{}], fetchedAt: 10 });

    expect(idsOf(memory, list)).toEqual(['2']);
  });
});

describe('a list nested in a record', () => {
  const byUser = new Collection([Todo], { nestKey: (user: { id: string }) => ({ userId: user.id }) });
  class User extends Entity {
    id = '';
    todos: readonly Todo[] = [];
    static key = 'User';
    static schema = { todos: byUser };
  }
  const todos = new Collection([Todo]);

  it('is the top-level list with the same arguments', () => {
    const memory = createMemory();
    memory.write(User, { id: '1', todos: [{ id: 'a' }] }, { args: [{ id: '1' }] });
    expect(idsOf(memory, todos, { userId: '1' })).toEqual(['a']);

    memory.write(todos.push, { id: 'b', userId: '1' }, { args: [{}] });
    expect(memory.find(User, '1')?.todos.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(memory.find(User, '1')?.todos).toBe(memory.find(byUser, { userId: '1' }));
  });
});
