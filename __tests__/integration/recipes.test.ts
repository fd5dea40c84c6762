import { Collection, Controller, Entity, Lazy, Union, Values } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';

class User extends Entity {
  id = '';
  name = '';
  static key = 'recipes.User';
}
class Todo extends Entity {
  id = '';
  title = '';
  owner = User.fromJS();
  static key = 'recipes.Todo';
  static schema = { owner: User };
}
class Author extends Entity {
  id = '';
  name = '';
  books: Book[] = [];
  static key = 'recipes.Author';
  static schema = { books: [new Lazy(() => Book)] };
}
class Book extends Entity {
  id = '';
  title = '';
  author: Author | undefined = undefined;
  static key = 'recipes.Book';
  static schema = { author: Author };
}

const ada = { id: '7', name: 'Ada' };
const todos = new Collection([Todo]);

function startWithTodos() {
  const store = createTestStore();
  const controller = new Controller(store);
  controller.set(todos, {}, [
    { id: '1', title: 'one', owner: ada },
    { id: '2', title: 'two', owner: ada },
    { id: '3', title: 'three', owner: { id: '8', name: 'Bob' } },
  ]);
  const written = () => store.log.at(-1)?.value;
  return { store, controller, written };
}

function startWithBooks() {
  const store = createTestStore();
  const controller = new Controller(store);
  const author = '5';
  const books = [
    { id: '1', title: 'one', author },
    { id: '2', title: 'two', author },
  ];
  controller.set(Author, { id: author, name: 'Ann', books });
  return { store, controller, shown: () => controller.get(Author, { id: author }) };
}

it.each([
  ['the first of two', [0]],
  ['the last', [1]],
  ['both', [0, 1]],
])('changes a record that two others refer to through %s', (_which, places) => {
  const { controller } = startWithTodos();

  const wasSet = controller.set(todos, {}, draft => {
    for (const at of places) (draft[at] as Todo).owner.name = 'Ada L.';
  });

  expect(wasSet).toBe(true);

  expect(controller.get(User, { id: '7' })).toMatchObject({ name: 'Ada L.' });
  expect(controller.get(todos, {})?.map(todo => todo.owner.name)).toEqual(['Ada L.', 'Ada L.', 'Bob']);
});

it('writes only the changed fields of a list, and keys for the rest', () => {
  const { controller, written } = startWithTodos();

  controller.set(todos, {}, draft => {
    (draft[0] as Todo).owner.name = 'Ada L.';
    draft.push({ id: '4', title: 'four', owner: draft[2]?.owner } as Todo);
  });

  expect(written()).toEqual([
    { id: '1', owner: { id: '7', name: 'Ada L.' } },
    '2',
    '3',
    { id: '4', title: 'four', owner: '8' },
  ]);
  expect(controller.get(todos, {})?.map(({ title }) => title)).toEqual(['one', 'two', 'three', 'four']);
});

it('accepts a returned list in the same way', () => {
  const { controller } = startWithTodos();

  controller.set(todos, {}, all =>
    all.map(todo => (todo.id === '2' ? { ...todo, owner: { ...todo.owner, name: 'Ada L.' } } : todo)),
  );

  expect(controller.get(todos, {})?.map(todo => [todo.title, todo.owner.name])).toEqual([
    ['one', 'Ada L.'],
    ['two', 'Ada L.'],
    ['three', 'Bob'],
  ]);
});

it('keeps the other fields when a recipe replaces a record with a partial instance', () => {
  const { controller } = startWithTodos();

  controller.set(todos, {}, draft => {
    draft[0] = Todo.fromJS({ id: '1', title: 'first' });
  });

  expect(controller.get(todos, {})?.[0]).toMatchObject({ title: 'first', owner: ada });
});

describe('with relations in both directions', () => {
  it.each<[string, (draft: Author) => unknown, object]>([
    [
      'a field',
      (draft: Author) => {
        draft.name = 'Anna';
      },
      { name: 'Anna' },
    ],
    [
      'a nested field',
      (draft: Author) => {
        (draft.books[0] as Book).title = 'first';
      },
      { books: ['first', 'two'] },
    ],
    [
      'a list, by taking from it',
      (draft: Author) => {
        draft.books.pop();
      },
      { books: ['one'] },
    ],
    [
      'a list, by adding to it',
      (draft: Author) => {
        draft.books.push({ id: '9', title: 'new' } as Book);
      },
      { books: ['one', 'two', 'new'] },
    ],
    [
      'the order of a list',
      (draft: Author) => {
        draft.books.reverse();
      },
      { books: ['two', 'one'] },
    ],
    [
      'a list, by a filter',
      (draft: Author) => {
        draft.books = draft.books.filter(({ id }) => id !== '1');
      },
      { books: ['two'] },
    ],
    [
      'itself through a record that it holds',
      (draft: Author) => {
        (draft.books[0]?.author as Author).name = 'Anna';
      },
      { name: 'Anna' },
    ],
    [
      'a list, by a book that refers back',
      (draft: Author) => {
        draft.books.push({ id: '9', title: 'new', author: draft } as Book);
      },
      { books: ['one', 'two', 'new'] },
    ],
    [
      'a list, by returning another',
      draft => ({ ...draft, books: draft.books.slice(1) }),
      { books: ['two'] },
    ],
  ])('changes %s', (_what, recipe, changed) => {
    const { controller, shown } = startWithBooks();

    expect(controller.set(Author, { id: '5' }, recipe as never)).toBe(true);

    const author = shown() as Author;
    expect({ name: author.name, books: author.books.map(({ title }) => title) }).toEqual({
      name: 'Ann',
      books: ['one', 'two'],
      ...changed,
    });
    expect(controller.get(Book, { id: '2' })).toMatchObject({ title: 'two', author: { id: '5' } });
    expect(author.books.at(-1)?.author?.id ?? '5').toBe('5');
  });
});

it('changes records in a union, a map and an object', () => {
  const store = createTestStore();
  const controller = new Controller(store);
  class Note extends Entity {
    id = '';
    type = 'note';
    by = User.fromJS();
    static key = 'recipes.Note';
    static schema = { by: User };
  }
  class Task extends Note {
    override type = 'task';
    static override key = 'recipes.Task';
  }
  const feed = new Collection([new Union({ note: Note, task: Task }, 'type')]);
  const byName = new Collection(new Values(Todo));
  controller.set(feed, {}, [
    { id: '1', type: 'note', by: ada },
    { id: '1', type: 'task', by: ada },
  ]);
  controller.set(byName, {}, { first: { id: '1', owner: ada }, second: { id: '2', owner: ada } });

  controller.set(feed, {}, draft => {
    (draft[0] as Note).by.name = 'Ada L.';
  });
  expect(controller.get(feed, {})?.map(item => [item.type, item.by.name])).toEqual([
    ['note', 'Ada L.'],
    ['task', 'Ada L.'],
  ]);

  controller.set(byName, {}, draft => {
    (draft.first as Todo).owner.name = 'Ada M.';
  });
  expect(controller.get(byName, {})?.second?.owner.name).toBe('Ada M.');
  expect(controller.get(User, { id: '7' })?.name).toBe('Ada M.');
});

it.each<[what: string, change: (controller: Controller) => unknown]>([
  [
    'deletes it',
    ({ set }) =>
      set(Todo, { id: '1' }, draft => {
        delete (draft as Partial<Todo>).title;
      }),
  ],
  [
    'assigns undefined',
    ({ set }) =>
      set(Todo, { id: '1' }, draft => {
        Object.assign(draft, { title: undefined });
      }),
  ],
  ['returns undefined', ({ set }) => set(Todo, { id: '1' }, todo => ({ ...todo, title: undefined }))],
  [
    'deletes it in a list',
    ({ set }) =>
      set(todos, {}, draft => {
        delete (draft[0] as Partial<Todo>).title;
      }),
  ],
])('rejects removing a field of a record, in a function that %s', (_what, change) => {
  const { controller } = startWithTodos();

  expect(() => change(controller)).toThrow(
    'Cannot call set(): the field "title" of a stored recipes.Todo cannot be removed. ' +
      'Assign null or an empty value: draft.title = null.',
  );

  expect(controller.get(todos, {})?.map(({ title }) => title)).toEqual(['one', 'two', 'three']);
});

it.each<[what: string, change: (todo: Todo) => unknown]>([
  ['assigns another', todo => void Object.assign(todo, { id: '9' })],
  ['returns another', todo => ({ ...todo, id: '9' })],
])('rejects changing the key of a record, in a function that %s', (_what, change) => {
  const { controller } = startWithTodos();

  expect(() => controller.set(Todo, { id: '1' }, change as never)).toThrow(
    'Cannot call set(): the key of a stored recipes.Todo cannot be changed. ' +
      'Remove it with set(new Invalidate(recipes.Todo), ...), and store the other one with set(recipes.Todo, ...).',
  );

  expect(controller.get(Todo, { id: '9' })).toBeUndefined();
});

it('rejects changing a date in place, and keeps the old one', () => {
  class Dated extends Entity {
    id = '';
    dueAt = new Date(0);
    static key = 'recipes.Dated';
    static schema = { dueAt: (iso: string) => new Date(iso) };
  }
  const controller = new Controller(createTestStore());
  controller.set(Dated, { id: '1' }, { id: '1', dueAt: '2026-01-01T00:00:00.000Z' });
  const setYear = (draft: Dated) => void draft.dueAt.setUTCFullYear(1999);

  expect(() => controller.set(Dated, { id: '1' }, setYear)).toThrow(
    'Cannot call set(): the date in the field "dueAt" of recipes.Dated was changed in place. ' +
      'Assign another one: draft.dueAt = new Date(...).',
  );
  expect(controller.get(Dated, { id: '1' })?.dueAt.toISOString()).toBe('2026-01-01T00:00:00.000Z');
});

it('removes a member of an object in a field, and an entry of a map', () => {
  const controller = new Controller(createTestStore());
  class Note extends Entity {
    id = '';
    labels: Record<string, string> = {};
    static key = 'recipes.LabelledNote';
  }
  const byName = new Collection(new Values(Note));
  const labels = { color: 'red', size: 'big' };
  controller.set(byName, {}, { first: { id: '1', labels }, second: { id: '2' } });

  controller.set(byName, {}, draft => {
    delete draft.second;
    delete draft.first?.labels.color;
  });

  expect(controller.get(byName, {})).toEqual({ first: expect.objectContaining({ labels: { size: 'big' } }) });
  expect(controller.get(Note, { id: '2' })).toBeDefined();
});
