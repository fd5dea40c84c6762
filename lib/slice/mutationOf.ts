import { argsOf } from '../actions/endpointOf';
import { plainResponseOf, type SetResponseAction } from '../actions/setResponse';
import { filterFields } from '../plain/filterFields';
import { getOrCreate, once } from '../plain/getOrCreate';
import { isError } from '../plain/isError';
import { isObject } from '../plain/isObject';
import { isPlainObject } from '../plain/isPlainObject';
import { own } from '../plain/own';
import { reportError } from '../plain/reportError';
import { sameValue } from '../plain/sameValue';
import { isDescription, toPlain } from '../plain/toPlain';
import {
  addressedRecords,
  bodyOf,
  creationOf,
  mayChangeOthers,
  objectsWithin,
  sentData,
} from '../schema/addressedRecord';
import type { EntityClass } from '../schema/EntityClass';
import { type Keyed, keyIn } from '../schema/keyByArguments';
import type { ListSchema } from '../schema/listContents';
import {
  entitiesIn,
  entityIn,
  fieldsOf,
  isListWriter,
  isOfSeveral,
  partsOf,
  targetKinds,
} from '../schema/responseParts';
import { getCell } from '../tables/getCell';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { Declares, Mutation } from '../types/Landing';
import type { DataState, EntityRow } from '../types/State';
import { updateOf } from '../types/updateOf';

/** What is known of a mutation before its response is written. Computed on demand: most mutations overlap with nothing. */
export function mutationOf(
  state: DataState,
  action: SetResponseAction,
  endpoint: EndpointInterface,
  since: number,
): Mutation {
  const args = argsOf(action);
  const shown = updateOf(state, action.meta.requestId)?.writes;
  const sentBody = bodyOf(endpoint, args);
  // A file's name is not the record's name.
  const isOfFile = isDescription(sentBody);
  const body = isOfFile ? undefined : sentBody;
  const sentFields = sentBy(endpoint, args, body);
  const sent = sentRecords(endpoint, args, sentBody);
  const isCreated = creationOf(endpoint, args);
  const declared = once(() => declaredWrites(endpoint, args));
  const isMeant = once(() => targetsOf(state, endpoint, args, plainResponseOf(action)));
  const isBeside = once(() => kindsBeside(state, endpoint, args, plainResponseOf(action)));
  const changesOthers = once(
    () =>
      endpoint.writes === undefined &&
      mayChangeOthers(endpoint, unwrapped(endpoint, body), declaredIn(endpoint)),
  );
  /** Whether the request was about a record of its response: an envelope may include others. */
  const isTarget = (kind: string, pk: string, isTop: boolean) => isTop && isMeant()(kind, pk);
  return {
    since,
    writes: (kind, pk, isTop, declares = () => true) => {
      const changed = own(own(shown, kind), pk);
      const namesOf = () =>
        declared() ?? (changed?.length ? changed : (sentFields(kind, pk, declares) ?? changed));
      return (isTarget(kind, pk, isTop) ? namesOf() : changed)?.filter(declares);
    },
    sent(kind, pk, isTop, declares, shown) {
      if (endpoint.writes !== undefined || !isTarget(kind, pk, isTop)) return [];
      return shown ?? sent.fields(kind, declares);
    },
    isTarget,
    isOfTree: (kind, declares) => isBeside()(kind) && mayChangeOthers(endpoint, body, declares),
    mayChangeOthers: changesOthers,
    isOfFile,
    isComputed: (name, value) => !!action.meta.isEmpty && shown !== undefined && !sent.hasValue(name, value),
    mayBeShown: shown !== undefined && isOfSeveral(endpoint.schema),
    creates: (kind, pk, isTop) =>
      isCreated(kind, pk) && (isTarget(kind, pk, isTop) || (isBeside()(kind) && sent.hasRecord(kind, pk))),
    names: sent.names,
  };
}

/** Which records and values a request sends, in its body or its other arguments. */
function sentRecords(endpoint: EndpointInterface, args: readonly unknown[], body: unknown) {
  const objects = once(() => objectsWithin(args.map(arg => toPlain(arg))));
  const bodyObjects = once(() => objectsWithin(sentData(endpoint, args, body)));
  const texts = once(() => new Set(objects().flatMap(valuesIn)));
  const fields = once(() => fieldsIn([...new Set(bodyObjects().flatMap(namesIn))]));
  const keysByKind = new Map<string, ReadonlySet<string | undefined>>();
  const keysOf = (kind: string) => {
    const entities = partsOf(endpoint).flatMap(([{ schema }]) => entityIn(schema, { kind }) ?? []);
    const rows = bodyObjects().filter(isPlainObject);
    return new Set(rows.flatMap(row => entities.map(entity => keyIn(entity, row, args))));
  };
  return {
    /** Whether a value in it may be this key. */
    names: (pk: string) => texts().has(pk),
    hasValue: (name: string, value: unknown) =>
      objects().some(one => Object.hasOwn(one, name) && sameValue((one as EntityRow)[name], value)),
    /** Whether it holds a record with this key, and does not only mention it: `{ id: '2' }`, not `{ next: '2' }`. */
    hasRecord: (kind: string, pk: string) => getOrCreate(keysByKind, kind, keysOf).has(pk),
    /** The names in its body that a kind declares as fields. */
    fields: (kind: string, declares: Declares) => fields()(kind, declares),
  };
}

/** Returns a test: whether the response is for a stored record of a kind, so that others may stand below or beside it. */
function kindsBeside(
  state: DataState,
  endpoint: EndpointInterface,
  args: readonly unknown[],
  response: unknown,
): (kind: string) => boolean {
  const parts = partsOf(endpoint, response).map(([{ schema }, row]) => {
    const isKnown = (entity: Keyed) =>
      isPlainObject(row) && getCell(state.entities[entity.key], keyIn(entity, row, args) ?? '');
    return isOfSeveral(schema)
      ? []
      : entitiesIn(schema)
          .filter(isKnown)
          .map(({ key }) => key);
  });
  // How the other records in an envelope relate to its only one of a kind is unknown; but each part of a GraphQL
  // response belongs to one mutation.
  const isOne = parts.length === 1 || 'operation' in endpoint;
  return kind => parts.filter(kinds => kinds.includes(kind)).length > (isOne ? 0 : 1);
}

/** The fields in a body, which may be wrapped like its response: `{ note: { text } }`. */
function unwrapped(endpoint: EndpointInterface, body: unknown): unknown {
  const bodyParts = partsOf(endpoint, body).map(([, part]) => part);
  if (!isPlainObject(body) || bodyParts.includes(body)) return body;
  const isPart = (value: unknown) => isPlainObject(value) && bodyParts.includes(value);
  const ownFields = filterFields(body as EntityRow, (_name, value) => !isPart(value));
  return Object.assign({}, ownFields, ...bodyParts.filter(isPart));
}

/** Returns a test: whether any record in the response declares a field. */
function declaredIn(endpoint: EndpointInterface): Declares {
  const entities = partsOf(endpoint).flatMap(([{ schema }]) => entitiesIn(schema));
  return name => entities.some(entity => (entity as Partial<EntityClass>).declares?.(name) ?? true);
}

/** Whether a request was about a record of its response. */
type IsTarget = (kind: string, pk: string) => boolean;

/** Returns which records of a response the request was about; a GraphQL request may hold several mutations. */
function targetsOf(
  state: DataState,
  endpoint: EndpointInterface,
  args: readonly unknown[],
  response: unknown,
): IsTarget {
  const mutations = 'operation' in endpoint ? fieldsOf(endpoint, response) : undefined;
  if (mutations === undefined) return targetsInEnvelope(state, endpoint, args, response);
  const targets = mutations.map(([part, result]) => ({
    kinds: targetKinds(part),
    isTarget: targetsInEnvelope(state, part, args, result),
  }));
  return (kind, pk) => targets.some(({ kinds, isTarget }) => kinds.includes(kind) && isTarget(kind, pk));
}

/**
 * Returns which records in an envelope the request was about: those that its arguments address or its body has an
 * object for, or else the first, and those that declare a body field which no other of these declares.
 */
function targetsInEnvelope(
  state: DataState,
  endpoint: EndpointInterface,
  args: readonly unknown[],
  response: unknown,
): IsTarget {
  const parts = partsOf(endpoint, response);
  if (parts.length === 1) return () => true;
  const addressed = parts.flatMap(([part]) => addressedRecords(part, args, state.entities));
  const body = bodyOf(endpoint, args);
  const bodyParts = partsOf(endpoint, body).map(([, part]) => part);
  const targets = parts.filter(([{ schema }], index) =>
    Array.isArray(body) ? isOfSeveral(schema) : isObject(bodyParts[index]),
  );
  const first =
    parts.find(([{ schema }]) => isListWriter(schema)) ??
    parts.find(([{ schema }]) => entitiesIn(schema).length > 0 && !isOfSeveral(schema));
  if (addressed.length === 0 && targets.length === 0 && first !== undefined) targets.push(first);
  for (const [name, value] of Object.entries(isPlainObject(body) && addressed.length === 0 ? body : {})) {
    const declares = ([{ schema }]: (typeof parts)[number]) =>
      entitiesIn(schema).some(entity => (entity as Partial<EntityClass>).declares?.(name));
    const other = targets.some(declares) || bodyParts.includes(value) ? undefined : parts.find(declares);
    if (other !== undefined) targets.push(other);
  }
  return (kind, pk) =>
    (targets.length === 0 && addressed.length === 0) ||
    addressed.some(one => one.kind === kind && one.pk === pk) ||
    targets.some(([{ schema }, row]) => {
      const entity = entityIn(schema, { kind });
      return entity !== undefined && (!isPlainObject(row) || (keyIn(entity, row, args) ?? pk) === pk);
    });
}

/** The names of a record's fields that were sent; `undefined` if none were. */
type Sent = (kind: string, pk: string, declares: Declares) => readonly string[] | undefined;

/** Picks the names that a kind declares as fields. Memoized by kind, since the names may be all keys of a map. */
function fieldsIn(names: readonly string[]): (kind: string, declares: Declares) => readonly string[] {
  const byKind = new Map<string, readonly string[]>();
  return (kind, declares) => getOrCreate(byKind, kind, () => names.filter(declares));
}

function valuesIn(object: object): readonly string[] {
  return Object.values(object)
    .filter(value => !isObject(value))
    .map(String);
}

function namesIn(body: unknown): readonly string[] {
  return isPlainObject(body) ? Object.keys(body) : [];
}

/** A body may be wrapped like its response, or hold the fields directly. */
function sentBy(endpoint: EndpointInterface, args: readonly unknown[], body: unknown): Sent {
  const fields = fieldsIn(namesIn(body));
  const parts = partsOf(endpoint, body).map(([{ schema }, part]) =>
    sentIn(schema, Array.isArray(body) ? body : part, args),
  );
  return (kind, pk, declares) => {
    const sent = parts.flatMap(part => part(kind, pk, declares) ?? []).concat(fields(kind, declares));
    return sent.length > 0 ? [...new Set(sent)] : undefined;
  };
}

/** A body holds one record, or a list or map of several; path parameters may complete a key. */
function sentIn(schema: unknown, body: unknown, args: readonly unknown[]): Sent {
  const { lists, isMap = lists?.isMap } = (schema ?? {}) as {
    readonly lists?: Partial<ListSchema>;
    readonly isMap?: boolean;
  };
  const keyOf = (kind: string, row: object) => {
    const entity = entityIn(schema, { kind });
    return entity && (keyIn(entity, row, args) ?? keyIn(entity, { ...Object(args[0]), ...row }, args));
  };
  const rows = Array.isArray(body) ? body : isMap && isPlainObject(body) ? Object.values(body) : undefined;
  if (rows === undefined) {
    if (!isPlainObject(body)) return () => undefined;
    const fields = fieldsIn(namesIn(body));
    return (kind, pk, declares) => {
      const entity = entityIn(schema, { kind });
      // Path parameters alone may be the key of the record's parent.
      return entity && (keyIn(entity, body, args) ?? pk) === pk ? fields(kind, declares) : undefined;
    };
  }
  const byKind = new Map<string, Map<string, readonly string[]>>();
  const namesOf = (kind: string) =>
    new Map(rows.filter(isPlainObject).map(row => [keyOf(kind, row) ?? '', Object.keys(row)]));
  return (kind, pk) => getOrCreate(byKind, kind, namesOf).get(pk);
}

/** The names from an endpoint's `writes`. If it throws, the error is only reported: the mutation still counts. */
function declaredWrites(
  { writes, name }: EndpointInterface,
  args: readonly unknown[],
): readonly string[] | undefined {
  if (typeof writes !== 'function') return writes;
  try {
    const names: unknown = writes(...(args as never[]));
    return Array.isArray(names) ? names : undefined;
  } catch (error) {
    const isShort = process.env.NODE_ENV === 'production';
    reportError(
      isShort ? error : new Error(`writes() of ${name} has thrown: ${messageOf(error)}`, { cause: error }),
    );
    return undefined;
  }
}

function messageOf(error: unknown): string {
  return isError(error) ? error.message : String(error);
}
