import type { Denormalized } from '../types/Denormalized';
import type { Schema } from '../types/Schema';
import type { Discriminator } from './kindOfValue';
import { Union } from './Union';

/** The value of one element: of `S` itself or, with a discriminator, of one of its kinds. */
export type ElementValue<S, By> = By extends Discriminator ? Denormalized<S[keyof S]> : Denormalized<S>;

/** Which schema has one element: `S` itself or, with a discriminator, one of its kinds? */
export type ElementKind<S, By> = By extends Discriminator ? S[keyof S] : S;

/** The schema of one element: `schema` itself or, with a discriminator, the union of its kinds. */
export function elementSchema(schema: unknown, discriminator: Discriminator | undefined): Schema {
  if (discriminator === undefined) return schema as Schema;
  return new Union(schema as Readonly<Record<string, unknown>>, discriminator);
}
