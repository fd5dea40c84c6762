import { labelOf } from '../log/labelOf';
import type { Entry } from './Entry';

/** One line of the log: an action, a request with its response, or several of a kind that changed nothing. */
export interface Group {
  /** Of its first entry. */
  readonly id: number;
  readonly entries: readonly Entry[];
  /** The entry that tells what happened: the response where there is one. */
  readonly main: Entry;
  readonly label: string;
  /** When it happened, or the first of those that it stands for, in milliseconds since the Unix epoch. */
  readonly at: number;
  /** How many it stands for. */
  readonly count: number;
  readonly isPending: boolean;
  readonly isFailed: boolean;
  /** Whether it changed no record. */
  readonly isQuiet: boolean;
}

/**
 * The lines of a log: each request with its response in one, where the response landed; what is repeated without a
 * change folded: subscriptions that follow each other, and polls where the first of them stands.
 */
export function groupsOf(entries: readonly Entry[]): readonly Group[] {
  const responses = new Map<string, Entry>();
  const requests = new Map<string, Entry>();
  for (const entry of entries) {
    const { type, meta } = entry.action;
    if (meta?.requestId === undefined) continue;
    (type === 'rdc/fetch' ? requests : responses).set(meta.requestId, entry);
  }
  const groups: Group[] = [];
  /** Where the latest response to each key stands. */
  const latest = new Map<string, number>();
  for (const entry of entries) {
    const id = entry.action.meta?.requestId;
    if (entry.action.type === 'rdc/fetch' && id !== undefined && responses.has(id)) continue;
    const request = id === undefined ? undefined : requests.get(id);
    const own = request !== undefined && request !== entry ? [request, entry] : [entry];
    const group = groupOf(own, entry);
    const { type, key } = entry.action;
    const at = type === 'rdc/setresponse' && key !== undefined ? latest.get(key) : groups.length - 1;
    const last = at === undefined ? undefined : groups[at];
    if (at !== undefined && last && isRepeated(last, group)) groups[at] = folded(last, group);
    else {
      if (type === 'rdc/setresponse' && key !== undefined) latest.set(key, groups.length);
      groups.push(group);
    }
  }
  return groups;
}

function groupOf(entries: readonly Entry[], main: Entry): Group {
  const { type, error } = main.action;
  return {
    id: (entries[0] ?? main).id,
    entries,
    main,
    label: labelOfEntry(main),
    at: main.at,
    count: 1,
    isPending: type === 'rdc/fetch',
    isFailed: error === true,
    isQuiet: main.after === main.before || Object.keys(main.after.changed.entities).length === 0,
  };
}

const labels = new WeakMap<Entry, string>();

/** What an entry was, in a few words; worked out once. */
export function labelOfEntry(entry: Entry): string {
  const known = labels.get(entry) ?? labelOf(entry.action);
  labels.set(entry, known);
  return known;
}

function isRepeated(last: Group, next: Group): boolean {
  if (!last.isQuiet || !next.isQuiet || last.isPending || next.isPending) return false;
  const { type, key, error } = last.main.action;
  const { action } = next.main;
  if (isSubscription(type) && isSubscription(action.type)) return true;
  return type === action.type && key === action.key && error === action.error && key !== undefined;
}

function isSubscription(type: string): boolean {
  return type === 'rdc/subscribe' || type === 'rdc/unsubscribe';
}

function folded(last: Group, { entries, main, label }: Group): Group {
  const name = isSubscription(main.action.type) ? 'subscribe, unsubscribe' : label;
  return { ...last, entries: [...last.entries, ...entries], main, label: name, count: last.count + 1 };
}
