import { isObject } from './isObject';

/** Whether an object says itself what it is in JSON: a date, a URL. */
export function hasToJson(value: unknown): value is { toJSON(): unknown } {
  return isObject(value) && 'toJSON' in value && typeof value.toJSON === 'function';
}
