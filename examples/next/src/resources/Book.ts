import { Entity, Query, resource } from 'rdc-toolkit';
import { Author } from './Author';
import { origin } from './origin';

export const STATUSES = ['to read', 'reading', 'finished'] as const;

/** A book on the shelf of a reader. */
class Book extends Entity {
  id = '';
  title = '';
  author = Author.fromJS();
  year = 0;
  cover = '';
  status: (typeof STATUSES)[number] = 'to read';
  note = '';

  static key = 'Book';
  static schema = { author: Author };
}

export const BookResource = resource({
  urlPrefix: origin,
  path: '/api/books/:id',
  schema: Book,
  optimistic: true,
});

/** What there is to say of a shelf, in a few words. */
export const progress = new Query(
  BookResource.getList.schema,
  books => `${books.filter(({ status }) => status === 'finished').length} of ${books.length} read`,
);
