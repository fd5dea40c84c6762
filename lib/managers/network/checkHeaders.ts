import { checkReturned } from '../../errors/checkValues';
import { isObject } from '../../plain/isObject';

/**
 * Makes sure that an endpoint's `conditional` has returned headers, or nothing; for development.
 *
 * @throws {UsageError} naming what it has returned
 */
export function checkHeaders(endpoint: string, headers: unknown): void {
  const fits = headers === undefined || (isObject(headers) && !('then' in headers));
  const fix =
    'Return headers, or undefined for none; those that have to be waited for belong into `getHeaders`.';
  checkReturned(`${endpoint}.fetch()`, 'conditional', headers, fits, fix);
}
