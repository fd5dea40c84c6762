import type { EndpointInterface } from '../types/EndpointInterface';
import type { EndpointOptions } from './EndpointOptions';

/** Options that are methods, or types, of each class. */
type OfClass = 'schema' | 'key' | 'testKey';

/** Options that are called. */
type Callbacks = 'errorPolicy' | 'getOptimisticResponse' | 'update';

/**
 * The members of an endpoint that are the same whatever it fetches: its options, which are `undefined` where
 * none was given.
 *
 * They stand apart from the class since that has type parameters: the compiler would create all of them
 * again for every endpoint of an app.
 */
export interface EndpointMembers
  extends Required<Omit<EndpointOptions, OfClass | Callbacks>>,
    Pick<EndpointInterface, Callbacks> {}
