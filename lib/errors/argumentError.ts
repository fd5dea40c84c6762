import { UsageError } from './UsageError';

/**
 * For a call with arguments that cannot work.
 *
 * @param call What was called, as it is written.
 * @param problem What is wrong with the arguments, as the second half of a sentence.
 * @param wayOut What to write instead, as sentences.
 */
export function argumentError(call: string, problem: string, wayOut: string): UsageError {
  return new UsageError('argument', call, `Cannot call ${call}: ${problem}. ${wayOut}`);
}
