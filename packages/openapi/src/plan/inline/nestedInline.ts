import type { Description, RawSchema } from '../../read/Description.js';
import { pointerTo, valueAt } from '../../read/jsonPointer.js';
import { type ObjectShape, withoutNull } from '../../read/Shape.js';
import type { ShapeReader } from '../../read/shapeOf.js';
import { isUsualList } from '../responses.js';
import { isEnvelope, singular, wordsOf } from '../words.js';
import { soleChoice } from './inlineObjects.js';
import { fits, hasKey, type InlineRecord } from './inlineRecords.js';

/**
 * Adds the inline objects within others that are called like a record and require its key: `comments: [{ id, text }]`
 * beside `/posts/{id}/comments`.
 */
export function addNested(
  records: readonly InlineRecord[],
  places: readonly string[],
  description: Description,
  shapes: ShapeReader,
  isTaken: (place: string) => boolean,
): void {
  const known = records.filter(({ collections, key }) => collections.size > 0 && key !== undefined);
  const seen = new Set<string>();
  for (const place of places) visit(place, '');

  function visit(place: string, field: string): void {
    if (seen.has(place)) return;
    seen.add(place);
    const raw = valueAt(description.document, place);
    if (typeof raw !== 'object' || raw === null || '$ref' in raw) return;
    const schema = raw as RawSchema;
    const only = soleChoice(schema, place);
    if (only !== undefined) {
      visit(only, field);
      return;
    }
    if (typeof schema.items === 'object') visit(pointerTo(place, 'items'), field);
    const { shape } = withoutNull(shapes.read(schema, place));
    if (shape.kind !== 'object') return;
    if (field !== '') join(place, schema, shape, field);
    for (const name of Object.keys(schema.properties ?? {}))
      visit(pointerTo(place, 'properties', name), name);
  }

  function join(place: string, raw: RawSchema, object: ObjectShape, field: string): void {
    const isKnown = isTaken(place) || records.some(({ forms }) => forms.has(place));
    if (isKnown || isEnvelope(field) || isUsualList(field)) return;
    const noun = singular(wordsOf(field)).join(' ');
    const found = known.filter(
      record =>
        record.nouns.has(noun) &&
        hasKey(object, record.key ?? [], shapes, false) &&
        fits(object, record, shapes),
    );
    const [only] = found;
    if (only === undefined || found.length > 1) return;
    only.forms.set(place, { raw, object, operations: [], isAsked: false });
  }
}
