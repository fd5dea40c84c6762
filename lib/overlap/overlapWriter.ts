import { filterFields } from '../plain/filterFields';
import { kept, newMap } from '../plain/kept';
import { sameValue } from '../plain/sameValue';
import { keyIn } from '../schema/behindUnion';
import { ageOf, listedAt } from '../schema/fieldAges';
import { inOrderOf } from '../schema/joins';
import { deleteCell } from '../tables/deleteCell';
import { getCell, getValue } from '../tables/getCell';
import { forEachCell } from '../tables/iterate';
import type { Owner } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import { emptyTable } from '../tables/Table';
import { BELONGS, REPLACED, WROTE } from '../types/EFFECTS';
import { leftOf } from '../types/Freshness';
import { NO_OVERLAPS } from '../types/initialState';
import type { Landing } from '../types/Landing';
import type { OverlapWriter, StoredRecord } from '../types/OverlapWriter';
import type {
  DataState,
  Entities,
  EntityRow,
  ListEffect,
  Overlaps,
  RecordMeta,
  RecordNote,
  RecordOverlap,
  Row,
} from '../types/State';
import { doubtCaster, isRead } from './doubtCaster';
import {
  hasGrown,
  isOvertaken,
  latestPossibleOf,
  MAY_BE_DONE,
  possibleEffect,
  possibleSince,
  summedUp,
  withPossible,
} from './listEffects';
import {
  contradicts,
  isListOf,
  listsBy,
  listsThatHold,
  storedListAt,
  withoutRecord,
} from './listsThatMayHold';
import { noteOf, readOf, sameField } from './recordNote';
import { ownedBy, pruned, resolveRecord } from './resolveRecord';

/** The parts of the state that tell what overlapped. */
export type OverlapState = Pick<DataState, 'entities' | 'deleted' | 'overlaps' | 'effects' | 'doubts'>;

/** An overlap writer with what it has written. */
export interface OverlapResult extends OverlapWriter {
  /**
   * Parts that did not change are the same objects as before.
   *
   * @param entities as they have been written
   */
  result(entities: Entities): Pick<DataState, 'overlaps' | 'effects' | 'doubts'>;
}

/** What a response has said of a record, and what was stored of that before. */
interface Said {
  readonly stored: StoredRecord | undefined;
  readonly incoming: EntityRow;
  /** Whether the record was not in doubt. */
  readonly wasSure: boolean;
  readonly isTop: boolean;
  readonly note: RecordNote;
}

const NOTHING: RecordOverlap = { notes: [], owners: {}, goneAt: 0 };

/**
 * Starts deciding on behalf of one landing response.
 *
 * @param isContended whether a request in flight may overlap with what is being written
 */
export function overlapWriter(
  before: OverlapState,
  landing: Landing,
  isContended: boolean,
  owner: Owner,
): OverlapResult {
  const { left, landed, mutation } = landing;
  const since = mutation?.since ?? left;
  // Nothing in flight can overlap with what is known: all of it goes at once.
  let overlaps: Overlaps =
    before.overlaps !== NO_OVERLAPS && landing.horizon() === Infinity ? NO_OVERLAPS : before.overlaps;
  let { effects } = before;
  const possible = possibleSince(effects, left);
  const latestPossible = latestPossibleOf(possible);
  const caster = doubtCaster(before, landing, possible, latestPossible);
  const { castOn, doubt, doubtAll, doubtMembership, endDoubt } = caster;
  const doubtList = (kind: string, pk: string) => caster.doubtList(kind, pk, effects);
  /** Whether any record may have to be resolved. */
  const concernsAll = isContended || possible.length > 0 || since < left;

  /** {@link joinsMet}, for as long as that stays the same. */
  let met: ReturnType<typeof joinsMet> | undefined;
  /** What this response has said already of records that may overlap: it may hold one several times. */
  const said = new Map<string, Map<string, Said>>();

  const known = (kind: string, pk: string): RecordOverlap | undefined => getValue(before.overlaps[kind], pk);

  const storedMeta = (kind: string, pk: string): RecordMeta | undefined =>
    getCell(before.entities[kind], pk)?.meta;

  /** Keeps what a request in flight may overlap with, beside what is known. */
  function keep(
    kind: string,
    pk: string,
    { note, ...noted }: Partial<RecordOverlap> & { readonly note?: RecordNote },
  ) {
    const earlier = known(kind, pk) ?? NOTHING;
    const table = overlaps[kind] ?? emptyTable<RecordOverlap, null>();
    const notes = note === undefined ? earlier.notes : [...earlier.notes, note];
    const overlap = pruned({ ...earlier, ...noted, notes }, landing.horizon());
    const after =
      overlap === undefined
        ? deleteCell(table, pk, owner)
        : putCell(table, pk, { value: overlap, meta: null }, owner);
    if (after !== overlaps[kind]) overlaps = { ...overlaps, [kind]: after };
  }

  /** What mutations have put into each list; of lists that none has joined which this one overlaps, nothing. */
  function joinsMet(): ReadonlyMap<string, readonly ListEffect[]> {
    const found = new Map<string, ListEffect[]>();
    for (const made of effects)
      for (const pk of made.joined ?? []) kept(found, pk, (): ListEffect[] => []).push(made);
    for (const [pk, made] of found) if (!made.some(one => (one.left ?? 0) > since)) found.delete(pk);
    return found;
  }

  /** What a read from before this response has told of a member, as far as something later has told it, too. */
  function retold(made: ListEffect): readonly ListEffect[] {
    const { args, results, responses } = made;
    const earlier = responses[0] as EntityRow | null;
    const { value = {}, meta } =
      getCell(before.entities[args[0] as string], keyIn(Object.values(results)[0])) ?? {};
    const isLater = (name: string) => meta !== undefined && ageOf(name, meta) > left;
    const news = filterFields(value as EntityRow, isLater);
    const told = Object.keys(news).length;
    // Of a record that was not known before, part of it tells nothing.
    if (told === 0 || (earlier === null && told < Object.keys(value).length)) return [];
    return [{ ...made, responses: [earlier, { ...earlier, ...news }] }];
  }

  /** Meets a list that a mutation's response brings as a whole: nothing tells what of it the mutation has done. */
  function meetWritten(kind: string, pk: string, stored: RecordMeta | undefined, incoming: Row) {
    const row = getValue(before.entities[kind], pk);
    if (sameValue(row, incoming)) return;
    if ((stored?.landed ?? 0) > since) doubt(kind, pk);
    noteEffect({ kind, effect: WROTE, args: [pk], results: [], responses: [incoming, row ?? null] });
  }

  const noteEffect: OverlapWriter['noteEffect'] = ({ joined = [], ...effect }) => {
    const made = { ...effect, since, landed, joined, ...(mutation && { began: landing.began, left }) };
    if (mutation) {
      met ??= joinsMet();
      for (const [pk, joins] of met) if (isOvertaken(made, made.kind, pk, joins)) doubtList(made.kind, pk);
    }
    const isReplaced = made.effect === REPLACED;
    if (isRead(landing) && made.effect !== BELONGS && !isReplaced) return;
    if (landing.horizon() === Infinity) return;
    if (isReplaced) {
      // What lands too late replaces nothing; of several the last says all.
      if (leftOf(storedMeta(made.kind, made.args[0] as string) ?? landing) > left) return;
      effects = effects.filter(one => !(one.effect === REPLACED && sameValue(keyOf(one), keyOf(made))));
    }
    // Copied once: a response may bring thousands of records that each have an effect.
    if (effects === before.effects) effects = [...effects];
    (effects as ListEffect[]).push(made);
  };

  return {
    isIdle: !concernsAll && Object.keys(before.doubts).length === 0 && isEmpty(before.overlaps),
    concerns: (kind, pk) => concernsAll || castOn(kind, pk) > 0 || known(kind, pk) !== undefined,
    meet(schema, pk, storedNow, came, isTopNow) {
      const kind = schema.key;
      const earlier = said.get(kind)?.get(pk);
      const { stored, wasSure } = earlier ?? { stored: storedNow, wasSure: castOn(kind, pk) === 0 };
      const isTop = earlier?.isTop || isTopNow;
      const incoming = earlier ? { ...earlier.incoming, ...came } : came;
      // An attempt of one that was retried may have done what the response does not tell.
      if (stored && (!wasSure || since < left)) caster.meetInDoubt(kind, pk, stored.meta);
      endDoubt(kind, pk);
      caster.meetPossible(kind, pk, incoming, stored?.meta);
      caster.doubtJudged(kind, pk, stored, incoming);
      const overlap = known(kind, pk);
      if (overlap === undefined && !isContended) return incoming;
      const { goneAt } = getValue(overlaps[kind], pk) ?? overlap ?? NOTHING;
      if (goneAt > since && mutation) doubtMembership(kind, pk, incoming);
      const note = noteOf(
        landing,
        schema,
        pk,
        overlap,
        readOf(landing, incoming, stored, wasSure),
        isTop,
        latestPossible,
      );
      kept(said, kind, newMap<string, Said>).set(pk, { stored, incoming, wasSure, isTop, note });
      const isAlone = overlap === undefined || stored === undefined;
      const { news, owners, doubtful } = isAlone
        ? { news: came, owners: ownedBy(note, incoming, stored), doubtful: [] }
        : resolveRecord(overlap, note, stored, incoming);
      // A refetch that something in flight has overtaken has not told how a doubt ended. What that said itself that it
      // writes is no longer in doubt.
      const isSettled = (name: string) =>
        overlap?.notes.some(one => one.landed > left && !one.isGuessed && one.wrote?.includes(name));
      const isOverruled = (name: string) =>
        !wasSure &&
        isRead(landing) &&
        !Object.hasOwn(news, name) &&
        !isSettled(name) &&
        !sameField(stored?.value ?? null, incoming, name);
      const unsure = [...doubtful, ...Object.keys(incoming).filter(isOverruled)];
      if (unsure.length > 0) {
        const cause = caster.latestOf(overlap?.notes.filter(({ wrote }) => wrote !== undefined) ?? []);
        doubt(kind, pk, cause);
        doubtAll(listsBy(unsure, before.entities, kind, pk, { ...stored?.value, ...news }), cause);
      }
      // A read has shown meanwhile what became of one that failed: which of the two came last, nothing tells.
      const isChanged = (name: string) => !sameField(stored?.value ?? null, news, name);
      if (mutation && latestPossible(kind, pk, incoming) > 0 && Object.keys(news).some(isChanged))
        doubt(kind, pk);
      keep(kind, pk, { note, owners, goneAt });
      return news === came ? came : filterFields(news, name => Object.hasOwn(came, name));
    },
    meetList(kind, pk, stored, incoming, isPart) {
      const shown = stored === undefined ? 0 : leftOf(stored);
      if (!isPart) {
        // What is shown instead may follow on something earlier, as a page does, or have seen no more of how a doubt ended.
        const isInDoubt = () => isRead(landing) && castOn(kind, pk) > 0 && castOn(kind, pk) < left;
        if (shown <= left) endDoubt(kind, pk);
        else if (listedAt(stored as RecordMeta) < left || isInDoubt()) doubt(kind, pk, shown);
      }
      caster.doubtWithGone(kind, pk, incoming);
      caster.meetPossible(kind, pk, incoming, stored, isPart);
      if (mutation && !isPart) meetWritten(kind, pk, stored, incoming);
    },
    goneAt: (kind, pk) => known(kind, pk)?.goneAt ?? 0,
    unwritten(kind, pk, before, after) {
      const { wrote, atLeaving } = said.get(kind)?.get(pk)?.note ?? {};
      if (!wrote || !atLeaving) return before;
      const isShown = (name: string) =>
        wrote.includes(name) && sameField(before, after, name) && !sameField(atLeaving, after, name);
      const shown = filterFields(atLeaving, isShown);
      return Object.keys(shown).length > 0 ? { ...before, ...shown } : before;
    },
    revives(kind, pk, tombstone, row, isTop) {
      const goneAt = tombstone.landed ?? 0;
      // A response that says both, as a list of changes does, says last what counts.
      if (goneAt === landed) {
        // Another deletion, which overlapped this mutation, may come after it.
        const earlier = getCell(before.deleted[kind], pk)?.meta.landed ?? 0;
        if (mutation && earlier > since) doubtMembership(kind, pk, row);
        return true;
      }
      const creates = mutation?.creates(kind, pk, isTop);
      const overlapping = known(kind, pk)?.notes.filter(note => note.landed > since) ?? [];
      // What was done to the record that is created here may have got its response first.
      if (creates) for (const { brought } of overlapping) doubtMembership(kind, pk, brought);
      if (since > goneAt) {
        // A creation that is still in flight may have come before the deletion.
        if (isContended) keep(kind, pk, { goneAt });
        return true;
      }
      if (!creates) {
        if (mutation) {
          if (overlapping.some(note => note.creates)) doubtMembership(kind, pk, row);
          keep(kind, pk, { note: readOf(landing, row as EntityRow) });
        }
        return goneAt === 0;
      }
      const isLast = left > (tombstone.left ?? 0);
      doubtMembership(kind, pk, row);
      if (isLast) return true;
      // A deletion that left before it may still land.
      keep(kind, pk, { note: { ...readOf(landing, row as EntityRow), creates: true } });
      return false;
    },
    strays: (kind, pk, { landed: goneAt = 0 }, row, getRow) =>
      listsThatHold(before.entities, [kind], pk).flatMap(list => {
        if (storedListAt(before.entities, list.kind, list.pk) >= goneAt || !contradicts(list.pk, row))
          return [];
        const isTwin = (other: string) =>
          other !== kind && isListOf(list.kind, other) && getCell(before.entities[other], pk) !== undefined;
        const isOnly = !Object.keys(before.entities).some(isTwin);
        return { ...list, row: withoutRecord(getRow(list.kind, list.pk), pk, row, isOnly) };
      }),
    deletes(kind, pk, stored) {
      endDoubt(kind, pk);
      if (mutation === undefined) return stored === undefined || (stored.meta.left ?? 0) <= left;
      const creation = known(kind, pk)?.notes.find(note => note.creates && note.landed > since);
      if (creation === undefined) return true;
      const isLast = creation.left < left;
      // A message may have removed it already.
      doubtMembership(kind, pk, stored?.value ?? creation.brought);
      // For another mutation that overlapped it.
      keep(kind, pk, { goneAt: landed });
      return isLast;
    },
    effects: kind =>
      effects.flatMap(made => {
        // What may have been done has been met already, by the lists that it concerns.
        if (made.kind !== kind || made.landed <= since || made.effect === MAY_BE_DONE) return [];
        // What a read says of members that left earlier counts as far as something later has told it, too.
        return made.effect === BELONGS && made.left === undefined && made.since <= left
          ? retold(made)
          : [made];
      }),
    inOrder: (...list) => inOrderOf(effects, made => (made.left ?? 0) > left, ...list),
    landedMeanwhile(kind) {
      const found: string[] = [];
      // Where no number was taken in between, nothing has landed: no list is looked at.
      if (mutation === undefined || landed <= since + 1) return found;
      forEachCell(before.entities[kind], (pk, { meta }) => {
        if ((meta.landed ?? 0) > since) found.push(pk);
      });
      return found;
    },
    noteEffect,
    noteJoined(kind, pk, joined) {
      caster.doubtWithMembers(kind, pk, effects);
      const stored = storedMeta(kind, pk);
      if (effects.length === 0 || (stored !== undefined && leftOf(stored) > left)) return;
      effects = effects.map(made => {
        if (made.kind !== kind || made.joined?.includes(pk) === joined.includes(made)) return made;
        const others = made.joined?.filter(other => other !== pk) ?? [];
        return { ...made, joined: joined.includes(made) ? [...others, pk] : others };
      });
      met = undefined;
      const joins = effects.filter(made => made.joined?.includes(pk));
      if (effects.some(made => isOvertaken(made, kind, pk, joins))) doubtList(kind, pk);
    },
    doubtHolders(kinds, pk) {
      // Something else has told meanwhile of which kind it was.
      if (kinds.some(kind => (getCell(before.deleted[kind], pk)?.meta.landed ?? 0) > since)) return;
      doubtAll(listsThatHold(before.entities, kinds, pk));
      // A response from before may still bring it.
      effects = withPossible(
        effects,
        kinds.map(kind => possibleEffect(kind, pk, since, landed)),
      );
    },
    doubt: doubtList,
    result(entities) {
      caster.doubtConcerned(entities);
      caster.doubtContrary(entities, effects);
      const isChanged = (kind: string, pk: string) =>
        getValue(before.entities[kind], pk) !== getValue(entities[kind], pk);
      for (const { kind, effect, args, landed: at } of mutation ? effects : []) {
        const [pk] = args as readonly [string];
        // Nothing tells whether the whole list is from before what this has done to it.
        if (effect === WROTE && at > since && at !== landed && isChanged(kind, pk)) doubt(kind, pk);
      }
      const horizon = landing.horizon();
      const inTime = effects.filter(effect => effect.landed > horizon);
      const after = hasGrown(before.effects.length, inTime.length) ? summedUp(inTime, landing) : inTime;
      return {
        overlaps: isEmpty(overlaps) ? NO_OVERLAPS : overlaps,
        effects: after.length === effects.length ? effects : after,
        doubts: caster.doubtsAfter(),
      };
    },
  };
}

function keyOf({ kind, args }: ListEffect): readonly unknown[] {
  return [kind, ...args];
}

function isEmpty(overlaps: Overlaps): boolean {
  return Object.values(overlaps).every(({ size }) => size === 0);
}
