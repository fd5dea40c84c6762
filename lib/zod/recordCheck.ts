import type { $ZodObject, $ZodType } from 'zod/v4/core';
import { $ZodAsyncError, $ZodCustom, $ZodOptional, safeParse, util } from 'zod/v4/core';
import { entityDefinitionError } from '../errors/entityDefinitionError';
import { describeIssues } from '../errors/Issue';
import type { EntityRow } from '../types/State';

/** What is wrong with a record; `undefined` if nothing is. */
export type RecordCheck = (row: EntityRow) => string | undefined;

/**
 * Checks records with a zod object, including its checks across several fields.
 *
 * For a relation it checks only absence, as `null` or left out: the related entity
 * checks the content, which may be a key in place of a record.
 */
export function recordCheck(key: string, object: $ZodObject, relations: readonly string[]): RecordCheck {
  const { shape } = object._zod.def;
  const fields = relations.map(name => [name, relationField(shape[name] as $ZodType | undefined)] as const);
  // Like `safeExtend`, which zod has from 4.1.
  const objectToCheck =
    fields.length === 0
      ? object
      : util.clone(object, { ...object._zod.def, shape: { ...shape, ...Object.fromEntries(fields) } });
  return row => {
    const result = parseRecord(objectToCheck, row, key);
    if (result.success) return undefined;
    const issues = result.error.issues.map(({ message, path }) => ({
      message,
      path: path.map(segment => (typeof segment === 'number' ? segment : String(segment))),
    }));
    return describeIssues(issues);
  };
}

function parseRecord(objectToCheck: $ZodObject, row: EntityRow, key: string) {
  try {
    return safeParse(objectToCheck, row);
  } catch (error) {
    if (!(error instanceof $ZodAsyncError)) throw error;
    throw entityDefinitionError(
      key,
      'its zod object has an async check or transform, but records are stored synchronously',
      'Make it sync, or move it to the `responseSchema` of the endpoint, which is awaited.',
    );
  }
}

/** A relation that the zod object does not declare may be left out, but not be `null`. */
function relationField(declared: $ZodType | undefined): $ZodType {
  const accepts = (value: unknown) =>
    declared === undefined ? value === undefined : safeParse(declared, value).success;
  const fn = (value: unknown) => (value !== undefined && value !== null) || accepts(value);
  const error = () => 'Invalid input: expected a related record or its key';
  const innerType = new $ZodCustom({ type: 'custom', check: 'custom', fn, error });
  return accepts(undefined) ? new $ZodOptional({ type: 'optional', innerType }) : innerType;
}
