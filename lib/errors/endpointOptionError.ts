import { UsageError } from './UsageError';

/**
 * Error for an endpoint or a resource with an option that cannot work.
 *
 * @param definition Which definition: an endpoint's or resource's name.
 * @param option Name of the option.
 * @param problem What is wrong with it, as the second half of a sentence.
 * @param fix What to write instead, as sentences.
 */
export function endpointOptionError(
  definition: string,
  option: string,
  problem: string,
  fix: string,
): UsageError {
  const text = `Cannot define ${definition}: option \`${option}\` ${problem}. ${fix}`;
  return new UsageError('endpoint-option', definition, text);
}
