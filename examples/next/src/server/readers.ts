import { cookies } from 'next/headers';
import { books } from './catalogue';

interface Reader {
  readonly id: string;
  readonly name: string;
  /** What a reader says of a book, by its id. */
  readonly shelf: Map<string, { readonly status: string; readonly note: string }>;
}

// In memory: all is as new when the server starts again. Each route may be loaded with modules of its own, so what
// they share belongs to the process.
const process = globalThis as { readers?: Map<string, Reader> };
process.readers ??= new Map([
  [
    'ada',
    {
      id: 'ada',
      name: 'Ada',
      shelf: new Map([
        ['left-hand', { status: 'reading', note: '' }],
        ['room', { status: 'finished', note: 'Five hundred a year, and a door that locks.' }],
        ['middlemarch', { status: 'to read', note: '' }],
      ]),
    },
  ],
  [
    'grace',
    {
      id: 'grace',
      name: 'Grace',
      shelf: new Map([
        ['middlemarch', { status: 'finished', note: 'Dorothea deserved better.' }],
        ['cities', { status: 'finished', note: '' }],
      ]),
    },
  ],
]);
const readers = process.readers;

/** The reader whose cookie came with the request; who is new begins with an empty shelf. */
export async function readerOfRequest() {
  const id = (await cookies()).get('reader')?.value ?? 'ada';
  const reader = readers.get(id) ?? { id, name: id, shelf: new Map() };
  readers.set(id, reader);
  return reader;
}

/** The books of a reader, with what the reader says of them. */
export function booksOf({ shelf }: Reader) {
  return [...shelf].flatMap(([id, own]) =>
    books.filter(book => book.id === id).map(book => ({ ...book, ...own })),
  );
}
