import { dehydrate } from '../hydration/dehydrate';
import { getOrCreate } from '../plain/getOrCreate';
import type { Rendering } from '../store/Rendering';
import { emptyTable } from '../tables/Table';
import { initialState, NO_OVERLAPS } from '../types/initialState';
import type { DataState, InFlight } from '../types/State';
import { changesSince, NO_CHANGES } from './changesSince';
import type { StateChunk } from './StateChunk';

/** What a server has rendered from a store, and which of its data it has sent. */
export interface ServerReaders extends Rendering {
  /** What the store has received since the last call, and which components have not rendered it. */
  nextChunks(): readonly StateChunk[];
}

/** One component as it was last rendered. */
interface Rendered {
  /** The version of the store that it was rendered from. */
  readonly version: DataState;
  readonly value: unknown;
  readonly select: (state: DataState) => unknown;
}

/** Records from which version of the store each component is rendered. */
export function serverReaders(getState: () => DataState): ServerReaders {
  const rendered = new Map<string, Rendered>();
  /** Versions of the store, by the order in which they were first read. */
  const readOrder = new Map<DataState, number>();
  /** Ids that a chunk listed. */
  const listedIds = new Set<string>();
  /** Those of them that have rendered again since the last chunk. */
  const renderedAgain = new Set<string>();
  let sentVersion = currentVersion(initialState);

  function currentVersion(state = getState()): DataState {
    const version = streamedView(state);
    if (!readOrder.has(version)) readOrder.set(version, readOrder.size);
    return version;
  }

  /**
   * Takes out the components that would show something else now, by the version to hydrate from, oldest first. Those
   * rendered before `sentVersion` show the same in it.
   */
  function takeOutdated(now: DataState): ReadonlyMap<DataState, readonly string[]> {
    const outdated = [...rendered].filter(
      ([, { version, select, value }]) => version !== now && select(now) !== value,
    );
    const groups = new Map<DataState, string[]>();
    for (const [id, { version }] of outdated.sort(
      ([, a], [, b]) => orderOf(a.version) - orderOf(b.version),
    )) {
      const base = orderOf(version) < orderOf(sentVersion) ? sentVersion : version;
      groups.set(base, [...(groups.get(base) ?? []), id]);
      rendered.delete(id);
      listedIds.add(id);
    }
    return groups;
  }

  function orderOf(version: DataState): number {
    return readOrder.get(version) ?? 0;
  }

  function takeRenderedAgain(): readonly string[] {
    const ids = [...renderedAgain];
    renderedAgain.clear();
    return ids;
  }

  return {
    isServer: true,
    read(id, select) {
      const version = currentVersion();
      const value = select(version);
      rendered.set(id, { version, value, select });
      // A suspended component renders again from its first hook, with the data of that time.
      if (listedIds.delete(id)) renderedAgain.add(id);
      return value;
    },
    nextChunks() {
      const now = currentVersion();
      const outdated = takeOutdated(now);
      const versions = [...outdated.keys()].filter(version => version !== sentVersion);
      return [...versions, now].flatMap((version): StateChunk[] => {
        const changes = changesSince(sentVersion, version);
        const chunk = {
          saved: { ...(changes ?? NO_CHANGES), date: Date.now() },
          before: outdated.get(sentVersion) ?? [],
          again: takeRenderedAgain(),
        };
        sentVersion = version;
        const isEmpty = changes === undefined && chunk.before.length === 0 && chunk.again.length === 0;
        return isEmpty ? [] : [chunk];
      });
    },
  };
}

const streamedViews = new WeakMap<DataState, DataState>();

/** The part of a state that can be sent to another store, as a state: the same object for the same state. */
function streamedView(state: DataState): DataState {
  return getOrCreate(streamedViews, state, () => ({ ...state, ...dehydrate(state), ...NOT_SENT }));
}

const NOT_SENT = {
  optimistic: [],
  aliases: emptyTable<string, null>(),
  mutating: 0,
  overlaps: NO_OVERLAPS,
  effects: [],
  doubts: {},
  inflight: emptyTable<readonly InFlight[], null>(),
};
