import type { Shown } from '../selectors/readResponse';
import type { StoreObservers } from './storeObservers';

/** What a component sees of one request. */
export interface EndpointReading {
  readonly observers: StoreObservers;
  /** `undefined` when there is nothing to fetch. */
  readonly key: string | undefined;
  /** What is shown; the same object for as long as nothing in it changes. */
  readonly shown: Shown;
  /** What is shown at the moment of the call. */
  readonly current: () => Shown;
  /** Whether what is shown should be refetched at the moment of the call. */
  readonly isStale: () => boolean;
  /** Calls back when what is shown goes missing, even if no render follows; returns what ends that. */
  readonly onMissing: (listener: () => void) => () => void;
}

/** Whether there is nothing to show, and no error either. */
export function isMissing({ isInvalid, error }: Shown): boolean {
  return isInvalid && error === undefined;
}
