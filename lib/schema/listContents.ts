import { schemaName } from '../definitions/schemaName';
import type { Schema, SchemaObject } from '../types/Schema';

/** Schema of a list's contents: `[schema]`, or an object that stands for an array or a map. */
export type ListContents =
  | readonly Schema[]
  | (SchemaObject & { readonly element: Schema; readonly isMap: boolean });

/** Schema of one element. */
export function elementOf(contents: ListContents): Schema {
  return 'element' in contents ? contents.element : contents[0];
}

/** Whether elements have names in place of an order. */
export function isMapSchema(contents: ListContents): boolean {
  return 'isMap' in contents && contents.isMap;
}

/** Name of the table of such lists: `[Todo]`, or `{Todo}` for maps. */
export function nameOf(contents: ListContents): string {
  const element = schemaName(elementOf(contents));
  return isMapSchema(contents) ? `{${element}}` : `[${element}]`;
}
