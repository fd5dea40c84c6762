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

describe('all records of a kind', () => {
  const all = new All(Todo);

  it('are nothing before any has come', () => {
    expect(createMemory().find(all)).toBeUndefined();
  });

  it('come in order of arrival, whichever response brought them', () => {
    const memory = createMemory();
    memory.write([Todo], todos('3', '1'));
    memory.write(Todo, todos('2')[0]);
    memory.write([Todo], todos('1', '4'));

    expect(idsOf(memory.find(all))).toEqual(['3', '1', '2', '4']);
  });

  it('are the response of a request too, with those that came otherwise', () => {
    const memory = createMemory();
    memory.write([Todo], todos('9'));
    const result = memory.write(all, todos('1', '2'));

    expect(idsOf(memory.read(all, result))).toEqual(['9', '1', '2']);
    expect(() => memory.write(all, { id: '1' })).toThrow('expected an array');
  });

  it('are one list for as long as no record changes, though responses repeat', () => {
    const memory = createMemory();
    memory.write([Todo], todos('1', '2', '3'));
    const before = memory.find(all);
    memory.write([Todo], todos('1', '2', '3'));
    memory.write(User, { id: 'ada', name: 'Ada' });

    expect(memory.find(all)).toBe(before);
  });

  it('follow deletions and returns', () => {
    const memory = createMemory();
    memory.write([Todo], todos('1', '2', '3'));
    memory.find(all);
    memory.write(new Invalidate(Todo), '2');
    expect(idsOf(memory.find(all))).toEqual(['1', '3']);

    memory.write(Todo, todos('2')[0]);
    memory.write(Todo, todos('4')[0]);
    expect(idsOf(memory.find(all))).toEqual(['1', '3', '2', '4']);
  });

  it('follow a step back in time', () => {
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

  it('of a union are those of all its kinds', () => {
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
  it('is called again only when its data or its arguments are others', () => {
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

  it('joins schemas by the same arguments, and keeps what it made of them', () => {
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

  it('has no value when a record that it requires is deleted', () => {
    const memory = createMemory();
    const name = new Query({ user: User }, ({ user }) => user.name);
    const result = memory.write(name, { user: { id: 'ada', name: 'Ada' } });
    expect(memory.read(name, result)).toBe('Ada');

    memory.write(new Invalidate(User), 'ada');
    expect(memory.read(name, result)).toBeUndefined();
    expect(memory.find(name, { id: 'ada' })).toBeUndefined();
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
  it('are found as a whole or not at all, and stay the same', () => {
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
