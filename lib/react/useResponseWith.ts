import { useEffect, useMemo, useState } from 'react';
import { changedValue, changeFields, shownMemory } from '../observers/changedFields';
import type { ResponseView } from './ResponseView';
import type { ArgsOrNone, DataFor, DataOf, Inferring, ReadEndpoint } from './reading/HookArgs';
import { useTracked, useTrackedResponse } from './reading/useTrackedResponse';

/** How one component wants the response to be shown. */
export interface ResponseOptions<Data, Selected> {
  /**
   * Shows the data of the arguments before until that of the new ones has come; `isPreviousData` tells.
   *
   * @default false
   */
  readonly keepPreviousData?: boolean;
  /**
   * Makes of the data what the component shows. Of plain arrays and objects one with
   * the same content counts as the same, so that the component does not render for it.
   *
   * @default the data itself
   */
  readonly select?: (data: Data) => Selected;
}

/**
 * What `useResponse` returns, shown in the way that this component wants.
 *
 * @example
 * ```tsx
 * import { useResponseWith } from 'rdc-toolkit/react';
 *
 * function Title({ id }: { id: string }) {
 *   const { data = '…', isPreviousData } = useResponseWith(
 *     { keepPreviousData: true, select: todo => todo.title },
 *     TodoResource.get,
 *     { id },
 *   );
 *   return <h1 aria-busy={isPreviousData}>{data}</h1>;
 * }
 * ```
 * @throws {UsageError} when the endpoint has a side effect
 */
export function useResponseWith<
  E extends ReadEndpoint,
  Given extends readonly unknown[],
  Selected = DataOf<E>,
>(
  options: ResponseOptions<DataOf<E>, Selected>,
  endpoint: E,
  ...args: Inferring<Given, ArgsOrNone<E>>
): ResponseView<NoInfer<Selected> | Extract<DataFor<E, Given>, undefined>> {
  const { keepPreviousData, select } = options;
  const tracked = useTrackedResponse('useResponseWith', endpoint, args);
  const [memory] = useState(shownMemory);
  const { value, from, noteShown } = useMemo(
    () => changedValue(tracked, changeFields({ keepPreviousData, select }, memory), memory),
    [tracked, keepPreviousData, select, memory],
  );
  const response = useTracked(tracked.mount, value, from);
  useEffect(noteShown);
  return response as ResponseView<NoInfer<Selected> | Extract<DataFor<E, Given>, undefined>>;
}
