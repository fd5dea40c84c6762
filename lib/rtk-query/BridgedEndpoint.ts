import { walkThroughLazies } from '../definitions/walkSchema';
import { Endpoint } from '../endpoint/Endpoint';
import { isPlainObject } from '../plain/isPlainObject';
import { toPlain } from '../plain/toPlain';
import type { EntityClass } from '../schema/EntityClass';
import { isEntityClass } from '../schema/isEntityClass';
import { Removal } from '../schema/Removal';
import { entitiesIn, partsOf } from '../schema/responseParts';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { Schema, SchemaObject } from '../types/Schema';
import type { ChangedData, ChangedField, Kinds } from './changedRows';

/** One RTK Query endpoint whose responses are normalized. */
export interface BridgedEndpoint {
  /** The endpoint's name in RTK Query. */
  readonly name: string;
  readonly isMutation: boolean;
  /** Whether the endpoint has a `merge`, so that RTK Query's cache may combine several responses. */
  readonly isMerged: boolean;
  readonly schema: Schema;
  /** The data client's endpoint for these requests. */
  readonly definition: EndpointInterface;
  /** The same for a mutation that changes RTK Query's cache as it begins; its second argument is the changed data. */
  readonly patching: EndpointInterface | undefined;
}

/** Data in RTK Query's cache that has changed. */
export interface CacheChange {
  /** RTK Query's cache key. */
  readonly key: string;
  readonly endpoint: BridgedEndpoint;
  readonly arg: unknown;
  /** `undefined` if there was none. */
  readonly before: unknown;
  readonly after: unknown;
  /** Whether both have the same fetch time in RTK Query. */
  readonly isSameFetch: boolean;
  /** Whether no response has replaced the data since. */
  isCurrent(): boolean;
  /** If a mutation made the change as it began, all its changes. */
  patches?: Patches | undefined;
  /** For each stored record that it inserted with other values, the fields that differ. */
  readonly reinserted: (readonly ChangedField[])[];
  /** The data after the change was undone. */
  dataAfterUndo?: unknown;
}

/** What a mutation changes in RTK Query's cache as it begins. */
export interface Patches {
  /** The mutation's endpoint if nothing is patched. */
  readonly endpoint: EndpointInterface | undefined;
  readonly changes: Map<CacheChange, ChangedData>;
  /** Whether the mutation has succeeded. */
  isDone?: boolean;
}

/** What a bridged endpoint is made from. */
interface BridgedDefinition {
  readonly schema: unknown;
  /** `query` or `mutation`. */
  readonly type: string;
  /** `enhanceEndpoints` may give it a `merge` at any time. */
  isMerged(): boolean;
  readonly changes: SchemaObject;
}

/** An RTK Query endpoint as an endpoint of this library; only RTK Query sends its requests. */
export function bridgedEndpoint(
  path: string,
  name: string,
  { schema, type, isMerged, changes }: BridgedDefinition,
): BridgedEndpoint {
  const fullName = `${path}.${name}`;
  const isMutation = type === 'mutation';
  const definition = isMutation
    ? mutation(fullName, schema, {
        schema,
        whenEmpty: (arg: unknown) => whenEmpty(schema, arg),
      })
    : Object.assign(new Endpoint(sentByRtkQuery, { name: fullName, schema }), SENT_ELSEWHERE);
  return {
    name,
    isMutation,
    get isMerged() {
      return isMerged();
    },
    schema: schema as Schema,
    definition,
    patching: isMutation ? patchingEndpoint(`${fullName}.patching`, changes, schema) : undefined,
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

function mutation(name: string, schema: unknown, options: object): EndpointInterface {
  const endpoint = new Endpoint(sentByRtkQuery, { name, sideEffect: true, ...options });
  Object.defineProperty(endpoint, 'bodyOf', { value: ([arg]: readonly unknown[]) => fieldsOf(schema, arg) });
  return Object.assign(endpoint, SENT_ELSEWHERE);
}

const SENT_ELSEWHERE = { isSentElsewhere: true };

function sentByRtkQuery(..._args: readonly unknown[]): Promise<unknown> {
  return Promise.reject(new Error('Requests of a bridged endpoint are sent by RTK Query.'));
}

/** Converts the argument of RTK Query's endpoint to arguments of this one. */
export function argsOf(originalArg: unknown): readonly unknown[] {
  return originalArg === undefined ? [] : [toPlain(originalArg)];
}

/** The part of a mutation's argument that holds the record's fields: all, or the one object in it (`{ id, patch }`). */
function fieldsOf(schema: unknown, arg: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!isPlainObject(arg)) return undefined;
  const [patch, second] = Object.entries(arg).filter(([name, value]) => !isField(schema, name, value));
  if (patch === undefined) return arg;
  return second === undefined ? (patch[1] as Record<string, unknown>) : undefined;
}

/** Whether a part of an argument is a field's value, rather than an object of fields. */
function isField(schema: unknown, name: string, value: unknown): boolean {
  if (!isPlainObject(value)) return true;
  const entities = partsOf({ schema }).flatMap(([part]) => entitiesIn(part.schema));
  return entities.some(entity => (entity as Partial<EntityClass>).declares?.(name));
}

/** What to store when a mutation's response is empty: the server accepted what was sent. */
function whenEmpty(schema: unknown, arg: unknown): unknown {
  if (schema instanceof Removal) return arg;
  if (!isPlainObject(arg)) return undefined;
  const ownFields = Object.entries(arg).filter(([name, value]) => isField(schema, name, value));
  return { ...Object.fromEntries(ownFields), ...fieldsOf(schema, arg) };
}

/** The kinds of records in all bridged APIs. */
const allKinds: Kinds = {};

/** Kinds of records of one API. Those of other APIs are inherited, since its mutations may change their caches. */
export function createKinds(): Kinds {
  return Object.create(allKinds) as Kinds;
}

/** Adds the kinds of records in a schema. */
export function addKinds(kinds: Kinds, schema: unknown): void {
  walkThroughLazies(schema, part => {
    if (isEntityClass(part)) kinds[part.key] = allKinds[part.key] = part;
    return true;
  });
}
