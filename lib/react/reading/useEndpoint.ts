import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { useStore } from 'react-redux';
import type { Shown } from '../../selectors/readResponse';
import type { EndpointInterface } from '../../types/EndpointInterface';
import { isNoArgs } from './HookArgs';
import { NO_OCCASION, type OccasionReader, occasionReader } from './occasionReader';
import { type StoreReaders, storeReaders } from './storeReaders';
import { useServerSnapshot } from './useServerSnapshot';

/** What a component sees of one request. */
export interface EndpointReading {
  readonly readers: StoreReaders;
  /** `undefined` when there is nothing to ask for. */
  readonly key: string | undefined;
  /** What is to be shown; the same object for as long as nothing in it changes. */
  readonly shown: Shown;
  /** What is to be shown at the moment of the call. */
  readonly current: () => Shown;
  /** Whether what is shown is to be asked for again at the moment of the call. */
  readonly isStale: () => boolean;
}

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
  const reader = useMemo(
    (): OccasionReader => (key === undefined ? NO_OCCASION : occasionReader(handle, endpoint, key, args)),
    [handle, endpoint, key],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the arguments, as for `reader`
  const subscribe = useCallback(
    (wake: () => void) =>
      key === undefined ? ignore : readers.add({ key, request: { endpoint, args }, memo: reader.memo, wake }),
    [readers, key, reader],
  );
  const serverSnapshot = useServerSnapshot(handle, reader.shown, reader.rendered);
  const shown = useSyncExternalStore(subscribe, reader.shown, serverSnapshot);
  return { readers, key, shown, current: reader.shown, isStale: reader.isStale };
}

/**
 * What is to be shown by a component that waits where there is nothing. A server has waited as well: while a page is
 * taken over, what it has come without is to be found at present, if anywhere.
 */
export function shownWhenThere({ shown, current }: EndpointReading): Shown {
  return shown.isInvalid ? current() : shown;
}

function ignore() {}
