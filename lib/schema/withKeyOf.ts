import { filterFields } from '../plain/filterFields';
import { isPlainObject } from '../plain/isPlainObject';
import { isEntityClass } from './isEntityClass';
import { isUnion } from './isUnion';
import { keyIn, keyMadeOf } from './keyByArguments';
import { unions } from './kindOfValue';

type Fields = Readonly<Record<string, unknown>>;

/**
 * A record with the fields of its key, if it came without: from the stored record that the arguments mean, or else from
 * the arguments.
 *
 * @returns the same value if it has a key, or if the arguments make none
 */
export function withKeyOf(
  schema: unknown,
  args: readonly unknown[],
  value: unknown,
  stored: (kind: string, pk: string) => object | undefined,
): unknown {
  const [params] = args;
  if (params === undefined || !isPlainObject(value)) return value;
  const withKey = (kindSchema: unknown, kindValue: unknown) => withKeyOf(kindSchema, args, kindValue, stored);
  if (isUnion(schema)) return unions.withKeyOf?.(schema, args, value as Fields, stored, withKey) ?? value;
  if (!isEntityClass(schema)) return value;
  if (keyIn(schema, value, args) !== undefined) return value;
  const paramFields = (isPlainObject(params) ? params : { id: params }) as Fields;
  const { pk, names } = keyMadeOf(schema, { ...paramFields, ...value }, args);
  if (pk === undefined) return value;
  // Some may be stored elsewhere, as those of a `Scalar` are.
  const source = { ...paramFields, ...(stored(schema.key, pk) as Fields | undefined) };
  return { ...filterFields(source, name => names.has(name)), ...value };
}
