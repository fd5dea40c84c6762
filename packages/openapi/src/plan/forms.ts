import type { Field, ObjectShape } from '../read/Shape.js';
import { mergeShapes } from '../read/Shape.js';
import type { ShapeReader } from '../read/shapeOf.js';
import { given } from './given.js';
import type { EntityKind, KindOptions } from './Kinds.js';
import { withKey } from './keys.js';
import { freeName, nameOfSchema, ownName, stemmed } from './schemaNames.js';
import { isSameName, TAKEN_TYPES, wordsOf } from './words.js';

/** A schema that is a record, not yet merged. */
export interface Found {
  readonly pointer: string;
  readonly object: ObjectShape;
  readonly key: readonly (readonly string[])[];
  /** The schema of which it only requires more. */
  readonly narrows: string | undefined;
  /** Whether it is requested itself, and not only part of something else. */
  readonly isAsked: boolean;
  /** Whether it has no name in the description. */
  readonly isInline: boolean;
}

/** The share of a form's fields that the richest form must have. */
const SHARED_FIELDS = 0.6;

/** Merges schemas that are forms of one record: the same key, and the same name except for words such as "simple". */
export function gatherForms(
  found: readonly Found[],
  extended: ReadonlyMap<string, readonly ObjectShape[]>,
  known: ReadonlySet<string>,
  shapes: ShapeReader,
  options: KindOptions,
): EntityKind[] {
  const ids = new Map<string, string>();
  const renamed = new Set<string>();
  const isNamed = ({ isInline }: Found) => !isInline;
  // The names that inline schemas got say nothing about others.
  const named = found.filter(isNamed).map(({ pointer }) => stemmed(ownName(pointer)));
  const ownNames = new Set(named.map(({ own }) => own));
  for (const each of found) {
    const said = given(options.names, ownName(each.pointer)) ?? shapes.rawAt(each.pointer)['x-rdc-name'];
    const { stem, own } = stemmed(ownName(each.pointer));
    // A stem counts if another schema has it as its name or stem.
    const isShared =
      isNamed(each) &&
      stem !== own &&
      (ownNames.has(stem) || named.filter(other => other.stem === stem).length > 1);
    const plain = ownName(each.pointer).replace(/^nullable[-_.]?(?=.)/i, '');
    // The prefix of a dotted name (`io.k8s.api.core.v1.Pod`) also distinguishes records.
    const place = `${isShared ? stem : stemmed(plain).own} ${JSON.stringify(each.key)} ${kindOfKey(each)}`;
    const id = said ?? `${nameOfSchema(isShared ? stem : plain)} ${place}`;
    ids.set(each.pointer, id);
    if (said !== undefined) renamed.add(each.pointer);
  }
  const groups = new Map<string, Found[]>();
  for (const each of found) {
    // A schema that only requires more of a record is that record, whatever its name.
    const narrowed = renamed.has(each.pointer) ? undefined : ids.get(each.narrows ?? '');
    const id = narrowed ?? ids.get(each.pointer) ?? '';
    groups.set(id, [...(groups.get(id) ?? []), each]);
  }
  for (const [id, forms] of [...groups]) {
    if (!id.includes(' ')) continue;
    const richest = richestFirst(forms)[0];
    const strangers = forms.filter(each => richest !== undefined && !isFormOf(each, richest));
    groups.set(
      id,
      forms.filter(each => !strangers.includes(each)),
    );
    for (const each of strangers)
      groups.set(`${nameOfSchema(ownName(each.pointer))} ${each.pointer}`, [each]);
  }
  const taken = new Set<string>(TAKEN_TYPES);
  const entities: EntityKind[] = [];
  // The largest group with a name gets it.
  const sizeOf = (forms: readonly Found[]) => forms.filter(isNamed).length;
  const ordered = [...groups.entries()].sort(([, a], [, b]) => sizeOf(b) - sizeOf(a));
  for (const [id, forms] of ordered) {
    const wanted = id.split(' ')[0] ?? '';
    const [first] = richestFirst(forms);
    if (first === undefined) continue;
    const own = new Set(forms.map(({ pointer }) => pointer));
    // Another schema has this name in the description, so a record does not take it.
    const isElsewhere = [...known].some(each => !own.has(each) && nameOfSchema(ownName(each)) === wanted);
    const isGiven =
      !id.includes(' ') || own.has([...known].find(each => nameOfSchema(ownName(each)) === wanted) ?? '');
    const name =
      taken.has(wanted) || (isElsewhere && !isGiven)
        ? freeName(first.pointer, shapes, options, taken, 'Record')
        : wanted;
    taken.add(name);
    const whole = forms.find(({ pointer }) => nameOfSchema(ownName(pointer)) === name) ?? first;
    entities.push({
      name,
      forms: forms.map(({ pointer }) => pointer),
      fields: mergeFields([
        ...forms,
        ...forms.flatMap(form =>
          (extended.get(form.pointer) ?? []).map(object => ({
            ...form,
            object: withKey(object, form.key, shapes),
            isAsked: false,
          })),
        ),
      ]),
      key: whole.key,
      description: shapes.rawAt(whole.pointer).description ?? titleOf(shapes, whole.pointer, name),
    });
  }
  return entities.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function titleOf(shapes: ShapeReader, pointer: string, name: string): string | undefined {
  const { title } = shapes.rawAt(pointer);
  return title === undefined || isSameName(title, name) ? undefined : title;
}

function kindOfKey({ object, key }: Found): string {
  return key.map(path => object.fields.find(field => field.name === path[0])?.shape.kind).join();
}

function richestFirst<T extends Pick<Found, 'object'>>(forms: readonly T[]): T[] {
  return [...forms].sort((a, b) => b.object.fields.length - a.object.fields.length);
}

/** Whether two schemas share enough fields to be forms of one record. */
function isFormOf(smaller: Found, larger: Found): boolean {
  return isTombstone(smaller) || sharesFields(smaller.object, larger.object);
}

/** Whether most fields of an object are in a larger one. */
function sharesFields(smaller: ObjectShape, larger: ObjectShape): boolean {
  const names = new Set(larger.fields.map(field => field.name));
  const shared = smaller.fields.filter(field => names.has(field.name)).length;
  return shared >= SHARED_FIELDS * smaller.fields.length;
}

/** Whether objects with the same key share enough fields to be forms of one record. */
export function areForms(objects: readonly ObjectShape[]): boolean {
  const [richest, ...others] = richestFirst(objects.map(object => ({ object })));
  return richest === undefined || others.every(({ object }) => sharesFields(object, richest.object));
}

/** Whether a schema is a tombstone, as `{ id, deleted: true }`. */
function isTombstone({ pointer }: Found): boolean {
  return wordsOf(ownName(pointer)).includes('deleted');
}

/**
 * The fields of all forms. Those that a requested form may lack are optional. Others may have fewer, because the record
 * itself has been requested or will be.
 */
function mergeFields(forms: readonly Found[]): Field[] {
  const merged = new Map<string, Field>();
  // A field that only tombstones lack stays required.
  const living = forms.filter(form => !isTombstone(form));
  const asked = living.filter(form => form.isAsked);
  const named = living.filter(form => !form.isInline);
  const counted = [asked, named, living, forms].find(some => some.length > 0) ?? forms;
  // What has a name in the description also has the better texts.
  const ordered = richestFirst(forms).sort((a, b) => Number(a.isInline) - Number(b.isInline));
  for (const { object } of ordered) {
    for (const field of object.fields) {
      const before = merged.get(field.name);
      const inAll = counted.every(form =>
        form.object.fields.some(each => each.name === field.name && each.isRequired),
      );
      merged.set(field.name, {
        ...field,
        ...(before && { description: before.description ?? field.description }),
        shape: before === undefined ? field.shape : mergeShapes(before.shape, field.shape),
        isRequired: inAll,
        isReadOnly: field.isReadOnly && (before?.isReadOnly ?? true),
      });
    }
  }
  return [...merged.values()];
}
