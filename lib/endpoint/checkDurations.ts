import { describeValue } from '../errors/describeValue';
import { endpointOptionError } from '../errors/endpointOptionError';
import { DURATION_REMEDY, isDuration } from '../plain/isDuration';
import type { EndpointOptions } from './EndpointOptions';

const DURATIONS = ['dataExpiryLength', 'errorExpiryLength', 'pollFrequency'] as const;

/**
 * Refuses options that should be durations and are not; for development.
 *
 * @throws {UsageError} naming the option
 */
export function checkDurations(
  definition: string,
  options: Pick<EndpointOptions, (typeof DURATIONS)[number]>,
): void {
  for (const option of DURATIONS) {
    const value: unknown = options[option];
    if (value === undefined || isDuration(value)) continue;
    throw endpointOptionError(definition, option, `is ${describeValue(value)}`, DURATION_REMEDY);
  }
}
