import type { Concurrency, EndpointInterface } from '../types/EndpointInterface';
import type { EndpointOptions } from './EndpointOptions';

/**
 * The members of an endpoint that are the same whatever it asks.
 *
 * They stand apart from the class since that has type parameters: the compiler
 * would make all of them anew for every endpoint of an app.
 */
export interface EndpointMembers {
  readonly name: string;
  readonly responseSchema: EndpointOptions['responseSchema'];
  readonly schemaFailurePolicy: EndpointOptions['schemaFailurePolicy'];
  readonly onSchemaFailure: EndpointOptions['onSchemaFailure'];
  readonly sideEffect: boolean | undefined;
  readonly dataExpiryLength: number | undefined;
  readonly errorExpiryLength: number | undefined;
  readonly errorPolicy?: (error: unknown) => 'soft' | 'hard' | undefined;
  readonly invalidIfStale: boolean | undefined;
  readonly pollFrequency: number | undefined;
  readonly pollWhileHidden: boolean | undefined;
  readonly abortWhenUnused: boolean | undefined;
  readonly concurrency: Concurrency | undefined;
  readonly signal: AbortSignal | undefined;
  readonly getOptimisticResponse?: (snapshot: unknown, ...args: readonly unknown[]) => unknown;
  readonly update?: EndpointInterface['update'] & {};
}
