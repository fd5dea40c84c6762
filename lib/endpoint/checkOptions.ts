import { describeValue } from '../errors/describeValue';
import { endpointOptionError } from '../errors/endpointOptionError';
import { DURATION_REMEDY, isDuration } from '../plain/isDuration';
import type { GQLOptions } from './GQLOptions';
import type { RestOptions } from './RestOptions';

/** Every option of an endpoint, and whether it is a duration. What they mean stands at their types. */
const OPTIONS: Readonly<Record<keyof RestOptions | keyof GQLOptions, 'duration' | 'other'>> = {
  abortWhenUnused: 'other',
  body: 'other',
  concurrency: 'other',
  conditional: 'other',
  content: 'other',
  dataExpiryLength: 'duration',
  errorExpiryLength: 'duration',
  errorPolicy: 'other',
  fetchResponse: 'other',
  getHeaders: 'other',
  getOptimisticResponse: 'other',
  getRequestInit: 'other',
  idempotencyKey: 'other',
  invalidIfStale: 'other',
  isPage: 'other',
  key: 'other',
  meta: 'other',
  method: 'other',
  movePath: 'other',
  name: 'other',
  onSchemaFailure: 'other',
  operation: 'other',
  optimistic: 'other',
  paginationField: 'other',
  parseResponse: 'other',
  path: 'other',
  pollFrequency: 'duration',
  pollWhileHidden: 'other',
  process: 'other',
  recordParam: 'other',
  requestInit: 'other',
  responseSchema: 'other',
  retry: 'other',
  schema: 'other',
  schemaFailurePolicy: 'other',
  scope: 'other',
  searchParams: 'other',
  searchToString: 'other',
  sideEffect: 'other',
  signal: 'other',
  testKey: 'other',
  timeoutMs: 'duration',
  update: 'other',
  url: 'other',
  urlPrefix: 'other',
  whenEmpty: 'other',
  writes: 'other',
};

/** Members that every endpoint has for its callers, and what to give in place of an option of that name. */
const MEMBERS: Readonly<Record<string, string>> = {
  fetch: 'Give `fetchResponse` to send requests your own way, `process` to change what came.',
  request: 'Give `fetchResponse` to send requests your own way, `process` to change what came.',
  fetchIfStale: 'Give `dataExpiryLength` to say when data is stale.',
  subscribe: 'Give `pollFrequency` to keep data up to date.',
  unsubscribe: 'Give `pollFrequency` to keep data up to date.',
  invalidate: 'Give `update` to change other responses with this one.',
  setResponse: 'Give `update` to change other responses with this one.',
  setError: 'Give `errorPolicy` to say what an error does.',
  select: 'Use `new Query(schema, process)` to read something made of the data.',
};

/** From this many letters on, what is nearly the name of an option is hardly meant as anything else. */
const LONG = 9;

/** How many letters may be wrong, missing or too many, side by side. */
const MAX_SLIP = 2;

/**
 * Finds an option that is misspelt, or is no duration and should be one; for development.
 *
 * Options of any other name are members that an app adds.
 *
 * @param endpoint what is being made, with the members of its class
 * @param definition names it
 * @throws {UsageError} naming the option, and how it is spelled or what it takes
 */
export function checkOptions(endpoint: object, definition: string, options: object): void {
  for (const [option, value] of Object.entries(options)) {
    if (kindOf(option) === 'duration' && value !== undefined && !isDuration(value)) {
      throw endpointOptionError(definition, option, `is ${describeValue(value)}`, DURATION_REMEDY);
    }
    if (option === 'schema' && typeof value === 'string' && value !== '') {
      const problem = `is the text ${describeValue(value)}`;
      throw endpointOptionError(definition, option, problem, 'Pass the schema itself: schema: Todo.');
    }
    const instead = Object.hasOwn(MEMBERS, option) ? MEMBERS[option] : undefined;
    if (instead !== undefined && value !== undefined) {
      throw endpointOptionError(definition, option, 'is a member of every endpoint, and no option', instead);
    }
    if (kindOf(option) !== undefined || option in endpoint) continue;
    const meant = Object.keys(OPTIONS).find(name => name.length >= LONG && isSlip(option, name));
    if (meant === undefined) continue;
    throw endpointOptionError(definition, option, 'does not exist', `Did you mean \`${meant}\`?`);
  }
}

function kindOf(option: string): 'duration' | 'other' | undefined {
  return Object.hasOwn(OPTIONS, option) ? OPTIONS[option as keyof typeof OPTIONS] : undefined;
}

/** Whether two names are the same but for a slip: what stands between their common head and tail is that short. */
function isSlip(given: string, meant: string): boolean {
  const [a, b] = [given.toLowerCase(), meant.toLowerCase()];
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < shorter - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  return Math.max(a.length, b.length) - head - tail <= MAX_SLIP;
}
