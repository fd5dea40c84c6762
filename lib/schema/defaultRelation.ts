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
  given: unknown,
  result: unknown,
  fallback: unknown,
  context: DenormalizeContext,
): unknown {
  const [schema, stored] = resolveUnion(given, result);
  const { key: kind } = schema as { readonly key?: string };
  if (kind === undefined || typeof stored !== 'string' || !context.isAbsent(kind, stored)) return INVALID;
  return isEntityClass(schema) && isRecord(fallback) ? blankWith(schema, stored, fallback) : fallback;
}

/** By a field's default, which all records share, then by kind and key. */
const blanks = new WeakMap<object, Map<string, WeakRef<object>>>();

/** Past this many keys of a kind, those that nothing shows are dropped. */
const MANY = 1_000;

/** One instance for all records that refer to the key. */
function blankWith(entity: EntityClass, pk: string, fallback: object): object {
  const known = getOrCreate(blanks, fallback, newMap<string, WeakRef<object>>);
  const name = `${entity.key}\n${pk}`;
  const found = known.get(name)?.deref();
  if (found !== undefined) return found;
  if (known.size > MANY) for (const [key, made] of known) if (made.deref() === undefined) known.delete(key);
  const { defaults } = entityShape(entity);
  const field = keyField(entity, defaults);
  const key = field !== undefined && typeof defaults[field] === 'number' ? Number(pk) : pk;
  const own = fallback instanceof (entity as unknown as new () => object) ? fallback : {};
  const made = instanceOf(entity, { ...own, ...(field && { [field]: key }) });
  // Its other fields are no data: as JSON, stored or sent, it is the key alone.
  Object.defineProperty(made, 'toJSON', { value: () => key });
  known.set(name, new WeakRef(Object.freeze(made)));
  return made;
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
