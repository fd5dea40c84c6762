import { pointerTo } from '../../read/jsonPointer.js';
import type { Field, Shape } from '../../read/Shape.js';
import type { EntityKind, Kinds } from '../Kinds.js';
import type { InlineForm, InlineRecord } from './inlineRecords.js';

/**
 * Leaves out inline forms of a record with a name whose fields differ in more than being there: merged with them, its
 * relations would end, and its types would be unions.
 */
export function withoutConflicts(records: readonly InlineRecord[], kinds: Kinds): void {
  for (let isDone = false; !isDone; ) {
    isDone = true;
    for (const { entity, forms } of records) {
      for (const [place, form] of [...forms]) {
        if (entity === undefined || isAlike(place, form, entity, records, kinds)) continue;
        forms.delete(place);
        // What holds it may be a form only because of it.
        isDone = false;
      }
    }
  }
}

function isAlike(
  place: string,
  { object }: InlineForm,
  entity: EntityKind,
  records: readonly InlineRecord[],
  kinds: Kinds,
): boolean {
  const own = new Map(entity.fields.map(field => [field.name, field]));
  /** The record that a field will hold, if an inline one in it is a form of that. */
  const moved = (field: Field) => {
    const within = pointerTo(place, 'properties', field.name);
    const isIn = (form: string) => form === within || form.startsWith(`${within}/items`);
    return records.find(({ forms }) => [...forms.keys()].some(isIn))?.entity;
  };
  return object.fields.every(field => {
    const known = own.get(field.name)?.shape;
    if (known === undefined) return true;
    const [held, here] = [relationIn(known, kinds), relationIn(field.shape, kinds) ?? moved(field)];
    return held === here && (held !== undefined || isSameKind(known, field.shape, kinds));
  });
}

/** The record that a shape is, or is a list of. */
function relationIn(shape: Shape, kinds: Kinds): EntityKind | undefined {
  const { entity, shape: inner } = kinds.resolve(shape);
  return entity === undefined && inner.kind === 'array' ? relationIn(inner.item, kinds) : entity;
}

function isSameKind(one: Shape, other: Shape, kinds: Kinds): boolean {
  const [a, b] = [one, other].map(shape => kinds.resolve(shape).shape.kind);
  return a === b || [a, b].some(kind => kind === undefined || !PLAIN.has(kind));
}

/** Kinds of shapes that are not part of one another. */
const PLAIN: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'array', 'object']);
