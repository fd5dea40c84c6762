import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { useStore } from 'react-redux';
import { type Reading, readResponse, type Shown } from '../selectors/readResponse';
import type { StoreHandle } from '../selectors/StoreHandle';
import { type ExpiryStatus, statusOf } from '../selectors/selectResponse';
import type { EndpointInterface } from '../types/EndpointInterface';
import { isNoArgs } from './HookArgs';
import { storeReaders } from './storeReaders';

/** What a component sees of one request. */
export interface EndpointReading {
  readonly handle: StoreHandle;
  /** `undefined` when there is nothing to ask for. */
  readonly key: string | undefined;
  /** What is to be shown; the same object for as long as nothing in it changes. */
  readonly shown: Shown;
  /** How it stands to the server at the time of this render. */
  readonly status: ExpiryStatus;
  /** Whether a request that failed may be tried again. */
  readonly mayRetry: boolean;
}

const NOTHING: Shown = Object.freeze({ data: undefined, error: undefined, isInvalid: false });

/**
 * The one place where a component meets the store: reads a request, and renders
 * again when what it read has changed, and for no other reason.
 */
export function useEndpoint(endpoint: EndpointInterface, args: readonly unknown[]): EndpointReading {
  const readers = storeReaders(useStore());
  const key = isNoArgs(args) ? undefined : endpoint.key(...args);
  const { handle } = readers;

  // Equal requests have equal keys: arguments are looked at again only when the key is another one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the arguments
  const read = useMemo(() => reader(handle, endpoint, key, args), [handle, endpoint, key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the arguments, as for `read`
  const subscribe = useCallback(
    (wake: () => void) =>
      key === undefined
        ? unsubscribed
        : readers.add({ key, request: { endpoint, args }, memo: () => read().memo, wake }),
    [readers, key, read],
  );
  const getShown = useCallback(() => read().shown, [read]);
  const shown = useSyncExternalStore(subscribe, getShown, getShown);

  const { expiresAt, errorExpiresAt } = read();
  return {
    handle,
    key,
    shown,
    status: key === undefined ? 'valid' : statusOf(shown, expiresAt, endpoint),
    mayRetry: errorExpiresAt <= Date.now(),
  };
}

function unsubscribed() {}

/** Reads one request, once a state. */
function reader(
  handle: StoreHandle,
  endpoint: EndpointInterface,
  key: string | undefined,
  args: readonly unknown[],
): () => Reading {
  if (key === undefined) {
    const nothing = { shown: NOTHING, expiresAt: 0, errorExpiresAt: 0, memo: undefined };
    return () => nothing;
  }
  let state: unknown;
  let reading: Reading;
  return () => {
    const current = handle.getState();
    if (current !== state) {
      reading = readResponse(current, endpoint, key, args);
      state = current;
    }
    return reading;
  };
}
