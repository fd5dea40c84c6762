import { walkThroughLazies } from '../definitions/walkSchema';
import { Endpoint } from '../endpoint/Endpoint';
import { filterFields } from '../plain/filterFields';
import { identityOf } from '../plain/identityOf';
import { isPlainObject } from '../plain/isPlainObject';
import { sameValue } from '../plain/sameValue';
import { toPlain } from '../plain/toPlain';
import { entitiesIn, partsOf } from '../schema/addressedRecord';
import { WRITTEN } from '../schema/collectionWriter';
import type { EntityClass } from '../schema/EntityClass';
import { isEntityClass } from '../schema/isEntityClass';
import { Removal } from '../schema/Removal';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { NormalizeContext, Schema, SchemaObject } from '../types/Schema';
import type { CollectionRow, EntityRow } from '../types/State';

/** What RTK Query's cache was changed by hand at once, as it is stored. */
export interface ChangedData {
  /** Fields of records, by kind. */
  readonly rows: Readonly<Record<string, readonly EntityRow[]>>;
  /** Records that are new in a `Collection`, by kind and key. */
  readonly news: Readonly<Record<string, Readonly<Record<string, EntityRow>>>>;
  readonly lists: readonly ChangedList[];
}

/**
 * What a `Collection` was changed by hand. Keys of elements that stay stand in texts: what a mutation names by key is in
 * doubt where it is unknown whether it was done.
 */
export interface ChangedList {
  readonly kind: string;
  readonly pk: string;
  /** The keys of elements that were taken out; of a map, their names. */
  readonly out: readonly unknown[];
  readonly added: readonly AddedElement[];
  /** The keys of all elements as JSON, where they were sorted. */
  readonly order?: string;
}

interface AddedElement {
  readonly result: unknown;
  /** In a map. */
  readonly name?: string;
  /** The key of the element before it, as JSON; `undefined` for the first one. */
  readonly behind?: string;
}

/** The entities of changed rows, by kind. */
export type Kinds = Record<string, EntityClass>;

/** One endpoint of RTK Query whose responses are normalized. */
export interface BridgedEndpoint {
  /** The endpoint's name in RTK Query. */
  readonly name: string;
  readonly isMutation: boolean;
  /** Whether RTK Query's cache holds more than the last response brought: its `merge` puts several together. */
  readonly isMerged: boolean;
  readonly schema: Schema;
  /** What the data client knows the endpoint's requests by. */
  readonly definition: EndpointInterface;
  /** The same for a mutation that changes RTK Query's cache when it begins; its second argument is the changed data. */
  readonly patching: EndpointInterface | undefined;
}

/** Data in RTK Query's cache that has changed. */
export interface CacheChange {
  /** What the data client knows the query by. */
  readonly key: string;
  readonly endpoint: BridgedEndpoint;
  readonly arg: unknown;
  /** `undefined` where there was none. */
  readonly before: unknown;
  readonly after: unknown;
  /** Whether no response has taken the place of the data since. */
  isThere(): boolean;
  /** Where a mutation changed it as it began, what this has changed. */
  patches?: Patches | undefined;
}

/** What a mutation changes in RTK Query's cache while it begins. */
export interface Patches {
  /** Its endpoint, were it not for them. */
  readonly endpoint: EndpointInterface | undefined;
  readonly changes: Map<CacheChange, ChangedData>;
  /** Whether the mutation has succeeded. */
  isDone?: boolean;
}

/** An endpoint of RTK Query as an endpoint of this library, which only RTK Query sends. */
export function bridgedEndpoint(
  path: string,
  name: string,
  { schema, type, merge, changes }: { schema: unknown; type: string; merge?: unknown; changes: SchemaObject },
): BridgedEndpoint {
  const full = `${path}.${name}`;
  const isMutation = type === 'mutation';
  const definition = isMutation
    ? mutation(full, schema, {
        schema,
        whenEmpty: (arg: unknown) => whenEmpty(schema, arg),
      })
    : Object.assign(new Endpoint(sentByRtkQuery, { name: full, schema }), SENT_ELSEWHERE);
  return {
    name,
    isMutation,
    isMerged: merge !== undefined,
    schema: schema as Schema,
    definition,
    patching: isMutation ? patchingEndpoint(`${full}.patching`, changes, schema) : undefined,
  };
}

/** A mutation that shows changed data until its response comes. */
export function patchingEndpoint(name: string, changes: SchemaObject, schema?: unknown): EndpointInterface {
  return mutation(name, schema, {
    schema: schema === undefined ? { changes } : { changes, response: schema },
    getOptimisticResponse: (_snapshot: unknown, _arg: unknown, changes: readonly ChangedData[]) => ({
      changes,
    }),
  });
}

/**
 * The schema of changed data. Where it is shown before a response, it is laid over whatever is stored by then: a list keeps
 * what else was done to it.
 */
export function changesSchema(name: string, kinds: Kinds): SchemaObject {
  const schema = {
    name,
    schema: kinds,
    normalize(input: readonly ChangedData[], _parent: unknown, _key: unknown, context: NormalizeContext) {
      for (const { rows, news, lists } of input) {
        for (const [kind, all] of [...Object.entries(rows), ...Object.entries(news)])
          for (const row of Object.values(all)) context.visit(kinds[kind] as Schema, row, input, undefined);
        for (const list of lists) {
          const { kind, pk } = list;
          const stored = context.getRow(kind, pk) as CollectionRow | undefined;
          if (stored !== undefined) context.record({ ...WRITTEN, key: kind }, pk, editedList(stored, list));
        }
      }
      return null;
    },
    denormalize: (result: unknown) => result,
  };
  return schema as SchemaObject;
}

/** What a list was changed by hand, by the results of its elements before and after. */
export function changedList(kind: string, pk: string, was: CollectionRow, is: CollectionRow): ChangedList {
  if (!Array.isArray(was) || !Array.isArray(is)) {
    const isNew = ([name, result]: [string, unknown]) => !sameValue(result, (was as EntityRow)[name]);
    const added = Object.entries(is).filter(isNew);
    const out = Object.keys(was).filter(name => !Object.hasOwn(is, name));
    return { kind, pk, out, added: added.map(([name, result]) => ({ name, result })) };
  }
  const [isKnown, isWanted] = [isIn(was), isIn(is)];
  const added = is.flatMap((result, i) =>
    isKnown(result) ? [] : [{ result, ...(i > 0 && { behind: JSON.stringify(is[i - 1]) }) }],
  );
  const isSorted = !sameValue(was.filter(isWanted), is.filter(isKnown));
  const out = was.filter(one => !isWanted(one));
  return { kind, pk, out, added, ...(isSorted && { order: JSON.stringify(is) }) };
}

/** A stored list with a change by hand: what was added stands behind the element that it stood behind. */
function editedList(stored: CollectionRow, { out, added, order }: ChangedList): CollectionRow {
  if (!Array.isArray(stored)) {
    const kept = filterFields(stored as EntityRow, name => !out.includes(name));
    return { ...kept, ...Object.fromEntries(added.map(({ name = '', result }) => [name, result])) };
  }
  const [isOut, isHeld] = [isIn(out), isIn(stored)];
  const list = stored.filter(one => !isOut(one));
  for (const { result, behind } of added) {
    if (isHeld(result)) continue;
    const at = list.findIndex(one => JSON.stringify(one) === behind) + 1;
    list.splice(behind === undefined ? 0 : at || list.length, 0, result);
  }
  if (order === undefined) return list;
  const places = new Map((JSON.parse(order) as unknown[]).map((one, i) => [identityOf(one), i]));
  const placeOf = (one: unknown) => places.get(identityOf(one)) ?? places.size;
  return list.sort((one, other) => placeOf(one) - placeOf(other));
}

function isIn(list: readonly unknown[]): (one: unknown) => boolean {
  const ids = new Set(list.map(identityOf));
  return one => ids.has(identityOf(one));
}

function mutation(name: string, schema: unknown, options: object): EndpointInterface {
  const endpoint = new Endpoint(sentByRtkQuery, { name, sideEffect: true, ...options });
  Object.defineProperty(endpoint, 'bodyOf', { value: ([arg]: readonly unknown[]) => fieldsOf(schema, arg) });
  return Object.assign(endpoint, SENT_ELSEWHERE);
}

const SENT_ELSEWHERE = { isSentElsewhere: true };

function sentByRtkQuery(..._args: readonly unknown[]): Promise<unknown> {
  return Promise.reject(new Error('Requests of a bridged endpoint are sent by RTK Query.'));
}

/** The argument of RTK Query's endpoint, as the arguments of this one. */
export function argsOf(originalArg: unknown): readonly unknown[] {
  return originalArg === undefined ? [] : [toPlain(originalArg)];
}

/** What of a mutation's argument are fields of the record: all of it, or the one object in it (`{ id, patch }`). */
function fieldsOf(schema: unknown, arg: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!isPlainObject(arg)) return undefined;
  const [patch, another] = Object.entries(arg).filter(([name, value]) => !isField(schema, name, value));
  if (patch === undefined) return arg;
  return another === undefined ? (patch[1] as Record<string, unknown>) : undefined;
}

/** Whether a part of an argument is the value of a field, and does not hold fields itself. */
function isField(schema: unknown, name: string, value: unknown): boolean {
  if (!isPlainObject(value)) return true;
  const entities = partsOf({ schema }).flatMap(([part]) => entitiesIn(part.schema));
  return entities.some(entity => (entity as Partial<EntityClass>).declares?.(name));
}

/** What a mutation has done to which the server responds with nothing: it has accepted what was sent. */
function whenEmpty(schema: unknown, arg: unknown): unknown {
  if (schema instanceof Removal || !isPlainObject(arg)) return schema instanceof Removal ? arg : undefined;
  const flat = Object.entries(arg).filter(([name, value]) => isField(schema, name, value));
  return { ...Object.fromEntries(flat), ...fieldsOf(schema, arg) };
}

/** Takes up the kinds of records in a schema. */
export function addKinds(kinds: Kinds, schema: unknown): void {
  walkThroughLazies(schema, part => {
    if (isEntityClass(part)) kinds[part.key] = part;
    return true;
  });
}
