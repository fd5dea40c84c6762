import { AmbiguousNameError } from '../errors/AmbiguousNameError';
import { UnknownNameError } from '../errors/UnknownNameError';
import { attempt } from '../plain/attempt';
import type { EndpointInterface } from '../types/EndpointInterface';
import { candidates, latestOf } from './candidates';

/** What a log can refer to by name. */
export type DefinitionKind = 'endpoint' | 'schema';

/** Distinguishes endpoints with one name: the fetched address. */
export interface NamedRequest {
  readonly key?: string | undefined;
  readonly args: readonly unknown[];
}

/**
 * Definitions by name, filled as modules load.
 *
 * Used only for logs that went through JSON: an action made in this process carries its definition.
 */
export const endpoints = candidates();

/**
 * The endpoint with a name.
 *
 * Of several, returns the one whose URL matches the request, and in development the latest of those. A lazily derived
 * endpoint, such as `Todo.getList.push`, is found as a member of its owner.
 *
 * @throws {UnknownNameError} when nothing with that name is loaded
 * @throws {AmbiguousNameError} (in development) when different endpoints with that name match equally
 */
export function endpointNamed(name: string, request?: NamedRequest): EndpointInterface {
  const matches = endpointsNamed(name);
  const [one] = matches;
  if (one === undefined) throw new UnknownNameError('endpoint', name);
  if (matches.length === 1) return one;
  return onlyOne(
    'endpoint',
    name,
    request?.key === undefined ? matches : matchingRequest(matches, request, request.key),
  );
}

/** All different endpoints with a name, including derived ones. */
export function endpointsNamed(name: string): readonly EndpointInterface[] {
  const dot = name.lastIndexOf('.');
  // A derived endpoint is registered under its name when it is first accessed.
  for (const owner of dot < 1 ? [] : endpointsNamed(name.slice(0, dot))) {
    attempt(() => Reflect.get(owner, name.slice(dot + 1)));
  }
  return endpoints.named(name) as readonly EndpointInterface[];
}

/**
 * The one of several definitions that a name means; there must be at least one.
 *
 * @throws {AmbiguousNameError} (in development) when different ones were made in the same turn
 */
export function onlyOne<T extends object>(kind: DefinitionKind, name: string, matches: readonly T[]): T {
  const latest = latestOf(matches);
  if (process.env.NODE_ENV !== 'production' && latest.length > 1) throw new AmbiguousNameError(kind, name);
  return latest[0] as T;
}

function matchingRequest(
  matches: readonly EndpointInterface[],
  { args }: NamedRequest,
  key: string,
): readonly EndpointInterface[] {
  // A definition that throws does not match.
  const exact = matches.filter(endpoint => attempt(() => endpoint.key(...args)) === key);
  if (exact.length > 0) return exact;
  const alike = matches.filter(endpoint => attempt(() => endpoint.testKey?.(key)) === true);
  return alike.length > 0 ? alike : matches;
}
