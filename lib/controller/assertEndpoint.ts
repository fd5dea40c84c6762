import { argumentError } from '../errors/argumentError';
import { describeValue } from '../errors/describeValue';
import { endpointFix, isEndpoint, isResource } from '../errors/endpointFix';

/**
 * Checks that a method of the controller was given an endpoint.
 *
 * @throws {UsageError} naming what it was given, and the usual reason
 */
export function assertEndpoint(value: unknown, method: string): void {
  if (isEndpoint(value)) return;
  throw argumentError(`controller.${method}()`, `its endpoint is ${describe(value)}`, endpointFix(value));
}

function describe(value: unknown): string {
  if (isPromise(value)) return 'a promise';
  if (isEntity(value)) return `the entity class ${value.key}`;
  if (isResource(value)) return 'a whole resource';
  return typeof value === 'function' ? 'a thunk, or another function' : describeValue(value);
}

function isPromise(value: unknown): boolean {
  return typeof (value as { readonly then?: unknown } | null | undefined)?.then === 'function';
}

function isEntity(value: unknown): value is { readonly key: string } {
  return typeof value === 'function' && 'pk' in value;
}
