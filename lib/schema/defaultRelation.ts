import { attempt } from '../plain/attempt';
import { getOrCreate, newMap } from '../plain/getOrCreate';
import { INVALID } from '../types/INVALID';
import type { DenormalizeContext } from '../types/Schema';
import type { EntityClass } from './EntityClass';
import { entityShape } from './entityShape';
import { instanceOf } from './instanceOf';
import { isEntityClass } from './isEntityClass';
import { resolveUnion } from './resolveUnion';

/**
 * What a field shows for a related record that never arrived: its default, an instance of it with the record's key.
 *
 * @returns `INVALID` if the record was deleted, or is stored and must not be shown
 */
export function defaultRelation(
  fieldSchema: unknown,
  result: unknown,
  fallback: unknown,
  context: DenormalizeContext,
): unknown {
  const [schema, stored] = resolveUnion(fieldSchema, result);
  const { key: kind } = schema as { readonly key?: string };
  if (kind === undefined || typeof stored !== 'string' || !context.isAbsent(kind, stored)) return INVALID;
  return isEntityClass(schema) && isRecord(fallback) ? instanceWithKey(schema, stored, fallback) : fallback;
}

/** By a field's default, which all records share, then by kind and key. */
const blanks = new WeakMap<object, Map<string, WeakRef<object>>>();

/** Past this many keys of a kind, those that nothing shows are dropped. */
const MANY = 1_000;

/** One instance for all records that refer to the key. */
function instanceWithKey(entity: EntityClass, pk: string, fallback: object): object {
  const cached = getOrCreate(blanks, fallback, newMap<string, WeakRef<object>>);
  const name = `${entity.key}\n${pk}`;
  const existing = cached.get(name)?.deref();
  if (existing !== undefined) return existing;
  if (cached.size > MANY)
    for (const [key, instance] of cached) if (instance.deref() === undefined) cached.delete(key);
  const { defaults } = entityShape(entity);
  const field = keyField(entity, defaults);
  const key = field !== undefined && typeof defaults[field] === 'number' ? Number(pk) : pk;
  const defaultFields = fallback instanceof (entity as unknown as new () => object) ? fallback : {};
  const instance = instanceOf(entity, { ...defaultFields, ...(field && { [field]: key }) });
  // Its other fields are no data: as JSON, stored or sent, it is the key alone.
  Object.defineProperty(instance, 'toJSON', { value: () => key });
  cached.set(name, new WeakRef(Object.freeze(instance)));
  return instance;
}

/** The field that is the primary key; `undefined` if several make the key. */
function keyField(entity: EntityClass, defaults: Readonly<Record<string, unknown>>): string | undefined {
  const probe = 'key';
  return ['id', ...Object.keys(defaults)].find(name => {
    return name in defaults && attempt(() => entity.pk({ [name]: probe })) === probe;
  });
}

function isRecord(value: unknown): value is object {
  return typeof (value as { readonly pk?: unknown } | null)?.pk === 'function';
}
