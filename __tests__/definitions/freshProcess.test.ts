import { join } from 'node:path';
import {
  All,
  actions,
  Collection,
  createDataClient,
  type DataState,
  Invalidate,
  Query,
  type Schema,
  schema,
  Union,
  Values,
} from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { replayElsewhere } from '../helpers/replayElsewhere';
import * as library from './library';
import {
  ArchiveResource,
  Book,
  BookResource,
  Draft,
  drafts,
  Film,
  Folder,
  Mark,
  Price,
  Work,
  Writer,
} from './library';

const book = { id: '1', kind: 'book', title: 'Emma', shelf: 'a', writer: { id: 'j', name: 'Jane' } };
const other = { id: '2', kind: 'book', title: 'Persuasion', shelf: 'a', writer: 'j' };
const film = { id: '1', kind: 'film', title: 'Metropolis' };
const shelf = { shelf: 'a' };
const lists = { list: new Collection([Book]), map: new Collection(new Values(Book)) };
const { getList, getSorted, getWrapped, getFeed, addFirst } = BookResource;

/** Data to set, its schema, and the name of that schema in the log. None of these lists is created elsewhere. */
const cases: readonly [name: string, schema: unknown, args: readonly unknown[], value: unknown][] = [
  ['names.Book', Book, [], book],
  [JSON.stringify(Film.key), Film, [], film],
  ['names.Folder', Folder, [], { id: '1', folders: [{ id: '2', pages: [{ id: 'p', text: 'x' }] }] }],
  ['names.Page', Folder.schema.pages[0], [], { id: 'q', text: 'y' }],
  ['names.Draft', Draft, [], { id: 'd' }],
  ['[names.Draft].push', drafts.push, [{}], { id: 'e' }],
  ['names.Mark', Mark, [], { id: 'm' }],
  ['names.Price', Price, [], { id: 'p', amount: 5 }],
  ['Array(names.Book)', [Book], [], [book, other]],
  ['Array(names.Book)', new schema.Array(Book), [], [book]],
  ['{book:names.Book,total:number}', { book: Book, total: 0 }, [], { book, total: 1 }],
  ['{"a:b":Array(names.Book)}', new schema.Object({ 'a:b': [Book] }), [], { 'a:b': [other] }],
  ['[names.Book]', lists.list, [shelf], [book]],
  ['[names.Book].push', lists.list.push, [shelf], other],
  ['[names.Book].unshift', lists.list.unshift, [shelf], { ...book, id: '3' }],
  ['[names.Book].move', lists.list.move, [{ id: '3' }, { shelf: 'b' }], { ...book, id: '3', shelf: 'b' }],
  ['[names.Book].remove', lists.list.remove, [shelf], book],
  ['{names.Book}', lists.map, [shelf], { first: book }],
  ['{names.Book}.assign', lists.map.assign, [shelf], { second: other }],
  ['Values(names.Book)', new Values(Book), [], { x: book }],
  ['All(names.Book)', new All(Book), [], [book]],
  ['[names.Book]', new Query(lists.list, books => books.length), [{ shelf: 'q' }], [book]],
  ['Union({book:names.Book,film:"Film [1] {x}(y),:|\\"<>.\\\\"},kind)', Work, [], film],
  ['Array(Union({book:names.Book},kind))', new schema.Array({ book: Book }, 'kind'), [], [book]],
  ['[Union({book:names.Book},kind)]', new Collection([new Union({ book: Book }, 'kind')]), [{}], [book]],
  [
    '[Union({book:names.Book},kind)].push',
    new Collection([new Union({ book: Book }, 'kind')]).push,
    [{}],
    other,
  ],
  ['[names.Book.getFeed.schema.element]', getFeed.schema, [], [book, { ...film, title: 'M!' }]],
  ['[names.Book.getFeed.schema.element].push', getFeed.schema.push, [], { ...film, id: '9', title: 'N!' }],
  ['names.Book.getFeed.schema.element', library.WorkByTitle, [], { ...film, id: '8', title: 'O!' }],
  ['names.Book.getSorted.schema', getSorted.schema, [{ ...shelf, x: 1 }], [{ ...book, id: '7' }]],
  ['names.Book.getSorted.schema.push', getSorted.schema.push, [shelf], { ...book, id: '6' }],
  [
    'names.Book.getList<"GET /books">.schema.push',
    getList.schema.push,
    [{ ...shelf, page: 2 }],
    { ...book, id: '5' },
  ],
  ['names.Book.addFirst.schema', addFirst.schema, [shelf], { ...book, id: '4' }],
  [
    'names.Book.getWrapped.schema.the list.push',
    getWrapped.schema['the list'].push,
    [{ shelf: 'a', xy: 1 }],
    { ...book, id: '3' },
  ],
  ['names.Book.getList<"GET /archive">.schema', ArchiveResource.getList.schema, [{ year: 1 }], [book]],
  [
    'names.Book.getList<"GET /archive">.schema.push',
    ArchiveResource.getList.schema.push,
    [{ year: 2 }],
    other,
  ],
  ['Invalidate(names.Book)', new Invalidate(Book), [], '2'],
  [
    'Invalidate(Union({w:names.Writer,b:names.Book},is))',
    new Invalidate({ w: Writer, b: Book }, 'is'),
    [],
    { is: 'w', id: 'j' },
  ],
];

it('finds every schema of a log in a process that has only loaded the definitions', () => {
  const store = createTestStore();
  const { reducer } = createDataClient();
  for (const [, under, args, value] of cases) store.dispatch(actions.set(under as Schema, { args, value }));

  expect(store.log.map(({ schemaName }) => schemaName)).toEqual(cases.map(([name]) => name));
  const states: DataState[] = [];
  for (const action of store.log) states.push(reducer(states.at(-1), action));
  const elsewhere = replayElsewhere(store.log, { modules: [join(__dirname, 'library')] });
  expect(elsewhere.said).toBe('');
  for (const [i, state] of JSON.parse(JSON.stringify(states)).entries()) {
    expect({ name: cases[i]?.[0], state: elsewhere.states[i] }).toEqual({ name: cases[i]?.[0], state });
  }
});
