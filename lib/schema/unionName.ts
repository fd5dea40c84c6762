import type { NameOf } from '../definitions/schemaName';
import { word } from '../definitions/word';
import type { Discriminator } from './kindOfValue';

/** The name of a union; `place` is where it hangs among the definitions, for one that a function tells apart. */
export function unionName(
  kinds: unknown,
  by: Discriminator | undefined,
  nameOf: NameOf,
  place?: string,
): string {
  if (typeof by === 'string') return `Union(${nameOf(kinds)},${by === '*' ? '"*"' : word(by)})`;
  return place ?? `Union(${nameOf(kinds)},*)`;
}
