import { hide } from './hiddenFields';

/** A copy of an action with other numbers in its `meta`; what is not enumerable comes along. */
export function withMeta<A extends object>(action: A, numbers: object): A {
  const { meta } = action as { readonly meta?: object | null };
  return copyWith(action, { meta: copyWith(meta ?? {}, numbers) });
}

/** A copy of an object with other members; what is not enumerable comes along. */
export function copyWith<T extends object>(source: T, members: object): T {
  const copy = { ...source, ...members };
  // Not by descriptors of all: V8 keeps an object that is made of these as a hash table.
  for (const from of [source, members])
    for (const name of Object.getOwnPropertyNames(from))
      if (!(name in copy)) hide(copy, name, from[name as keyof typeof from]);
  return copy;
}
