import { sameValue } from '../plain/sameValue';
import { memoizeByState } from '../selectors/memoizeByState';
import type { StoreHandle } from '../store/StoreHandle';
import type { Source } from './Source';
import type { ReadFields, ResponseFields, TrackedResponse } from './trackedResponse';

/** How one component wants data to be shown. */
export interface ShownData {
  readonly keepPreviousData?: boolean | undefined;
  readonly select?: ((data: never) => unknown) | undefined;
}

/** What one component showed last, the request and session that it was from, and the last selection. */
export interface ShownMemory {
  previous: unknown;
  from: TrackedResponse | undefined;
  session: number;
  selection: unknown;
}

/** A memory of nothing shown. */
export function shownMemory(): ShownMemory {
  return { previous: undefined, from: undefined, session: 0, selection: undefined };
}

/** A tracked response, read as one component wants it. */
export interface ChangedResponse extends Source<ReadFields> {
  /** Notes what is shown, so that it can be shown later in place of missing data. */
  readonly noteShown: () => void;
}

/**
 * Reads a tracked response as a component wants it: with the data of earlier arguments until that of new ones has
 * come, and with what it selects.
 *
 * A selection equal to the previous one is replaced by it, so that nothing renders again.
 */
export function changedResponse(
  tracked: TrackedResponse,
  { keepPreviousData, select }: ShownData,
  memory: ShownMemory,
  { getState, isPast }: StoreHandle,
): ChangedResponse {
  const { key, value, from, peek, subscribe } = tracked;
  let cached: { readonly from?: unknown; readonly selection?: unknown } = {};

  function selectionOf(data: unknown): unknown {
    if (select === undefined || data === undefined) return data;
    if (cached.from !== data) {
      const selection = select(data as never);
      if (!sameValue(memory.selection, selection)) memory.selection = selection;
      cached = { from: data, selection: memory.selection };
    }
    return cached.selection;
  }

  function withPrevious(fields: ResponseFields): ResponseFields {
    const { previous } = memory;
    if (keepPreviousData !== true || !fields.loading || previous === undefined) return fields;
    // Not what was shown in another session, or before time travel.
    if (memory.from === tracked || memory.session !== getState().session || isPast()) return fields;
    return { ...fields, data: previous, loading: false, isPreviousData: true };
  }

  function change(fields: ResponseFields): ResponseFields {
    const shown = withPrevious(fields);
    return { ...shown, data: selectionOf(shown.data) };
  }

  return {
    value: () => value(change),
    from: memoizeByState(state => from(state, change)),
    subscribe,
    noteShown() {
      const { data } = peek();
      // Without arguments nothing is shown, and earlier data is not shown again.
      if (data !== undefined || key === undefined)
        Object.assign(memory, { previous: data, from: tracked, session: getState().session });
    },
  };
}
