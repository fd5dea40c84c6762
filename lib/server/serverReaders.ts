import { dehydrate } from '../hydration/dehydrate';
import type { Rendering } from '../store/Rendering';
import { emptyTable } from '../tables/Table';
import { initialState, NO_OVERLAPS } from '../types/initialState';
import type { DataState, InFlight } from '../types/State';
import { changesSince, NOTHING } from './changesSince';
import type { StateChunk } from './StateChunk';

/** What a server has rendered from a store, and which of its data it has sent. */
export interface ServerReaders extends Rendering {
  /** What has come since the last call, and which components have not seen it. */
  nextChunks(): readonly StateChunk[];
}

/** One component as it was last rendered. */
interface Rendered {
  /** The version of the store that it was rendered from. */
  readonly view: DataState;
  readonly value: unknown;
  readonly from: (state: DataState) => unknown;
}

/** Starts to note what components are rendered from. */
export function serverReaders(getState: () => DataState): ServerReaders {
  const rendered = new Map<string, Rendered>();
  /** Versions of the store, by the order in which they were first read. */
  const ages = new Map<DataState, number>();
  const named = new Set<string>();
  const again = new Set<string>();
  let sent = present(initialState);

  function present(state = getState()): DataState {
    const view = streamedView(state);
    if (!ages.has(view)) ages.set(view, ages.size);
    return view;
  }

  /**
   * Takes out the components that would show something else now, by the version to hydrate from, oldest first. Those
   * rendered before `sent` show the same in it.
   */
  function takeLate(now: DataState): ReadonlyMap<DataState, readonly string[]> {
    const late = [...rendered].filter(([, { view, from, value }]) => view !== now && from(now) !== value);
    const groups = new Map<DataState, string[]>();
    for (const [id, { view }] of late.sort(([, a], [, b]) => ageOf(a.view) - ageOf(b.view))) {
      const version = ageOf(view) < ageOf(sent) ? sent : view;
      groups.set(version, [...(groups.get(version) ?? []), id]);
      rendered.delete(id);
      named.add(id);
    }
    return groups;
  }

  function ageOf(view: DataState): number {
    return ages.get(view) ?? 0;
  }

  function takeAgain(): readonly string[] {
    const ids = [...again];
    again.clear();
    return ids;
  }

  return {
    isServer: true,
    read(id, from) {
      const view = present();
      const value = from(view);
      rendered.set(id, { view, value, from });
      // A suspended component renders again from its first hook, with the data of that time.
      if (named.delete(id)) again.add(id);
      return value;
    },
    nextChunks() {
      const now = present();
      const late = takeLate(now);
      const versions = [...late.keys()].filter(version => version !== sent);
      return [...versions, now].flatMap((version): StateChunk[] => {
        const news = changesSince(sent, version);
        const chunk = {
          saved: { ...(news ?? NOTHING), date: Date.now() },
          before: late.get(sent) ?? [],
          again: takeAgain(),
        };
        sent = version;
        const isEmpty = news === undefined && chunk.before.length === 0 && chunk.again.length === 0;
        return isEmpty ? [] : [chunk];
      });
    },
  };
}

const known = new WeakMap<DataState, DataState>();

/** What of a state can be sent to another store, as a state: the same object for the same state. */
function streamedView(state: DataState): DataState {
  const view = known.get(state) ?? { ...state, ...dehydrate(state), ...NOT_SENT };
  known.set(state, view);
  return view;
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
