import { argumentError } from '../errors/argumentError';
import { describeValue } from '../errors/describeValue';
import { sideEffectError } from '../errors/sideEffectError';
import type { EndpointInterface } from '../types/EndpointInterface';

/**
 * Makes sure that a hook was given an endpoint that rendering may send.
 *
 * @throws {UsageError} when the endpoint has a side effect, or (in development) when it is no endpoint
 */
export function assertReads(hook: string, endpoint: EndpointInterface): void {
  if (process.env.NODE_ENV !== 'production' && !isEndpoint(endpoint)) {
    throw argumentError(`${hook}()`, `it was given ${describeGiven(endpoint)}`, fix(endpoint));
  }
  if (endpoint.sideEffect) throw sideEffectError(hook, endpoint.name);
}

function isEndpoint(given: Partial<EndpointInterface> | undefined): boolean {
  return typeof given?.key === 'function';
}

function describeGiven(given: unknown): string {
  return isResource(given) ? 'a whole resource' : `${describeValue(given)}, no endpoint`;
}

function fix(given: unknown): string {
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
