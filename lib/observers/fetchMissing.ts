import type { ReadRequest } from '../store/Observer';
import { fetchThunk } from '../thunks/fetchThunk';
import { isOutdated, pauseAfter } from './awaitResponse';
import { type EndpointReading, isMissing } from './EndpointReading';
import { isHiddenByUpdate } from './isHiddenByUpdate';

/**
 * Fetches a response that is missing until it can be shown; returns what ends that.
 *
 * @param onFailure is called when the request ended in a way that the store does not keep, such as an `AbortError`
 */
export function fetchMissing(
  { endpoint, args }: ReadRequest,
  { observers: { handle, until, untilPresent }, current }: Pick<EndpointReading, 'observers' | 'current'>,
  onFailure: (error: Error) => void,
): () => void {
  let isEnded = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isWanted = () => !isEnded && isMissing(current());
  const isHidden = () => isHiddenByUpdate(handle, { endpoint, args });

  function sendIfWanted() {
    if (isWanted()) send();
  }

  function send() {
    if (handle.isPast()) {
      void untilPresent().then(sendIfWanted);
      return;
    }
    if (isHidden()) {
      void until(() => isEnded || !isHidden()).then(sendIfWanted);
      return;
    }
    fetchThunk(endpoint, args, { unattended: true })(handle.dispatch, handle.getState).then(
      () => {
        if (isWanted()) timer = setTimeout(send, pauseAfter(handle, endpoint.key(...args)));
      },
      error => {
        if (!isWanted()) return;
        if (isOutdated(error, handle, endpoint.key(...args))) send();
        else onFailure(error);
      },
    );
  }

  send();
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
}
