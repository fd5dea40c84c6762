import type { ArgsOf, DataOf } from '../../endpoint/BaseEndpoint';
import type { StoreObservers } from '../../observers/storeObservers';
import { withRealKeys } from '../../selectors/withRealKeys';
import type { EndpointInterface } from '../../types/EndpointInterface';

/**
 * Arguments that are not always known: `id ? { id } : null`.
 *
 * `null` means no request and no data; RTK Query's `skipToken`, a symbol, does too.
 */
export type ArgsOrNone<E> = OrNone<ArgsOf<E>>;

type OrNone<Args> = Args extends readonly []
  ? readonly [none?: null | symbol]
  : Args extends readonly [infer First]
    ? readonly [First | null | symbol]
    : Args extends readonly [(infer First)?]
      ? readonly [(First | null | symbol)?]
      : Args extends readonly [infer First, ...infer Rest]
        ? readonly [null | symbol] | readonly [First | null | symbol, ...Rest]
        : Args extends readonly [(infer First)?, ...infer Rest]
          ? readonly [null | symbol] | readonly [(First | null | symbol)?, ...Rest]
          : Args;

/**
 * The arguments of a hook whose result depends on whether they may be `null`.
 *
 * `Given` is inferred from the call and restricts nothing, so that there is one signature, and an error is reported at
 * the argument that causes it.
 */
export type Inferring<Given extends readonly unknown[], Allowed> = [Given] extends [never] ? Given : Allowed;

/** What a hook returns for some arguments: possibly `undefined` if they may be `null`. */
export type DataFor<E, Given extends readonly unknown[]> = Given extends readonly []
  ? DataOf<E>
  : Extract<Given[0], null | symbol> extends never
    ? DataOf<E>
    : DataOf<E> | undefined;

/** Whether the arguments mean that there is no request. */
export function isNoArgs(args: readonly unknown[]): boolean {
  return args[0] === null || typeof args[0] === 'symbol';
}

/**
 * A request with the current keys of its records: once the server has named a record, a component that still has its
 * temporary key reads the same request as others.
 *
 * @returns no key if the arguments mean that there is no request
 */
export function keyedRequest(
  { handle }: StoreObservers,
  endpoint: EndpointInterface,
  givenArgs: readonly unknown[],
): { readonly args: readonly unknown[]; readonly key: string | undefined } {
  if (isNoArgs(givenArgs)) return { args: givenArgs, key: undefined };
  const args = withRealKeys(handle.getState(), givenArgs);
  return { args, key: endpoint.key(...args) };
}
