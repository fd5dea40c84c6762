import { type CheckedArgument, InputError } from '../errors/InputError';
import type { Issue } from '../errors/Issue';
import { isObject } from '../plain/isObject';
import { without } from '../plain/without';
import { isStandardSchema } from '../types/StandardSchema';
import { checkStandard, checkStandardNow } from './checkStandard';

/**
 * What is sent for an argument: what its schema makes of it.
 *
 * Without a schema the argument as it was given.
 *
 * @param schema a Standard Schema, or a sample that only has a type
 * @param kept a field that may be there whether the schema knows it or not
 * @throws {InputError} (rejects) when the argument does not fit
 */
export async function checkInput(
  endpoint: string,
  argument: CheckedArgument,
  schema: unknown,
  value: unknown,
  kept?: string,
): Promise<unknown> {
  if (!isStandardSchema(schema)) return value;
  const failed: (readonly Issue[])[] = [];
  for (const variant of variantsOf(value, kept)) {
    const checked = await checkStandard(schema, variant);
    if (checked.issues === undefined) return checked.value;
    failed.push(checked.issues);
  }
  // Those of the variant that comes closest.
  const [issues = []] = failed.sort((a, b) => a.length - b.length);
  throw new InputError(endpoint, argument, issues);
}

/**
 * Search parameters as they stand in the URL: what their schema makes of them.
 *
 * The URL is a request's key, so it is needed at once and for any arguments: where
 * the parameters do not fit, or the schema takes its time, they stay as given.
 * `kept` is a name that stays whether the schema knows it or not.
 */
export function searchParamsFor(
  schema: unknown,
  given: Readonly<Record<string, unknown>>,
  kept: string | undefined,
): Readonly<Record<string, unknown>> {
  if (!isStandardSchema(schema)) return given;
  for (const variant of variantsOf(given, kept)) {
    const checked = checkStandardNow(schema, variant);
    if (checked?.issues !== undefined || !isObject(checked?.value)) continue;
    const params = checked.value as Readonly<Record<string, unknown>>;
    return kept !== undefined && kept in given ? { [kept]: given[kept], ...params } : params;
  }
  return given;
}

/** A value as it is, and without a field that a strict schema rejects. */
function variantsOf<T>(value: T, kept: string | undefined): readonly T[] {
  if (kept === undefined || !isObject(value) || !(kept in value)) return [value];
  return [value, without(value as Readonly<Record<string, unknown>>, [kept]) as T];
}
