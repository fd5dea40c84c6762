import { isObject } from './isObject';

/** Something that is equal for equal results: those of unions are objects. */
export function identityOf(result: unknown): unknown {
  return isObject(result) ? JSON.stringify(result) : result;
}
