import type { EndpointInterface } from '../types/EndpointInterface';
import { resolve } from './registry';

/** What refers to an endpoint by name, and usually carries it besides. */
interface Reference {
  readonly endpointName: string;
  readonly endpoint?: EndpointInterface | undefined;
  readonly args?: readonly unknown[];
  readonly plainArgs?: readonly unknown[];
}

/**
 * The endpoint that an action or an optimistic update is about.
 *
 * @throws {UnknownNameError} when it went through JSON and the endpoint is not loaded here
 */
export function endpointOf(reference: Reference): EndpointInterface {
  return reference.endpoint ?? (resolve('endpoint', reference.endpointName) as EndpointInterface);
}

/** The arguments that an action is about: live ones, or their plain form after a JSON round trip. */
export function argsOf({ args, plainArgs = [] }: Reference): readonly unknown[] {
  return args ?? plainArgs;
}
