import { UsageError } from './UsageError';

/**
 * For a store or a platform that lacks a part of the set-up.
 *
 * @param part What is missing or doubled, as code names it.
 * @param text What is wrong and the line to add; `false` in production.
 */
export function setupError(part: string, text: string | false): UsageError {
  return new UsageError('setup', part, text);
}
