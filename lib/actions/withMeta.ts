import { hide } from './hiddenFields';

/** Copies an action with other numbers in its `meta`, including non-enumerable members. */
export function withMeta<A extends object>(action: A, numbers: object): A {
  const { meta } = action as { readonly meta?: object | null };
  return copyWith(action, { meta: copyWith(meta ?? {}, numbers) });
}

/** Copies an object with other members, including non-enumerable ones. */
export function copyWith<T extends object>(source: T, members: object): T {
  const copy = { ...source, ...members };
  // Not with all descriptors at once: V8 keeps such an object as a hash table.
  for (const from of [source, members])
    for (const name of Object.getOwnPropertyNames(from))
      if (!(name in copy)) hide(copy, name, from[name as keyof typeof from]);
  return copy;
}
