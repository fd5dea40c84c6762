import fc from 'fast-check';
import { actions, Collection, Endpoint, Entity, Invalidate, Lazy, Query, Union, unshift } from 'rdc-toolkit';
import { push } from '../../lib/schema/listMerge';
import { createBareStore } from '../helpers/createBareStore';
import { runs } from '../helpers/runs';
import { createMemory } from '../schema/memory';

class User extends Entity {
  id = '';
  name = '';
  static key = 'User';
}
class Todo extends Entity {
  id = '';
  title = '';
  author: User | undefined = undefined;
  static key = 'Todo';
  static schema = { author: User };
}
const element = new Union({ todo: Todo, user: User }, (input: { name?: string }) =>
  input.name === undefined ? 'todo' : 'user',
);

const id = fc.nat(150).map(String);
const someIds = fc.uniqueArray(id, { maxLength: 5 });

type Step =
  | {
      readonly type: 'push' | 'unshift' | 'page' | 'remove' | 'delete' | 'rename';
      readonly ids: readonly string[];
    }
  | { readonly type: 'author'; readonly name: string }
  | { readonly type: 'refetch'; readonly ids: readonly string[] }
  | { readonly type: 'read' | 'back' };

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    type: fc.constantFrom('push', 'unshift', 'page', 'remove', 'delete', 'rename'),
    ids: someIds,
  }),
  fc.record({ type: fc.constant('author'), name: fc.string() }),
  fc.record({ type: fc.constant('refetch'), ids: fc.uniqueArray(id, { minLength: 60, maxLength: 150 }) }),
  fc.record({ type: fc.constantFrom('read', 'back') }),
);

const recordsOf = (ids: readonly string[], title = '') =>
  ids.map(pk => ({ id: pk, title, author: Number(pk) % 3 === 0 ? 'ada' : undefined }));
const idsOf = (list: readonly { readonly id: string }[] | undefined) => list?.map(record => record.id);

describe.each([
  ['records', new Collection([Todo])],
  ['a union', new Collection([element])],
])('a list of %s', (_name, anyList) => {
  const list = anyList as Collection<readonly [typeof Todo]>;
  const page = list.addWith(push, () => () => true);

  it('holds what an ordinary array would hold, each record once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 120 }), fc.array(steps, { maxLength: 30 }), (size, script) => {
        const memory = createMemory();
        let model = Array.from({ length: size }, (_, i) => `${i}`);
        const args = [{}];
        memory.write(list, recordsOf(model), { args });
        const join = (ids: readonly string[], atEnd: boolean) => {
          const fresh = ids.filter(pk => !model.includes(pk));
          model = atEnd ? [...model, ...fresh] : [...fresh, ...model];
        };
        for (const step of script) {
          if (step.type === 'push' || step.type === 'page') {
            memory.write(step.type === 'push' ? list.push : page, recordsOf(step.ids), { args });
            join(step.ids, true);
          } else if (step.type === 'unshift') {
            memory.write(list.unshift, recordsOf(step.ids), { args });
            join(step.ids, false);
          } else if (step.type === 'remove') {
            memory.write(list.remove, recordsOf(step.ids), { args });
            model = model.filter(pk => !step.ids.includes(pk));
          } else if (step.type === 'delete') {
            for (const pk of step.ids) memory.write(new Invalidate(Todo), pk);
            // A record that comes back returns to its place in the list, so remove it for good.
            memory.write(list.remove, recordsOf(step.ids), { args });
            for (const pk of step.ids) memory.write(new Invalidate(Todo), pk);
            model = model.filter(pk => !step.ids.includes(pk));
          } else if (step.type === 'refetch') {
            memory.write(list, recordsOf(step.ids), { args });
            model = [...step.ids];
          } else if (step.type === 'read') memory.find(list, {});
        }
        expect(idsOf(memory.find(list, {}))).toEqual(model);
      }),
      runs(100),
    );
  });

  it('reads the same incrementally as at once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 60, max: 140 }), fc.array(steps, { maxLength: 30 }), (size, script) => {
        const memory = createMemory();
        const args = [{}];
        memory.write(User, { id: 'ada', name: 'Ada' });
        const initial = Array.from({ length: size }, (_, i) => `${i}`);
        memory.write(list, recordsOf(initial), { args });
        memory.find(list, {});
        const past = [memory.tables];
        for (const [i, step] of script.entries()) {
          if (step.type === 'push') memory.write(list.push, recordsOf(step.ids), { args });
          else if (step.type === 'page') memory.write(page, recordsOf(step.ids), { args });
          else if (step.type === 'unshift') memory.write(list.unshift, recordsOf(step.ids), { args });
          else if (step.type === 'remove') memory.write(list.remove, recordsOf(step.ids), { args });
          else if (step.type === 'refetch') memory.write(list, recordsOf(step.ids), { args });
          else if (step.type === 'rename') memory.write([Todo], recordsOf(step.ids, `title ${i}`));
          else if (step.type === 'author') memory.write(User, { id: 'ada', name: step.name });
          else if (step.type === 'delete') for (const pk of step.ids) memory.write(new Invalidate(Todo), pk);
          else if (step.type === 'back') memory.restore(past[i % past.length] ?? memory.tables);
          past.push(memory.tables);
          if (i % 3 === 0) continue;

          const read = memory.find(list, {});
          expect(memory.find(list, {})).toBe(read);
          const fresh = createMemory();
          fresh.restore(memory.tables);
          fresh.roundTrip();
          expect(read).toEqual(fresh.find(list, {}));
        }
      }),
      runs(100),
    );
  });
});

describe('a list that may contain a record several times', () => {
  const getTodos = new Endpoint(async () => [], { name: 'lists.getTodos', schema: [Todo] });

  it('shows each occurrence up to date', () => {
    const at = fc.nat(200);
    const step = fc.record({
      type: fc.constantFrom('insert', 'again', 'remove', 'swap', 'rename', 'author'),
      at,
      other: at,
    });
    fc.assert(
      fc.property(fc.integer({ min: 62, max: 70 }), fc.array(step, { maxLength: 25 }), (size, script) => {
        const store = createBareStore();
        const titles = new Map<string, string>();
        let author = 'Ada';
        let ids = Array.from({ length: size }, (_, i) => `${i}`);
        const respond = () =>
          store.dispatch(
            getTodos.setResponse(
              ids.map(id => ({ id, title: titles.get(id) ?? '', author: { id: 'a', name: author } })),
            ),
          );
        respond();
        for (const [i, { type, at: place, other }] of script.entries()) {
          const [at, from] = [place % ids.length, other % ids.length];
          const id = ids[from] as string;
          if (type === 'insert') ids = ids.toSpliced(at, 0, `new ${i}`);
          else if (type === 'again') ids = ids.toSpliced(at, 0, id);
          else if (type === 'remove') ids = ids.toSpliced(at, 1);
          else if (type === 'swap') ids = ids.with(at, id).with(from, ids[at] as string);
          else if (type === 'rename') titles.set(id, `renamed ${i}`);
          else author = `author ${i}`;
          if (type === 'rename') store.dispatch(actions.set(Todo, { value: { id, title: titles.get(id) } }));
          else if (type === 'author') store.dispatch(actions.set(User, { value: { id: 'a', name: author } }));
          else respond();

          const shown = getTodos.select()(store.getState()).data;

          expect(shown?.map(todo => [todo.id, todo.title, todo.author?.name])).toEqual(
            ids.map(id => [id, titles.get(id) ?? '', author]),
          );
        }
      }),
      runs(60),
    );
  });
});

describe.each([3, 300])('a collection of %d records', length => {
  const list = new Collection([Todo]);
  const args = [{}];
  const records = Array.from({ length }, (_, i) => ({ id: `${i}` }));

  it('stays the same list when a response lacks a record that it does not show', () => {
    const memory = createMemory();
    memory.write(list, records, { args });
    memory.write(new Invalidate(Todo), '1');
    const before = memory.find(list, {});
    memory.write(list, [...records.slice(0, 1), ...records.slice(2)], { args });

    expect(before).toHaveLength(length - 1);
    expect(memory.find(list, {})).toBe(before);
  });

  it('returns the same list for each of its last versions', () => {
    const memory = createMemory();
    memory.write(list, records, { args });
    const versions = [1, 2, 3, 4].map(version => {
      memory.write(list.push, { id: `new ${version}` }, { args });
      return { tables: memory.tables, shown: memory.find(list, {}) };
    });

    for (const { tables, shown } of versions) {
      memory.restore(tables);
      expect(memory.find(list, {})).toBe(shown);
    }
  });
});

it.each(['push', 'unshift'] as const)(
  'a long list shows a change of each record after two have joined: %s',
  join => {
    const list = new Collection([Todo]);
    const memory = createMemory();
    const args = [{}];
    const ids = Array.from({ length: 70 }, (_, i) => `${i}`);
    memory.write(list, recordsOf(ids), { args });
    memory.find(list, {});
    for (const id of ['a', 'b']) {
      memory.write(list[join], { id }, { args });
      memory.find(list, {});
    }

    for (const id of [...ids, 'a', 'b']) {
      memory.write(Todo, { id, title: 'x' });
      expect(memory.find(list, {})?.find(todo => todo.id === id)?.title).toBe('x');
    }
  },
);

it('a long list of a lazy schema shows a change of one record', () => {
  const list = [new Lazy((): typeof Todo => Todo)];
  const memory = createMemory();
  const ids = Array.from({ length: 70 }, (_, i) => `${i}`);
  const result = memory.write(list, recordsOf(ids));
  memory.read(list, result);
  memory.write(Todo, { id: '7', title: 'x' });

  const shown = memory.read(list, result) as readonly Todo[];

  expect(shown.map(({ title }) => title)).toEqual(ids.map(id => (id === '7' ? 'x' : '')));
});

it('a list of objects stays the same while nothing changes that they show of records', () => {
  const title = new Query(Todo, (todo: Todo) => todo.title);
  const list = [{ title }];
  const memory = createMemory();
  const result = memory.write(list, [
    { title: { id: '1', title: 'one' } },
    { title: { id: '2', title: 'two' } },
  ]);
  const before = memory.read(list, result);
  memory.write(Todo, { id: '1', author: 'ada' });

  expect(before).toEqual([{ title: 'one' }, { title: 'two' }]);
  expect(memory.read(list, result)).toBe(before);
});

it('a list can hold values that a sample describes', () => {
  const memory = createMemory();
  const result = memory.write([''], ['a', 'b']);

  expect(memory.read([''], result)).toEqual(['a', 'b']);
});

// The last one is deleted, and only the longer of the two lists contains it.
it.each([
  [1, 0],
  [0, 1],
  [63, 64],
  [64, 63],
  [70, 69],
])('a collection stays the same list if it shows the same: %d records, then %d', (before, after) => {
  const list = new Collection([Todo]);
  const memory = createMemory();
  const longer = Array.from({ length: Math.max(before, after) }, (_, i) => `${i}`);
  memory.write(
    [Todo],
    longer.map(pk => ({ id: pk })),
  );
  memory.write(new Invalidate(Todo), longer.at(-1));
  const shown = [before, after].map(length => {
    memory.write(list, longer.slice(0, length), { args: [{}] });
    return memory.find(list, {});
  });

  expect(shown[0]).toHaveLength(longer.length - 1);
  expect(shown[1]).toBe(shown[0]);
});

it('a collection stays the same list when its records are deleted and it is emptied', () => {
  const list = new Collection([Todo]);
  const memory = createMemory();
  const records = Array.from({ length: 64 }, (_, i) => ({ id: `${i}` }));
  memory.write(list, records, { args: [{}] });
  for (const { id: pk } of records) memory.write(new Invalidate(Todo), pk);
  const before = memory.find(list, {});
  memory.write(list, [], { args: [{}] });

  expect(before).toEqual([]);
  expect(memory.find(list, {})).toBe(before);
});

describe('a list of 10,000 records', () => {
  const LENGTH = 10_000;
  const list = new Collection([Todo]);
  const args = [{}];
  const all = Array.from({ length: LENGTH }, (_, i) => ({ id: `${i}`, author: 'ada' }));

  function longList() {
    const memory = createMemory();
    memory.write(User, { id: 'ada', name: 'Ada' });
    memory.write(list, all, { args });
    return { memory, before: memory.find(list, {}) ?? [] };
  }

  it('stays the same list when a response repeats it', () => {
    const { memory, before } = longList();
    memory.write(list, all, { args });
    memory.write(User, { id: 'bo', name: 'Bo' });

    expect(memory.find(list, {})).toBe(before);
  });

  it.each<[string, (memory: ReturnType<typeof createMemory>) => void, readonly number[]]>([
    ['one record', memory => memory.write(Todo, { id: '7', title: 'x' }), [7]],
    [
      'two',
      memory =>
        memory.write(
          [Todo],
          [
            { id: '0', title: 'x' },
            { id: '9999', title: 'x' },
          ],
        ),
      [0, 9999],
    ],
    ['what all hold', memory => memory.write(User, { id: 'ada', name: 'A' }), [...all.keys()]],
  ])('recreates elements with a change of %s, and nothing else', (_name, change, changed) => {
    const { memory, before } = longList();
    change(memory);
    const after = memory.find(list, {}) ?? [];

    expect([...all.keys()].filter(i => after[i] !== before[i])).toEqual(changed);
    expect(after).toHaveLength(LENGTH);
  });

  it.each<[string, (memory: ReturnType<typeof createMemory>) => void, number, number]>([
    ['joins at the end', memory => memory.write(list.push, { id: 'n' }, { args }), 0, 1],
    ['joins at the beginning', memory => memory.write(list.unshift, { id: 'n' }, { args }), 1, 1],
    ['is deleted', memory => memory.write(new Invalidate(Todo), '0'), -1, -1],
    ['is removed', memory => memory.write(list.remove, { id: '0' }, { args }), -1, -1],
  ])('keeps all others when one %s', (_name, change, shift, growth) => {
    const { memory, before } = longList();
    change(memory);
    const after = memory.find(list, {}) ?? [];

    expect(after).toHaveLength(LENGTH + growth);
    expect(after[500 + shift]).toBe(before[500]);
    expect(after[9000 + shift]).toBe(before[9000]);
    memory.write(Todo, { id: '9000', title: 'x' });
    expect(memory.find(list, {})?.[9000 + shift]?.title).toBe('x');
    expect(memory.find(list, {})?.[500 + shift]).toBe(before[500]);
  });

  it('shows changes of one response before, among and after its new elements', () => {
    const { memory, before } = longList();
    const changed = all.map((row, i) => (i === 1 || i === 9000 ? { ...row, title: 'x' } : row));
    memory.write(list, [...changed.slice(0, 500), { id: 'n', title: 'new' }, ...changed.slice(500)], {
      args,
    });
    const after = memory.find(list, {}) ?? [];

    expect([1, 500, 9001].map(i => after[i]?.title)).toEqual(['x', 'new', 'x']);
    expect(after[499]).toBe(before[499]);
    expect(after[501]).toBe(before[500]);
  });

  it('stays the same list when a record changes that was removed from its end', () => {
    const { memory } = longList();
    memory.write(Todo, { id: '7', title: 'x' });
    memory.find(list, {});
    memory.write(list, [...all.slice(2), ...all.slice(0, 2)], { args });
    memory.find(list, {});
    memory.write(list.remove, { id: '1' }, { args });
    const before = memory.find(list, {});

    memory.write(Todo, { id: '1', title: 'y' });

    expect(before).toHaveLength(LENGTH - 1);
    expect(memory.find(list, {})).toBe(before);
  });

  it('shows a change after going back to before a record joined', () => {
    const { memory } = longList();
    memory.write(Todo, { id: '7', title: 'x' });
    memory.find(list, {});
    const { tables } = memory;
    memory.write(list.unshift, { id: 'n' }, { args });
    memory.find(list, {});

    memory.restore(tables);
    memory.write(Todo, { id: '500', title: 'y' });

    expect(memory.find(list, {})?.[500]?.title).toBe('y');
  });

  it('shows a change of an element after more have come and gone than the list holds', () => {
    const memory = createMemory();
    memory.write(list, all.slice(0, 100), { args });
    memory.find(list, {});
    for (let i = 0; i < 500; i++) {
      memory.write(list.push, { id: `n${i}` }, { args });
      memory.find(list, {});
      if (i > 0) memory.write(list.remove, { id: `n${i - 1}` }, { args });
    }

    memory.write(Todo, { id: 'n499', title: 'x' });

    expect(memory.find(list, {})?.at(-1)?.title).toBe('x');
  });

  it('shows a missing record once it arrives', () => {
    const { memory } = longList();
    memory.write(new Invalidate(Todo), '3');
    expect(memory.find(list, {})).toHaveLength(LENGTH - 1);
    memory.write(Todo, { id: '3', title: 'back' });

    const shown = memory.find(list, {}) ?? [];
    expect(shown[3]?.title).toBe('back');
    expect(Object.keys(shown)).toHaveLength(LENGTH);
  });

  it('can hold records that all refer to each other', () => {
    class Peer extends Entity {
      id = '';
      next: Peer | undefined = undefined;
      static key = 'Peer';
      static schema: object = {};
    }
    Peer.schema = { next: Peer };
    const memory = createMemory();
    const peers = Array.from({ length: 300 }, (_, i) => ({ id: `${i}`, next: `${(i + 1) % 300}` }));
    const result = memory.write([Peer], peers);
    const before = memory.read([Peer], result);
    memory.write(Peer, { id: '299', title: 'x' });
    const after = memory.read([Peer], result);

    expect(before).toHaveLength(300);
    expect(after).toHaveLength(300);
    expect(after?.[298]?.next).toMatchObject({ title: 'x' });
  });

  it('is extended at either end by the exported merges', () => {
    expect([push(['a'], ['b', 'a', 'b']), unshift(['a'], ['b', 'a', 'b'])]).toEqual([
      ['a', 'b'],
      ['b', 'a'],
    ]);
  });
});
