import { argsOf, endpointOf } from '../actions/endpointOf';
import { warnNotSaved } from '../actions/hydrate';
import { argumentError } from '../errors/argumentError';
import { describeValue } from '../errors/describeValue';
import { allWithin } from '../plain/allWithin';
import { isDescription } from '../plain/toPlain';
import { isMutation } from '../store/readableSlice';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { SavedState } from '../types/SavedState';
import type { OptimisticUpdate } from '../types/State';

/** The saved mutations; none, with a warning, if this is no saved state. */
export function mutationsIn(saved: Partial<SavedState> | null): readonly OptimisticUpdate[] {
  const { optimistic } = saved ?? {};
  if (Array.isArray(optimistic)) return optimistic;
  if (process.env.NODE_ENV !== 'production') warnNotSaved();
  return [];
}

/**
 * Checks a saved mutation before it is resent; returns its endpoint.
 *
 * @throws {UsageError} when it sent a file or a form, which is no JSON, or when another library sends it; in
 * development also when it is no mutation
 */
export function resumableEndpoint(update: OptimisticUpdate): EndpointInterface {
  const call = 'controller.resume()';
  if (process.env.NODE_ENV !== 'production' && !isMutation(update)) {
    const fix = 'Pass what dehydrate() returned, unchanged.';
    throw argumentError(call, `one of its mutations is ${describeValue(update)}`, fix);
  }
  const endpoint = endpointOf(update);
  const described = allWithin(argsOf(update)).find(isDescription);
  if (!described && !endpoint.isSentElsewhere) return endpoint;
  const problem =
    process.env.NODE_ENV !== 'production' &&
    `${update.endpointName} ${described ? `sent a ${described.$type}, which no saved state holds` : 'is sent by RTK Query'}`;
  const fix = problem && 'The other mutations are sent; let the user send this one again.';
  throw argumentError(call, problem, fix || '');
}
