import type { NormalizeContext } from '../types/Schema';
import type { EntityClass } from './EntityClass';

/** A response as a removal sees it. */
export interface Removed {
  readonly input: unknown;
  readonly context: NormalizeContext;
  /** The key of the record if it is of this kind. */
  keyOf(entity: EntityClass): string;
  refuse(): Error;
}
