import { Collection, Controller, Entity, getSelectors, keyOf, RestEndpoint } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';

class Author extends Entity {
  id = '';
  name = '';
  static key = 'EntitySelectors.Author';
}

class Book extends Entity {
  id = '';
  title = '';
  author = Author.fromJS();
  static key = 'EntitySelectors.Book';
  static schema = { author: Author };
}

const books = [
  { id: '9', title: 'nine', author: { id: 'a', name: 'Ada' } },
  { id: '1', title: 'one', author: { id: 'a', name: 'Ada' } },
];

function storeWithBooks() {
  const store = createTestStore();
  for (const book of books) store.dispatch(store.client.actions.set(Book, { value: book }));
  return store;
}

const { selectIds, selectEntities, selectAll, selectTotal, selectById } = getSelectors(Book);

it('selects all records of an entity in arrival order, with relations', () => {
  const state = storeWithBooks().getState();
  expect(selectIds(state)).toEqual(['9', '1']);
  expect(selectAll(state).map(book => `${book.title} by ${book.author.name}`)).toEqual([
    'nine by Ada',
    'one by Ada',
  ]);
  expect(selectTotal(state)).toBe(2);
  expect(selectById(state, 9)).toBe(selectAll(state)[0]);
  expect(selectEntities(state)['1']).toBe(selectById(state, '1'));
  expect(selectById(state, 'none')).toBeUndefined();
});

it('selects the same objects as long as nothing in them changes', () => {
  const store = storeWithBooks();
  const before = store.getState();
  store.dispatch(store.client.actions.set(Author, { value: { id: 'b', name: 'Bob' } }));
  const after = store.getState();
  expect(selectAll(after)).toBe(selectAll(before));
  expect(selectIds(after)).toBe(selectIds(before));
  expect(selectEntities(after)).toBe(selectEntities(before));
});

it('selects the same list of keys until a record is added or removed', async () => {
  const store = createTestStore();
  const controller = new Controller(store);
  for (const id of ['1', '2']) controller.set(Book, { id }, { id, title: id });
  const before = selectIds(store.getState());
  controller.set(Book, { id: '1' }, { title: 'new' });
  expect(selectIds(store.getState())).toBe(before);
  controller.set(Book, { id: '3' }, { id: '3', title: '3' });

  expect(selectIds(store.getState())).toEqual(['1', '2', '3']);
});

it('selects nothing before the slice is added', () => {
  expect(selectAll({})).toEqual([]);
  expect(selectTotal({})).toBe(0);
  expect(selectById({}, '9')).toBeUndefined();
});

it('finds a slice that is mounted elsewhere', () => {
  const state = storeWithBooks().getState();
  const elsewhere = getSelectors(Book, (root: { readonly server: typeof state.rdc }) => root.server);
  expect(elsewhere.selectIds({ server: state.rdc })).toEqual(['9', '1']);
});

it('selects records whose key comes from their parent or from arguments', () => {
  class Cell extends Entity {
    x = 0;
    override pk(parent?: { readonly id: string }) {
      return parent && `${parent.id}-${this.x}`;
    }
    static key = 'EntitySelectors.Cell';
  }
  class Grid extends Entity {
    id = '';
    cells: readonly Cell[] = [];
    static key = 'EntitySelectors.Grid';
    static schema = { cells: [Cell] };
  }
  class Seat extends Entity {
    row = 0;
    override pk(_parent?: unknown, _field?: string, [params]: readonly unknown[] = []) {
      const { hall } = (params ?? {}) as { readonly hall?: string };
      return hall && `${hall}-${this.row}`;
    }
    static key = 'EntitySelectors.Seat';
  }
  const getSeats = new RestEndpoint({ path: '/halls/:hall/seats', schema: new Collection([Seat]) });
  const store = createTestStore();
  store.dispatch(store.client.actions.set(Grid, { value: { id: 'g', cells: [{ x: 1 }, { x: 2 }] } }));
  store.dispatch(getSeats.setResponse({ hall: 'h' }, [{ row: 1 }, { row: 2 }]));
  const state = store.getState();
  const cells = getSelectors(Cell);
  const seats = getSelectors(Seat);

  expect(cells.selectIds(state)).toEqual(['g-1', 'g-2']);
  expect(cells.selectEntities(state)['g-2']?.x).toBe(2);
  expect(cells.selectAll(state).map(keyOf)).toEqual(['g-1', 'g-2']);
  expect(seats.selectIds(state)).toEqual(['h-1', 'h-2']);
  expect(seats.selectEntities(state)['h-1']).toBe(seats.selectById(state, 'h-1'));
  expect(getSeats.select({ hall: 'h' })(state).data?.map(keyOf)).toEqual(['h-1', 'h-2']);
});

it('selects the stored keys of records whose key field a schema function converts', () => {
  class Day extends Entity {
    day: Date = new Date(0);
    note = '';
    override pk() {
      return this.day as unknown as string;
    }
    static key = 'EntitySelectors.Day';
    static schema = { day: (iso: string) => new Date(iso) };
  }
  const store = createTestStore();
  const controller = new Controller(store);
  const days = ['2024-01-01', '2024-01-02'];
  controller.set([Day], days.map(day => ({ day, note: 'a' })) as never);
  const { selectIds, selectEntities, selectById } = getSelectors(Day);

  expect(selectIds(store.getState())).toEqual(days);
  expect(Object.keys(selectEntities(store.getState()))).toEqual(days);
  expect(days.map(day => keyOf(selectById(store.getState(), day) as Day))).toEqual(days);
  controller.set(Day, { day: days[0] } as never, draft => {
    draft.note = 'b';
  });
  controller.set([Day], days as never, drafts => {
    for (const draft of drafts) draft.note += 'c';
  });
  expect(selectIds(store.getState())).toEqual(days);
  expect(selectById(store.getState(), days[0] as string)).toMatchObject({
    day: new Date(days[0] as string),
    note: 'b',
  });
});
