import type { Field, ObjectShape, Shape } from '../read/Shape.js';
import type { EntityKind, Kinds } from './Kinds.js';
import { isEnvelope } from './words.js';

/** Where a record or a list of records is in a response. */
export interface Holder {
  readonly entity: EntityKind;
  /** The fields that lead to it: none if it is the response. */
  readonly place: readonly string[];
}

export function isSameResponse(one: Holder | undefined, other: Holder): boolean {
  return one !== undefined && one.entity === other.entity && one.place.join() === other.place.join();
}

/** How many wrappers to look into: a wrapper may hold itself. */
export const MAX_WRAPPERS = 4;

export function recordIn(shape: Shape | undefined, kinds: Kinds, depth = 0): Holder | undefined {
  if (shape === undefined) return undefined;
  const { entity, shape: inner } = soleEntity(shape, kinds);
  if (entity !== undefined) return { entity, place: [] };
  if (inner.kind !== 'object') return undefined;
  // `{ data: {…} }`: one record and at most a few other fields.
  const holding = inner.fields.filter(field => soleEntity(field.shape, kinds).entity !== undefined);
  if (holding.length === 0) return within(inner, held => recordIn(held, kinds, depth + 1), kinds, depth);
  const [only] = holding;
  if (holding.length !== 1 || only === undefined) return undefined;
  if (inner.fields.length > 4 && !isEnvelope(only.name)) return undefined;
  const others = inner.fields.filter(field => field !== only);
  if (!only.isRequired && others.length > 0 && !isEnvelope(only.name)) return undefined;
  const { entity: held } = soleEntity(only.shape, kinds);
  return held && { entity: held, place: [only.name] };
}

/** The fields that wrap an object, such as `data`. */
export function envelopesIn(fields: readonly Field[], kinds: Kinds): readonly Field[] {
  return fields.filter(({ name, shape }) => isEnvelope(name) && kinds.resolve(shape).shape.kind === 'object');
}

/** Searches the one object in an envelope field of a response: `{ success, data: { items } }`. */
function within<T extends { readonly place: readonly string[] }>(
  { fields }: ObjectShape,
  find: (shape: Shape) => T | undefined,
  kinds: Kinds,
  depth: number,
): T | undefined {
  if (depth === MAX_WRAPPERS) return undefined;
  const [only, ...others] = envelopesIn(fields, kinds);
  if (only === undefined || others.length > 0) return undefined;
  const found = find(only.shape);
  return found && { ...found, place: [only.name, ...found.place] };
}

/** The only kind of record that a shape can be: of a record or its tombstone, of a record or its key. */
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

/** The list of records that a response is, or the one in it. */
export function listIn(shape: Shape | undefined, kinds: Kinds): Holder | undefined {
  const list = arrayIn(shape, kinds, item => soleEntity(item, kinds).entity !== undefined);
  const entity = list && soleEntity(list.item, kinds).entity;
  return entity && { entity, place: list.place };
}

/** The shape of the items of the list that a response is, or the one in it. */
export function itemIn(shape: Shape | undefined, kinds: Kinds): Shape | undefined {
  return arrayIn(shape, kinds, item => recordsIn(item, kinds).length > 0)?.item;
}

/** The array that a response is, or the one with such items in it: of several, the one with a usual list name. */
export function arrayIn(
  shape: Shape | undefined,
  kinds: Kinds,
  holds: (item: Shape) => boolean,
  depth = 0,
): { readonly item: Shape; readonly place: readonly string[] } | undefined {
  if (shape === undefined) return undefined;
  const { shape: inner, entity } = kinds.resolve(shape);
  if (entity !== undefined) return undefined;
  if (inner.kind === 'array') return { item: inner.item, place: [] };
  if (inner.kind !== 'object') return undefined;
  const lists = inner.fields.flatMap(field => {
    const { shape: value } = kinds.resolve(field.shape);
    return value.kind === 'array' && holds(value.item) ? [{ item: value.item, place: [field.name] }] : [];
  });
  if (lists.length === 0) return within(inner, held => arrayIn(held, kinds, holds, depth + 1), kinds, depth);
  const [only, ...others] =
    lists.length === 1 ? lists : lists.filter(({ place }) => PAGE_LISTS.test(place[0] ?? ''));
  return others.length === 0 ? only : undefined;
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

/** Whether a response is a list, or a small object around one with a usual list name. */
export function isList(shape: Shape | undefined, kinds: Kinds): boolean {
  if (shape === undefined) return false;
  const { shape: inner } = kinds.resolve(shape);
  if (inner.kind === 'array') return true;
  if (inner.kind !== 'object' || kinds.resolve(shape).entity !== undefined) return false;
  const lists = inner.fields.filter(field => kinds.resolve(field.shape).shape.kind === 'array');
  return lists.length === 1 && inner.fields.length <= 6 && lists.some(field => PAGE_LISTS.test(field.name));
}

/** Whether a field has a usual name for the list in a page. */
export function isUsualList(field: string): boolean {
  return PAGE_LISTS.test(field);
}

/** Whether a field says that something was done, as `success`. */
export function isNoticeField(field: string): boolean {
  return NOTICES.has(field);
}

const NOTICES: ReadonlySet<string> = new Set(['success', 'ok', 'message', 'msg', 'detail', 'code', 'type']);

const PAGE_LISTS = /^(data|items|results|records|entries|values|rows|content|list|nodes)$/i;
