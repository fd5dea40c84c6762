import { useMemo } from 'react';
import type { AnyEndpoint } from '../endpoint/BaseEndpoint';
import { assertGivenEndpoint } from '../observers/assertReads';
import { NO_SOURCE, type Source } from '../observers/Source';
import { noop } from '../plain/noop';
import { toLiveError } from '../plain/toPlainError';
import { readResponse } from '../selectors/readResponse';
import type { ResponseError } from '../types/ResponseError';
import type { DataState } from '../types/State';
import { type ArgsOrNone, keyedRequest } from './reading/HookArgs';
import { useObservers, useSource } from './reading/useSource';

/**
 * The error of the latest request, even if older data is shown instead; never fetches.
 *
 * Pass `null` in place of the arguments for no error.
 *
 * @returns The same object for as long as it is the same failure; `undefined` when the latest request succeeded.
 */
export function useError<E extends AnyEndpoint>(
  endpoint: E,
  ...args: ArgsOrNone<E>
): ResponseError | undefined {
  if (process.env.NODE_ENV !== 'production') assertGivenEndpoint('useError', endpoint);
  const observers = useObservers();
  const { args: realArgs, key } = keyedRequest(observers, endpoint, args);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the arguments
  const source = useMemo((): Source<ResponseError | undefined> => {
    if (key === undefined) return NO_SOURCE;
    const from = (state: DataState) => {
      const error = readResponse(state, endpoint, key, realArgs).cell?.meta.error;
      return error && toLiveError(error);
    };
    const value = () => from(observers.handle.getState());
    return {
      value,
      from,
      subscribe: notify =>
        observers.add({ observed: { key, memo: noop, showsError: true }, notify, shown: value }),
    };
  }, [observers, endpoint, key]);
  return useSource(observers, source);
}
