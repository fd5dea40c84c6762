import { AbortError } from '../../errors/AbortError';
import { argumentError } from '../../errors/argumentError';
import { describeValue } from '../../errors/describeValue';
import { isForm } from '../../plain/isForm';
import { isObject } from '../../plain/isObject';
import { isPlainObject } from '../../plain/isPlainObject';
import { numberOf } from '../../plain/numberOf';
import { sameValue } from '../../plain/sameValue';
import { toPlain } from '../../plain/toPlain';
import { addressedRecord, creationOf, namedRecords } from '../../schema/addressedRecord';
import { keyIn } from '../../schema/keyByArguments';
import { entitiesIn, partsOf } from '../../schema/responseParts';
import { temporaryKeysIn, withRealKeys } from '../../selectors/withRealKeys';
import type { StoreHandle } from '../../store/StoreHandle';
import { getCell } from '../../tables/getCell';
import type { Concurrency, EndpointInterface } from '../../types/EndpointInterface';
import type { DataState, Entities } from '../../types/State';
import { isMadeHere, requestOf } from '../../types/temporaryKey';
import type { PendingRequest } from './PendingRequest';
import type { PendingRequests } from './pendingRequests';

/**
 * Returns a promise that settles when the request may be sent, or `undefined` if it may be sent at once.
 *
 * Rejects if the request can never be sent, because its record was not created.
 */
export type SendingOrder = (request: PendingRequest) => Promise<unknown> | undefined;

/**
 * Orders the requests of one store.
 *
 * For mutations of the same record, `serial` waits for all that began before, whatever their outcome; `latest` aborts
 * the mutations that it replaces; `parallel` does neither. A request about a record that is being created waits for
 * its creation, and is sent with the key that the server gave.
 */
export function sendingOrder(
  { getState }: StoreHandle,
  pending: PendingRequests,
  concurrency?: Concurrency,
): SendingOrder {
  /** The numbers of the tables from which all scopes were last computed; numbers, so that no table is kept alive. */
  let lastTables = '';

  /** Notes what a mutation is about, as far as is known by now. */
  function noteScope(request: PendingRequest) {
    const { key, endpoint, args: givenArgs } = request.action;
    if (!endpoint.sideEffect) return;
    const state = getState();
    const args = withRealKeys(state, givenArgs);
    request.scope = scopeOf(endpoint, args, args === givenArgs ? key : endpoint.key(...args), state.entities);
  }

  /** The mutations of the same record that a request waits for. */
  function mutationsBefore(request: PendingRequest): readonly PendingRequest[] {
    const { endpoint } = request.action;
    if (!endpoint.sideEffect) return [];
    noteScope(request);
    const order = endpoint.concurrency ?? concurrency ?? 'parallel';
    if (order === 'parallel') return [];
    const others = [...pending].filter(one => one !== request);
    const state = getState();
    const tables = `${numberOf(state.entities)} ${numberOf(state.aliases)}`;
    // The server may have stored or named their records since.
    if (tables !== lastTables)
      for (const one of others)
        if (one.action.endpoint.scope === undefined || temporaryKeysIn(one.args).length > 0) noteScope(one);
    lastTables = tables;
    const earlier = others.filter(one => one.scope === request.scope);
    if (order === 'serial') return earlier;
    for (const one of earlier.filter(one => replaces(one, request, state))) {
      const reason =
        process.env.NODE_ENV !== 'production' && 'a later mutation of the same record replaced it';
      pending.abort(one, reason);
    }
    return [];
  }

  /** The creations in flight of records that a request is about: it has no address until they end. */
  function creationsBefore({ args }: PendingRequest): readonly PendingRequest[] {
    const ids = temporaryKeysIn(args).map(requestOf);
    return ids.length === 0 ? [] : [...pending].filter(({ action }) => ids.includes(action.meta.requestId));
  }

  /** Whether a temporary key is still unknown to the server. (A server's own key may look like a temporary one.) */
  function isUncreated(key: string): boolean {
    const tables = Object.values(getState().entities);
    return isMadeHere(key) && !tables.some(table => getCell(table, key) !== undefined);
  }

  /** Puts the keys that the server has given meanwhile into a request. */
  function putRealKeys(request: PendingRequest) {
    const { args, endpoint, key } = request.action;
    request.args = withRealKeys(getState(), args);
    if (request.args !== args) {
      request.key = endpoint.key(...request.args);
      noteScope(request);
    }
    if (temporaryKeysIn(request.args).some(isUncreated))
      throw new AbortError(
        key,
        process.env.NODE_ENV !== 'production' && 'no response tells the key of the record that it changes',
      );
  }

  return request => {
    const { after } = request.action.meta;
    const earlier = [...mutationsBefore(request), ...creationsBefore(request)];
    if (earlier.length === 0 && after === undefined && temporaryKeysIn(request.args).length === 0) {
      return undefined;
    }
    return Promise.all([after, ...earlier.map(({ ended }) => ended)]).then(() => putRealKeys(request));
  };
}

/**
 * Whether nothing is lost if only the later of two mutations is sent: it goes to the same endpoint, address and
 * record with all fields of the earlier one, which creates no record (unless the endpoint has a `scope`).
 */
function replaces(
  { action: { endpoint, args: givenArgs } }: PendingRequest,
  { action: later }: PendingRequest,
  state: DataState,
): boolean {
  if (endpoint.name !== later.endpoint.name) return false;
  const [args, laterArgs] = [withRealKeys(state, givenArgs), withRealKeys(state, later.args)];
  const addressOf = (someArgs: readonly unknown[]) => {
    const key = endpoint.key(...someArgs);
    // The key of any other endpoint contains all its arguments, including the values to write.
    return `${'path' in endpoint && key} ${subjectOf(endpoint, someArgs, key, state.entities)}`;
  };
  if (addressOf(args) !== addressOf(laterArgs)) return false;
  if (endpoint.scope === undefined && isCreation(endpoint, args)) return false;
  const isNamed =
    endpoint.scope !== undefined ||
    partsOf(endpoint).some(([part]) => addressedRecord(part, args, state.entities));
  const isRepeated = repeatsFields(endpoint, isNamed, args);
  // Of several strings or numbers, all but the last may name the record; after an object of fields, the last may too.
  const last = 'path' in endpoint || !isObject(args[0]) ? args.length - 1 : args.length;
  const isName = (arg: unknown, index: number) => !isNamed && !isObject(arg) && index < last;
  return args.every((arg, index) =>
    isName(arg, index) ? arg === laterArgs[index] : isRepeated(arg, laterArgs[index]),
  );
}

/** Fields that count as keys if nothing else tells which record a mutation is about. */
const KEY_FIELDS = new Set(['ids', '_id', 'uuid']);

/**
 * Returns whether a later argument has all fields of an earlier one; of several records, those of each.
 *
 * @param isNamed whether the records are known; if not, keys and rows that were sent must be sent again
 */
function repeatsFields(endpoint: EndpointInterface, isNamed: boolean, args: readonly unknown[]) {
  const entities = partsOf(endpoint).flatMap(([{ schema }]) => entitiesIn(schema));
  const keyOf = (row: unknown): unknown =>
    isPlainObject(row)
      ? (entities.flatMap(entity => keyIn(entity, row, args) ?? [])[0] ?? row.id)
      : undefined;

  /** @param name of the field; `undefined` for the argument itself */
  function isIncluded(earlier: unknown, later: unknown, name?: string): boolean {
    const [before, now] = [earlier, later].map(one => (isForm(one) ? Object.fromEntries(one) : toPlain(one)));
    const isKey = !isNamed && KEY_FIELDS.has(name ?? '');
    if (Array.isArray(before)) {
      // A list in a field replaces the one before, unless it says which records are meant.
      const isOfRecords = isKey || (!isNamed && before.some(row => keyOf(row) !== undefined));
      if (name !== undefined && !isOfRecords) return true;
      const rows = new Map(Array.isArray(now) ? now.map(row => [keyOf(row) ?? row, row]) : []);
      return before.every(row => rows.has(keyOf(row) ?? row) && isIncluded(row, rows.get(keyOf(row) ?? row)));
    }
    if (isKey || !isPlainObject(before)) return !isKey || sameValue(before, now);
    // Any value can replace an object in a field, but not the argument that holds the fields.
    if (!isPlainObject(now)) return name !== undefined;
    return (
      (isNamed || keyOf(before) === keyOf(now)) &&
      Object.entries(before).every(
        ([field, value]) => Object.hasOwn(now, field) && isIncluded(value, now[field], field),
      )
    );
  }

  return isIncluded;
}

/** Whether a request creates a record that no other request addresses: two of these must both be sent. */
function isCreation(endpoint: EndpointInterface, args: readonly unknown[]): boolean {
  return partsOf(endpoint).some(
    ([part]) =>
      entitiesIn(part.schema).length > 0 &&
      addressedRecord(part, args) === undefined &&
      creationOf(part, args)('', ''),
  );
}

/** The scope in which serial mutations wait for each other: what the endpoint names, or else what they are about. */
function scopeOf(
  endpoint: EndpointInterface,
  args: readonly unknown[],
  key: string,
  entities: Entities,
): string {
  if (endpoint.scope !== undefined) {
    const scope: unknown = endpoint.scope(...args);
    // It would be the same for all mutations, so that they wait for each other.
    if (process.env.NODE_ENV !== 'production' && typeof scope !== 'string' && typeof scope !== 'number') {
      const fix = 'Return a string made of the arguments: scope: ({ team }) => team.';
      throw argumentError(`${endpoint.name}.fetch()`, `its \`scope\` returned ${describeValue(scope)}`, fix);
    }
    return `scope ${scope}`;
  }
  return subjectOf(endpoint, args, key, entities);
}

/**
 * What a mutation is about: the record that its arguments name, or else its address without method and query. For a
 * function it is the function's name, with the key in its arguments.
 */
function subjectOf(
  endpoint: EndpointInterface,
  args: readonly unknown[],
  key: string,
  entities: Entities,
): string {
  const [record] = partsOf(endpoint).flatMap(([part]) => addressedRecord(part, args, entities) ?? []);
  if (record !== undefined) return `record ${record.kind} ${record.pk}`;
  if ('path' in endpoint) return addressIn(key) ?? key;
  // The key of any other endpoint contains all its arguments, including the values to write.
  const [named] = partsOf(endpoint).flatMap(([part]) => namedRecords(part, args, entities));
  return `${endpoint.name} ${named?.pk}`;
}

/** The address in a key, without its method and query. */
function addressIn(key: string): string | undefined {
  return /^[A-Z]+ ([^?]+)/.exec(key)?.[1];
}
