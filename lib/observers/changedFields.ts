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

/** What one component has shown last, of which request in which session, and selected last. */
export interface ShownMemory {
  previous: unknown;
  from: TrackedResponse | undefined;
  session: number;
  selection: unknown;
}

/** Begins without anything that was shown. */
export function shownMemory(): ShownMemory {
  return { previous: undefined, from: undefined, session: 0, selection: undefined };
}

/** What a component reads of a tracked response in the way that it wants. */
export interface ChangedResponse extends Source<ReadFields> {
  /** Notes what is shown, so that it can be shown in place of what is missing later on. */
  readonly noteShown: () => void;
}

/**
 * Reads a tracked response in the way that a component wants: with the data of earlier arguments until that of new ones
 * has come, and with what it selects from it.
 *
 * A selection that equals the one before is the one before, so that nothing renders for it.
 */
export function changedResponse(
  tracked: TrackedResponse,
  { keepPreviousData, select }: ShownData,
  memory: ShownMemory,
  { getState, isPast }: StoreHandle,
): ChangedResponse {
  const { key, value, from, peek, subscribe } = tracked;
  let selected: { readonly from: unknown; readonly selection: unknown } | undefined;

  function selectionOf(data: unknown): unknown {
    if (select === undefined || data === undefined) return data;
    if (selected === undefined || selected.from !== data) {
      const selection = select(data as never);
      if (!sameValue(memory.selection, selection)) memory.selection = selection;
      selected = { from: data, selection: memory.selection };
    }
    return selected.selection;
  }

  function withPrevious(fields: ResponseFields): ResponseFields {
    const { previous } = memory;
    if (keepPreviousData !== true || !fields.loading || previous === undefined) return fields;
    // Not what was shown in another session, or before the app was moved in time.
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
      // Without arguments nothing is shown, and nothing from before comes back.
      if (data !== undefined || key === undefined)
        Object.assign(memory, { previous: data, from: tracked, session: getState().session });
    },
  };
}
