import { isMissing } from '../selectors/readResponse';
import { fetchMissing } from './fetchMissing';
import type { ResponseObserver } from './ResponseObserver';

/** Fetches a response whenever it goes missing while a component is mounted. */
export interface MissingFetcher {
  /** Starts; returns a function that stops it. */
  mount(): () => void;
  /**
   * Fetches the response if it is missing, unless a fetch is running.
   *
   * @param onFailure is called from now on when a request ended in a way that the store does not keep
   */
  attend(onFailure: (error: Error) => void): void;
}

/**
 * Fetches a missing response at once, without waiting for a render: React does not finish the renders of what
 * Suspense hides, and that must be there when it is shown again.
 */
export function missingFetcher(observer: ResponseObserver): MissingFetcher {
  let isMounted = false;
  let end: (() => void) | undefined;
  let onError: (error: Error) => void = () => {};

  function stop() {
    end?.();
    end = undefined;
  }

  function restart() {
    stop();
    if (isMounted && isMissing(observer.value())) end = fetchMissing(observer, fail);
  }

  function fail(error: Error) {
    stop();
    onError(error);
  }

  return {
    mount() {
      isMounted = true;
      // Not during the dispatch that subscribers are being notified of: it has to end first.
      const stopListening = observer.onMissing(() => queueMicrotask(restart));
      return () => {
        isMounted = false;
        stopListening();
        stop();
      };
    },
    attend(onFailure) {
      onError = onFailure;
      if (end === undefined || !isMissing(observer.value())) restart();
    },
  };
}
