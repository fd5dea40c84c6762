import { actionTypes } from '../../actions/actionTypes';
import { changesBetween, type Reduction, reductionOf } from '../../actions/reductions';
import { connectionIn, connectionLabel, labelOf } from '../../log/labelOf';
import { attempt } from '../../plain/attempt';
import { getOrCreate } from '../../plain/getOrCreate';
import { isAtStart } from '../../types/initialState';
import { cut } from '../parts/JsonTree';
import { type Entry, REPLACED } from './Entry';
import { endpointIn } from './endpointIn';
import { resetAfter, resetsIn } from './resets';

/** One line of the log: an action, a request with its response, or several of a kind that changed nothing. */
export interface Group {
  /** The id of its first entry. */
  readonly id: number;
  readonly entries: readonly Entry[];
  /** The entry that shows what happened: the response, if there is one. */
  readonly main: Entry;
  readonly label: string;
  /** When it, or the first that it stands for, happened, in milliseconds since the Unix epoch. */
  readonly at: number;
  /** How many of these the line stands for. */
  readonly count: number;
  readonly isPending: boolean;
  readonly isFailed: boolean;
  /** Whether it changed no data. */
  readonly isQuiet: boolean;
}

/**
 * The lines of a log. A request and its response share one, where the response landed. Repetitions without a change are
 * folded: subscriptions and requests that follow each other; and polls, at the first of them, up to what may have
 * caused the next: a reset, or an invalidation of what is polled.
 */
export function groupsOf(entries: readonly Entry[]): readonly Group[] {
  const responses = new Map<string, Entry>();
  const requests = new Map<string, Entry>();
  const polled = new Set<string>();
  for (const entry of entries) {
    const { type, meta, key } = entry.action;
    if (type === actionTypes.SUBSCRIBE && key !== undefined) polled.add(key);
    if (meta?.requestId === undefined) continue;
    (type === actionTypes.FETCH ? requests : responses).set(meta.requestId, entry);
  }
  const resets = resetsIn(entries);
  const groups: Group[] = [];
  /** The line of the latest response to each polled key. */
  const latest = new Map<string, number>();
  for (const entry of entries) {
    const { type, key, meta } = entry.action;
    const id = meta?.requestId;
    if (type === actionTypes.FETCH && id !== undefined && responses.has(id)) continue;
    for (const endedKey of endedBy(entry, latest)) latest.delete(endedKey);
    const request = id === undefined ? undefined : requests.get(id);
    const requestEntries = request !== undefined && request !== entry ? [request, entry] : [entry];
    const group = groupOf(requestEntries, entry, resets);
    const isPoll = type === actionTypes.SET_RESPONSE && key !== undefined && isPolled(entry, polled);
    const groupIndex = (isPoll ? latest.get(key) : undefined) ?? groups.length - 1;
    const last = groups[groupIndex];
    if (last && isRepeated(last, group)) groups[groupIndex] = foldGroups(last, group);
    else {
      if (isPoll) latest.set(key, groups.length);
      groups.push(group);
    }
  }
  return groups;
}

/** Keys whose next response no longer belongs to the poll before. */
function endedBy({ action }: Entry, latest: ReadonlyMap<string, number>): readonly string[] {
  const { type, key } = action;
  if (type === actionTypes.RESET || type === actionTypes.HYDRATE || type === REPLACED)
    return [...latest.keys()];
  if (type === actionTypes.INVALIDATE) return key === undefined ? [] : [key];
  const { keys } = action as { readonly keys?: unknown };
  return type !== actionTypes.GC && Array.isArray(keys) ? keys : [];
}

/** Whether a response belongs to a polled request. */
function isPolled({ action }: Entry, polled: ReadonlySet<string>): boolean {
  if (polled.has(action.key ?? '')) return true;
  // The log may have begun after the subscription.
  return endpointIn(action)?.pollFrequency !== undefined;
}

function groupOf(entries: readonly Entry[], main: Entry, resets: readonly Entry[]): Group {
  const { type, error } = main.action;
  const isInFlight = type === actionTypes.FETCH;
  const isDropped = isInFlight && resetAfter(main, resets) !== undefined;
  return {
    id: (entries[0] ?? main).id,
    entries,
    main,
    // Only when it is in view: a long log has more lines than are ever shown.
    get label() {
      return isDropped ? `${labelOfEntry(main)} dropped by reset` : labelOfEntry(main);
    },
    at: main.at,
    count: 1,
    isPending: isInFlight && !isDropped,
    isFailed: error === true,
    isQuiet: isQuiet(main),
  };
}

/**
 * A line as it was after an entry, without what had not happened by then. The same line if all of it had happened, or
 * none.
 *
 * @param last id of the entry; `undefined` for the end
 */
export function untilEntry(group: Group, last: number | undefined): Group {
  const { main, entries } = group;
  if (last === undefined || main.id <= last || group.id > last) return group;
  const visible = entries.filter(({ id }) => id <= last);
  const latest = visible.at(-1) ?? main;
  const isPending = latest.action.type === actionTypes.FETCH;
  return {
    ...groupOf(visible, latest, []),
    at: Math.min(group.at, latest.at),
    count: visible.filter(({ action }) => action.type !== actionTypes.FETCH).length + (isPending ? 1 : 0),
  };
}

function isQuiet(entry: Entry): boolean {
  if (entry.action.type === REPLACED) return entry.after === entry.before;
  const reduction = reductionIn(entry);
  if (reduction === 'nothing') return true;
  const { records, lists, response } = reduction;
  const isNone = (kinds: object) => Object.keys(kinds).length === 0;
  return lists.length === 0 && response === undefined && Object.values(records).every(isNone);
}

/** What an entry changed. A production build does not record it. */
function reductionIn({ action, before, after }: Entry): Reduction {
  if (before === after) return 'nothing';
  return reductionOf(action) ?? changesBetween(before, after);
}

const labels = new WeakMap<Entry, string>();

/** What an entry was, in a few words; memoized. */
export function labelOfEntry(entry: Entry): string {
  return getOrCreate(labels, entry, () =>
    cut(replacementIn(entry) || labelOf(entry.action, reductionIn(entry), entry)),
  );
}

/** What an action of the app, or a state import, did to the slice; empty for actions of the library. */
function replacementIn({ action, after }: Entry): string {
  if (action.type !== REPLACED) return '';
  return isAtStart(after) ? "reset by the app's reducer" : 'slice replaced from elsewhere';
}

function isRepeated(last: Group, next: Group): boolean {
  const stream = connectingStream(next.main);
  if (stream !== undefined && stream === connectingStream(last.main)) return true;
  if (!last.isQuiet || !next.isQuiet || last.isPending || next.isPending) return false;
  const { type, key, error } = last.main.action;
  const { action } = next.main;
  if (isSubscription(type) && isSubscription(action.type)) return true;
  return type === action.type && key === action.key && error === action.error && key !== undefined;
}

function isSubscription(type: string): boolean {
  return type === actionTypes.SUBSCRIBE || type === actionTypes.UNSUBSCRIBE;
}

/** The name of a stream that tries to connect. */
function connectingStream({ action }: Entry): string | undefined {
  const { id, status } = attempt(() => connectionIn(action)) ?? {};
  return status === 'connecting' || status === 'waiting' ? String(id) : undefined;
}

function foldGroups(last: Group, next: Group): Group {
  const { main } = next;
  // In place: thousands of polls may be one line.
  const entries = last.entries as Entry[];
  entries.push(...next.entries);
  const { id, at, count, isPending, isFailed, isQuiet } = last;
  return {
    ...{ id, at, entries, main, isPending, isFailed, isQuiet, count: count + 1 },
    get label() {
      if (connectingStream(main) !== undefined) return attemptsIn(entries);
      return isSubscription(main.action.type) ? subscriptionsOf(entries) : next.label;
    },
  };
}

/** `stream → connecting, waiting to reconnect`. */
function attemptsIn(entries: readonly Entry[]): string {
  return cut(connectionLabel(entries.flatMap(({ action }) => connectionIn(action) ?? [])));
}

/** `subscribe, unsubscribe getPrice`, or without a name if there are several. */
function subscriptionsOf(entries: readonly Entry[]): string {
  const all = entries.map(({ action: { key, type } }) => ({ key, verb: type.replace('rdc/', '') }));
  const verbs = [...new Set(all.map(({ verb }) => verb))].join(', ');
  const [first] = entries;
  const hasOneKey = first !== undefined && all.every(({ key }) => key === first.action.key);
  return hasOneKey ? `${verbs}${labelOfEntry(first).replace(/^\S+/, '')}` : verbs;
}

/** `× 79, to 12:04:31.120`: how many a line stands for, and the time of the last if it was later. */
export function countText({ count, at, main }: Group, timeOf: (at: number) => string): string {
  if (count === 1) return '';
  return `× ${count}${main.at - at < 1_000 ? '' : `, to ${timeOf(main.at)}`}`;
}
