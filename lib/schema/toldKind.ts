import type { Loose } from '../types/Loose';

/** The field that holds the kind of a value, or a function that returns it. */
export type Discriminator = string | ((input: Loose) => string | undefined);

/** The kind that a value says it is of, listed or not. */
export function toldKind(discriminator: Discriminator, input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined;
  if (typeof discriminator === 'function') return discriminator(input as Loose);
  const told = (input as Readonly<Record<string, unknown>>)[discriminator];
  return told === undefined || typeof told === 'object' ? undefined : String(told);
}
