import { DURATION_REMEDY, isDuration } from '../plain/isDuration';
import { isObject } from '../plain/isObject';
import { isPlainObject } from '../plain/isPlainObject';
import { argumentError } from './argumentError';
import { describeValue, isClass } from './describeValue';
import { isEndpoint, isResource } from './endpointFix';

/**
 * For development: refuses options that are not valid durations; with `NaN`, a timer fires at once, repeatedly.
 *
 * @param call the call with the options, as it is written
 * @param durations the options that are durations; those that are not given are ignored
 * @throws {UsageError} naming the option
 */
export function checkDurations<Options extends object>(
  call: string,
  options: Options,
  durations: readonly (keyof Options & string)[],
): void {
  checkOptions(call, options);
  check(call, options, durations, DURATION_REMEDY);
}

/** Refuses options that are no object, and a store in their place, which calls the maker of a manager as a manager. */
export function checkOptions(call: string, options: unknown): void {
  if (!isPlainObject(options))
    throw argumentError(
      call,
      `it was given ${describeValue(options)}`,
      'Pass an object of options, or nothing.',
    );
  if ('dispatch' in options) {
    const fix = `Call it where it is listed: managers: [${call}()].`;
    throw argumentError(call, 'a store called it as a manager, and it makes one', fix);
  }
}

/** Refuses an option that does not exist, for programs without types. */
export function checkKnown(call: string, options: object, names: readonly string[]): void {
  const unknown = Object.keys(options).find(name => !names.includes(name));
  if (unknown === undefined) return;
  throw argumentError(call, `it has no option \`${unknown}\``, `The options are ${names.join(', ')}.`);
}

/** The same for counts. */
export function checkCounts<Options extends object>(
  call: string,
  options: Options,
  counts: readonly (keyof Options & string)[],
): void {
  check(call, options, counts, 'Pass a number, 0 or more; Infinity for no limit.');
}

/** Refuses an option that is not one of a few words. */
export function checkWord(call: string, option: string, value: unknown, words: readonly string[]): void {
  if (value === undefined || words.includes(value as string)) return;
  throw argumentError(call, `\`${option}\` is ${describeValue(value)}`, `Pass one of: ${words.join(', ')}.`);
}

/** Refuses a value that is not a function. */
export function checkFunction(call: string, name: string, value: unknown): void {
  if (typeof value === 'function' && !isClass(value)) return;
  throw argumentError(call, `\`${name}\` is ${describeValue(value)}`, 'Pass a function.');
}

/** The same for optional ones. */
export function checkFunctions<Options extends object>(
  call: string,
  options: Options,
  names: readonly (keyof Options & string)[],
): void {
  for (const name of names) if (options[name] !== undefined) checkFunction(call, name, options[name]);
}

/** Refuses options that are not lists of something; those that are not given are ignored. */
export function checkLists<Options extends object>(
  call: string,
  options: Options,
  names: readonly (keyof Options & string)[],
  fits: (element: unknown) => boolean = () => true,
): void {
  for (const name of names) {
    const value: unknown = options[name];
    if (value === undefined) continue;
    const fault = Array.isArray(value) ? value.findIndex(element => !fits(element)) : -1;
    if (Array.isArray(value) && fault < 0) continue;
    const problem = Array.isArray(value)
      ? `contains ${describeValue(value[fault])}`
      : `is ${describeValue(value)}`;
    throw argumentError(call, `\`${name}\` ${problem}`, `Pass a list: ${name}: […].`);
  }
}

/**
 * Refuses the result of an app's function if it does not fit.
 *
 * @param call the call that ran the function, as it is written
 * @param name the function
 * @param fix what to return instead, as sentences
 */
export function checkReturned(call: string, name: string, value: unknown, fits: boolean, fix: string): void {
  if (!fits) throw argumentError(call, `its \`${name}\` returned ${describeValue(value)}`, fix);
}

/** Refuses the result of a manager's `listen` if it cannot end the listening. */
export function checkListening(manager: string, stop: unknown): void {
  checkReturned(
    manager,
    'listen',
    stop,
    typeof stop === 'function',
    'Return a function that ends listening.',
  );
}

/** Refuses a value that is not a store. */
export function checkStore(call: string, store: unknown): void {
  if (typeof (store as { readonly dispatch?: unknown } | null | undefined)?.dispatch === 'function') return;
  throw argumentError(
    call,
    `it was given ${describeValue(store)}, which is not a store`,
    `Pass the store that configureStore() returned: ${call.replace('()', '(store)')}.`,
  );
}

/** Refuses a value that is not a name. */
export function checkName(call: string, option: string, value: unknown): void {
  if (value === undefined || (typeof value === 'string' && value !== '')) return;
  throw argumentError(call, `\`${option}\` is ${describeValue(value)}`, 'Pass a name.');
}

/** Whether a value is no schema. An empty primitive is a sample for any value. */
function isNoSchema(given: unknown): boolean {
  if (typeof given !== 'function' && !isObject(given))
    return given === undefined || given === null || Boolean(given);
  return isEndpoint(given) || isResource(given);
}

/** Refuses a value that neither is nor contains a schema, and invalid tables. */
export function checkWalk(call: string, schema: unknown, entities: unknown): void {
  if (isNoSchema(schema))
    throw argumentError(
      call,
      `its schema is ${describeValue(schema)}`,
      'Pass an entity class, or a schema made of one.',
    );
  if (isPlainObject(entities)) return;
  const fix = 'Pass the tables that normalize() returned, or none of them.';
  throw argumentError(call, `its entities are ${describeValue(entities)}`, fix);
}

/** Refuses a value that neither is an address nor makes one. */
export function checkAddress(call: string, url: unknown): void {
  if ((typeof url === 'function' && !isClass(url)) || (typeof url === 'string' && url !== '')) return;
  throw argumentError(
    call,
    `its address is ${describeValue(url)}`,
    'Pass a URL, or a function that returns one.',
  );
}

/** The same for how often, and how, to retry a request. */
export function checkRetry(call: string, retry: unknown = 0): void {
  const isObject = typeof retry === 'object' && retry !== null;
  const options = (isObject ? retry : { limit: retry }) as Readonly<Record<string, unknown>>;
  if (options.limit === undefined) {
    const problem = `\`retry\` is ${describeValue(retry)}, and says no \`limit\``;
    throw argumentError(call, problem, 'Say how often a request is sent again at most: { limit: 3 }.');
  }
  checkCounts(call, { retry: options.limit }, ['retry']);
  checkDurations(call, options, ['baseDelayMs', 'maxDelayMs', 'maxRetryAfterMs']);
}

function check<Options extends object>(
  call: string,
  options: Options,
  names: readonly (keyof Options & string)[],
  remedy: string,
) {
  for (const name of names) {
    const value: unknown = options[name];
    if (value === undefined || isDuration(value)) continue;
    throw argumentError(call, `\`${name}\` is ${describeValue(value)}`, remedy);
  }
}
