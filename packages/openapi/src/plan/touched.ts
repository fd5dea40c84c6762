import type { Operation } from '../read/Operation.js';
import { parameterNames } from '../read/readOperations.js';
import type { Shape } from '../read/Shape.js';
import type { EntityKind, Kinds } from './Kinds.js';
import type { Listings } from './listings.js';
import type { Removed } from './Plan.js';
import { isCalledAs, keyInPath, namedInPath, shapeOfPath, withoutLastParameter } from './paths.js';
import { itemIn, recordIn, recordsIn } from './responses.js';

/** Finds an operation. */
export type At = (path: string, method: Operation['method']) => Operation | undefined;

/** What operations do to records. */
export interface Touch {
  readonly removed: (operation: Operation) => Removed | undefined;
  readonly changes: (operation: Operation) => readonly EntityKind[];
  readonly listings: Listings;
}

/** The rest of the description. */
interface Known {
  readonly operations: readonly Operation[];
  readonly drafts: readonly { readonly entity: EntityKind; readonly itemPath: string }[];
  readonly kinds: Kinds;
  readonly at: At;
}

/** The record that an additional deletion removes; none if it has another path, since only a relation may end. */
export function removedBy(operation: Operation, known: Known): Removed | undefined {
  const { method, path, response } = operation;
  if (method !== 'DELETE' || withoutLastParameter(path) === undefined) return undefined;
  const shape = recordsAt(path, known) ?? recordsNamedBy(operation, known);
  const entities = recordsIn(shape, known.kinds);
  const [entity] = entities;
  if (shape === undefined || entity === undefined || isElsewhere(operation, entities, known))
    return undefined;
  const isGiven = recordsIn(response.shape, known.kinds).some(one => entities.includes(one));
  const keyOf = (one: EntityKind) => JSON.stringify(one.key);
  const isNamed = entities.every(one => keyInPath(operation, one) && keyOf(one) === keyOf(entity));
  return isGiven || isNamed ? { shape, entity, isGiven } : undefined;
}

/** The shape of the records that are read at a path, or else in the list around it. */
function recordsAt(path: string, { kinds, at }: Pick<Known, 'kinds' | 'at'>): Shape | undefined {
  const around = withoutLastParameter(path);
  const list = around === undefined ? undefined : at(around, 'GET')?.response.shape;
  const shapes = [at(path, 'GET')?.response.shape, itemIn(list, kinds)];
  return shapes.find(shape => recordsIn(shape, kinds).length > 0);
}

/**
 * The shape of the one kind of record that the path itself names, if nothing is read there:
 * `/attachments/{attachmentId}`. With another name, as in `/following/{userId}`, or with a parameter that one of its
 * lists lacks, this may only end a relation.
 */
function recordsNamedBy(operation: Operation, { operations, kinds }: Known): Shape | undefined {
  const [entity, ...others] = namedInPath(operation, kinds.entities);
  const place = entity?.forms[0];
  if (entity === undefined || place === undefined || others.length > 0) return undefined;
  if (!isCalledAs(operation.path, entity)) return undefined;
  const above = parameterNames(operation.path).slice(0, -1);
  const isBelow = ({ path }: Operation) => above.every(name => parameterNames(path).includes(name));
  const lists = operations.filter(
    each => each.method === 'GET' && recordsIn(itemIn(each.response.shape, kinds), kinds).includes(entity),
  );
  return lists.every(isBelow) ? { kind: 'ref', to: place } : undefined;
}

/** Whether records are fetched, or changed, at a path other than the operation's. */
function isElsewhere(
  { path }: Operation,
  entities: readonly EntityKind[],
  { operations, drafts, kinds }: Known,
): boolean {
  const isOther = (other: string) => shapeOfPath(other) !== shapeOfPath(path);
  const used = new Set(operations.map(each => shapeOfPath(each.path)));
  const isFetched = operations.some(
    each =>
      each.method === 'GET' &&
      isOther(each.path) &&
      recordsIn(each.response.shape, kinds).some(one => entities.includes(one)),
  );
  // An item path that no operation has is made up.
  const isUsed = (itemPath: string) => used.has(shapeOfPath(itemPath));
  return (
    isFetched ||
    drafts.some(({ entity, itemPath }) => entities.includes(entity) && isOther(itemPath) && isUsed(itemPath))
  );
}

/**
 * The kinds of records that a `GET` reads at the path of a change, or else in the list around it; if there are none,
 * those that the path names.
 */
export function changedBy(operation: Operation, kinds: Kinds, at: At): readonly EntityKind[] {
  const { method, path } = operation;
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
  return found.find(entities => entities.length > 0) ?? namedInPath(operation, kinds.entities);
}
