import { BaseEndpoint } from '../endpoint/BaseEndpoint';
import { argumentError } from '../errors/argumentError';
import { describeValue } from '../errors/describeValue';

/**
 * Makes sure that a method of the controller was given an endpoint.
 *
 * @throws {UsageError} naming what it was given, and the usual reason
 */
export function assertEndpoint(value: unknown, method: string): void {
  if (typeof value === 'function' && !isThunk(value)) return;
  throw argumentError(`controller.${method}()`, `its endpoint is ${described(value)}`, fix(value));
}

/** What `endpoint.fetch(...)` returns; an endpoint is a function too. */
function isThunk(value: object): boolean {
  return !(value instanceof BaseEndpoint) && !('key' in value);
}

function described(value: unknown): string {
  if (isPromise(value)) return 'a promise';
  return typeof value === 'function' ? 'a thunk, or another function' : describeValue(value);
}

function fix(value: unknown): string {
  if (value === undefined) {
    return (
      'Either there is no such member (getList.getPage needs a paginationField), ' +
      'or the module that defines it has not run yet, since two modules import each other.'
    );
  }
  return 'Pass the endpoint itself, then its arguments: (TodoResource.get, { id }).';
}

function isPromise(value: unknown): boolean {
  return typeof (value as { readonly then?: unknown } | null | undefined)?.then === 'function';
}
