import type { SetResponseAction } from '../actions/setResponse';
import { deleteCell } from '../tables/deleteCell';
import { diffKinds } from '../tables/diffKinds';
import { getCell } from '../tables/getCell';
import type { Owner } from '../tables/Owner';
import { filterDoubts } from '../types/doubts';
import type { DataState } from '../types/State';
import { withoutForgottenTombstones } from './tombstones';

/** How many mutation responses are kept: enough for all whose state may be on screen. */
export const MAX_MUTATION_RESPONSES = 500;

/** The parts that grow with activity, not with the stored data. */
type Bounded = Pick<DataState, 'endpoints' | 'mutations' | 'aliases' | 'deleted' | 'entities' | 'doubts'>;

/** Trims the bookkeeping after a response; returns the parts of the state that change. */
export function boundedBookkeeping(
  before: DataState,
  after: DataState,
  { key, meta }: SetResponseAction,
  isMutation: boolean,
  owner: Owner,
): Partial<Bounded> {
  const isKept = isMutation && meta.requestId !== undefined && getCell(after.endpoints, key) !== undefined;
  return { ...(isKept && withMutation(after, key, owner)), ...boundedDeletions(before, after, owner) };
}

/** The same, for deletions only. */
export function boundedDeletions(before: DataState, after: DataState, owner: Owner): Partial<Bounded> {
  if (after.deleted === before.deleted) return {};
  let { aliases } = after;
  diffKinds(before.deleted, after.deleted, (kind, pk, _before, cell) => {
    const createdAs = cell && getCell(before.entities[kind], pk)?.meta.createdAs;
    if (createdAs !== undefined) aliases = deleteCell(aliases, createdAs, owner);
  });
  // Drop doubts on deleted records, except those that this action cast: such a record may exist again. This must come
  // before the sweep, which removes tombstones in place from the tables that this action wrote.
  const doubts = filterDoubts(
    after.doubts,
    (kind, pk, cast) => cast > before.order || getCell(after.deleted[kind], pk) === undefined,
  );
  const { deleted, entities } = withoutForgottenTombstones(before, after, owner);
  return { deleted, entities, aliases, doubts };
}

function withMutation(
  { endpoints, mutations }: DataState,
  key: string,
  owner: Owner,
): Pick<DataState, 'endpoints' | 'mutations'> {
  const kept = mutations.at(-1) === key ? mutations : [...mutations.filter(one => one !== key), key];
  if (kept.length <= MAX_MUTATION_RESPONSES) return { endpoints, mutations: kept };
  const [oldest = key, ...rest] = kept;
  return { endpoints: deleteCell(endpoints, oldest, owner), mutations: rest };
}
