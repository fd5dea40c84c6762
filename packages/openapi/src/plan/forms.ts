import type { Field, ObjectShape } from '../read/Shape.js';
import { mergeShapes } from '../read/Shape.js';
import type { ShapeReader } from '../read/shapeOf.js';
import { given } from './given.js';
import type { EntityKind, KindOptions } from './Kinds.js';
import { freeName, nameOfSchema, ownName, stemmed } from './schemaNames.js';
import { isSameName, TAKEN_TYPES, wordsOf } from './words.js';

/** A schema that is a record, alone so far. */
export interface Found {
  readonly pointer: string;
  readonly object: ObjectShape;
  readonly key: readonly (readonly string[])[];
  /** The place of what it only requires more of. */
  readonly narrows: string | undefined;
  /** Whether it is requested itself, and not only part of something else. */
  readonly isAsked: boolean;
}

/** How much of the smaller of two forms has to be in the larger. */
const SHARED_FIELDS = 0.6;

/** Puts together the schemas that are forms of one record: the same name but for words such as "simple", the same key. */
export function gatherForms(
  found: readonly Found[],
  extended: ReadonlyMap<string, readonly ObjectShape[]>,
  known: ReadonlySet<string>,
  shapes: ShapeReader,
  options: KindOptions,
): EntityKind[] {
  const ids = new Map<string, string>();
  const renamed = new Set<string>();
  const ownNames = new Set(found.map(({ pointer }) => stemmed(ownName(pointer)).own));
  const stems = found.map(({ pointer }) => stemmed(ownName(pointer)));
  for (const [i, each] of found.entries()) {
    const said = given(options.names, ownName(each.pointer)) ?? shapes.rawAt(each.pointer)['x-rdc-name'];
    const { stem = '', own = '' } = stems[i] ?? {};
    // A stem counts if something else has it, as a name or as a stem.
    const isShared =
      stem !== own && (ownNames.has(stem) || stems.filter(other => other.stem === stem).length > 1);
    const plain = ownName(each.pointer).replace(/^nullable[-_.]?(?=.)/i, '');
    // The group of a dotted name (`io.k8s.api.core.v1.Pod`) is part of what tells records apart.
    const place = `${isShared ? stem : stemmed(plain).own} ${JSON.stringify(each.key)} ${kindOfKey(each)}`;
    const id = said ?? `${nameOfSchema(isShared ? stem : plain)} ${place}`;
    ids.set(each.pointer, id);
    if (said !== undefined) renamed.add(each.pointer);
  }
  const groups = new Map<string, Found[]>();
  for (const each of found) {
    // What only requires more of a record is that record, whatever the description calls it.
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
  // The largest group of a name gets it.
  const ordered = [...groups.entries()].sort(([, a], [, b]) => b.length - a.length);
  for (const [id, forms] of ordered) {
    const wanted = id.split(' ')[0] ?? '';
    const [first] = richestFirst(forms);
    if (first === undefined) continue;
    const own = new Set(forms.map(({ pointer }) => pointer));
    // What is called so is something else: forms of a record do not take its name.
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
          (extended.get(form.pointer) ?? []).map(object => ({ ...form, object, isAsked: false })),
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

function richestFirst(forms: readonly Found[]): Found[] {
  return [...forms].sort((a, b) => b.object.fields.length - a.object.fields.length);
}

/** Whether two schemas have so many fields in common that they speak of one thing. */
function isFormOf(smaller: Found, larger: Found): boolean {
  if (isTombstone(smaller)) return true;
  const names = new Set(larger.object.fields.map(field => field.name));
  const shared = smaller.object.fields.filter(field => names.has(field.name)).length;
  return shared >= SHARED_FIELDS * smaller.object.fields.length;
}

/** What is left of a record that was deleted: `{ id, deleted: true }`. */
function isTombstone({ pointer }: Found): boolean {
  return wordsOf(ownName(pointer)).includes('deleted');
}

/**
 * The fields of all forms: what not all have that are requested may be missing. Where one of them is only part of
 * something else, and has less, the record has been requested or will be.
 */
function mergeFields(forms: readonly Found[]): Field[] {
  const merged = new Map<string, Field>();
  // A tombstone is not what the others have to have the fields of.
  const living = forms.filter(form => !isTombstone(form));
  const asked = living.filter(form => form.isAsked);
  const counted = [asked, living, forms].find(some => some.length > 0) ?? forms;
  for (const { object } of richestFirst(forms)) {
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
