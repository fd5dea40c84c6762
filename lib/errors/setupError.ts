import { UsageError } from './UsageError';

/**
 * Error for a store or platform without a part of the setup.
 *
 * @param part What is missing or doubled, as code names it.
 * @param text What is wrong and the line to add; `false` in production.
 */
export function setupError(part: string, text: string | false): UsageError {
  return new UsageError('setup', part, text);
}
