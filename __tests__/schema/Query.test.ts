import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { All, Collection, denormalize, Entity, Invalidate, Query, Union } from 'rdc-toolkit';
import { createMemory } from './memory';

class User extends Entity {
  id = '';
  name = '';
  static key = 'User';
}
class Todo extends Entity {
  id = '';
  userId = '';
  done = false;
  static key = 'Todo';
}

const todos = (...ids: readonly string[]) => ids.map(id => ({ id, userId: id === '1' ? 'ada' : 'bo' }));
const idsOf = (records: readonly { readonly id: string }[] | undefined) => records?.map(({ id }) => id);

describe('All', () => {
  const all = new All(Todo);

  it('is undefined before any record arrives', () => {
    expect(createMemory().find(all)).toBeUndefined();
  });

  it('keeps the order of arrival, whichever response brought the records', () => {
    const memory = createMemory();
    memory.write([Todo], todos('3', '1'));
    memory.write(Todo, todos('2')[0]);
    memory.write([Todo], todos('1', '4'));

    expect(idsOf(memory.find(all))).toEqual(['3', '1', '2', '4']);
  });

  it('is the data of a response too, along with records from other responses', () => {
    const memory = createMemory();
    memory.write([Todo], todos('9'));
    const result = memory.write(all, todos('1', '2'));

    expect(idsOf(memory.read(all, result))).toEqual(['9', '1', '2']);
    expect(() => memory.write(all, { id: '1' })).toThrow('expected an array');
  });

  it('is the same list while no record changes, even when responses repeat', () => {
    const memory = createMemory();
    memory.write([Todo], todos('1', '2', '3'));
    const before = memory.find(all);
    memory.write([Todo], todos('1', '2', '3'));
    memory.write(User, { id: 'ada', name: 'Ada' });

    expect(memory.find(all)).toBe(before);
  });

  it('puts a record last if it is deleted and returns between two reads', () => {
    const memory = createMemory();
    const responses = todos('1', '2', '3');
    memory.write([Todo], responses);
    memory.find(all);
    memory.write(new Invalidate(Todo), '2');
    memory.write(Todo, responses[1]);

    expect(idsOf(memory.find(all))).toEqual(['1', '3', '2']);
  });

  it('follows deletions and returns', () => {
    const memory = createMemory();
    memory.write([Todo], todos('1', '2', '3'));
    memory.find(all);
    memory.write(new Invalidate(Todo), '2');
    expect(idsOf(memory.find(all))).toEqual(['1', '3']);

    memory.write(Todo, todos('2')[0]);
    memory.write(Todo, todos('4')[0]);
    expect(idsOf(memory.find(all))).toEqual(['1', '3', '2', '4']);
  });

  it('follows a step back in time', () => {
    const memory = createMemory();
    memory.write([Todo], todos('1', '2', '3'));
    const before = memory.find(all);
    const { entities } = memory.tables;
    memory.write(new Invalidate(Todo), '2');
    memory.write(Todo, todos('4')[0]);
    memory.find(all);

    expect(denormalize(all, 'all', entities)).toBe(before);
    expect(idsOf(memory.find(all))).toEqual(['1', '3', '4']);
  });

  it('can be a field, of a record that stays the same while no record of the kind comes or goes', () => {
    class Board extends Entity {
      id = '';
      todos: readonly Todo[] = [];
      static key = 'Board';
      static schema = { todos: all };
    }
    const memory = createMemory();
    memory.write(Board, { id: '1', todos: todos('1') });
    const before = memory.find(Board, '1');
    memory.write(User, { id: 'ada' });

    expect(idsOf(before?.todos)).toEqual(['1']);
    expect(memory.find(Board, '1')).toBe(before);
    memory.write([Todo], todos('2'));
    expect(idsOf(memory.find(Board, '1')?.todos)).toEqual(['1', '2']);
  });

  it('includes all kinds of a union', () => {
    const memory = createMemory();
    const everything = new All(new Union({ user: User, todo: Todo }, 'type'));
    memory.write([Todo], todos('1'));
    memory.write(User, { id: 'ada' });
    const before = memory.find(everything);
    memory.write([Todo], todos('1'));

    expect(before).toEqual([expect.any(User), expect.any(Todo)]);
    expect(memory.find(everything)).toBe(before);
  });
});

describe('a query', () => {
  it('runs again only when its data or arguments change', () => {
    const memory = createMemory();
    const process = jest.fn((list: readonly Todo[], { userId }: { userId: string }) =>
      list.filter(todo => todo.userId === userId),
    );
    const byUser = new Query(new All(Todo), process);
    memory.write([Todo], todos('1', '2', '3'));

    const ada = memory.find(byUser, { userId: 'ada' });
    const bo = memory.find(byUser, { userId: 'bo' });
    memory.write([Todo], todos('1', '2', '3'));
    memory.write(User, { id: 'ada' });
    expect(memory.find(byUser, { userId: 'ada' })).toBe(ada);
    expect(memory.find(byUser, { userId: 'bo' })).toBe(bo);
    expect(process).toHaveBeenCalledTimes(2);
    expect([idsOf(ada), idsOf(bo)]).toEqual([['1'], ['2', '3']]);

    memory.write(Todo, { id: '2', userId: 'ada' });
    expect(idsOf(memory.find(byUser, { userId: 'ada' }))).toEqual(['1', '2']);
  });

  it('joins schemas by the same arguments and memoizes its value', () => {
    const memory = createMemory();
    const list = new Collection([Todo], { argsKey: ({ id }: { id: string }) => ({ userId: id }) });
    const profile = new Query({ user: User, todos: list }, value => ({
      name: value.user.name,
      open: value.todos.filter(todo => !todo.done).length,
    }));
    memory.write(User, { id: 'ada', name: 'Ada' });
    expect(memory.find(profile, { id: 'ada' })).toBeUndefined();

    memory.write(list, todos('1'), { args: [{ id: 'ada' }] });
    const before = memory.find(profile, { id: 'ada' });
    memory.write(User, { id: 'bo', name: 'Bo' });
    expect(before).toEqual({ name: 'Ada', open: 1 });
    expect(memory.find(profile, { id: 'ada' })).toBe(before);

    memory.write(Todo, { id: '1', done: true });
    expect(memory.find(profile, { id: 'ada' })).toEqual({ name: 'Ada', open: 0 });
  });

  it('has no value when a required record is deleted', () => {
    const memory = createMemory();
    const name = new Query({ user: User }, ({ user }) => user.name);
    const result = memory.write(name, { user: { id: 'ada', name: 'Ada' } });
    expect(memory.read(name, result)).toBe('Ada');

    memory.write(new Invalidate(User), 'ada');
    expect(memory.read(name, result)).toBeUndefined();
    expect(memory.find(name, { id: 'ada' })).toBeUndefined();
  });

  it('tells apart arguments that JSON omits or conflates, and recognizes equal ones', () => {
    const memory = createMemory();
    memory.write([Todo], todos('1', '2'));
    const given = new Query(new All(Todo), (_todos, ...args: readonly unknown[]) => ({ args }));
    const isAda = (todo: Todo) => todo.userId === 'ada';
    const isBo = (todo: Todo) => todo.userId === 'bo';
    const others = [
      [new Set(['ada'])],
      [new Set(['bo'])],
      [{ isMeant: isAda }],
      [{ isMeant: isBo }],
      [{}],
      [[undefined]],
      [[null]],
      [[Number.NaN]],
      [[Number.POSITIVE_INFINITY]],
      [[5n]],
      [['5']],
      [new Date(0)],
      [new Date(0).toJSON()],
    ];
    const found = others.map(args => memory.find(given, ...args));

    expect(new Set(found).size).toBe(others.length);
    expect(found.map(one => one?.args)).toEqual(others);
    expect(others.map(args => memory.find(given, ...args))).toEqual(found);
    for (const [n, args] of others.entries()) expect(memory.find(given, ...args)).toBe(found[n]);
    expect(memory.find(given, { userId: undefined })).toBe(found[4]);
    expect(memory.find(given, new Date(0))).toBe(found[11]);
    expect(memory.find(given, [{ toJSON: () => 'ada' }])).toBe(memory.find(given, [{ toJSON: () => 'ada' }]));
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    expect(memory.find(given, circle)).toBe(memory.find(given, circle));
  });

  it('keeps results for other arguments while they are referenced, and few others', async () => {
    setFlagsFromString('--expose_gc');
    const collect = runInNewContext('gc') as () => void;
    const memory = createMemory();
    memory.write([Todo], todos('1', '2'));
    let calls = 0;
    const search = new Query(new All(Todo), (list, { text }: { text: string }) => {
      calls++;
      return { list, text };
    });
    const held: unknown[] = [];
    const refs: WeakRef<object>[] = [];
    const find = (n: number) => memory.find(search, { text: `text ${n}` }) as object;
    const look = (n: number) => {
      refs.push(new WeakRef(find(n)));
      if (n % 10 === 0) held.push(find(n));
    };
    for (let n = 0; n < 1500; n++) {
      look(n);
      if (n % 100 !== 0) continue;
      await new Promise(resolve => setTimeout(resolve, 1));
      collect();
    }
    await new Promise(resolve => setTimeout(resolve, 10));
    collect();

    expect(calls).toBe(1500);
    expect(refs.filter(ref => ref.deref() !== undefined).length).toBeLessThan(150 + 60);
    expect(held.filter((one, i) => find(i * 10) !== one)).toEqual([]);
    expect(calls).toBe(1500);
  });

  it('memoizes results that are not objects', () => {
    const memory = createMemory();
    memory.write([Todo], todos('1', '2'));
    const process = jest.fn((list: readonly Todo[], { id }: { id: string }) =>
      list.some(todo => todo.id === id) ? id : undefined,
    );
    const one = new Query(new All(Todo), process);
    for (const id of ['1', '3', '1', '3']) memory.find(one, { id });

    expect(process).toHaveBeenCalledTimes(2);
    for (let n = 0; n < 600; n++) memory.find(one, { id: `${n}` });
    expect(memory.find(one, { id: '2' })).toBe('2');
  });

  it('shares no results between stores, for an empty list in a record or an entity that never arrived', () => {
    class Cart extends Entity {
      id = '';
      todos: unknown = undefined;
      static key = 'Query.Cart';
      static schema = { todos: new Query([Todo], list => ({ list })) };
    }
    const count = new Query(new All(User), list => ({ count: list.length }));
    const read = () => {
      const memory = createMemory();
      memory.write(Cart, { id: '1', todos: [] });
      memory.write(Cart, { id: '2', todos: [] });
      const find = (id: string) => memory.find(Cart, { id })?.todos;
      expect(find('1')).toEqual({ list: [] });
      expect(find('1')).toBe(find('1'));
      const first = memory.read(count, 'all');
      memory.write(Todo, { id: '9' });
      expect(memory.read(count, 'all')).toBe(first);
      return [find('1'), first];
    };
    const [mine, other] = [read(), read()];

    expect(mine).toEqual(other);
    expect(mine[0]).not.toBe(other[0]);
    expect(mine[1]).not.toBe(other[1]);
  });

  it('can build on another query', () => {
    const memory = createMemory();
    const open = new Query(new All(Todo), list => list.filter(todo => !todo.done));
    const count = new Query(open, list => list.length);
    memory.write([Todo], todos('1', '2'));

    expect(memory.find(count)).toBe(2);
  });
});

describe('objects of schemas', () => {
  it('are found completely or not at all, and keep their identity', () => {
    const memory = createMemory();
    const both = { user: User, all: new All(Todo) };
    memory.write(User, { id: 'ada' });
    expect(memory.find(both, 'ada')).toBeUndefined();

    memory.write([Todo], todos('1'));
    const before = memory.find(both, 'ada');
    expect(before).toEqual({ user: expect.any(User), all: [expect.any(Todo)] });
    memory.write([Todo], todos('1'));
    expect(memory.find(both, 'ada')).toBe(before);
  });
});
