import type { BaseEndpoint } from '../../endpoint/BaseEndpoint';
import type { Loose } from '../../types/Loose';

/** An endpoint of which a hook only needs to know what TypeScript infers. */
export type AnyEndpoint = BaseEndpoint<Loose, unknown>;

/** The arguments of an endpoint. */
export type ArgsOf<E> = E extends (...args: infer Args) => unknown ? Args : never;

/** What readers of an endpoint get. */
export type DataOf<E> = E extends { readonly '~data': infer Data } ? Data : never;

/** In place of arguments: no request, and no data. RTK Query's `skipToken` is one too. */
export type NoArgs = readonly [null | symbol];

/** What may stand in place of arguments that are known only sometimes: `id ? { id } : null`. */
export type ArgsOrNone<E> = NoArgs | FirstOrNone<ArgsOf<E>>;

type FirstOrNone<Args> = Args extends readonly []
  ? Args
  : Args extends readonly [infer First, ...infer Rest]
    ? readonly [First | null | symbol, ...Rest]
    : Args extends readonly [(infer First)?, ...infer Rest]
      ? readonly [(First | null | symbol)?, ...Rest]
      : Args;

/** What a hook gets for some arguments: nothing where there may be none. */
export type DataFor<E, Args> = Args extends NoArgs ? undefined : DataOf<E>;

/** Whether arguments stand for no request. */
export function isNoArgs(args: readonly unknown[]): boolean {
  return args[0] === null || typeof args[0] === 'symbol';
}
