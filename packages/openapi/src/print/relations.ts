import { type EntityKind, hasKeyOf, type Kinds } from '../plan/Kinds.js';
import type { Field, Shape } from '../read/Shape.js';
import { withoutNull } from '../read/Shape.js';

/** A place in a shape that holds a record, or one of several kinds of records. */
export type Relation =
  | {
      readonly kind: 'entity';
      readonly entity: EntityKind;
      readonly isNullable: boolean;
      /** Its key may stand in place of the record. */
      readonly isKey: boolean;
    }
  | {
      readonly kind: 'union';
      readonly field: string;
      readonly entities: Readonly<Record<string, EntityKind>>;
      readonly isNullable: boolean;
    };

/** How the records of a description hold each other. */
export interface Relations {
  /** What record a shape is; `undefined` where it is none itself. */
  readonly of: (shape: Shape) => Relation | undefined;
  /** Whether there is a record anywhere in a shape, within objects and lists too. */
  readonly isIn: (shape: Shape) => boolean;
  /** Whether one class has to look the other up when it is needed, since they hold each other. */
  readonly isCircular: (one: EntityKind, other: EntityKind) => boolean;
  /** Whether an empty record of one kind would hold one of its own kind, without end. */
  readonly isEndless: (one: EntityKind, other: EntityKind) => boolean;
}

/** Finds the relations of all kinds. */
export function findRelations(kinds: Kinds): Relations {
  const contains = new Map<string, boolean>();

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
    // A key alone would not say of which kind it is.
    if (isKey) return undefined;
    const told = toldApart(inner, records, kinds);
    return told && { kind: 'union', ...told, isNullable: nullable };
  }

  function isIn(shape: Shape): boolean {
    if (of(shape) !== undefined) return true;
    const { shape: inner } = withoutNull(shape);
    switch (inner.kind) {
      case 'ref': {
        const place = kinds.canonical(inner.to);
        const known = contains.get(place);
        if (known !== undefined) return known;
        contains.set(place, false);
        const found = isIn(kinds.shapeAt(place));
        contains.set(place, found);
        return found;
      }
      case 'array':
        return isIn(inner.item);
      case 'map':
        return isIn(inner.value);
      case 'object':
        return inner.fields.some(field => isIn(field.shape));
      default:
        return false;
    }
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
      } else if (!isRequiredOnly && inner.kind === 'array') walk(inner.item);
      else if (!isRequiredOnly && inner.kind === 'map') walk(inner.value);
    };
    for (const field of fields) if (!isRequiredOnly || field.isRequired) walk(field.shape);
    return held;
  }

  const reach = reachability(neighbors);
  const reachRequired = reachability(required);
  return {
    of,
    isIn,
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

function reachability(edges: ReadonlyMap<EntityKind, ReadonlySet<EntityKind>>) {
  const known = new Map<EntityKind, Set<EntityKind>>();
  return (from: EntityKind, to: EntityKind): boolean => {
    let found = known.get(from);
    if (found === undefined) {
      found = new Set();
      const queue = [...(edges.get(from) ?? [])];
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
        if (found.has(next)) continue;
        found.add(next);
        queue.push(...(edges.get(next) ?? []));
      }
      known.set(from, found);
    }
    return found.has(to);
  };
}

interface Told {
  readonly field: string;
  readonly entities: Readonly<Record<string, EntityKind>>;
}

/** By which field the kinds of a union are told apart: the one that it names, or one with another fixed value in each. */
function toldApart(
  shape: Extract<Shape, { kind: 'union' }>,
  records: readonly { readonly entity: EntityKind | undefined }[],
  kinds: Kinds,
): Told | undefined {
  if (shape.discriminator !== undefined) {
    const { field, mapping } = shape.discriminator;
    const entities = Object.entries(mapping).map(([value, to]) => [value, kinds.entityAt(to)] as const);
    if (entities.every((each): each is [string, EntityKind] => each[1] !== undefined)) {
      return { field, entities: Object.fromEntries(entities) };
    }
  }
  const all = records.flatMap(({ entity }) => (entity === undefined ? [] : [entity]));
  const [first] = all;
  for (const { name } of first?.fields ?? []) {
    const values = all.flatMap(entity => {
      const values = fixedValues(
        entity.fields.find(field => field.name === name),
        kinds,
      );
      return values?.map(value => [value, entity] as const) ?? [];
    });
    const isTold = all.every(entity => values.some(([, each]) => each === entity));
    const byValue = new Map(values);
    if (isTold && values.every(([value, entity]) => byValue.get(value) === entity)) {
      return { field: name, entities: Object.fromEntries(byValue) };
    }
  }
  return undefined;
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
