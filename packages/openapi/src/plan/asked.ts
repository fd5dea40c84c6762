import type { Operation } from '../read/Operation.js';
import type { ObjectShape, Shape } from '../read/Shape.js';
import { withoutNull } from '../read/Shape.js';
import type { ShapeReader } from '../read/shapeOf.js';
import type { KindOptions } from './Kinds.js';
import { keyOf } from './keys.js';
import { isEnvelope } from './words.js';

/** The operations that respond with a schema, by pointer. */
type Asked = Map<string, Operation[]>;

/** The schemas that operations respond with, alone or in a list, and those operations. */
export function askedFor(
  operations: readonly Operation[],
  shapes: ShapeReader,
  shapeAt: (pointer: string) => Shape,
  canonical: (pointer: string) => string,
  options: KindOptions,
): ReadonlyMap<string, readonly Operation[]> {
  const whole = wholeResponses(operations, canonical);
  const asked: Asked = new Map();
  for (const operation of operations) {
    const { shape } = operation.response;
    if (shape !== undefined) note(shape, operation, 1, new Map());
  }
  return asked;

  /**
   * @param depth how many lists may still be entered: a list within the items of a list is part of them
   * @param seen pointers to the schemas visited so far, with the `depth` at that visit: objects may hold each other
   */
  function note(shape: Shape, operation: Operation, depth: number, seen: Map<string, number>): void {
    const { shape: inner } = withoutNull(shape);
    if (inner.kind === 'array') note(inner.item, operation, depth, seen);
    else if (inner.kind === 'union') for (const member of inner.members) note(member, operation, depth, seen);
    else if (inner.kind === 'object') noteWithin(inner, operation, depth, seen);
    else if (inner.kind === 'ref') {
      const place = canonical(inner.to);
      const known = seen.get(place);
      if (known !== undefined && known >= depth) return;
      seen.set(place, depth);
      if (known === undefined) add(asked, place, operation);
      // Look for records in a wrapper, whether it has a name or not.
      // In an inline record as well: naming it takes nothing from the records in it.
      if (shapes.inlineAt(place) !== undefined || !isRecord(place, operation))
        note(shapeAt(place), operation, depth, seen);
    }
  }

  function noteWithin(
    { fields }: ObjectShape,
    operation: Operation,
    depth: number,
    seen: Map<string, number>,
  ) {
    const isWrapper = fields.every(({ name }) => name !== 'id');
    for (const { name, shape } of fields) {
      if (depth > 0 && isArray(shape)) note(shape, operation, depth - 1, seen);
      else if (isWrapper && isEnvelope(name)) note(shape, operation, depth, seen);
    }
  }

  /** Whether a shape is a list, named or inline. */
  function isArray(shape: Shape): boolean {
    const { shape: inner } = withoutNull(shape);
    return (inner.kind === 'ref' ? withoutNull(shapeAt(inner.to)).shape : inner).kind === 'array';
  }

  function isRecord(place: string, operation: Operation): boolean {
    const { shape } = withoutNull(shapeAt(place));
    const requests = [...(whole.get(place) ?? []), operation];
    return shape.kind === 'object' && keyOf(place, shape, requests, shapes, options) !== undefined;
  }
}

/** The named schemas that are a whole response. */
function wholeResponses(operations: readonly Operation[], canonical: (pointer: string) => string): Asked {
  const whole: Asked = new Map();
  for (const operation of operations) {
    const { shape } = withoutNull(operation.response.shape ?? { kind: 'unknown' });
    if (shape.kind === 'ref') add(whole, canonical(shape.to), operation);
  }
  return whole;
}

function add(asked: Asked, place: string, operation: Operation): void {
  asked.set(place, [...(asked.get(place) ?? []), operation]);
}
