import { isObject } from '../plain/isObject';
import type { Loose } from '../types/Loose';

/** The field that holds the kind of a value, or a function that returns it. */
export type Discriminator = string | ((input: Loose) => string | undefined);

/** The kind that a value names, listed or not. */
export function kindOfValue(discriminator: Discriminator, input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined;
  if (typeof discriminator === 'function') return discriminator(input as Loose);
  const kind = (input as Readonly<Record<string, unknown>>)[discriminator];
  return kind === undefined || typeof kind === 'object' ? undefined : String(kind);
}

/** What stands for a value of a union: the result under the schema of its kind, and which that is. */
export interface UnionResult {
  readonly id: unknown;
  readonly schema: string;
}

/** Whether a result stands for a value of a union, whichever kinds that has. */
export function isUnionResult(result: unknown): result is UnionResult {
  if (!isObject(result)) return false;
  const { schema } = result as Partial<UnionResult>;
  return typeof schema === 'string' && Object.hasOwn(result, 'id') && Object.keys(result).length === 2;
}
