import type { SetResponseAction } from '../actions/setResponse';
import { deleteCell } from '../tables/deleteCell';
import { diffKinds } from '../tables/diffKinds';
import { getCell } from '../tables/getCell';
import type { Owner } from '../tables/Owner';
import type { DataState, RecordRef } from '../types/State';
import { withoutDoubtsOf } from './doubts';
import { withoutForgottenTombstones } from './tombstones';

/** How many responses to mutations are kept: as many as anything on screen may show the state of. */
export const MAX_MUTATION_RESPONSES = 500;

/** The parts that grow with what was done, not with what is stored. */
type Bounded = Pick<DataState, 'endpoints' | 'mutations' | 'aliases' | 'deleted' | 'entities' | 'doubts'>;

/** What changes of the bookkeeping after a response, so that nothing is kept which nothing can need any more. */
export function boundedBookkeeping(
  before: DataState,
  after: DataState,
  { key, meta }: SetResponseAction,
  isMutation: boolean,
  owner: Owner,
): Partial<Bounded> {
  const isNoted = isMutation && meta.requestId !== undefined && getCell(after.endpoints, key) !== undefined;
  return { ...(isNoted && withMutation(after, key, owner)), ...boundedDeletions(before, after, owner) };
}

/** The same for what is noted of deletions. */
export function boundedDeletions(before: DataState, after: DataState, owner: Owner): Partial<Bounded> {
  if (after.deleted === before.deleted) return {};
  const gone = newlyDeleted(before, after);
  const { deleted, entities } = withoutForgottenTombstones(before, after, owner);
  return {
    deleted,
    entities,
    aliases: aliasesLeft(before, after, gone, owner),
    doubts: withoutDoubtsOf(after.doubts, gone),
  };
}

function withMutation(
  { endpoints, mutations }: DataState,
  key: string,
  owner: Owner,
): Pick<DataState, 'endpoints' | 'mutations'> {
  const noted = mutations.at(-1) === key ? mutations : [...mutations.filter(one => one !== key), key];
  if (noted.length <= MAX_MUTATION_RESPONSES) return { endpoints, mutations: noted };
  const [oldest = key, ...rest] = noted;
  return { endpoints: deleteCell(endpoints, oldest, owner), mutations: rest };
}

/** Aliases without those of records that are gone. */
function aliasesLeft(
  before: DataState,
  { aliases: all }: DataState,
  gone: readonly RecordRef[],
  owner: Owner,
): DataState['aliases'] {
  let aliases = all;
  if (aliases.size === 0) return aliases;
  for (const { kind, pk } of gone) {
    const createdAs = getCell(before.entities[kind], pk)?.meta.createdAs;
    if (createdAs !== undefined) aliases = deleteCell(aliases, createdAs, owner);
  }
  return aliases;
}

/** The records that were deleted between two states. */
function newlyDeleted(before: DataState, after: DataState): readonly RecordRef[] {
  const gone: RecordRef[] = [];
  diffKinds(before.deleted, after.deleted, (kind, pk, _before, cell) => {
    if (cell !== undefined) gone.push({ kind, pk });
  });
  return gone;
}
