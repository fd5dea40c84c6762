import type { Shape } from '../read/Shape.js';
import type { Output } from './Output.js';

/** Whether a response is one record, or `null` if there is none. */
export function isRecordOrNull(shape: Shape | undefined, { relations }: Output): boolean {
  const relation = shape && relations.of(shape);
  return relation?.kind === 'entity' && relation.isNullable && !relation.isKey;
}
