import { isObject } from '../plain/isObject';

/** What to pass instead of a value that is no endpoint, for errors in development. */
export function endpointFix(given: unknown): string {
  if (isResource(given)) return 'Pass one of its members, such as TodoResource.get, then the arguments.';
  if (given === undefined) {
    return (
      'Either there is no such member (getList.getPage needs a paginationField), ' +
      'or the module that defines it has not run yet, since two modules import each other.'
    );
  }
  return 'Pass the endpoint itself, then its arguments: (TodoResource.get, { id }).';
}

/** Whether a value is a whole resource instead of one of its endpoints. */
export function isResource(given: unknown): boolean {
  return isObject(given) && isEndpoint((given as { readonly get?: unknown }).get);
}

/** Checks members: a thunk, such as `endpoint.fetch(...)`, and a class are functions, too. */
export function isEndpoint(given: unknown): boolean {
  return typeof given === 'function' && typeof (given as { readonly key?: unknown }).key === 'function';
}
