import { noteMany } from '../actions/reductions';
import { passNotesOn } from '../plain/versionNotes';
import { type Owner, sealOwned } from '../tables/Owner';
import type { Changed, DataState } from '../types/State';

/** Past this many records or requests, `changed` says only that there were many. */
export const MAX_LISTED_CHANGES = 1_000;

/** What one action has written. */
export interface Write {
  readonly parts: Partial<Omit<DataState, 'version' | 'changed' | 'order'>>;
  /** Primary keys of the records that changed, by kind; `true` for all of a kind. */
  readonly changed?: ReadonlyMap<string, ReadonlySet<string> | true>;
  /** Keys of the requests that changed. */
  readonly requests?: readonly string[];
  /** The highest number of the action. */
  readonly order?: number | undefined;
}

/**
 * Returns the next state: `before` with what one action wrote, or `before` itself if nothing changed.
 *
 * In development it freezes what was written, at the depth where Redux Toolkit's checks stop.
 */
export function commit(
  before: DataState,
  { parts, changed = new Map(), requests = [], order = 0 }: Write,
  owner: Owner,
): DataState {
  const isSame = Object.entries(parts).every(([name, part]) => before[name as keyof DataState] === part);
  if (isSame) return before;
  const after: DataState = {
    ...before,
    ...parts,
    order: Math.max(before.order, order),
    version: before.version + 1,
    changed: changes(before.version, changed, requests),
  };
  passNotesOn(before.entities, after.entities);
  if (process.env.NODE_ENV !== 'production') {
    sealOwned(owner);
    Object.freeze(after);
  }
  return after;
}

function changes(
  since: number,
  changed: ReadonlyMap<string, ReadonlySet<string> | true>,
  requests: readonly string[],
): Changed {
  const kinds = [...changed].map(
    ([kind, pks]) => [kind, pks === true || pks.size > MAX_LISTED_CHANGES || [...pks]] as const,
  );
  const listed: Changed = {
    since,
    entities: Object.fromEntries(kinds),
    requests: requests.length > MAX_LISTED_CHANGES || requests,
  };
  if (process.env.NODE_ENV !== 'production') noteMany(listed, changed);
  return listed;
}
