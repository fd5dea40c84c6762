import { useMemo } from 'react';
import type { DataOf, MetaOf, ReadEndpoint } from '../endpoint/BaseEndpoint';
import { argumentError } from '../errors/argumentError';
import { checkFunction } from '../errors/checkValues';
import { describeValue } from '../errors/describeValue';
import { assertReads } from '../observers/assertReads';
import { trackedResponses } from '../observers/trackedResponses';
import type { ResponseView } from './ResponseView';
import { assertArgs } from './reading/assertArgs';
import { type ArgsOrNone, keyedRequest } from './reading/HookArgs';
import { useObservers, useSource } from './reading/useSource';

/** Options of `useResponses`. */
export interface ResponsesOptions {
  /** Their name in the panel of `rdc-toolkit/devtools`, such as the component. @default their endpoint */
  readonly name?: string;
}

/**
 * Like `useResponse`, for one request per item.
 *
 * Requests of remaining items continue; missing data is fetched, each request once. The component renders again only
 * for fields that it has read.
 *
 * @param argsOf the arguments for one item
 * @returns One response for each item, in their order; the same array for as long as nothing that was read has changed.
 * @throws {UsageError} when the endpoint has a side effect
 * @example
 * ```tsx
 * import { useResponses } from 'rdc-toolkit/react';
 *
 * function Titles({ ids }: { ids: readonly string[] }) {
 *   const todos = useResponses(TodoResource.get, ids, id => [{ id }]);
 *   return <p>{todos.map(({ data }) => data?.title ?? '…').join(', ')}</p>;
 * }
 * ```
 */
export function useResponses<E extends ReadEndpoint, Item, const Args extends ArgsOrNone<E> = ArgsOrNone<E>>(
  endpoint: E,
  items: readonly Item[],
  argsOf: (item: Item) => Args,
  { name }: ResponsesOptions = {},
): readonly ResponseView<DataOf<E> | undefined, MetaOf<E>>[] {
  assertReads('useResponses', endpoint);
  if (process.env.NODE_ENV !== 'production') {
    if (!Array.isArray(items))
      throw argumentError('useResponses()', `its items are ${describeValue(items)}`, 'Pass a list.');
    checkFunction('useResponses()', 'argsOf', argsOf);
  }
  const observers = useObservers();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another name makes no other responses
  const tracked = useMemo(() => trackedResponses(observers, endpoint, name), [observers, endpoint]);
  const requests = items.map(item => {
    const args: readonly unknown[] = argsOf(item);
    if (process.env.NODE_ENV !== 'production') assertArgs('useResponses', args);
    return keyedRequest(observers, endpoint, args);
  });
  const keys = JSON.stringify(requests.map(({ key }) => key ?? null));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys stand for the arguments
  const source = useMemo(() => tracked.of(requests), [tracked, keys]);
  return useSource(observers, source) as readonly ResponseView<DataOf<E> | undefined, MetaOf<E>>[];
}
