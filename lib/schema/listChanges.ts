import { filterFields } from '../plain/filterFields';
import type { Schema } from '../types/Schema';
import type { CollectionRow, EntityRow } from '../types/State';
import type { CollectionFilter } from './CollectionOptions';
import type { CollectionKey } from './collectionKey';
import type { Entries, ListChange, Written } from './listContents';
import { knownValues, type ListFilters, listFilters, ownValue } from './listFilters';
import { type ListMerge, push, unshift } from './listMerge';
import { resultsOf, withEntries, withMembers, withoutMembers } from './withMembers';

/** Which stored lists of a collection writes with some arguments concern, and what they do to them. */
export interface ListChanges extends ListFilters {
  /** The change by the name of its schema; `undefined` where only that schema knows. */
  named(effect: string, args: readonly unknown[]): ListChange | undefined;
  /** Records join the lists that they match. */
  join(args: readonly unknown[], merge: ListMerge, filter?: CollectionFilter): ListChange;
  /** Records leave the lists that they match no more, and join the others. */
  move(args: readonly unknown[], merge: ListMerge): ListChange;
  /** The values that an argument of a list has in the records that a write has moved. */
  valuesAfterMove(name: string, args: readonly unknown[], written: Written): readonly string[];
}

/**
 * @param contents schema of the lists
 * @param isFilter whether an argument narrows a list down
 * @param filterOf which lists match, in place of the usual rule
 */
export function listChanges(
  contents: Schema,
  isFilter: (argument: string) => boolean,
  filterOf: () => CollectionFilter | undefined,
): ListChanges {
  const filters = listFilters(isFilter);
  /** A change by those of the written records that match a list. */
  const byMatching =
    (change: (list: CollectionRow, matching: Entries, isUnnamed: boolean) => CollectionRow) =>
    (args: readonly unknown[], filter = filterOf()): ListChange => {
      const isFor: (key: CollectionKey, row: EntityRow | undefined) => boolean =
        filter?.(...(args as never[])) ?? ((key, row) => !!filters.meets(key, args, row));
      return (list, key, { results, rows }) => {
        const matching = Object.entries(results).filter((_, i) => isFor(key, rows[i]));
        return change(list, matching, Array.isArray(results));
      };
    };

  const join: ListChanges['join'] = (args, merge, filter) =>
    byMatching((list, joining, isUnnamed) => withMembers(contents, list, joining, isUnnamed, merge))(
      args,
      filter,
    );
  const assign = byMatching((map, entries) => withEntries(contents, map, entries));
  const remove = byMatching((list, gone) => withoutMembers(contents, list, resultsOf(gone)));

  const move: ListChanges['move'] =
    (args, merge) =>
    (list, key, { results, rows, responses }) => {
      const moved = Object.entries(results);
      const fields = moved.map((_, i) => fieldsAfterMove(args, rows[i], responses[i]));
      // The path may name where it was: it tells only what no field does.
      const leaving = moved.filter((_, i) => filters.meets(key, [fields[i]]) === false);
      const joining = moved.filter((_, i) => filters.meets(key, [fields[i]], args[0] as EntityRow));
      const staying = withoutMembers(contents, list, resultsOf(leaving));
      return withMembers(contents, staying, joining, Array.isArray(results), merge);
    };

  return {
    ...filters,
    join,
    move,
    valuesAfterMove: (name, args, { rows, responses }) =>
      rows.flatMap((row, i) =>
        knownValues(name, [fieldsAfterMove(args, row, responses[i])], args[0] as EntityRow),
      ),
    named(effect, args) {
      if (effect === 'push') return join(args, push);
      if (effect === 'unshift') return join(args, unshift);
      if (effect === 'assign') return assign(args);
      if (effect === 'remove') return remove(args);
      return effect === 'move' ? move(args, push) : undefined;
    },
  };
}

/**
 * The fields of a record that was moved: those of the body, but the stored ones where the server sent them, since
 * its response may have been too late to be stored.
 */
function fieldsAfterMove([, body]: readonly unknown[], row: EntityRow = {}, response: unknown): EntityRow {
  const sent: EntityRow = { ...(body as EntityRow | undefined) };
  return { ...row, ...filterFields(sent, name => ownValue(response, name) === undefined) };
}
