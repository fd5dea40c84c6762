import type { CollectionWriter } from '../schema/collectionWriter';
import type { SentFields } from '../schema/EntityClass';
import type { ElementIn, ElementOf } from '../schema/listContents';
import type { Denormalized, SchemaOf } from '../types/Denormalized';
import type { Flat, SearchOf } from './RestArgs';
import type { RestOptions } from './RestOptions';

/** The option with that name; `undefined` when it is not given. */
export type Option<Options, Name extends string> = Options extends { readonly [Key in Name]: unknown }
  ? Options[Name]
  : undefined;

/** An entity class: lists in an entity beside a list belong to the entity. */
type AnyClass = abstract new (...args: never[]) => unknown;

/** A field that is read by a function. */
type Reader = (value: never) => unknown;

/** The collection that a list's schema is or contains. */
type CollectionIn<S> = S extends { readonly '~contents': infer Contents }
  ? Contents
  : S extends { readonly '~inner': infer Inner }
    ? CollectionIn<Inner>
    : S extends SchemaOf<unknown> | AnyClass
      ? never
      : S extends object
        ? { [Field in keyof S]: CollectionIn<S[Field]> }[keyof S]
        : never;

/** What does a write to a list return? One element. */
export type WrittenElement<Options> = ElementOf<CollectionIn<Option<Options, 'schema'>>>;

/** The schema of one element. */
export type ElementSchema<Options> = ElementIn<CollectionIn<Option<Options, 'schema'>>>;

/** What does a write to a map return? The entries. */
export type WrittenEntries<Options> = Denormalized<CollectionIn<Option<Options, 'schema'>>>;

/** The schema of a map. */
export type MapSchema<Options> = CollectionIn<Option<Options, 'schema'>>;

/** What does a creation send by default? Some fields of the element. */
export type SentBody<Options> = Options extends { readonly body: unknown }
  ? Options['body']
  : Partial<SentFields<WrittenElement<Options>, ElementSchema<Options>>>;

/** What does a creation in a map send by default? Entries, each with some fields of the element. */
export type SentEntries<Options> = Options extends { readonly body: unknown }
  ? Options['body']
  : Readonly<Record<string, Partial<SentFields<WrittenElement<Options>, ElementSchema<Options>>>>>;

/** The path of one element. */
export type ElementPath<Options extends RestOptions> = Options extends { readonly movePath: string }
  ? Options['movePath']
  : Options['path'];

/** The query parameters of a list, and the one that selects a page. */
export type SearchWithPage<Options> = Flat<
  ([Option<Options, 'searchParams'>] extends [undefined]
    ? unknown
    : SearchOf<Option<Options, 'searchParams'>>) & {
    [Name in Option<Options, 'paginationField'> & string]: string | number;
  }
>;

/** A list's schema with pages in place of the list. */
export type PageSchema<S> = S extends { readonly '~contents': infer Contents }
  ? CollectionWriter<Denormalized<Contents>, Contents>
  : S extends { readonly '~inner': infer Inner }
    ? PageSchema<Inner>
    : S extends SchemaOf<unknown> | AnyClass | Reader
      ? S
      : S extends object
        ? { readonly [Field in keyof S]: PageSchema<S[Field]> }
        : S;
