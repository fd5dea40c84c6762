import { sameValue } from '../plain/sameValue';
import { memoizeByState } from '../selectors/memoizeByState';
import type { Source } from './Source';
import type { ChangeFields, ReadFields, ResponseFields, TrackedResponse } from './trackedResponse';

/** How one component wants data to be shown. */
export interface ShownData {
  readonly keepPreviousData?: boolean | undefined;
  readonly select?: ((data: never) => unknown) | undefined;
}

/** What one component has shown last, and selected last. */
export interface ShownMemory {
  previous: unknown;
  selection: unknown;
}

/** Begins without anything that was shown. */
export function shownMemory(): ShownMemory {
  return { previous: undefined, selection: undefined };
}

/**
 * Shows data of earlier arguments until that of new ones has come, and selects from it.
 *
 * A selection that equals the one before is the one before, so that nothing renders for it.
 */
export function changeFields({ keepPreviousData, select }: ShownData, memory: ShownMemory): ChangeFields {
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
    if (keepPreviousData !== true || !fields.loading || memory.previous === undefined) return fields;
    return { ...fields, data: memory.previous, loading: false, isPreviousData: true };
  }

  return fields => {
    const shown = withPrevious(fields);
    return { ...shown, data: selectionOf(shown.data) };
  };
}

/** What a component reads of a tracked response in the way that it wants. */
export interface ChangedResponse extends Source<ReadFields> {
  /** Notes what is shown, so that it can be shown in place of what is missing later on. */
  readonly noteShown: () => void;
}

/** Reads a tracked response in the way that a component wants. */
export function changedResponse(
  { value, from, peek, subscribe }: TrackedResponse,
  change: ChangeFields,
  memory: ShownMemory,
): ChangedResponse {
  return {
    value: () => value(change),
    from: memoizeByState(state => from(state, change)),
    subscribe,
    noteShown() {
      const { data } = peek();
      if (data !== undefined) memory.previous = data;
    },
  };
}
