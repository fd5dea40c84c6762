import { isObject } from './isObject';

/** A value that is equal for equal results: those of unions are objects. */
export function identityOf(result: unknown): unknown {
  return isObject(result) ? JSON.stringify(result) : result;
}
