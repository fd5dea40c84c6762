import { endpointOptionError } from '../errors/endpointOptionError';
import type { RestOptions } from './RestOptions';

/** Names so long that what is nearly one of them is hardly meant as anything else. */
const LONG_NAMES: readonly (keyof RestOptions & string)[] = [
  'abortWhenUnused',
  'concurrency',
  'dataExpiryLength',
  'errorExpiryLength',
  'errorPolicy',
  'fetchResponse',
  'getHeaders',
  'getOptimisticResponse',
  'getRequestInit',
  'invalidIfStale',
  'onSchemaFailure',
  'optimistic',
  'paginationField',
  'parseResponse',
  'pollFrequency',
  'pollWhileHidden',
  'requestInit',
  'responseSchema',
  'schemaFailurePolicy',
  'searchParams',
  'searchToString',
  'sideEffect',
  'urlPrefix',
];

/** How many letters may be wrong, missing or too many. */
const MAX_SLIPS = 2;

/**
 * Finds an option that is misspelt. Options of any other name are members that an app adds.
 *
 * @throws {UsageError} naming the option and how it is spelled
 */
export function checkSpelling(endpoint: object, definition: string, options: object): void {
  for (const option of Object.keys(options)) {
    if (option in endpoint || LONG_NAMES.includes(option as keyof RestOptions)) continue;
    const meant = LONG_NAMES.find(name => slips(option.toLowerCase(), name.toLowerCase()) <= MAX_SLIPS);
    if (meant === undefined) continue;
    throw endpointOptionError(definition, option, 'does not exist', `It is spelled \`${meant}\`.`);
  }
}

/** The Levenshtein distance of two words, row by row; a number past `MAX_SLIPS` where it is clear that there are more. */
function slips(given: string, meant: string): number {
  if (Math.abs(given.length - meant.length) > MAX_SLIPS) return MAX_SLIPS + 1;
  let row = Array.from({ length: meant.length + 1 }, (_, i) => i);
  for (let i = 1; i <= given.length; i++) {
    const next = [i];
    for (let j = 1; j <= meant.length; j++) {
      const isSame = given[i - 1] === meant[j - 1];
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (isSame ? 0 : 1)));
    }
    row = next;
  }
  return row[meant.length] ?? 0;
}
