import { filterFields } from '../plain/filterFields';
import { isForm } from '../plain/isForm';
import { isPlainObject } from '../plain/isPlainObject';
import { toPlain } from '../plain/toPlain';
import type { EntityClass } from '../schema/EntityClass';
import { isInvalidKey } from '../schema/isInvalidKey';
import { keyMadeOf } from '../schema/keyByArguments';
import { type Addressing, entitiesIn, inPlace } from '../schema/responseParts';
import type { Snapshot } from '../selectors/snapshotOf';
import type { Schema } from '../types/Schema';
import { parsePath } from '../url/PathTemplate';
import type { OptimisticResponse } from './EndpointOptions';
import { isSentAsItIs } from './requestBody';

type Fields = Readonly<Record<string, unknown>>;

/** Wraps a function that makes a record: the member's response has it where the member's schema expects it. */
export function placed<Args extends readonly unknown[]>(element: unknown, make: (...args: Args) => unknown) {
  return function (this: Addressing, ...args: Args): OptimisticResponse {
    return inPlace(this.schema, element, make(...args)) as OptimisticResponse;
  };
}

/**
 * The optimistic responses of the members of a resource.
 *
 * An update is optimistic only if the record is stored; its other fields keep their values.
 */
export const optimisticResponses = {
  change: (schema: unknown, path: string) => {
    const accepted = acceptedUpdate(schema, path);
    return placed(schema, (snapshot: Snapshot, params: Fields, body: unknown) => {
      if (snapshot.get(schema as Schema & object, params) === undefined) throw snapshot.abort;
      return accepted(params, body);
    });
  },
  create: (element: unknown) =>
    placed(element, (_snapshot: Snapshot, ...args: readonly unknown[]) => {
      const [params, body] = args.length < 2 ? [{}, args[0]] : args;
      const shared = newRecordFields(element, params as Fields, args);
      const created = (one: unknown) => ({ ...shared, ...fieldsOf(one) });
      return Array.isArray(body) && body.every(isPlainObject) ? body.map(created) : created(body);
    }),
  remove: (schema: unknown) => placed(schema, (_snapshot: Snapshot, params: Fields) => params),
};

/**
 * The record of an update to which the server sends no body: the accepted body, with those arguments that are fields
 * of the record or parameters of the path.
 */
export function acceptedUpdate(schema: unknown, path: string): (params: Fields, body: unknown) => Fields {
  const { names } = parsePath(path);
  const { declares = () => true } = schema as Partial<EntityClass>;
  return (params, body) => {
    const isOfRecord = (name: string) => names.includes(name) || declares.call(schema as EntityClass, name);
    // A locally created record may send its key empty, as its class declares it.
    const isSent = (name: string, value: unknown) => !(isInvalidKey(value) && isOfKey(schema, params, name));
    return { ...filterFields(params, isOfRecord), ...filterFields(fieldsOf(body), isSent) };
  };
}

/** The address's fields for a new record, except one that makes a key alone: that is the key of its parent. */
function newRecordFields(element: unknown, params: Fields, args: readonly unknown[]): Fields {
  return filterFields(params, name => !isOfKey(element, params, name, args));
}

/** Whether the parameters make a key that includes this one. */
function isOfKey(
  schema: unknown,
  params: Fields,
  name: string,
  args: readonly unknown[] = [params],
): boolean {
  const keys = entitiesIn(schema).map(entity => keyMadeOf(entity, params, args));
  return keys.some(({ pk, names }) => pk !== undefined && names.has(name));
}

/** The fields of a body, or the entries of a form. Text, lists and files have none. */
function fieldsOf(body: unknown): Fields {
  if (isForm(body)) return Object.fromEntries(body);
  const plain = isSentAsItIs(body) ? undefined : toPlain(body);
  return isPlainObject(plain) ? plain : {};
}
