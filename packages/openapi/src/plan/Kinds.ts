import { OpenapiError } from '../OpenapiError.js';
import type { Operation } from '../read/Operation.js';
import type { ArrayShape, Field, ObjectShape, Shape } from '../read/Shape.js';
import { unionOf, withoutNull } from '../read/Shape.js';
import type { ShapeReader } from '../read/shapeOf.js';
import { askedFor } from './asked.js';
import { type Found, gatherForms } from './forms.js';
import { checkKey, keyOf, withKey } from './keys.js';
import { freeName, ownName } from './schemaNames.js';
import { isSameName, TAKEN_TYPES } from './words.js';

/** Options about kinds of records. */
export interface KindOptions {
  /** Names for schemas by their name in the description; schemas with one name are one kind of record. */
  readonly names: Readonly<Record<string, string>>;
  /** The fields that are the key of a record, by the name of its schema; none if it is not a record. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
}

/** One kind of record, with the schemas that are forms of it. */
export interface EntityKind {
  readonly name: string;
  /** Pointers to its schemas. */
  readonly forms: readonly string[];
  readonly fields: readonly Field[];
  /** Paths of the fields that are its key, such as `['metadata', 'name']`. */
  readonly key: readonly (readonly string[])[];
  readonly description: string | undefined;
}

/** What the named schemas of a description stand for. */
export interface Kinds {
  readonly entities: readonly EntityKind[];
  /** The entity that a schema is a form of. */
  readonly entityAt: (pointer: string) => EntityKind | undefined;
  /** The pointer to the schema itself, past those that only refer to another. */
  readonly canonical: (pointer: string) => string;
  /** The type name of a schema that is not an entity. */
  readonly typeNameAt: (pointer: string) => string;
  /** Takes the first wanted name that is free, or else the first one with a number. */
  readonly claim: (...wanted: readonly [string, ...string[]]) => string;
  readonly shapeAt: (pointer: string) => Shape;
  /** Follows references up to an entity; `isNullable` if any shape that it passes is. */
  readonly resolve: (shape: Shape) => Resolved;
}

export interface Resolved {
  readonly shape: Shape;
  readonly isNullable: boolean;
  readonly entity: EntityKind | undefined;
}

/** Finds which schemas are records, which are forms of the same one, and their names. */
export function findKinds(
  operations: readonly Operation[],
  shapes: ShapeReader,
  options: KindOptions,
): Kinds {
  const canonicals = new Map<string, string>();
  const canonical = (pointer: string): string => {
    const known = canonicals.get(pointer);
    if (known !== undefined) return known;
    canonicals.set(pointer, pointer);
    const shape = shapes.follow(pointer);
    const found = shape.kind === 'ref' ? canonical(shape.to) : pointer;
    canonicals.set(pointer, found);
    return found;
  };
  const shapeAt = (pointer: string) => shapes.follow(canonical(pointer));

  const roots = rootsOf(operations);
  const inResponses = reachable(roots, shapeAt, canonical);
  const asked = askedFor(operations, shapes, shapeAt, canonical, options);

  /** The innermost schema of which an object only requires more fields. */
  const narrowedBy = ({ narrows }: ObjectShape): string | undefined => {
    if (narrows === undefined) return undefined;
    const place = canonical(narrows);
    const { shape } = withoutNull(shapeAt(place));
    return (shape.kind === 'object' ? narrowedBy(shape) : undefined) ?? place;
  };

  const found: Found[] = [];
  for (const pointer of inResponses) {
    const object = withoutNull(shapeAt(pointer)).shape;
    if (object.kind !== 'object') continue;
    const key = keyOf(pointer, object, asked.get(pointer) ?? [], shapes, options);
    checkKey(pointer, key, shapes);
    if (key === undefined) continue;
    const inline = shapes.inlineAt(pointer);
    found.push({
      pointer,
      object: withKey(object, key, shapes),
      key,
      narrows: inline === undefined ? narrowedBy(object) : inline.formOf,
      isAsked: inline?.isAsked ?? asked.has(pointer),
      isInline: inline !== undefined,
    });
  }
  const extended = extendedIn(
    [...roots, ...[...inResponses].flatMap(each => partsOf(shapeAt(each)))],
    canonical,
  );
  const tags = tagsIn([...roots, ...[...inResponses].map(shapeAt)], canonical);
  const entities = gatherForms(found, extended, inResponses, shapes, options).map(entity =>
    tagged(entity, tags),
  );
  const byPointer = new Map(entities.flatMap(entity => entity.forms.map(form => [form, entity] as const)));
  const entityAt = (pointer: string) => byPointer.get(canonical(pointer));
  const plain = new Map<string, Shape>();
  const taggedAt = (pointer: string): Shape => {
    const place = canonical(pointer);
    const known = plain.get(place);
    if (known !== undefined) return known;
    const shape =
      entityAt(place) === undefined ? taggedObject(shapeAt(place), tags.get(place)) : shapeAt(place);
    plain.set(place, shape);
    return shape;
  };
  // An inline object with exactly the fields of a record is that record.
  const bySignature = new Map<string, EntityKind | undefined>();
  const named = new Set<string>();
  // Records without a name in the description are last.
  for (const { pointer, object, isInline } of found) {
    const entity = byPointer.get(pointer);
    const signature = signatureOf(object);
    if (entity === undefined || object.fields.length < MIN_SIGNATURE) continue;
    if (!isInline) named.add(signature);
    else if (named.has(signature)) continue;
    // Two kinds with the same fields: it could be either.
    bySignature.set(
      signature,
      bySignature.has(signature) && bySignature.get(signature) !== entity ? undefined : entity,
    );
  }
  const typeNames = new Map<string, string>();
  const taken = new Set([...TAKEN_TYPES, ...entities.map(({ name }) => name)]);

  function typeNameAt(pointer: string): string {
    const place = canonical(pointer);
    const known = typeNames.get(place);
    if (known !== undefined) return known;
    const name = freeName(place, shapes, options, taken, 'Type');
    taken.add(name);
    typeNames.set(place, name);
    return name;
  }
  // In sorted order, so that a name does not depend on which file uses it first.
  const inBodies = operations.flatMap(({ body, query }) => [
    ...(body ? [body.shape] : []),
    ...query.map(q => q.shape),
  ]);
  for (const pointer of reachable([...roots, ...inBodies], shapeAt, canonical)) {
    if (entityAt(pointer) === undefined) typeNameAt(pointer);
  }

  function claim(...wanted: readonly [string, ...string[]]): string {
    let name = wanted.find(each => !taken.has(each)) ?? wanted[0];
    for (let i = 2; taken.has(name); i++) name = `${wanted[0]}${i}`;
    taken.add(name);
    return name;
  }

  function namelessEntity(object: ObjectShape, isNamed: boolean): EntityKind | undefined {
    const narrowed = object.narrows === undefined ? undefined : entityAt(object.narrows);
    if (narrowed !== undefined) return narrowed;
    const [base, ...others] = new Set(isNamed ? [] : object.extends?.map(entityAt));
    if (base !== undefined && others.length === 0) return base;
    const entity = bySignature.get(signatureOf(object));
    if (entity === undefined || hasKeyOf(object, entity)) return entity;
    // Where its own schemas do not require the key, the lack of that says nothing.
    return entity.forms.some(form => requiresKey(form, entity)) ? undefined : entity;
  }

  function requiresKey(form: string, entity: EntityKind): boolean {
    const { shape } = withoutNull(shapeAt(form));
    return shape.kind !== 'object' || hasKeyOf(shape, entity);
  }

  function resolve(shape: Shape, isNamed = false): Resolved {
    const { shape: inner, isNullable } = withoutNull(shape);
    if (inner.kind === 'object') return { shape: inner, isNullable, entity: namelessEntity(inner, isNamed) };
    if (inner.kind !== 'ref') return { shape: inner, isNullable, entity: undefined };
    const entity = entityAt(inner.to);
    const target = taggedAt(inner.to);
    if (entity !== undefined) {
      return { shape: inner, isNullable: isNullable || withoutNull(target).isNullable, entity };
    }
    const next = resolve(target, true);
    return { ...next, isNullable: isNullable || next.isNullable };
  }

  return { entities, entityAt, canonical, typeNameAt, claim, shapeAt: taggedAt, resolve };
}

function rootsOf(operations: readonly Operation[]): Shape[] {
  return operations.flatMap(({ response }) => (response.shape === undefined ? [] : [response.shape]));
}

/** The fewest fields by which an object is recognized. */
const MIN_SIGNATURE = 4;

function signatureOf({ fields }: ObjectShape): string {
  return fields
    .map(({ name }) => name)
    .sort()
    .join();
}

/** Whether an object requires the fields of a record's key. */
export function hasKeyOf({ fields }: ObjectShape, { key }: EntityKind): boolean {
  return key.every(([first]) => fields.some(({ name, isRequired }) => name === first && isRequired));
}

/** All named schemas that shapes refer to, directly or not, sorted. */
export function reachable(
  roots: readonly Shape[],
  shapeAt: (pointer: string) => Shape,
  canonical: (pointer: string) => string,
): Set<string> {
  const found = new Set<string>();
  const queue = [...roots];
  for (let shape = queue.pop(); shape !== undefined; shape = queue.pop()) {
    if (shape.kind === 'ref') {
      const pointer = canonical(shape.to);
      if (found.has(pointer)) continue;
      found.add(pointer);
      queue.push(shapeAt(pointer));
    } else queue.push(...partsOf(shape));
  }
  return new Set([...found].sort());
}

/** The direct parts of a shape. */
export function partsOf(shape: Shape): readonly Shape[] {
  switch (shape.kind) {
    case 'array':
      return [(shape as ArrayShape).item];
    case 'map':
      return [shape.value];
    case 'object':
      return shape.fields.map(field => field.shape);
    case 'union':
    case 'intersection':
      return shape.members;
    default:
      return [];
  }
}

/**
 * The inline objects that add fields to one named schema, by the pointer to that schema: a response with the record and
 * more.
 */
function extendedIn(
  roots: readonly Shape[],
  canonical: (pointer: string) => string,
): Map<string, readonly ObjectShape[]> {
  const extended = new Map<string, readonly ObjectShape[]>();
  const visit = (shape: Shape): void => {
    const [base, ...others] = shape.kind === 'object' ? (shape.extends ?? []) : [];
    if (shape.kind === 'object' && base !== undefined && others.length === 0) {
      const place = canonical(base);
      extended.set(place, [...(extended.get(place) ?? []), shape]);
    }
    partsOf(shape).forEach(visit);
  };
  roots.forEach(visit);
  return extended;
}

/** The discriminator values of schemas, by the pointer to a schema and the name of the field. */
type Tags = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

function tagsIn(roots: readonly Shape[], canonical: (pointer: string) => string): Tags {
  const tags = new Map<string, Map<string, Set<string>>>();
  const visit = (shape: Shape): void => {
    const { field, mapping } = (shape.kind === 'union' ? shape.discriminator : undefined) ?? { field: '' };
    for (const [value, to] of Object.entries(mapping ?? {})) {
      const place = canonical(to);
      const fields = tags.get(place) ?? new Map<string, Set<string>>();
      tags.set(place, fields.set(field, (fields.get(field) ?? new Set()).add(value)));
    }
    partsOf(shape).forEach(visit);
  };
  roots.forEach(visit);
  return tags;
}

/** Types a record's field by its discriminator values, so that TypeScript can narrow unions by it. */
function tagged(entity: EntityKind, tags: Tags): EntityKind {
  const fields = entity.fields.map(field => {
    const values = entity.forms.map(form => tags.get(form)?.get(field.name));
    return field.isRequired && values.every(each => each !== undefined)
      ? taggedField(
          field,
          values.flatMap(each => [...each]),
        )
      : field;
  });
  return { ...entity, fields };
}

/** The same for an object that is not a record; here the field may be optional. */
function taggedObject(shape: Shape, tags: ReadonlyMap<string, ReadonlySet<string>> | undefined): Shape {
  const { shape: object, isNullable } = withoutNull(shape);
  if (tags === undefined || object.kind !== 'object') return shape;
  const fields = object.fields.map(field => taggedField(field, [...(tags.get(field.name) ?? [])]));
  return isNullable ? unionOf([{ ...object, fields }, { kind: 'null' }]) : { ...object, fields };
}

/** Narrows a field whose own schema says any string to the values that it can have. */
function taggedField(field: Field, values: readonly string[]): Field {
  if (field.shape.kind !== 'string' || values.length === 0) return field;
  return { ...field, shape: unionOf(values.map(value => ({ kind: 'literal', value }))) };
}

/** @throws {OpenapiError} when an option speaks of a schema that no response holds */
export function checkOptions(
  operations: readonly Operation[],
  { shapeAt, canonical }: Kinds,
  { names, keys }: KindOptions,
): void {
  const all = new Set([...reachable(rootsOf(operations), shapeAt, canonical)].map(ownName));
  for (const [option, given] of Object.entries({ '--name': names, '--key': keys })) {
    for (const name of Object.keys(given)) {
      if (all.has(name)) continue;
      const near = [...all].filter(each => isSameName(each, name) || each.includes(name)).slice(0, 5);
      throw new OpenapiError(
        'usage',
        `${option} speaks of "${name}", which is no schema that a response holds.`,
        near.length > 0
          ? `Did you mean ${near.join(', ')}?`
          : 'Give a name as it stands in #/components/schemas.',
      );
    }
  }
}
