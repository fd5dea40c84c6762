import {
  Collection,
  type CollectionOptions,
  Entity,
  getSelectors,
  Invalidate,
  Lazy,
  Query,
  RestEndpoint,
  resource,
  Union,
  unshift,
  Values,
} from 'rdc-toolkit';
import { zodEntity } from 'rdc-toolkit/zod';
import { z } from 'zod';

export class Writer extends Entity {
  id = '';
  name = '';
  static key = 'names.Writer';
}

export class Book extends Entity {
  id = '';
  kind = 'book' as const;
  title = '';
  shelf = '';
  writer = Writer.fromJS();
  static key = 'names.Book';
  static schema = { writer: Writer };
}

/** A key of characters with a meaning in schema names. */
export class Film extends Entity {
  id = '';
  kind = 'film' as const;
  title = '';
  static key = 'Film [1] {x}(y),:|"<>.\\';
}

/** Found only through a lazy schema. */
class Page extends Entity {
  id = '';
  text = '';
  static key = 'names.Page';
}

export class Folder extends Entity {
  id = '';
  folders: readonly Folder[] = [];
  pages: readonly Page[] = [];
  static key = 'names.Folder';
  static schema = { folders: [new Lazy((): typeof Folder => Folder)], pages: [new Lazy(() => Page)] };
}

/** Not in an endpoint, but in a list. */
export class Draft extends Entity {
  id = '';
  static key = 'names.Draft';
}
export const drafts = new Collection([Draft]);

/** Not in an endpoint, but in selectors. */
export class Mark extends Entity {
  id = '';
  static key = 'names.Mark';
}
export const { selectAll: selectMarks } = getSelectors(Mark);

export const Price = zodEntity('names.Price', z.object({ id: z.string(), amount: z.number() }));
export const getPrice = new RestEndpoint({ path: '/prices/:id', schema: Price });

export const Work = new Union({ book: Book, film: Film }, 'kind');
export const WorkByTitle = new Union({ book: Book, film: Film }, ({ title }: { title: string }) =>
  title.endsWith('!') ? 'film' : 'book',
);

/** A list that stays sorted when records are added. */
class Sorted<const Contents extends readonly [typeof Book]> extends Collection<Contents> {
  constructor(schema: Contents, options?: CollectionOptions) {
    super(schema, { ...options, argsKey: ({ shelf }: { shelf: string }) => ({ shelf }) });
    this.push = this.addWith((there, coming) => [...there, ...coming].sort());
  }
}

export const BookResource = resource({
  path: '/books/:id',
  schema: Book,
  searchParams: {} as { shelf: string; page?: number },
  nonFilterArgumentKeys: ['page'],
}).extend(base => ({
  getSorted: new RestEndpoint({
    path: '/sorted',
    searchParams: {} as { shelf: string },
    schema: new Sorted([Book]),
  }),
  getWrapped: base.getList.extend({
    path: '/wrapped',
    schema: { 'the list': new Collection([Book], { nonFilterArgumentKeys: /^x/ }), total: 0 },
  }),
  addFirst: base.getList.push.extend({ path: '/first', schema: base.getList.schema.addWith(unshift) }),
  getFeed: new RestEndpoint({ path: '/feed', schema: new Collection([WorkByTitle]) }),
}));

/** Another resource for the same entity, with its own list. */
export const ArchiveResource = resource({
  path: '/archive/:id',
  schema: Book,
  nonFilterArgumentKeys: ['year'],
});

export const getFolder = new RestEndpoint({ path: '/folders/:id', schema: Folder });
export const titles = new Query(new Collection([Book]), books => books.map(({ title }) => title));
export const byName = new Values(Book);
export const removeBook = new Invalidate(Book);
