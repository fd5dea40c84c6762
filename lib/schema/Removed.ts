import type { NormalizeContext } from '../types/Schema';
import type { EntityClass } from './EntityClass';

/** What a removal knows of the response that it is looking at. */
export interface Removed {
  readonly input: unknown;
  readonly context: NormalizeContext;
  /** The key of the record if it is of this kind. */
  keyOf(entity: EntityClass): string;
  refuse(): Error;
}
