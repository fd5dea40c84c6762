import { jsonFault } from './jsonFault';
import { UsageError } from './UsageError';

/**
 * Refuses data that the store could not keep as it is. For development: production keeps what JSON makes of it.
 *
 * @param about whose data it is: the name of an endpoint or a schema
 * @param what which part of it: `response`, say
 * @throws {UsageError} naming the value at fault, and what to pass instead
 */
export function assertStorable(about: string, what: string, value: unknown): void {
  const fault = jsonFault(value, 'store');
  if (fault === undefined) return;
  const [problem, fix] = fault;
  throw new UsageError(
    'argument',
    about,
    `Cannot store the ${what} of ${about} as plain data: ${problem}. ${fix}`,
  );
}
