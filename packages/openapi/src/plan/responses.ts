import type { Shape } from '../read/Shape.js';
import type { EntityKind, Kinds } from './Kinds.js';

/** Where a record stands in a response: it is the response, or a field of it. */
export interface Holder {
  readonly entity: EntityKind;
  readonly field: string | undefined;
}

export function isSameResponse(one: Holder | undefined, other: Holder): boolean {
  return one !== undefined && one.entity === other.entity && one.field === other.field;
}

export function recordIn(shape: Shape | undefined, kinds: Kinds): Holder | undefined {
  if (shape === undefined) return undefined;
  const { entity, shape: inner } = soleEntity(shape, kinds);
  if (entity !== undefined) return { entity, field: undefined };
  if (inner.kind !== 'object') return undefined;
  // `{ data: {…} }`: one record, and at most some words about it.
  const holding = inner.fields.filter(field => soleEntity(field.shape, kinds).entity !== undefined);
  const [only] = holding;
  if (holding.length !== 1 || only === undefined || inner.fields.length > 4) return undefined;
  const others = inner.fields.filter(field => field !== only);
  if (!only.isRequired && others.length > 0 && only.name !== 'data') return undefined;
  const { entity: held } = soleEntity(only.shape, kinds);
  return held && { entity: held, field: only.name };
}

/** The one kind of record that a shape can be: of a record or what is left of it, of a record or its key. */
function soleEntity(shape: Shape, kinds: Kinds): { entity: EntityKind | undefined; shape: Shape } {
  const found = kinds.resolve(shape);
  if (found.entity !== undefined || found.shape.kind !== 'union') return found;
  const all = new Set(
    found.shape.members.flatMap(member => {
      const { entity, shape: inner } = kinds.resolve(member);
      return inner.kind === 'string' || inner.kind === 'number' ? [] : [entity];
    }),
  );
  const [entity] = all;
  return all.size === 1 && entity !== undefined ? { entity, shape: found.shape } : found;
}

/** The kind of the records in a list that is a response, or the one field of it that is a list of records. */
export function listIn(shape: Shape | undefined, kinds: Kinds): Holder | undefined {
  const list = arrayIn(shape, kinds, item => soleEntity(item, kinds).entity !== undefined);
  const entity = list && soleEntity(list.item, kinds).entity;
  return entity && { entity, field: list.field };
}

/** The shape of what is in a list that is a response, or the one list in it. */
export function itemIn(shape: Shape | undefined, kinds: Kinds): Shape | undefined {
  return arrayIn(shape, kinds, item => recordsIn(item, kinds).length > 0)?.item;
}

/** The array that a response is, or the one field of it with such items. */
function arrayIn(
  shape: Shape | undefined,
  kinds: Kinds,
  holds: (item: Shape) => boolean,
): { readonly item: Shape; readonly field: string | undefined } | undefined {
  if (shape === undefined) return undefined;
  const { shape: inner, entity } = kinds.resolve(shape);
  if (entity !== undefined) return undefined;
  if (inner.kind === 'array') return { item: inner.item, field: undefined };
  if (inner.kind !== 'object') return undefined;
  const lists = inner.fields.flatMap(field => {
    const { shape: value } = kinds.resolve(field.shape);
    return value.kind === 'array' && holds(value.item) ? [{ item: value.item, field: field.name }] : [];
  });
  return lists.length === 1 ? lists[0] : undefined;
}

/** The kinds of record that a shape can be, if it is a record. */
export function recordsIn(shape: Shape | undefined, kinds: Kinds): readonly EntityKind[] {
  if (shape === undefined) return [];
  const { entity, shape: inner } = kinds.resolve(shape);
  if (entity !== undefined) return [entity];
  if (inner.kind !== 'union') return [];
  const all = inner.members.map(member => kinds.resolve(member).entity);
  return all.every(each => each !== undefined) ? [...new Set(all)] : [];
}

/** Whether a response is a list, or an object around one that is called as lists are. */
export function isList(shape: Shape | undefined, kinds: Kinds): boolean {
  if (shape === undefined) return false;
  const { shape: inner } = kinds.resolve(shape);
  if (inner.kind === 'array') return true;
  if (inner.kind !== 'object' || kinds.resolve(shape).entity !== undefined) return false;
  const lists = inner.fields.filter(field => kinds.resolve(field.shape).shape.kind === 'array');
  return lists.length === 1 && inner.fields.length <= 6 && lists.some(field => PAGE_LISTS.test(field.name));
}

const PAGE_LISTS = /^(data|items|results|records|entries|values|rows|content|list|nodes)$/i;
