import type { Operation } from '../read/Operation.js';
import type { EntityKind, Kinds } from './Kinds.js';
import type { Listings } from './listings.js';
import type { Removed } from './Plan.js';
import { keyInPath, shapeOfPath, withoutLastParameter } from './paths.js';
import { itemIn, recordIn, recordsIn } from './responses.js';

/** Finds an operation. */
export type At = (path: string, method: Operation['method']) => Operation | undefined;

/** What operations do to records. */
export interface Touch {
  readonly removed: (operation: Operation) => Removed | undefined;
  readonly changes: (operation: Operation) => readonly EntityKind[];
  readonly listings: Listings;
}

/** What else a description has. */
interface Known {
  readonly operations: readonly Operation[];
  readonly drafts: readonly { readonly entity: EntityKind; readonly itemPath: string }[];
  readonly kinds: Kinds;
  readonly at: At;
}

/** The record that a deletion removes that is no usual one. Of what has a path elsewhere, it may only end a relation. */
export function removedBy(
  operation: Operation,
  { operations, drafts, kinds, at }: Known,
): Removed | undefined {
  const { method, path, response } = operation;
  const listPath = withoutLastParameter(path);
  if (method !== 'DELETE' || listPath === undefined) return undefined;
  const read = at(path, 'GET')?.response.shape;
  const shape = read ?? itemIn(at(listPath, 'GET')?.response.shape, kinds);
  const entities = recordsIn(shape, kinds);
  const [entity] = entities;
  if (shape === undefined || entity === undefined) return undefined;
  const isElsewhere = (other: string) => shapeOfPath(other) !== shapeOfPath(path);
  const hasOther = operations.some(
    each =>
      each.method === 'GET' &&
      isElsewhere(each.path) &&
      recordsIn(each.response.shape, kinds).some(one => entities.includes(one)),
  );
  if (hasOther || drafts.some(draft => entities.includes(draft.entity) && isElsewhere(draft.itemPath)))
    return undefined;
  const isGiven = recordsIn(response.shape, kinds).some(one => entities.includes(one));
  const keyOf = (one: EntityKind) => JSON.stringify(one.key);
  const isNamed = entities.every(one => keyInPath(operation, one) && keyOf(one) === keyOf(entity));
  return isGiven || isNamed ? { shape, entity, isGiven } : undefined;
}

/** The kinds of records that are read where something else than reading is done, or in the list around that. */
export function changedBy({ method, path }: Operation, kinds: Kinds, at: At): readonly EntityKind[] {
  if (method === 'GET') return [];
  const around = withoutLastParameter(path);
  const shapes = [path, ...(around === undefined ? [] : [around])].map(
    each => at(each, 'GET')?.response.shape,
  );
  const found = shapes.map(shape => {
    const listed = recordsIn(itemIn(shape, kinds), kinds);
    const one = recordIn(shape, kinds);
    return one === undefined ? [...recordsIn(shape, kinds), ...listed] : [one.entity];
  });
  return found.find(entities => entities.length > 0) ?? [];
}
