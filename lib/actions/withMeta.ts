/** A copy of an action with other numbers in its `meta`; what is not enumerable comes along. */
export function withMeta<A extends object>(action: A, numbers: object): A {
  const { meta } = action as { readonly meta?: object | null };
  return copyWith(action, { meta: copyWith(meta ?? {}, numbers) });
}

/** A copy of an object with other members; what is not enumerable comes along. */
export function copyWith<T extends object>(source: T, members: object): T {
  const descriptors = {
    ...Object.getOwnPropertyDescriptors(source),
    ...Object.getOwnPropertyDescriptors(members),
  };
  return Object.defineProperties({}, descriptors) as T;
}
