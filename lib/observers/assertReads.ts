import { ArgumentError } from '../errors/ArgumentError';
import { describeValue } from '../errors/describeValue';
import { SideEffectError } from '../errors/SideEffectError';
import type { EndpointInterface } from '../types/EndpointInterface';

/**
 * Makes sure that a hook was given an endpoint that rendering may send.
 *
 * @throws {SideEffectError} when the endpoint has a side effect
 * @throws {ArgumentError} when it is no endpoint, a whole resource for instance
 */
export function assertReads(hook: string, endpoint: EndpointInterface): void {
  if (typeof (endpoint as Partial<EndpointInterface> | undefined)?.key !== 'function') {
    throw new ArgumentError(`${hook}()`, `it was given ${describeGiven(endpoint)}`, wayOut(endpoint));
  }
  if (endpoint.sideEffect) throw new SideEffectError(hook, endpoint.name);
}

function describeGiven(given: unknown): string {
  return isResource(given) ? 'a whole resource' : `${describeValue(given)}, no endpoint`;
}

function wayOut(given: unknown): string {
  if (isResource(given)) return 'Pass one of its members, such as TodoResource.get, then the arguments.';
  if (given === undefined) {
    return (
      'Either there is no such member (getList.getPage needs a paginationField), ' +
      'or the module that defines it has not run yet, since two modules import each other.'
    );
  }
  return 'Pass the endpoint itself, then its arguments: (TodoResource.get, { id }).';
}

function isResource(given: unknown): boolean {
  return typeof given === 'object' && given !== null && 'get' in given;
}
