import { endpointNamed } from '../definitions/registry';
import type { EndpointInterface } from '../types/EndpointInterface';

/** An action that names an endpoint, and usually carries it too. */
interface Reference {
  readonly endpointName: string;
  readonly key?: string;
  readonly endpoint?: EndpointInterface | undefined;
  readonly args?: readonly unknown[];
  readonly plainArgs?: readonly unknown[];
}

/**
 * The endpoint that an action or an optimistic update is about.
 *
 * @throws {UnknownNameError} when it went through JSON and the endpoint is not loaded here
 * @throws {AmbiguousNameError} when different endpoints have its name and address
 */
export function endpointOf(reference: Reference): EndpointInterface {
  const { endpoint, endpointName, key } = reference;
  return endpoint ?? endpointNamed(endpointName, { key, args: argsOf(reference) });
}

/** The arguments that an action is about: live ones, or their plain form after a JSON round trip. */
export function argsOf({ args, plainArgs = [] }: Pick<Reference, 'args' | 'plainArgs'>): readonly unknown[] {
  return args ?? plainArgs;
}
