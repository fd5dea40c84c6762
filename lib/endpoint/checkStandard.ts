import type { Issue } from '../errors/Issue';
import type { StandardIssue, StandardResult, StandardSchema } from '../types/StandardSchema';

/** The output of a schema, or its issues. */
export type Checked =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] };

/** Checks a value with a schema of any library, sync or async. */
export async function checkStandard(schema: StandardSchema, value: unknown): Promise<Checked> {
  return toChecked(await schema['~standard'].validate(value));
}

/** Checks a value with a schema; `undefined` if the schema is async. */
export function checkStandardNow(schema: StandardSchema, value: unknown): Checked | undefined {
  const result = schema['~standard'].validate(value);
  if (!('then' in result)) return toChecked(result);
  // The request awaits the same check again before it is sent, so its error is not lost.
  result.catch(() => {});
  return undefined;
}

function toChecked(result: StandardResult<unknown>): Checked {
  return result.issues === undefined ? result : { issues: result.issues.map(toIssue) };
}

function toIssue({ message, path = [] }: StandardIssue): Issue {
  const keys = path.map(segment => (typeof segment === 'object' ? segment.key : segment));
  return { message, path: keys.map(key => (typeof key === 'number' ? key : String(key))) };
}
