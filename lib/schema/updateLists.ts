import { listKeeper } from '../definitions/listKeeper';
import { loggedName } from '../definitions/schemaName';
import { isEmpty } from '../plain/isEmpty';
import { keepIfSame, sameValue } from '../plain/sameValue';
import { toPlain } from '../plain/toPlain';
import { REPLACED } from '../types/EFFECTS';
import { type Freshness, leftOf } from '../types/Freshness';
import type { Landing } from '../types/Landing';
import type { ReapplyEffect } from '../types/OverlapWriter';
import type { Among, NormalizeContext, RowSchema } from '../types/Schema';
import type { CollectionRow, ListEffect, RecordMeta } from '../types/State';
import type { CollectionFilter } from './CollectionOptions';
import { type CollectionKey, keyOfList } from './collectionKey';
import { isOlder, listedAt } from './fieldAges';
import { crossing, dependsOnOrder, inOrder, isLonger, isOfMembers, maps, opposing } from './joins';
import { type Keeper, noteChanged } from './keepers';
import { changeBy, changeOfEffect } from './listChanges';
import type { ListChange, Written } from './listContents';
import type { FilteredLists } from './listFilters';
import { arranged, isPlaced } from './listOfMembers';
import { recordBehind, rowsOf } from './resolveUnion';
import { mayMissOut, withoutRemovedSince } from './withEffects';
import { withoutMembers } from './withMembers';

/** How the elements of a response change the lists that they belong to. */
export interface ElementChange {
  readonly lists: Keeper & FilteredLists;
  /** Its name, such as `push`. */
  readonly name: string;
  /** Whether the elements are new, rather than existing ones. */
  readonly isCreation: boolean;
  /** Whether a custom function replaces the change that the name implies. */
  readonly isCustom: boolean;
  /** Whether the elements are a page. */
  readonly isPage: boolean | undefined;
  /** Which lists match, in place of the collection's rule. */
  readonly rule: CollectionFilter | undefined;
  /** Whether a custom rule says which lists match: any may. */
  readonly hasRule: boolean;
  readonly change: ListChange;
}

/** A change to stored lists that is being made, and what overlaps with it. */
interface ListUpdate extends ElementChange {
  readonly table: RowSchema;
  readonly written: Written;
  readonly context: NormalizeContext;
  /** For each element, the number at which it was deleted if it has come back since; 0 for others. */
  readonly goneAt: readonly number[];
  readonly effects: readonly ListEffect[];
  /** The overlapping mutations that add what this one takes out, or the other way round. */
  readonly opposed: readonly ListEffect[];
  /** Those that move what this one removes, or the other way round. */
  readonly crossed: readonly ListEffect[];
  /** Whether a list with a key is one of this page. */
  readonly isOfPage: ((key: CollectionKey) => boolean) | undefined;
  /** Whether each element gets its place in a list, rather than an end of it. */
  readonly isSorted: boolean;
  /** The lists that gained elements at one end. */
  readonly joined: string[];
}

/** What a change makes of one list. */
type ListStep = (list: CollectionRow) => CollectionRow;

/**
 * Changes the stored lists that the elements of a response belong to, and notes this for the responses to requests that
 * overlap with it.
 *
 * @param among picks the lists that may change, given the elements that were deleted before; any may without it
 */
export function updateLists(
  change: ElementChange,
  written: Written,
  context: NormalizeContext,
  among: (revived: readonly unknown[]) => Among | undefined,
): void {
  const { lists, name, isPage, isCreation } = change;
  const { overlap, args } = context;
  const { results } = written;
  const effects = overlap.effects(lists.key);
  const ownEffect = { effect: name, results, landed: Infinity };
  const update: ListUpdate = {
    ...change,
    table: { ...WRITTEN, key: lists.key },
    written,
    context,
    goneAt: Object.values(results).map(result => {
      const record = isCreation && recordBehind(lists.element, result);
      return record ? context.goneAt(record.kind, record.pk) : 0;
    }),
    effects,
    opposed: isPage ? [] : opposing(effects, ownEffect),
    crossed: crossing(effects, ownEffect),
    isOfPage: isPage ? change.rule?.(...(args as never[])) : undefined,
    isSorted: isPlaced(name, lists, isPage),
    joined: [],
  };
  const { goneAt, joined } = update;
  context.forEachRow(
    lists.key,
    (pk, row, meta) => updateList(update, pk, row as CollectionRow, meta),
    among(revivedSince(update)),
  );
  doubtLaterLists(update);
  overlap.noteEffect({
    kind: lists.key,
    effect: name,
    args: toPlain(args) as readonly unknown[],
    results,
    responses: toPlain(written.responses) as readonly unknown[],
    joined,
    ...(change.hasRule && { ruledBy: loggedName(lists) }),
    ...(goneAt.some(Boolean) && { goneAt }),
  });
}

/** The elements of which a list holds only the key, from before they were deleted. */
function revivedSince({ goneAt, written }: ListUpdate, left = 0): readonly unknown[] {
  return Object.values(written.results).filter((_result, i) => (goneAt[i] as number) > left);
}

function updateList(update: ListUpdate, pk: string, row: CollectionRow, meta: RecordMeta): void {
  const { lists, name, isPage, isSorted, written, context, effects } = update;
  const { key: kind } = lists;
  if (update.isOfPage && !update.isOfPage(keyOfList(pk, row))) return;
  // Lists keep keys of deleted records: a record created again counts as new to them.
  const list = withoutMembers(lists.schema, row, revivedSince(update, listedAt(meta)));
  const key = keyOfList(pk, list);
  const isKept = listKeeper.keeps?.(kind, meta.keeper, row) ?? false;
  const ownStep: ListStep = before => update.change(before, key, written, isKept);
  const stepOf = (effect: ListEffect) =>
    changeOfEffect(lists, key, effect, rowsOf(lists.element, effect.results, context), isKept);
  const place = (unplaced: CollectionRow, results: CollectionRow) =>
    arranged(lists, unplaced, Object.values(results), key, context);

  const changed = withMembersOnly(update, pk, meta, list, ownStep(list));
  if (isOrderUnknown(update, list, ownStep, stepOf, changed !== row)) context.overlap.doubt(kind, pk);
  const reapply: ReapplyEffect = (before, other, later) => {
    const after = stepOf(other)(before);
    return isPlaced(other.effect, lists)
      ? place(after, other.results)
      : inOrder(other.effect, before, after, later);
  };
  const inSentOrder = context.overlap.inSentOrder(kind, pk, name, list, changed, reapply);
  const ordered = maps.withLater?.(list, inSentOrder, leftOf(context.meta), effects) ?? inSentOrder;
  // A page also outdates lists that it leaves unchanged: an older response for one must not replace all pages.
  if (ordered === row && !isPage) return;

  const placed = isSorted ? place(ordered, written.results) : ordered;
  const isAtReplacedEnd = ({ effect, args: [ofList, end] }: ListEffect) => {
    const [before, after] = [row, placed].map(one => (one as unknown[]).at(end as number));
    return effect === REPLACED && ofList === pk && !sameValue(before, after);
  };
  if (isPage && effects.some(isAtReplacedEnd)) {
    context.overlap.isLeftOut = true;
    return;
  }
  if (!isSorted && isLonger(list, ordered)) update.joined.push(pk);
  context.record(update.table, pk, placed);
  if (process.env.NODE_ENV !== 'production') noteChanged(row, context.getRow(kind, pk));
  // The sender of a creation or page decides where its elements go.
  if (update.isCreation) context.brought(lists, pk, { results: written.results });
}

/** A changed list without elements that do not belong to it, or that mutations have removed since a page was requested. */
function withMembersOnly(
  { lists, isPage, written, context, effects }: ListUpdate,
  pk: string,
  { keeper }: RecordMeta,
  list: CollectionRow,
  changed: CollectionRow,
): CollectionRow {
  const { results } = written;
  if (isPage)
    return effects.length > 0 ? withoutRemovedSince(lists, list, changed, results, pk, context) : changed;
  if (changed === list) return changed;
  const added = Object.values(results);
  return listKeeper.onlyMembers?.(lists.key, keeper, pk, list, changed, added, context.getRow) ?? changed;
}

/** Whether a list depends on which of two overlapping mutations the server did last. */
function isOrderUnknown(
  { lists, opposed, crossed }: ListUpdate,
  list: CollectionRow,
  ownStep: ListStep,
  stepOf: (effect: ListEffect) => ListStep,
  isChanged: boolean,
): boolean {
  if (crossed.some(other => dependsOnOrder(list, ownStep, stepOf(other)))) return true;
  // A list that one of the two leaves unchanged is the same in either order; a map may only look the same.
  return lists.isMap
    ? opposed.some(other => mayFill(lists, other, stepOf(other))) && (isChanged || fills(ownStep))
    : opposed.length > 0 && isChanged;
}

/** Casts doubt on lists that landed since the mutation left: they count the same whether they landed before it or after. */
function doubtLaterLists({ lists, name, isCustom, written, context }: ListUpdate): void {
  const { overlap, args } = context;
  for (const pk of overlap.laterLandedKeys(lists.key)) {
    const list = context.getRow(lists.key, pk) as CollectionRow | undefined;
    if (list && mayMissOut(name, !isCustom, list, keyOfList(pk, list), args, written, lists))
      overlap.doubt(lists.key, pk);
  }
}

/** Whether a mutation may have put something into a map, as far as its name tells. */
function mayFill(lists: FilteredLists, effect: ListEffect, step: ListStep): boolean {
  return isOfMembers(effect.effect) || changeBy(lists, effect) === undefined || fills(step);
}

/** Whether a change adds to a map that it applies to. */
function fills(step: ListStep): boolean {
  return !isEmpty(step({}));
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
