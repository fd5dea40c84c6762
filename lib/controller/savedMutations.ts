import { argsOf } from '../actions/endpointOf';
import { warnNotSaved } from '../actions/hydrate';
import { argumentError } from '../errors/argumentError';
import { describeValue } from '../errors/describeValue';
import { isObject } from '../plain/isObject';
import { isDescription } from '../plain/toPlain';
import { isMutation } from '../store/readableSlice';
import type { SavedState } from '../types/SavedState';
import type { OptimisticUpdate } from '../types/State';

/** The saved mutations; none, with a warning, of what is no saved state. */
export function mutationsIn(saved: Partial<SavedState> | null): readonly OptimisticUpdate[] {
  const { optimistic } = saved ?? {};
  if (Array.isArray(optimistic)) return optimistic;
  if (process.env.NODE_ENV !== 'production') warnNotSaved();
  return [];
}

/**
 * Checks a saved mutation before it is sent again.
 *
 * @throws {UsageError} when it is none, in development, and when what it sent is no JSON: a file, a form
 */
export function assertResumable(update: OptimisticUpdate | null): void {
  const call = 'controller.resume()';
  if (process.env.NODE_ENV !== 'production' && !isMutation(update)) {
    const fix = 'Pass what dehydrate() returned, unchanged.';
    throw argumentError(call, `one of its mutations is ${describeValue(update)}`, fix);
  }
  const { endpointName } = update as OptimisticUpdate;
  const described = describedIn(argsOf(update as OptimisticUpdate));
  if (!described) return;
  throw argumentError(
    call,
    process.env.NODE_ENV !== 'production' &&
      `${endpointName} sent a ${described.$type}, which no saved state holds`,
    'The other mutations are sent; let the user send this one again.',
  );
}

/** The first description of what JSON cannot hold, anywhere in plain data. */
function describedIn(value: unknown): { readonly $type: string } | undefined {
  if (isDescription(value)) return value;
  if (!isObject(value)) return undefined;
  for (const nested of Object.values(value)) {
    const found = describedIn(nested);
    if (found !== undefined) return found;
  }
  return undefined;
}
