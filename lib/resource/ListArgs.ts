import type { WithSearch } from '../endpoint/RestArgs';
import type { CollectionKey } from '../schema/collectionKey';
import type { PathParams, RemoveLastArg } from '../url/PathParams';

/**
 * Which arguments name a list of a resource, each as text? Any, where no `searchParams` are declared.
 *
 * @typeParam Path of one record
 */
export type ListArgs<Path extends string, Search> = [Search] extends [undefined]
  ? CollectionKey
  : unknown extends Search
    ? CollectionKey
    : AsText<WithSearch<PathParams<RemoveLastArg<Path>>, Search>>;

type AsText<Params> = { readonly [Name in keyof Params]: TextOf<Params[Name]> };

type TextOf<Value> = Value extends string | undefined
  ? Value
  : Value extends number | bigint | boolean | null
    ? `${Value}`
    : string;
