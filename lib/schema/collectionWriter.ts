import { listKeeper } from '../definitions/listKeeper';
import { loggedName, type NameOf } from '../definitions/schemaName';
import { isEmpty } from '../plain/isEmpty';
import { keepIfSame } from '../plain/sameValue';
import { toPlain } from '../plain/toPlain';
import { REPLACED } from '../types/EFFECTS';
import { type Freshness, leftOf } from '../types/Freshness';
import { INVALID } from '../types/INVALID';
import type { Landing } from '../types/Landing';
import type { ReapplyEffect } from '../types/OverlapWriter';
import type { Among, DenormalizeContext, NormalizeContext, RowSchema, Schema } from '../types/Schema';
import type { CollectionRow, EntityRow, ListEffect, RecordMeta, Row } from '../types/State';
import type { CollectionFilter } from './CollectionOptions';
import { keyOfList } from './collectionKey';
import { isOlder, listedAt } from './fieldAges';
import { crossing, dependsOnOrder, inOrder, isLonger, isOfMembers, maps, opposing } from './joins';
import { type Keeper, noteChanged } from './keepers';
import { changeBy, changeNamed, changeOfEffect, fieldsAfterMove } from './listChanges';
import type { ListChange, ListSchema, MapContents, Written } from './listContents';
import { type FilteredLists, knownValues, ruleOf } from './listFilters';
import { arranged, isPlaced } from './listOfMembers';
import { listsWith, matchingLists } from './matchingLists';
import { recordBehind, rowsOf } from './resolveUnion';
import { mayMissOut, withoutRemovedSince } from './withEffects';
import { withoutMembers } from './withMembers';

/** A schema whose responses are elements to write into lists that are already stored. */
export interface CollectionWriter<Value, Written = unknown> {
  /** Only a type: has no value at run time. */
  readonly '~value': Value;
  /** Only a type: the schema of what the server sends. */
  readonly '~written': Written;
  /** Whether its responses are new elements, rather than existing ones. */
  readonly isCreation: boolean;
  /** @internal Whether a custom rule says which lists match: any may. */
  readonly hasRule: boolean;
  /** Schema of one element. */
  readonly element: Schema;
  /** Its name in logs: that of the lists and of the change. */
  readonly name: string;
  /** The lists that it writes to. */
  readonly lists: ListSchema;
  /** @internal */
  nameBy(nameOf: NameOf, place: string | undefined): string;
  normalize(input: unknown, parent: unknown, key: string | undefined, context: NormalizeContext): unknown;
  denormalize(result: unknown, context: DenormalizeContext): unknown;
}

/** What distinguishes a collection's writers. */
export type WriterParts = readonly [
  /** The name of the change. */
  name: string,
  /** The change to a list; omitted if the name implies it. */
  changeFor?: (args: readonly unknown[]) => ListChange,
  /** Which lists match, in place of the collection's rule. */
  rule?: CollectionFilter | undefined,
  /** Whether it adds a page, whose elements a comparison puts in their places in a list. */
  isPage?: boolean,
];

/**
 * A schema for the response of a creation, a page, a move or a removal.
 *
 * The result of such a response is that of its elements; the stored lists
 * change as `changeFor(args)` says. No list is created that was never fetched.
 */
export function collectionWriter<Value, Sent>(
  lists: Keeper & FilteredLists,
  ...[name, changeFor, rule, isPage]: WriterParts
): CollectionWriter<Value, Sent> {
  const isMove = name.startsWith('move');
  const schemaFor = (value: unknown): Schema =>
    (lists.schema as MapContents).schemaFor?.(value, name) ??
    (Array.isArray(value) ? lists.schema : lists.element);

  /** Picks the lists that may change; `undefined` if any may. */
  function listsToChange(
    args: readonly unknown[],
    { results, rows, responses }: Written,
    revived: readonly unknown[],
  ): Among | undefined {
    if (writer.hasRule) return undefined;
    const moved = Object.values(results);
    const valuesOf = (filter: string) =>
      rows.flatMap((row, i) =>
        isMove
          ? knownValues(
              filter,
              [fieldsAfterMove(lists, args, moved[i], row, responses[i])],
              args[0] as EntityRow,
            )
          : knownValues(filter, args, row),
      );
    // It may have to leave any list.
    const leaving = isMove ? moved : revived;
    return stored => [
      ...matchingLists(lists, stored, valuesOf),
      ...(leaving.length > 0 ? listsWith(stored, leaving) : []),
    ];
  }

  let memberName: string | undefined;
  const writer: Omit<CollectionWriter<Value>, '~value' | '~written'> = {
    lists,
    get element() {
      return lists.element;
    },
    isCreation: !isMove && name !== 'remove',
    get hasRule() {
      return (rule ?? ruleOf(lists)) !== undefined;
    },
    // Computed when needed, as the key above.
    get name() {
      return loggedName(writer);
    },
    nameBy(nameOf, place) {
      // A subclass may rename a change, or give a usual name to another one.
      memberName ??= Object.entries(lists).find(([, value]) => value === writer)?.[0] ?? '';
      if (memberName !== '') return `${nameOf(lists)}.${memberName}`;
      return place ?? `${nameOf(lists)}.${name}`;
    },
    normalize(input, parent, key, context) {
      const { key: kind, element } = lists;
      const schema = schemaFor(input);
      const isOne = schema === element;
      const result = context.visit(schema, input, parent, key);
      // The record cannot be identified.
      if (result === undefined) return undefined;
      const results = isOne ? [result] : (result as CollectionRow);
      const rows = rowsOf(element, results, context);
      const written = { results, rows, responses: isOne ? [input] : Object.values(input as object) };
      const table: RowSchema = { ...WRITTEN, key: kind };
      const { args } = context;
      const change = changeFor?.(args) ?? (changeNamed(name, lists, args) as ListChange);
      const goneAt = Object.values(results).map(one => {
        const record = writer.isCreation && recordBehind(element, one);
        return record ? context.goneAt(record.kind, record.pk) : 0;
      });
      /** The results of which a list holds only the key, from before they were deleted. */
      const revived = (left = 0) => Object.values(results).filter((_one, i) => (goneAt[i] as number) > left);
      const isSorted = isPlaced(name, lists, isPage);
      const joined: string[] = [];
      const effects = context.overlap.effects(kind);
      const overlapping = isPage ? effects : [];
      const ownEffect = { effect: name, results, landed: Infinity };
      const opposed = isPage ? [] : opposing(effects, ownEffect);
      const crossed = crossing(effects, ownEffect);
      const matchesPage = isPage && rule?.(...(args as never[]));
      const changeList = (pk: string, row: Row, meta: RecordMeta) => {
        if (matchesPage && !matchesPage(keyOfList(pk, row as CollectionRow))) return;
        if (overlapping.some(({ effect, args }) => effect === REPLACED && args[0] === pk)) {
          context.overlap.isLeftOut = true;
          return;
        }
        // Lists keep keys of deleted records: a record created again counts as new to them.
        const list = withoutMembers(lists.schema, row as CollectionRow, revived(listedAt(meta)));
        const key = keyOfList(pk, list);
        const isKept = listKeeper.keeps?.(kind, meta.keeper, row as CollectionRow) ?? false;
        const changedList = change(list, key, written, isKept);
        const withoutStrangers =
          (!isPage &&
            changedList !== list &&
            listKeeper.onlyMembers?.(
              kind,
              meta.keeper,
              pk,
              list,
              changedList,
              Object.values(results),
              context.getRow,
            )) ||
          changedList;
        const withoutRemoved =
          overlapping.length > 0
            ? withoutRemovedSince(lists, list, withoutStrangers, results, pk, context)
            : withoutStrangers;
        const changeOf = (effect: ListEffect) =>
          changeOfEffect(lists, key, effect, rowsOf(element, effect.results, context), isKept);
        const ownChange = (before: CollectionRow) => change(before, key, written, isKept);
        const isCrossed = crossed.some(other => dependsOnOrder(list, ownChange, changeOf(other)));
        // A list that one of the two leaves unchanged is the same in either order; a map may only look the same.
        const isAmbiguous = lists.isMap
          ? opposed.some(other => mayFill(lists, other, changeOf(other))) &&
            (withoutRemoved !== row || fills(ownChange))
          : opposed.length > 0 && withoutRemoved !== row;
        // The server may have done either one last.
        if (isCrossed || isAmbiguous) context.overlap.doubt(kind, pk);
        const reapply: ReapplyEffect = (before, other, later) => {
          const { effect, results } = other;
          const after = changeOf(other)(before);
          return isPlaced(effect, lists)
            ? arranged(lists, after, Object.values(results), key, context)
            : inOrder(effect, before, after, later);
        };
        const ordered = context.overlap.inSentOrder(kind, pk, name, list, withoutRemoved, reapply);
        const changed = maps.withLater?.(list, ordered, leftOf(context.meta), effects) ?? ordered;
        // A page also outdates lists that it leaves unchanged: an older response for one must not replace all pages.
        if (changed === row && !isPage) return;
        if (!isSorted && isLonger(list, changed)) joined.push(pk);
        context.record(
          table,
          pk,
          isSorted ? arranged(lists, changed, Object.values(results), key, context) : changed,
        );
        if (process.env.NODE_ENV !== 'production') noteChanged(row, context.getRow(kind, pk));
        // The sender of a creation or page decides where its elements go.
        if (writer.isCreation) context.brought(lists, pk, { results });
      };
      context.forEachRow(kind, changeList, listsToChange(args, written, revived()));
      // Such a list counts the same whether it landed before the mutation or after it.
      for (const pk of context.overlap.laterLandedKeys(kind)) {
        const list = context.getRow(kind, pk) as CollectionRow | undefined;
        if (list && mayMissOut(name, !changeFor, list, keyOfList(pk, list), args, written, lists))
          context.overlap.doubt(kind, pk);
      }
      context.overlap.noteEffect({
        kind,
        effect: name,
        args: toPlain(args) as readonly unknown[],
        results,
        responses: toPlain(written.responses) as readonly unknown[],
        joined,
        ...(writer.hasRule && { ruledBy: loggedName(lists) }),
        ...(goneAt.some(Boolean) && { goneAt }),
      });
      return result;
    },
    denormalize(result, context) {
      if (result === undefined || result === null) return INVALID;
      if (Array.isArray(result)) return context.visit(schemaFor(result), result);
      return context.visit((lists.schema as MapContents).schemaOf?.(result) ?? lists.element, result);
    },
  };
  return writer as CollectionWriter<Value, Sent>;
}

/** Whether a mutation may have put something into a map, as far as its name tells. */
function mayFill(
  lists: FilteredLists,
  effect: ListEffect,
  change: (map: CollectionRow) => CollectionRow,
): boolean {
  return isOfMembers(effect.effect) || changeBy(lists, effect) === undefined || fills(change);
}

/** Whether a change adds to a map that it applies to. */
function fills(change: (map: CollectionRow) => CollectionRow): boolean {
  return !isEmpty(change({}));
}

/** How to store a written list. It was computed from the stored one, so there is nothing left to merge. */
export const WRITTEN: Omit<RowSchema, 'key'> = {
  isPart: true,
  mergeWithStore: (_existingMeta, _incomingMeta, existing, incoming) => keepIfSame(existing, incoming),
  mergeMetaWithStore: afterPage,
};

/**
 * The stamps of a list after a write: it expires as before, and is as old as its last change, so that no
 * copy saved before takes that back.
 *
 * A page belongs to a later request than a list that was requested before it, whose
 * response must not drop the page. A mutation's change to a list is repeated on such
 * a response.
 */
function afterPage(existing: RecordMeta, incoming: Freshness & Partial<Landing>): RecordMeta {
  const isPage = incoming.isRequested !== false && incoming.mutation === undefined;
  // Later than the stored response, even in the same millisecond.
  const date = Math.max(existing.date + 1, incoming.date);
  return isPage && isOlder(existing, incoming)
    ? { ...existing, date, left: leftOf(incoming), listed: listedAt(existing) }
    : { ...existing, date };
}
