import type { Denormalized } from '../types/Denormalized';
import type { Schema, SchemaObject, TableSchema } from '../types/Schema';
import type { CollectionRow, EntityRow } from '../types/State';
import type { CollectionKey } from './collectionKey';

/** Schema of a list's contents: `[schema]`, or an object that stands for an array or a map. */
export type ListContents =
  | readonly Schema[]
  | (SchemaObject & { readonly element: Schema; readonly isMap: boolean });

/** Which lists there are, and what is in them. */
export interface ListSchema extends TableSchema {
  /** Schema of one element. */
  readonly element: Schema;
  /** Schema of all elements of one list. */
  readonly schema: Schema;
  /** Whether elements have names in place of an order. */
  readonly isMap: boolean;
}

/** The results of a response that was just written, in the form that lists hold. */
export interface Written {
  readonly results: CollectionRow;
  /** The stored fields of each, in the same order; `undefined` if it has none. */
  readonly rows: readonly (EntityRow | undefined)[];
  /** What the server sent for each. */
  readonly responses: readonly unknown[];
}

/**
 * Changes one stored list; the same list leaves it as it is.
 *
 * @param isKept whether `belongs` says what leaves the list
 */
export type ListChange = (
  list: CollectionRow,
  key: CollectionKey,
  written: Written,
  isKept: boolean,
) => CollectionRow;

/** Results with their names: in a list, their positions. */
export type Entries = readonly (readonly [name: string, result: unknown])[];

/** What only maps can do: it comes with `Values`, so that apps without maps do not contain it. */
export interface MapContents {
  /** The map with more entries, each record once; entries without names go under their keys. */
  joined?(map: CollectionRow, joining: Entries, isUnnamed: boolean): CollectionRow;
  /** The map without some results; the same map when it held none of them. */
  without?(map: CollectionRow, gone: readonly unknown[]): CollectionRow;
  /** The schema of what a server sent for a change to the map. */
  schemaFor?(sent: unknown, effect: string): Schema;
  /** The schema of what is stored of it. */
  schemaOf?(result: unknown): Schema;
}

/** The schema of one element of a collection. */
export type ElementIn<Contents> = Contents extends readonly [infer Element]
  ? Element
  : Contents extends readonly (infer Element)[]
    ? Element
    : Contents extends { readonly schema: infer Element }
      ? Element
      : Contents;

/** The value of one element of a collection. */
export type ElementOf<Contents> = Contents extends readonly [infer Element]
  ? Denormalized<Element>
  : Contents extends readonly (infer Element)[]
    ? Denormalized<Element>
    : Denormalized<Contents> extends readonly (infer Element)[]
      ? Element
      : Denormalized<Contents> extends Readonly<Record<string, infer Element>>
        ? Element
        : never;
