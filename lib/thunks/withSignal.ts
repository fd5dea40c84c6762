import { classOf } from '../plain/classOf';

/** The arguments of a request, and optionally a signal that aborts it. */
export type WithSignal<Args extends readonly unknown[]> = readonly [
  ...Args,
  signal?: AbortSignal | undefined,
];

/** Splits a signal off the end of the arguments. */
export function withSignal(
  argsAndSignal: readonly unknown[],
): readonly [args: readonly unknown[], options: { readonly signal?: AbortSignal }] {
  const signal = argsAndSignal.at(-1);
  if (isSignal(signal)) return [argsAndSignal.slice(0, -1), { signal }];
  return [signal === undefined ? argsAndSignal.slice(0, -1) : argsAndSignal, {}];
}

/** By its shape: signals may come from another realm, such as jsdom's. */
function isSignal(value: unknown): value is AbortSignal {
  return classOf(value) === 'AbortSignal';
}
