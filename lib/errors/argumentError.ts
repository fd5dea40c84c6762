import { UsageError } from './UsageError';

/**
 * Error for a call with arguments that cannot work.
 *
 * @param call The call, as written.
 * @param problem What is wrong with the arguments, as the second half of a sentence; `false` in production.
 * @param fix What to write instead, as sentences.
 */
export function argumentError(
  call: string,
  problem: string | false,
  fix: string,
  options?: ErrorOptions,
): UsageError {
  const text = process.env.NODE_ENV !== 'production' && problem && `Cannot call ${call}: ${problem}. ${fix}`;
  return new UsageError('argument', call, text, options);
}
