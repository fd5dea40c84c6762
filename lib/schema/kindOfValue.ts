import { isObject } from '../plain/isObject';
import type { Loose } from '../types/Loose';
import type { Schema } from '../types/Schema';

/** The field with the kind of a value, or a function that returns it. */
export type Discriminator = string | ((input: Loose) => string | undefined);

/** The kind that a value names, listed or not. */
export function kindOfValue(discriminator: Discriminator, input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined;
  if (typeof discriminator === 'function') return discriminator(input as Loose);
  const kind = (input as Readonly<Record<string, unknown>>)[discriminator];
  return kind === undefined || typeof kind === 'object' ? undefined : String(kind);
}

/** The result for a value of a union: that of its kind's schema, and the kind. */
export interface UnionResult {
  readonly id: unknown;
  readonly schema: string;
}

/** Whether a result stands for a value of a union, whatever its kinds. */
export function isUnionResult(result: unknown): result is UnionResult {
  if (!isObject(result)) return false;
  const { schema } = result as Partial<UnionResult>;
  return typeof schema === 'string' && Object.hasOwn(result, 'id') && Object.keys(result).length === 2;
}

/** A record with the fields of its key, as one of the kind that it, or the arguments, name. */
export type WithKeyOfUnion = (
  union: {
    readonly schema: Readonly<Record<string, unknown>>;
    readonly discriminator: Discriminator;
    kindOf(input: unknown): string | undefined;
    schemaOf(kind: string): Schema;
  },
  args: readonly unknown[],
  value: Readonly<Record<string, unknown>>,
  stored: (kind: string, pk: string) => object | undefined,
  /** The same for one of its kinds. */
  again: (schema: unknown, value: unknown) => unknown,
) => unknown;

/** Set once an app has a union. */
export const unions: { withKeyOf?: WithKeyOfUnion } = {};
