import { argsOf } from '../actions/endpointOf';
import type { SetAction } from '../actions/set';
import { plainResponseOf, type SetResponseAction } from '../actions/setResponse';
import { filterFields } from '../plain/filterFields';
import { isError } from '../plain/isError';
import { isObject } from '../plain/isObject';
import { isPlainObject } from '../plain/isPlainObject';
import { kept } from '../plain/kept';
import { own } from '../plain/own';
import { reportError } from '../plain/reportError';
import { sameValue } from '../plain/sameValue';
import { isDescription, toPlain } from '../plain/toPlain';
import {
  addressedRecords,
  bodyOf,
  creationOf,
  entitiesIn,
  entityIn,
  fieldsOf,
  isListWriter,
  isOfSeveral,
  kindsMeant,
  mayChangeOthers,
  objectsWithin,
  partsOf,
  sentData,
} from '../schema/addressedRecord';
import type { EntityClass } from '../schema/EntityClass';
import { type Keyed, keyIn } from '../schema/keyByArguments';
import type { ListSchema } from '../schema/listContents';
import { getCell } from '../tables/getCell';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { Declares, Landing, Mutation } from '../types/Landing';
import type { DataState, EntityRow, InFlight } from '../types/State';
import { updateOf } from '../types/updateOf';
import { horizonWithout, inFlight } from './inflight';

/**
 * What is known of a response, or of data from elsewhere, before it is written: when it was requested, and what else
 * is in flight.
 *
 * @param endpoint of the request that brought it
 */
export function landingOf(
  state: DataState,
  action: SetAction | SetResponseAction,
  endpoint?: EndpointInterface,
): Landing {
  const { meta } = action as SetResponseAction;
  const { fetchedAt, date, expiresAt, requestId, landed = state.order + 1 } = meta;
  const began = inFlight(state, requestId)?.request.began;
  const { left = began ?? landed, since = left } = meta;
  const isMutation = endpoint?.sideEffect && requestId !== undefined;
  let horizon: number | undefined;
  return {
    fetchedAt,
    date,
    expiresAt,
    began: began ?? left,
    left,
    landed,
    mutation: isMutation ? mutationOf(state, action as SetResponseAction, endpoint, since) : undefined,
    // Computed on demand: it looks at everything in flight. No accessor: of a literal with one, each evaluation has a
    // hidden class of its own, which keeps the closure, and the state with it, through collections of young objects.
    horizon(after) {
      const isOwn = (other: InFlight) => other.requestId === requestId;
      if (after !== undefined) return horizonWithout(state, other => isOwn(other) || other.began <= after);
      horizon ??= horizonWithout(state, isOwn);
      return horizon;
    },
    isRequested: requestId !== undefined,
  };
}

/** Whether a request in flight, other than this one, may overlap with what it brings. */
export function isContended({ inflight, mutating }: DataState, { mutation }: Landing): boolean {
  // Several mutations with one key are one entry of those in flight.
  return mutation === undefined ? mutating > 0 : inflight.size > 1 || mutating > 1;
}

/** What is known of a mutation before its response is written. */
export function mutationOf(
  state: DataState,
  action: SetResponseAction,
  endpoint: EndpointInterface,
  since: number,
): Mutation {
  const args = argsOf(action);
  const shown = updateOf(state, action.meta.requestId)?.writes;
  const given = bodyOf(endpoint, args);
  // The name of a file is not that of the record.
  const isOfFile = isDescription(given);
  const body = isOfFile ? undefined : given;
  const sentOf = sentBy(endpoint, args, body);
  let within: ReturnType<typeof fieldsIn> | undefined;
  let objects: readonly object[] | undefined;
  let texts: ReadonlySet<string> | undefined;
  let said: { readonly names: readonly string[] | undefined } | undefined;
  let parts: readonly (readonly string[])[] | undefined;
  let isInPart: ((kind: string, pk: string) => boolean) | undefined;
  let isOfOthers: boolean | undefined;
  const keysSent = new Map<string, ReadonlySet<string | undefined>>();
  const isCreated = creationOf(endpoint, args);
  /** Whether the request was about a record of its response: an envelope may carry others along. */
  function isMeant(kind: string, pk: string, isTop: boolean): boolean {
    if (!isTop) return false;
    isInPart ??= meantBy(state, endpoint, args, plainResponseOf(action));
    return isInPart(kind, pk);
  }
  /** Whether other records of a kind may stand below the one that the response is, or beside it, which was there before. */
  function isBeside(kind: string): boolean {
    parts ??= partsOf(endpoint, plainResponseOf(action)).map(([{ schema }, row]) => {
      const isKnown = (entity: Keyed) =>
        isPlainObject(row) && getCell(state.entities[entity.key], keyIn(entity, row, args) ?? '');
      return isOfSeveral(schema)
        ? []
        : entitiesIn(schema)
            .filter(isKnown)
            .map(({ key }) => key);
    });
    // Of an envelope with one of a kind nothing tells what its other records have to do with it; but each part of a GraphQL
    // mutation is the response of one.
    const isOne = parts.length === 1 || 'operation' in endpoint;
    return parts.filter(kinds => kinds.includes(kind)).length > (isOne ? 0 : 1);
  }
  function names(pk: string): boolean {
    texts ??= new Set(saidWithin().flatMap(textsIn));
    return texts.has(pk);
  }
  function saidWithin(): readonly object[] {
    objects ??= objectsWithin(args.map(arg => toPlain(arg)));
    return objects;
  }
  function isSaid(name: string, value: unknown): boolean {
    return saidWithin().some(one => Object.hasOwn(one, name) && sameValue((one as EntityRow)[name], value));
  }
  /** Whether something that was sent is a record with this key, and does not only mention it: `{ id: '2' }`, not `{ next: '2' }`. */
  function isSent(kind: string, pk: string): boolean {
    const keysOf = () => {
      const entities = partsOf(endpoint).flatMap(([{ schema }]) => entityIn(schema, { kind }) ?? []);
      const objects = objectsWithin(sentData(endpoint, args, given)).filter(isPlainObject);
      return new Set(objects.flatMap(said => entities.map(entity => keyIn(entity, said, args))));
    };
    return kept(keysSent, kind, keysOf).has(pk);
  }
  return {
    since,
    writes: (kind, pk, isTop, declares = () => true) => {
      const changed = own(own(shown, kind), pk);
      const namesOf = () => {
        said ??= { names: saidBy(endpoint, args) };
        return said.names ?? (changed?.length ? changed : (sentOf(kind, pk, declares) ?? changed));
      };
      return (isMeant(kind, pk, isTop) ? namesOf() : changed)?.filter(declares);
    },
    sent(kind, pk, isTop, declares, shown) {
      if (endpoint.writes !== undefined || !isMeant(kind, pk, isTop)) return [];
      if (shown !== undefined) return shown;
      within ??= fieldsIn([...new Set(objectsWithin(sentData(endpoint, args, given)).flatMap(namesIn))]);
      return within(kind, declares);
    },
    isMeant,
    isOfTree: (kind, declares) => isBeside(kind) && mayChangeOthers(endpoint, body, declares),
    mayChangeOthers() {
      isOfOthers ??=
        endpoint.writes === undefined &&
        mayChangeOthers(endpoint, unwrapped(endpoint, body), declaredIn(endpoint));
      return isOfOthers;
    },
    isOfFile,
    isComputed: (name, value) => !!action.meta.isEmpty && shown !== undefined && !isSaid(name, value),
    mayBeShown: shown !== undefined && isOfSeveral(endpoint.schema),
    creates: (kind, pk, isTop) =>
      isCreated(kind, pk) && (isMeant(kind, pk, isTop) || (isBeside(kind) && isSent(kind, pk))),
    names,
  };
}

/** The fields that a body says, which may be wrapped as its response is: `{ note: { text } }`. */
function unwrapped(endpoint: EndpointInterface, body: unknown): unknown {
  const said = partsOf(endpoint, body).map(([, part]) => part);
  if (!isPlainObject(body) || said.includes(body)) return body;
  const isPart = (value: unknown) => isPlainObject(value) && said.includes(value);
  const beside = filterFields(body as EntityRow, (_name, value) => !isPart(value));
  return Object.assign({}, beside, ...said.filter(isPart));
}

/** Tells whether a name is that of a field of any record that a response consists of. */
function declaredIn(endpoint: EndpointInterface): Declares {
  const entities = partsOf(endpoint).flatMap(([{ schema }]) => entitiesIn(schema));
  return name => entities.some(entity => (entity as Partial<EntityClass>).declares?.(name) ?? true);
}

/** Whether a request was about a record of its response. */
type IsMeant = (kind: string, pk: string) => boolean;

/** Tells which of the records of a response its request was about: a GraphQL mutation may be several, each with a response. */
function meantBy(
  state: DataState,
  endpoint: EndpointInterface,
  args: readonly unknown[],
  response: unknown,
): IsMeant {
  const mutations = 'operation' in endpoint ? fieldsOf(endpoint, response) : undefined;
  if (mutations === undefined) return meantInEnvelope(state, endpoint, args, response);
  const meant = mutations.map(([part, result]) => ({
    kinds: kindsMeant(part),
    isMeant: meantInEnvelope(state, part, args, result),
  }));
  return (kind, pk) => meant.some(({ kinds, isMeant }) => kinds.includes(kind) && isMeant(kind, pk));
}

/**
 * Tells which of the records that an envelope holds the request was about: those that its arguments name, those that were
 * sent under names of their own, or else the first, and those that have fields of the body which no other of these has.
 */
function meantInEnvelope(
  state: DataState,
  endpoint: EndpointInterface,
  args: readonly unknown[],
  response: unknown,
): IsMeant {
  const parts = partsOf(endpoint, response);
  if (parts.length === 1) return () => true;
  const addressed = parts.flatMap(([part]) => addressedRecords(part, args, state.entities));
  const body = bodyOf(endpoint, args);
  const said = partsOf(endpoint, body).map(([, part]) => part);
  const meant = parts.filter(([{ schema }], place) =>
    Array.isArray(body) ? isOfSeveral(schema) : isObject(said[place]),
  );
  const first =
    parts.find(([{ schema }]) => isListWriter(schema)) ??
    parts.find(([{ schema }]) => entitiesIn(schema).length > 0 && !isOfSeveral(schema));
  if (addressed.length === 0 && meant.length === 0 && first !== undefined) meant.push(first);
  for (const [name, value] of Object.entries(isPlainObject(body) && addressed.length === 0 ? body : {})) {
    const declares = ([{ schema }]: (typeof parts)[number]) =>
      entitiesIn(schema).some(entity => (entity as Partial<EntityClass>).declares?.(name));
    const other = meant.some(declares) || said.includes(value) ? undefined : parts.find(declares);
    if (other !== undefined) meant.push(other);
  }
  return (kind, pk) =>
    (meant.length === 0 && addressed.length === 0) ||
    addressed.some(one => one.kind === kind && one.pk === pk) ||
    meant.some(([{ schema }, row]) => {
      const entity = entityIn(schema, { kind });
      return entity !== undefined && (!isPlainObject(row) || (keyIn(entity, row, args) ?? pk) === pk);
    });
}

/** The names of the fields that were sent of a record; `undefined` where nothing was. */
type Sent = (kind: string, pk: string, declares: Declares) => readonly string[] | undefined;

/** Those of some names that are fields of a kind of record, looked for once for all such records: they may be those of a map. */
function fieldsIn(names: readonly string[]): (kind: string, declares: Declares) => readonly string[] {
  const byKind = new Map<string, readonly string[]>();
  return (kind, declares) => kept(byKind, kind, () => names.filter(declares));
}

function textsIn(said: object): readonly string[] {
  return Object.values(said)
    .filter(value => !isObject(value))
    .map(String);
}

function namesIn(body: unknown): readonly string[] {
  return isPlainObject(body) ? Object.keys(body) : [];
}

/** A body may be wrapped as its response is, or say the fields themselves. */
function sentBy(endpoint: EndpointInterface, args: readonly unknown[], body: unknown): Sent {
  const fields = fieldsIn(namesIn(body));
  const parts = partsOf(endpoint, body).map(([{ schema }, said]) =>
    sentIn(schema, Array.isArray(body) ? body : said, args),
  );
  return (kind, pk, declares) => {
    const sent = parts.flatMap(part => part(kind, pk, declares) ?? []).concat(fields(kind, declares));
    return sent.length > 0 ? [...new Set(sent)] : undefined;
  };
}

/** What is sent is one record, or a list or map of several; a key may lack what stands in the path. */
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
      // What the path makes alone may be the key of what the record belongs to.
      return entity && (keyIn(entity, body, args) ?? pk) === pk ? fields(kind, declares) : undefined;
    };
  }
  const byKind = new Map<string, Map<string, readonly string[]>>();
  const namesOf = (kind: string) =>
    new Map(rows.filter(isPlainObject).map(row => [keyOf(kind, row) ?? '', Object.keys(row)]));
  return (kind, pk) => kept(byKind, kind, namesOf).get(pk);
}

/** What an endpoint says that a mutation writes; if it throws, the server has still done the mutation. */
function saidBy(
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
