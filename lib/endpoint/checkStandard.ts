import type { Issue } from '../errors/Issue';
import type { StandardIssue, StandardResult, StandardSchema } from '../types/StandardSchema';

/** What a schema made of a value, or what is wrong with it. */
export type Checked =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] };

/** Checks a value with a schema of any library, at once or in time. */
export async function checkStandard(schema: StandardSchema, value: unknown): Promise<Checked> {
  return toChecked(await schema['~standard'].validate(value));
}

/** Checks a value with a schema; `undefined` where that takes time. */
export function checkStandardNow(schema: StandardSchema, value: unknown): Checked | undefined {
  const result = schema['~standard'].validate(value);
  if (!('then' in result)) return toChecked(result);
  // The same check is made again, and waited for, before anything is sent.
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
