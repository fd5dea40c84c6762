import { type CheckedArgument, InputError } from '../errors/InputError';
import { isObject } from '../plain/isObject';
import { isStandardSchema } from '../types/StandardSchema';
import { checkStandard, checkStandardNow } from './checkStandard';

/** Which argument of which endpoint is checked, and with what: a schema, or a sample that only has a type. */
export interface InputCheck {
  readonly endpoint: string;
  readonly argument: CheckedArgument;
  readonly schema: unknown;
}

/**
 * What is sent for an argument: what its schema makes of it.
 *
 * Without a schema the argument as it was given.
 *
 * @throws {InputError} (rejects) when the argument does not fit
 */
export async function checkInput(
  { endpoint, argument, schema }: InputCheck,
  value: unknown,
): Promise<unknown> {
  if (!isStandardSchema(schema)) return value;
  const checked = await checkStandard(schema, value);
  if (checked.issues !== undefined) throw new InputError(endpoint, argument, checked.issues);
  return checked.value;
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
  const checked = checkStandardNow(schema, given);
  if (checked?.issues !== undefined || !isParams(checked?.value)) return given;
  return kept !== undefined && kept in given ? { [kept]: given[kept], ...checked.value } : checked.value;
}

function isParams(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value);
}
