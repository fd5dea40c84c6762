import { useEffect, useMemo, useState } from 'react';
import type { DataOf, MetaOf, ReadEndpoint } from '../endpoint/BaseEndpoint';
import { checkOptions } from '../errors/checkValues';
import { changedResponse, shownMemory } from '../observers/changedFields';
import type { ResponseView } from './ResponseView';
import type { ArgsOrNone, DataFor, Inferring } from './reading/HookArgs';
import { useObservers, useSource } from './reading/useSource';
import { useTrackedResponse } from './reading/useTrackedResponse';

/** Options of `useResponseWith`. */
export interface ResponseOptions<Data, Selected> {
  /**
   * Shows the data of the previous arguments until that of the new ones arrives; `isPreviousData` tells which.
   *
   * @default false
   */
  readonly keepPreviousData?: boolean;
  /**
   * Computes what the component shows from the data. Plain arrays and objects with the same content count as
   * the same, so that the component does not render for them.
   *
   * @default the data itself
   */
  readonly select?: (data: Data) => Selected;
  /** Its name in the panel of `rdc-toolkit/devtools`, such as the component. @default its endpoint */
  readonly name?: string;
}

/**
 * Like `useResponse`, with options for this component.
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
): ResponseView<NoInfer<Selected> | Extract<DataFor<E, Given>, undefined>, MetaOf<E>> {
  if (process.env.NODE_ENV !== 'production') checkOptions('useResponseWith()', options);
  const { keepPreviousData, select } = options;
  const observers = useObservers();
  const tracked = useTrackedResponse('useResponseWith', observers, endpoint, args, options.name);
  const [memory] = useState(shownMemory);
  const changed = useMemo(
    () => changedResponse(tracked, { keepPreviousData, select }, memory, observers.handle),
    [tracked, keepPreviousData, select, memory, observers],
  );
  const response = useSource(observers, changed);
  useEffect(changed.noteShown);
  return response as ResponseView<NoInfer<Selected> | Extract<DataFor<E, Given>, undefined>, MetaOf<E>>;
}
