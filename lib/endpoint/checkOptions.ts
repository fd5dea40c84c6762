import { walkSchema } from '../definitions/walkSchema';
import { describeValue, isClass } from '../errors/describeValue';
import { isEndpoint, isResource } from '../errors/endpointFix';
import { endpointOptionError } from '../errors/endpointOptionError';
import { DURATION_REMEDY, isDuration } from '../plain/isDuration';
import { isObject } from '../plain/isObject';
import { isPlainObject } from '../plain/isPlainObject';
import { isTypo } from '../plain/isTypo';
import { isSchemaObject } from '../types/isSchemaObject';
import type { Schema } from '../types/Schema';
import { isStandardSchema } from '../types/StandardSchema';
import type { GQLOptions } from './GQLOptions';
import type { RestOptions } from './RestOptions';

/** The type that an option must have, where a simple check can tell. */
type Kind = 'duration' | 'function' | 'text' | 'signal';

/** Every option of an endpoint with the type that it must have. Their types document what they mean. */
const OPTIONS: Readonly<Record<keyof RestOptions | keyof GQLOptions, Kind | 'other'>> = {
  abortWhenUnused: 'other',
  body: 'other',
  concurrency: 'other',
  conditional: 'function',
  content: 'other',
  dataExpiryLength: 'duration',
  errorExpiryLength: 'duration',
  errorPolicy: 'function',
  fetchResponse: 'function',
  getHeaders: 'function',
  getOptimisticResponse: 'function',
  getRequestInit: 'function',
  idempotencyKey: 'other',
  invalidIfStale: 'other',
  isPage: 'other',
  key: 'function',
  meta: 'function',
  method: 'text',
  movePath: 'other',
  name: 'text',
  onSchemaFailure: 'function',
  operation: 'other',
  optimistic: 'other',
  paginationField: 'other',
  parseResponse: 'function',
  path: 'other',
  pollFrequency: 'duration',
  pollWhileHidden: 'other',
  process: 'function',
  recordParam: 'other',
  requestInit: 'other',
  responseSchema: 'other',
  retry: 'other',
  schema: 'other',
  schemaFailurePolicy: 'other',
  scope: 'function',
  searchParams: 'other',
  searchToString: 'function',
  sideEffect: 'other',
  signal: 'signal',
  testKey: 'function',
  timeoutMs: 'duration',
  update: 'function',
  url: 'function',
  urlPrefix: 'text',
  whenEmpty: 'function',
  writes: 'other',
};

/** Members of every endpoint, and what to use instead of an option with that name. */
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

/** How to check a value of each kind, and what to pass instead. */
const KINDS: Readonly<Record<Kind, readonly [fits: (value: unknown) => boolean, remedy: string]>> = {
  duration: [isDuration, DURATION_REMEDY],
  function: [value => typeof value === 'function' && !isClass(value), 'Pass a function.'],
  text: [value => typeof value === 'string', 'Pass a string.'],
  signal: [
    value => typeof (value as AbortSignal | null)?.aborted === 'boolean',
    'Pass the signal of an AbortController: controller.signal.',
  ],
};

/** From this length on, a name close to an option's is almost certainly a typo. */
const LONG = 9;

/**
 * For development: refuses a misspelt option, or one that is not the required duration, function, text or signal.
 *
 * Options with any other name are members that an app adds.
 *
 * @param endpoint the new endpoint, with the members of its class
 * @param definition its name in the message
 * @throws {UsageError} naming the option, and its spelling or what it takes
 */
export function checkOptions(endpoint: object, definition: string, options: object): void {
  for (const [option, value] of Object.entries(options)) {
    const kind = kindOf(option);
    if (kind !== undefined && kind !== 'other' && value !== undefined) {
      const [isValid, remedy] = KINDS[kind];
      if (!isValid(value))
        throw endpointOptionError(definition, option, `is ${describeValue(value)}`, remedy);
    }
    if (option === 'schema') checkSchema(definition, value);
    const instead = Object.hasOwn(MEMBERS, option) ? MEMBERS[option] : undefined;
    if (instead !== undefined && value !== undefined) {
      throw endpointOptionError(definition, option, 'is a member of every endpoint, and no option', instead);
    }
    if (kind !== undefined || option in endpoint) continue;
    const suggestion = Object.keys(OPTIONS).find(name => name.length >= LONG && isTypo(option, name));
    if (suggestion === undefined) continue;
    throw endpointOptionError(definition, option, 'does not exist', `Did you mean \`${suggestion}\`?`);
  }
}

/**
 * Checks that a schema and its members are schemas; their own contents are not checked.
 *
 * @throws {UsageError} naming the member
 */
function checkSchema(definition: string, schema: unknown) {
  walkSchema(schema, (part, path) => {
    const fault = schemaFault(part, path.length === 0);
    if (fault === undefined) return Array.isArray(part) || isPlainObject(part);
    const where = path.length === 0 ? '' : ` has a member \`${path.join('.')}\` that`;
    throw endpointOptionError(definition, 'schema', `${where} ${fault[0]}`.trimStart(), fault[1]);
  });
}

/** What is wrong with a schema or one of its members, and what to write instead. */
function schemaFault(
  part: unknown,
  isWhole: boolean,
): readonly [problem: string, remedy: string] | undefined {
  if (part === undefined && !isWhole)
    return ['is undefined', 'Where two modules import each other, pass new Lazy(() => TheClass).'];
  // As the schema of a whole response, only an empty sample is plausible.
  if (isWhole && part && !isObject(part) && typeof part !== 'function')
    return [
      `is ${typeof part === 'string' ? 'the text ' : ''}${describeValue(part)}`,
      'Pass the schema itself: schema: Todo.',
    ];
  if (isResource(part))
    return ['is a whole resource', 'Pass its entity, or the schema of one of its members.'];
  if (isEndpoint(part)) return ['is an endpoint', 'Pass its schema: TodoResource.getList.schema.'];
  if (isStandardSchema(part) && !isSchemaObject(part as never))
    return [
      'is a validation schema, which says nothing of records',
      "Pass it as responseSchema, which checks the response, or make an entity of it: class Todo extends zodEntity('Todo', object) {}.",
    ];
  if (typeof part !== 'function' || !isClass(part) || isSchemaObject(part as Schema)) return undefined;
  const { name } = part;
  return [
    `is the class ${name}, which is no schema`,
    `Write class ${name} extends Entity, or pass EntityMixin(${name}).`,
  ];
}

function kindOf(option: string): Kind | 'other' | undefined {
  return Object.hasOwn(OPTIONS, option) ? OPTIONS[option as keyof typeof OPTIONS] : undefined;
}
