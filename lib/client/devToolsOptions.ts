import { setResponse } from '../actions/setResponse';
import { sliceAt } from '../store/sliceAt';
import { tableToRecord } from '../tables/tableToRecord';
import { DEFAULT_REDUCER_PATH } from '../types/DEFAULT_REDUCER_PATH';
import type { DataState } from '../types/State';

/** Past this many records of one kind, the state view shows their number in place of them. */
const MAX_SHOWN_RECORDS = 200;

/** Past this many elements, the action view shows a response as its length. */
const MAX_SHOWN_ELEMENTS = 200;

/** What `configureStore({ devTools })` takes to show this library's part of store and log. */
export interface DataDevToolsOptions {
  actionSanitizer<A extends { readonly type: string }>(action: A, id: number): A;
  stateSanitizer<S>(state: S, index: number): S;
}

/**
 * Options for Redux DevTools: records by key in place of the tables they are kept
 * in, endpoints' names beside the types of actions, and no more of a large store
 * than can be looked at.
 *
 * It is what DevTools shows that changes, not the store nor its actions. For a log
 * to be replayed elsewhere, export it without these options.
 *
 * @param reducerPath where the slice is mounted
 * @example
 * ```ts
 * import { configureStore } from '@reduxjs/toolkit';
 * import { devToolsOptions } from 'rdc-toolkit';
 *
 * const store = configureStore({
 *   reducer: { [dataClient.reducerPath]: dataClient.reducer },
 *   middleware: getDefault => getDefault().concat(dataClient.middleware),
 *   devTools: devToolsOptions(),
 * });
 * ```
 */
export function devToolsOptions(reducerPath: string = DEFAULT_REDUCER_PATH): DataDevToolsOptions {
  return {
    actionSanitizer: action => labelled(action),
    stateSanitizer(root) {
      const slice = sliceAt(root, reducerPath);
      return slice === undefined ? root : { ...root, [reducerPath]: shown(slice) };
    },
  };
}

/** An action with the name of its endpoint or schema in its type, and long responses as their length. */
function labelled<A extends { readonly type: string }>(action: A): A {
  const { endpointName, schemaName } = action as Readonly<Record<string, unknown>>;
  const name = endpointName ?? schemaName;
  if (!action.type.startsWith('rdc/') || typeof name !== 'string') return action;
  const isLong =
    setResponse.match(action) &&
    Array.isArray(action.response) &&
    action.response.length > MAX_SHOWN_ELEMENTS;
  const response = isLong ? { response: `${(action.response as unknown[]).length} elements` } : {};
  return { ...action, type: `${action.type} · ${name}`, ...response };
}

function shown({ entities, deleted, indexes, endpoints, ...state }: DataState): object {
  const kinds = Object.entries(entities).map(([kind, table]) => [
    kind,
    table.size > MAX_SHOWN_RECORDS ? `${table.size} records` : tableToRecord(table),
  ]);
  const gone = Object.entries(deleted).map(([kind, table]) => [kind, table.size]);
  return {
    entities: Object.fromEntries(kinds),
    deleted: Object.fromEntries(gone),
    indexes: Object.keys(indexes),
    endpoints: endpoints.size > MAX_SHOWN_RECORDS ? `${endpoints.size} responses` : tableToRecord(endpoints),
    ...state,
  };
}
