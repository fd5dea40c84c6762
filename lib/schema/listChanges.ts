import { loggedName } from '../definitions/schemaName';
import { filterFields } from '../plain/filterFields';
import type { CollectionRow, EntityRow, ListEffect } from '../types/State';
import type { CollectionFilter } from './CollectionOptions';
import type { CollectionKey } from './collectionKey';
import { isEntityClass } from './isEntityClass';
import { isAtStart, MOVE_TO_START } from './joins';
import { keyMadeOf } from './keyByArguments';
import type { Entries, ListChange, Written } from './listContents';
import { type FilteredLists, meets, ownValue, ruleOf } from './listFilters';
import { type ListMerge, push, unshift } from './listMerge';
import { resolveUnion } from './resolveUnion';
import { resultsOf, withMembers, withoutMembers } from './withMembers';

/** A write's change to lists, by its schema's name; `undefined` if only that schema knows. */
export function changeNamed(
  name: string,
  lists: FilteredLists,
  args: readonly unknown[],
): ListChange | undefined {
  const { schema } = lists;
  const merge = isAtStart(name) ? unshift : push;
  if (name === 'push' || name === 'unshift') return joining(lists, args, merge);
  if (name === 'assign')
    return byMatching(lists, args, (map, entries) => withMembers(schema, map, entries, false));
  if (name === 'remove')
    return byMatching(lists, args, (list, removed) => withoutMembers(schema, list, resultsOf(removed)));
  return name === 'move' || name === MOVE_TO_START ? moving(lists, args, merge) : undefined;
}

/** A mutation's change to lists of a collection; `undefined` if only its own collection knows. */
export function changeBy(
  lists: FilteredLists,
  { effect, args, ruledBy }: ListEffect,
): ListChange | undefined {
  const ownRule = ruleOf(lists) && loggedName(lists);
  return ownRule === ruledBy ? changeNamed(effect, lists, args) : undefined;
}

/** Applies a mutation to a list, as far as its name says how. */
export function changeOfEffect(
  lists: FilteredLists,
  key: CollectionKey,
  effect: ListEffect,
  rows: Written['rows'],
  isKept: boolean,
): (before: CollectionRow) => CollectionRow {
  const { results, responses } = effect;
  const change = changeBy(lists, effect);
  return before => change?.(before, key, { results, rows, responses }, isKept) ?? before;
}

/** Records join the lists that they match. */
export function joining(
  lists: FilteredLists,
  args: readonly unknown[],
  merge: ListMerge,
  rule?: CollectionFilter,
): ListChange {
  return byMatching(
    lists,
    args,
    (list, entries, isUnnamed) => withMembers(lists.schema, list, entries, isUnnamed, merge),
    rule,
  );
}

/** Records leave the lists that they no longer match, and join the others. */
export function moving(lists: FilteredLists, args: readonly unknown[], merge: ListMerge): ListChange {
  return (list, key, { results, rows, responses }, isKept) => {
    const moved = Object.entries(results);
    const fields = moved.map(([, result], i) => fieldsAfterMove(lists, args, result, rows[i], responses[i]));
    const rule = ruleOf(lists)?.(...(args as never[]));
    // The path may name where it was: it counts only for what no field says.
    const matches = (i: number, ...path: [EntityRow?]) =>
      rule ? rule(key) : meets(lists, key, [fields[i]], ...path);
    // The list may belong to another collection than the writer's.
    const leaving = isKept ? [] : moved.filter((_, i) => matches(i) === false);
    const entering = moved.filter((_, i) => matches(i, args[0] as EntityRow));
    const staying = withoutMembers(lists.schema, list, resultsOf(leaving));
    return withMembers(lists.schema, staying, entering, Array.isArray(results), merge);
  };
}

/** A change with the written records that match a list. */
function byMatching(
  lists: FilteredLists,
  args: readonly unknown[],
  change: (list: CollectionRow, matching: Entries, isUnnamed: boolean) => CollectionRow,
  rule = ruleOf(lists),
): ListChange {
  const matches: (key: CollectionKey, row: EntityRow | undefined) => boolean =
    rule?.(...(args as never[])) ?? ((key, row) => !!meets(lists, key, args, row));
  return (list, key, { results, rows }) => {
    const matching = Object.entries(results).filter((_, i) => matches(key, rows[i]));
    return change(list, matching, Array.isArray(results));
  };
}

/**
 * The fields of a moved record: those of the body, but the stored ones for what the server sent, since its response may
 * have come too late to be stored. If a path parameter has the name of the record's key field, it is that key, or its
 * parent's: the field says nothing about lists.
 */
export function fieldsAfterMove(
  { element }: FilteredLists,
  args: readonly unknown[],
  result: unknown,
  row: EntityRow = {},
  response: unknown,
): EntityRow {
  const [path, body] = args;
  const sent: EntityRow = { ...(body as EntityRow | undefined) };
  const fields = { ...row, ...filterFields(sent, name => ownValue(response, name) === undefined) };
  const [entity, pk] = resolveUnion(element, result);
  if (!isEntityClass(entity)) return fields;
  // Where body and path differ, the record becomes what the body says.
  const isInPath = (name: string) => {
    const value = ownValue(path, name);
    return value !== undefined && String(sent[name] ?? value) === String(value);
  };
  if (!Object.keys(fields).some(isInPath)) return fields;
  const key = keyMadeOf(entity, fields, args);
  // If the path lacks a field of the key, its other values may be the parent's.
  const isOfParent =
    key.pk === pk && Object.keys(fields).some(name => key.names.has(name) && !isInPath(name));
  const isKey = (name: string) =>
    isInPath(name) && key.names.has(name) && (isOfParent || String(fields[name]) === pk);
  return filterFields(fields, name => !isKey(name));
}
