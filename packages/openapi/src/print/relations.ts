import { type EntityKind, hasKeyOf, type Kinds, partsOf } from '../plan/Kinds.js';
import type { Field, Shape } from '../read/Shape.js';
import { withoutNull } from '../read/Shape.js';

/** A place in a shape that holds a record, or one of several kinds of records. */
export type Relation =
  | {
      readonly kind: 'entity';
      readonly entity: EntityKind;
      readonly isNullable: boolean;
      /** A key may replace the record. */
      readonly isKey: boolean;
    }
  | {
      readonly kind: 'union';
      readonly field: string;
      readonly entities: Readonly<Record<string, EntityKind>>;
      readonly isNullable: boolean;
    };

/** Several kinds of objects, some with records, by the value of the field that tells them apart. */
export interface ToldKinds {
  readonly field: string;
  readonly shapes: Readonly<Record<string, Shape>>;
}

/** How a description's records contain each other. */
export interface Relations {
  /** Which record a shape is; `undefined` if it is not one itself. */
  readonly of: (shape: Shape) => Relation | undefined;
  /**
   * Whether a schema finds a record anywhere in a shape, including objects and lists.
   *
   * @param within the place of the object that contains it
   */
  readonly isIn: (shape: Shape, within?: string) => boolean;
  /** How to tell apart the members of a union that are not all records; `undefined` if nothing does. */
  readonly kindsOf: (shape: Shape) => ToldKinds | undefined;
  /** Whether an object contains the one around it. Schemas stop there, and its content stays plain data. */
  readonly isEndlessIn: (place: string, within: string | undefined) => boolean;
  /** Whether one class has to refer to the other lazily, because they contain each other. */
  readonly isCircular: (one: EntityKind, other: EntityKind) => boolean;
  /** Whether an empty record of one kind would contain its own kind, endlessly. */
  readonly isEndless: (one: EntityKind, other: EntityKind) => boolean;
}

/** Finds the relations of all kinds. */
export function findRelations(kinds: Kinds): Relations {
  const contains = new Map<string, boolean>();
  const told = new Map<Shape, ToldKinds | undefined>();

  function of(shape: Shape): Relation | undefined {
    const { shape: inner, isNullable, entity } = kinds.resolve(shape);
    if (entity !== undefined) return { kind: 'entity', entity, isNullable, isKey: false };
    if (inner.kind !== 'union') return undefined;
    const members = inner.members.map(member => ({ ...kinds.resolve(member), raw: member }));
    const records = members.filter(member => member.entity !== undefined);
    const [first] = records;
    const others = members.filter(
      ({ entity: own, shape }) => own === undefined && !(first?.entity && isPartOf(shape, first.entity)),
    );
    const isKey =
      others.length > 0 && others.every(({ shape: { kind } }) => kind === 'string' || kind === 'number');
    if (records.length === 0 || (others.length > 0 && !isKey)) return undefined;
    const distinct = new Set(records.map(record => record.entity));
    const nullable = isNullable || members.some(member => member.isNullable);
    const [only] = distinct;
    if (distinct.size === 1 && only !== undefined) {
      return { kind: 'entity', entity: only, isNullable: nullable, isKey };
    }
    // A key alone does not show the record's kind.
    if (isKey) return undefined;
    const all = [...distinct].flatMap(one => (one === undefined ? [] : [{ kind: one, fields: one.fields }]));
    const found = toldApart(inner, all, kinds.entityAt, kinds);
    return found && { kind: 'union', field: found.field, entities: found.kinds, isNullable: nullable };
  }

  function isIn(shape: Shape, within?: string): boolean {
    if (of(shape) !== undefined) return true;
    const { shape: inner } = withoutNull(shape);
    switch (inner.kind) {
      case 'ref': {
        const place = kinds.canonical(inner.to);
        if (isEndlessIn(place, within)) return false;
        const found = contains.get(place) ?? isIn(kinds.shapeAt(place), place);
        contains.set(place, found);
        return found;
      }
      case 'array':
        return isIn(inner.item, within);
      case 'map':
        return isIn(inner.value, within);
      case 'object':
        return inner.fields.some(field => isIn(field.shape, within));
      case 'union':
        return kindsOf(inner) !== undefined && inner.members.some(member => isIn(member, within));
      default:
        return false;
    }
  }

  function kindsOf(shape: Shape): ToldKinds | undefined {
    if (told.has(shape)) return told.get(shape);
    const found = findKindsOf(shape);
    told.set(shape, found);
    return found;
  }

  function findKindsOf(shape: Shape): ToldKinds | undefined {
    const { shape: union } = withoutNull(shape);
    if (union.kind !== 'union' || of(union) !== undefined) return undefined;
    const all = union.members.flatMap(member => {
      const { entity, shape: inner, isNullable } = kinds.resolve(member);
      const fields = entity?.fields ?? (inner.kind === 'object' ? inner.fields : undefined);
      return fields === undefined || isNullable ? [] : [{ kind: member, fields }];
    });
    if (all.length < union.members.length) return undefined;
    const memberAt = (place: string) =>
      union.members.find(each => each.kind === 'ref' && kinds.canonical(each.to) === kinds.canonical(place));
    const found = toldApart(union, all, memberAt, kinds);
    const isWhole = found && new Set(Object.values(found.kinds)).size === all.length;
    return isWhole ? { field: found.field, shapes: found.kinds } : undefined;
  }

  const reachesPlace = reachesBy(refsAt);
  function isEndlessIn(place: string, within: string | undefined): boolean {
    return within !== undefined && reachesPlace(place, within);
  }

  /** The named objects in an object, except those inside records. */
  function refsAt(place: string): ReadonlySet<string> {
    const found = new Set<string>();
    const walk = (shape: Shape): void => {
      if (of(shape) !== undefined) return;
      if (shape.kind === 'ref') found.add(kinds.canonical(shape.to));
      else partsOf(shape).forEach(walk);
    };
    walk(kinds.shapeAt(place));
    return found;
  }

  const neighbors = new Map(kinds.entities.map(entity => [entity, heldBy(entity.fields)] as const));
  const required = new Map(kinds.entities.map(entity => [entity, heldBy(entity.fields, true)] as const));

  function heldBy(fields: readonly Field[], isRequiredOnly = false): Set<EntityKind> {
    const held = new Set<EntityKind>();
    const seen = new Set<string>();
    const walk = (shape: Shape): void => {
      const relation = of(shape);
      if (relation?.kind === 'entity') {
        if (!isRequiredOnly || (!relation.isNullable && !relation.isKey)) held.add(relation.entity);
        return;
      }
      if (relation?.kind === 'union') {
        if (!isRequiredOnly) for (const entity of Object.values(relation.entities)) held.add(entity);
        return;
      }
      const { shape: inner, isNullable } = withoutNull(shape);
      if (isNullable && isRequiredOnly) return;
      if (inner.kind === 'ref') {
        const place = kinds.canonical(inner.to);
        if (seen.has(place)) return;
        seen.add(place);
        walk(kinds.shapeAt(place));
      } else if (inner.kind === 'object') {
        for (const field of inner.fields) if (!isRequiredOnly || field.isRequired) walk(field.shape);
      } else if (inner.kind === 'union' && kindsOf(inner) !== undefined) inner.members.forEach(walk);
      else if (!isRequiredOnly && inner.kind === 'array') walk(inner.item);
      else if (!isRequiredOnly && inner.kind === 'map') walk(inner.value);
    };
    for (const field of fields) if (!isRequiredOnly || field.isRequired) walk(field.shape);
    return held;
  }

  const reach = reachesBy<EntityKind>(one => neighbors.get(one) ?? NOTHING);
  const reachRequired = reachesBy<EntityKind>(one => required.get(one) ?? NOTHING);
  return {
    of,
    isIn,
    kindsOf,
    isEndlessIn,
    isCircular: (one, other) => one === other || reach(other, one),
    isEndless: (one, other) => one === other || reachRequired(other, one),
  };
}

/** Whether an object has the key of a record, and no field that the record does not have. */
function isPartOf(shape: Shape, entity: EntityKind): boolean {
  if (shape.kind !== 'object' || !hasKeyOf(shape, entity)) return false;
  const own = new Set(entity.fields.map(({ name }) => name));
  return shape.fields.every(({ name }) => own.has(name));
}

const NOTHING: ReadonlySet<EntityKind> = new Set();

/** Whether one leads to another in one or more steps. */
function reachesBy<T>(next: (from: T) => Iterable<T>) {
  const known = new Map<T, Set<T>>();
  return (from: T, to: T): boolean => {
    let found = known.get(from);
    if (found === undefined) {
      found = new Set();
      const queue = [...next(from)];
      for (let one = queue.pop(); one !== undefined; one = queue.pop()) {
        if (found.has(one)) continue;
        found.add(one);
        queue.push(...next(one));
      }
      known.set(from, found);
    }
    return found.has(to);
  };
}

interface Told<T> {
  readonly field: string;
  readonly kinds: Readonly<Record<string, T>>;
}

/** One kind in a union, with its fields. */
interface Member<T> {
  readonly kind: T;
  readonly fields: readonly Field[];
}

/** The field that tells the kinds of a union apart: its discriminator, or one whose fixed values differ in each. */
function toldApart<T>(
  shape: Extract<Shape, { kind: 'union' }>,
  members: readonly Member<T>[],
  kindAt: (place: string) => T | undefined,
  kinds: Kinds,
): Told<T> | undefined {
  if (shape.discriminator !== undefined) {
    const { field, mapping } = shape.discriminator;
    // Without a mapping, schema names are used as one. The field's own values are more reliable.
    const fixed = fixedIn(field, members, kinds);
    if (fixed !== undefined) return { field, kinds: fixed };
    const all = Object.entries(mapping).map(([value, to]) => [value, kindAt(to)] as const);
    if (all.every((each): each is [string, T & object] => each[1] !== undefined)) {
      return { field, kinds: Object.fromEntries(all) };
    }
  }
  for (const { name } of members[0]?.fields ?? []) {
    const found = fixedIn(name, members, kinds);
    if (found !== undefined) return { field: name, kinds: found };
  }
  return undefined;
}

/** The kinds by the values of one field, if no two share one. */
function fixedIn<T>(
  name: string,
  members: readonly Member<T>[],
  kinds: Kinds,
): Readonly<Record<string, T>> | undefined {
  const values = members.flatMap(({ kind, fields }) => {
    const own = fixedValues(
      fields.find(field => field.name === name),
      kinds,
    );
    return own?.map(value => [value, kind] as const) ?? [];
  });
  const byValue = new Map(values);
  const isTold = members.every(({ kind }) => values.some(([, each]) => each === kind));
  const isClear = values.every(([value, kind]) => byValue.get(value) === kind);
  return isTold && isClear ? Object.fromEntries(byValue) : undefined;
}

function fixedValues(field: Field | undefined, kinds: Kinds): readonly string[] | undefined {
  if (field === undefined) return undefined;
  const { shape } = kinds.resolve(field.shape);
  const members = shape.kind === 'union' ? shape.members : [shape];
  const values = members.map(each =>
    each.kind === 'literal' && typeof each.value === 'string' ? each.value : undefined,
  );
  return values.every(value => value !== undefined) && values.length > 0 ? values : undefined;
}
