import { jsonFault } from './jsonFault';
import { UsageError } from './UsageError';

/**
 * For development: refuses data that the store could not keep as it is. Production keeps what JSON makes of it.
 *
 * @param about the name of an endpoint or a schema
 * @param what the part of its data, such as `response`
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
