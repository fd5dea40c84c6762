import { isMissing } from '../selectors/readResponse';
import { fetchThunk } from '../thunks/fetchThunk';
import { isOutdated, pauseAfter } from './awaitResponse';
import { isHiddenByUpdate } from './isHiddenByUpdate';
import type { ResponseObserver } from './ResponseObserver';

/**
 * Fetches a missing response until it can be shown; returns a function that stops it.
 *
 * @param onFailure is called when the request ended in a way that the store does not keep, such as an `AbortError`
 */
export function fetchMissing(observer: ResponseObserver, onFailure: (error: Error) => void): () => void {
  const { observers, request, key } = observer;
  const { handle, until, untilPresent } = observers;
  const { endpoint, args } = request;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isWanted = () => !isStopped && isMissing(observer.value());
  const isHidden = () => isHiddenByUpdate(observer);

  function sendIfWanted() {
    if (isWanted()) send();
  }

  function send() {
    if (handle.isPast()) {
      void untilPresent().then(sendIfWanted);
      return;
    }
    if (isHidden()) {
      void until(() => isStopped || !isHidden()).then(sendIfWanted);
      return;
    }
    fetchThunk(endpoint, args, { unattended: true })(handle.dispatch, handle.getState).then(
      () => {
        if (isWanted()) timer = setTimeout(send, pauseAfter(observer));
      },
      error => {
        if (!isWanted()) return;
        if (isOutdated(error, handle, key)) send();
        else onFailure(error);
      },
    );
  }

  send();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
