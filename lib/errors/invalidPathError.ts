import { UsageError } from './UsageError';

/**
 * Error for an invalid path pattern.
 *
 * @param source The path as it was written.
 * @param position Where in `source` the problem is, as a string index.
 * @param problem What is wrong there, as the second half of a sentence.
 * @param fix What to write instead, as a sentence.
 */
export function invalidPathError(
  source: string,
  position: number,
  problem: string,
  fix: string,
  options?: ErrorOptions,
): UsageError {
  const text = `Cannot use the path ${JSON.stringify(source)}: ${problem} at position ${position}. ${fix}`;
  return new UsageError('invalid-path', source, text, options);
}
