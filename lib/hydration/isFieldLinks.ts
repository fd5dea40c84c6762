import { isPlainObject } from '../plain/isPlainObject';
import type { FieldLinks } from '../types/State';

/** Whether what a state from elsewhere holds names, for each field, the kinds of records that it refers to. */
export function isFieldLinks(fields: unknown): fields is FieldLinks {
  const isList = (kinds: unknown) => Array.isArray(kinds) && kinds.every(kind => typeof kind === 'string');
  return isPlainObject(fields) && Object.values(fields).every(isList);
}
