import { type Shape, withoutNull } from './Shape.js';
import type { ShapeReader } from './shapeOf.js';

/** How many references to follow: schemas may refer to each other in a loop. */
const MAX_STEPS = 16;

/** Follows references to named schemas: the shape at their end, and whether `null` may stand for any of them. */
export function followed(
  shapes: ShapeReader,
  given: Shape,
): { readonly shape: Shape; readonly isNullable: boolean } {
  let { shape, isNullable } = withoutNull(given);
  for (let step = 0; shape.kind === 'ref' && step < MAX_STEPS; step++) {
    const next = withoutNull(shapes.follow(shape.to));
    shape = next.shape;
    isNullable ||= next.isNullable;
  }
  return { shape, isNullable };
}
