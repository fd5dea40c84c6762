import { type CheckedArgument, InputError } from '../errors/InputError';
import type { Issue } from '../errors/Issue';
import { isObject } from '../plain/isObject';
import { omitFields } from '../plain/omitFields';
import { isStandardSchema } from '../types/StandardSchema';
import { checkStandard, checkStandardNow } from './checkStandard';

/**
 * The value to send for an argument: the output of its schema.
 *
 * Without a schema, the argument itself.
 *
 * @param schema a Standard Schema, or a sample that only has a type
 * @param keptField a field that is allowed even if the schema does not know it
 * @throws {InputError} (rejects) when the argument does not match
 */
export async function checkInput(
  endpoint: string,
  argument: CheckedArgument,
  schema: unknown,
  value: unknown,
  keptField?: string,
): Promise<unknown> {
  if (!isStandardSchema(schema)) return value;
  const failed: (readonly Issue[])[] = [];
  for (const variant of variantsOf(value, keptField)) {
    const checked = await checkStandard(schema, variant);
    if (checked.issues === undefined) return checked.value;
    failed.push(checked.issues);
  }
  // Reports the issues of the closest variant.
  const [issues = []] = failed.sort((a, b) => a.length - b.length);
  throw new InputError(endpoint, argument, issues);
}

/**
 * The search parameters for the URL: the output of their schema.
 *
 * The URL is a request's key, so it is needed synchronously and for any arguments: if the parameters do not match, or
 * the schema is async, they stay as given. `keptField` is a name that stays even if the schema does not know it.
 */
export function searchParamsFor(
  schema: unknown,
  searchParams: Readonly<Record<string, unknown>>,
  keptField: string | undefined,
): Readonly<Record<string, unknown>> {
  if (!isStandardSchema(schema)) return searchParams;
  for (const variant of variantsOf(searchParams, keptField)) {
    const checked = checkStandardNow(schema, variant);
    if (checked?.issues !== undefined || !isObject(checked?.value)) continue;
    const params = checked.value as Readonly<Record<string, unknown>>;
    return keptField !== undefined && keptField in searchParams
      ? { [keptField]: searchParams[keptField], ...params }
      : params;
  }
  return searchParams;
}

/** The value itself, then the value without the field that a strict schema may reject. */
function variantsOf<T>(value: T, keptField: string | undefined): readonly T[] {
  if (keptField === undefined || !isObject(value) || !(keptField in value)) return [value];
  return [value, omitFields(value as Readonly<Record<string, unknown>>, [keptField]) as T];
}
