import { useEffect, useMemo, useState } from 'react';
import { ResetError } from '../../errors/ResetError';
import { fetchThunk } from '../../thunks/fetchThunk';
import type { EndpointInterface } from '../../types/EndpointInterface';
import { ANSWERS_FOR_MS } from './awaitResponse';
import type { EndpointReading } from './useEndpoint';

/** How it stands with something that is not there. */
export interface Missing {
  /** Whether there is nothing to show yet. */
  readonly loading: boolean;
  /** Why it does not come, where the store knows of no failure: it was given up. */
  readonly error: Error | undefined;
}

/** Asks for what is not there, without suspending. */
export function useMissing(
  endpoint: EndpointInterface,
  args: readonly unknown[],
  { readers, key, shown, current }: EndpointReading,
): Missing {
  const { handle, untilPresent } = readers;
  const isMissing = key !== undefined && isNotThere(shown);
  const [givenUp, setGivenUp] = useState<{ readonly occasion: object; readonly error: Error }>();
  // What was given up stays so until something else is missing. Made of what it depends on: the React Compiler goes by that.
  const occasion = useMemo(() => ({ handle, endpoint, key, isMissing }), [handle, endpoint, key, isMissing]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the occasion stands for the arguments
  useEffect(() => {
    // By now it may be there: a page that a server has rendered is taken over as it was.
    if (!isMissing || !isNotThere(current())) return;
    let isMounted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isWanted = () => isMounted && isNotThere(current());
    const askAtPresent = () => untilPresent().then(() => isWanted() && ask());
    const ask = () => {
      if (handle.isPast()) return void askAtPresent();
      fetchThunk(endpoint, args, { unattended: true })(handle.dispatch, handle.getState).then(
        () => {
          // What has come may be hidden by a pending deletion: it is not asked for over and over meanwhile.
          if (isWanted()) timer = setTimeout(ask, ANSWERS_FOR_MS);
        },
        error => {
          if (!isWanted()) return;
          // A reset changes nothing for someone who had nothing yet, but has ended the request.
          if (error instanceof ResetError) ask();
          else setGivenUp({ occasion, error });
        },
      );
    };
    ask();
    return () => {
      isMounted = false;
      clearTimeout(timer);
    };
  }, [occasion]);

  const error = isMissing && givenUp?.occasion === occasion ? givenUp.error : undefined;
  return { loading: isMissing && error === undefined, error };
}

/** Whether there is nothing to show, and no reason why. */
export function isNotThere({ isInvalid, error }: EndpointReading['shown']): boolean {
  return isInvalid && error === undefined;
}
