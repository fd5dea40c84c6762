import { argumentError } from '../errors/argumentError';
import { describeValue } from '../errors/describeValue';
import { endpointFix, isResource } from '../errors/endpointFix';
import { sideEffectError } from '../errors/sideEffectError';
import type { EndpointInterface } from '../types/EndpointInterface';

/**
 * Checks that a hook was given an endpoint that may be sent while rendering.
 *
 * @throws {UsageError} when the endpoint has a side effect, or (in development) when it is no endpoint
 */
export function assertReads(hook: string, endpoint: EndpointInterface): void {
  if (process.env.NODE_ENV !== 'production') assertGivenEndpoint(hook, endpoint);
  if (endpoint.sideEffect) throw sideEffectError(hook, endpoint.name);
}

/**
 * Checks that a hook was given an endpoint, with or without a side effect; runs in development only.
 *
 * @throws {UsageError} naming what it was given
 */
export function assertGivenEndpoint(hook: string, endpoint: unknown): void {
  if (isEndpoint(endpoint as Partial<EndpointInterface> | undefined)) return;
  throw argumentError(`${hook}()`, `it was given ${describeGiven(endpoint)}`, endpointFix(endpoint));
}

function isEndpoint(value: Partial<EndpointInterface> | undefined): boolean {
  return typeof value?.key === 'function';
}

function describeGiven(value: unknown): string {
  return isResource(value) ? 'a whole resource' : `${describeValue(value)}, no endpoint`;
}
