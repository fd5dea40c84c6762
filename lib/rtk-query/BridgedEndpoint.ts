import { walkThroughLazies } from '../definitions/walkSchema';
import { Endpoint } from '../endpoint/Endpoint';
import { isPlainObject } from '../plain/isPlainObject';
import { toPlain } from '../plain/toPlain';
import { entitiesIn, partsOf } from '../schema/addressedRecord';
import type { EntityClass } from '../schema/EntityClass';
import { isEntityClass } from '../schema/isEntityClass';
import { Removal } from '../schema/Removal';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { Schema, SchemaObject } from '../types/Schema';
import type { ChangedData, ChangedField, Kinds } from './changedRows';

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
  /** What RTK Query keeps the data under. */
  readonly key: string;
  readonly endpoint: BridgedEndpoint;
  readonly arg: unknown;
  /** `undefined` where there was none. */
  readonly before: unknown;
  readonly after: unknown;
  /** Whether RTK Query says of both that they were fetched at the same time. */
  readonly isSameFetch: boolean;
  /** Whether no response has taken the place of the data since. */
  isThere(): boolean;
  /** Where a mutation changed it as it began, what this has changed. */
  patches?: Patches | undefined;
  /** Of each stored record that it has put in with other fields, these. */
  readonly renewed: (readonly ChangedField[])[];
  /** Once it was undone, the data that this has left. */
  undoneTo?: unknown;
}

/** What a mutation changes in RTK Query's cache while it begins. */
export interface Patches {
  /** Its endpoint, were it not for them. */
  readonly endpoint: EndpointInterface | undefined;
  readonly changes: Map<CacheChange, ChangedData>;
  /** Whether the mutation has succeeded. */
  isDone?: boolean;
}

/** What makes a bridged endpoint. */
interface BridgedDefinition {
  readonly schema: unknown;
  /** `query` or `mutation`. */
  readonly type: string;
  /** `enhanceEndpoints` may give it a `merge` at any time. */
  isMerged(): boolean;
  readonly changes: SchemaObject;
}

/** An endpoint of RTK Query as an endpoint of this library, which only RTK Query sends. */
export function bridgedEndpoint(
  path: string,
  name: string,
  { schema, type, isMerged, changes }: BridgedDefinition,
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
    get isMerged() {
      return isMerged();
    },
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
