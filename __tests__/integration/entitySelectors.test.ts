import { Entity, getSelectors } from 'rdc-toolkit';
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

it('gives all records of a kind in order of arrival, joined', () => {
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

it('gives the same objects for as long as nothing in them changes', () => {
  const store = storeWithBooks();
  const before = store.getState();
  store.dispatch(store.client.actions.set(Author, { value: { id: 'b', name: 'Bob' } }));
  const after = store.getState();
  expect(selectAll(after)).toBe(selectAll(before));
  expect(selectIds(after)).toBe(selectIds(before));
  expect(selectEntities(after)).toBe(selectEntities(before));
});

it('gives nothing where the slice is not there yet', () => {
  expect(selectAll({})).toEqual([]);
  expect(selectTotal({})).toBe(0);
  expect(selectById({}, '9')).toBeUndefined();
});

it('finds a slice that is mounted elsewhere', () => {
  const state = storeWithBooks().getState();
  const elsewhere = getSelectors(Book, root => (root as { readonly server: typeof state.rdc }).server);
  expect(elsewhere.selectIds({ server: state.rdc })).toEqual(['9', '1']);
});
