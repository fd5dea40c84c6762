import { describeValue } from './describeValue';
import { UsageError } from './UsageError';

/**
 * Error for a search parameter that a query string cannot hold.
 *
 * @param parameter The parameter's name, encoded, with brackets when it is nested.
 * @param value What was given for it.
 * @param fix What to pass instead, in sentences; `false` in production.
 */
export function searchParamError(parameter: string, value: unknown, fix: string | false): UsageError {
  const name = decodeURIComponent(parameter);
  return new UsageError(
    'search-param',
    name,
    process.env.NODE_ENV !== 'production' &&
      `Cannot write the search parameter "${name}": it is ${describeValue(value)}. ${fix}`,
  );
}
