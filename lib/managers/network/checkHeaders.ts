import { argumentError } from '../../errors/argumentError';
import { describeValue } from '../../errors/describeValue';

/**
 * Makes sure that an endpoint's `conditional` has returned headers, or nothing; for development.
 *
 * @throws {UsageError} naming what it has returned
 */
export function checkHeaders(endpoint: string, headers: unknown): void {
  if (headers === undefined) return;
  const isObject = typeof headers === 'object' && headers !== null;
  const isPromise = isObject && 'then' in headers;
  if (isObject && !isPromise) return;
  const given = isPromise ? 'a promise' : describeValue(headers);
  const fix =
    'Return headers, or undefined for none; those that have to be waited for belong into `getHeaders`.';
  throw argumentError(`${endpoint}.fetch()`, `its \`conditional\` returned ${given}`, fix);
}
