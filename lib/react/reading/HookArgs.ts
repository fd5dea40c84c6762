import type { ArgsOf, DataOf } from '../../endpoint/BaseEndpoint';
import type { StoreObservers } from '../../observers/storeObservers';
import { withRealKeys } from '../../selectors/withRealKeys';
import type { EndpointInterface } from '../../types/EndpointInterface';

/**
 * What may stand in place of arguments that are known only sometimes: `id ? { id } : null`.
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
 * The arguments of a hook whose result depends on whether they may be none.
 *
 * `Given` is inferred from the call, and says nothing about what is allowed: so
 * there is one signature, and a mistake is reported at the argument that has it.
 */
export type Inferring<Given extends readonly unknown[], Allowed> = [Given] extends [never] ? Given : Allowed;

/** What a hook gets for some arguments: perhaps nothing where they may be none. */
export type DataFor<E, Given extends readonly unknown[]> = Given extends readonly []
  ? DataOf<E>
  : Extract<Given[0], null | symbol> extends never
    ? DataOf<E>
    : DataOf<E> | undefined;

/** Whether arguments stand for no request. */
export function isNoArgs(args: readonly unknown[]): boolean {
  return args[0] === null || typeof args[0] === 'symbol';
}

/**
 * A request by the keys that its records have by now: a component that still has the temporary key of a record
 * that the server has named reads the same request as others.
 *
 * @returns no key where there are no arguments
 */
export function keyedRequest(
  { handle }: StoreObservers,
  endpoint: EndpointInterface,
  given: readonly unknown[],
): { readonly args: readonly unknown[]; readonly key: string | undefined } {
  if (isNoArgs(given)) return { args: given, key: undefined };
  const args = withRealKeys(handle.getState(), given);
  return { args, key: endpoint.key(...args) };
}
