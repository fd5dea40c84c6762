import { classOf } from '../plain/classOf';

/** The arguments of a request, and perhaps a signal that aborts it. */
export type WithSignal<Args extends readonly unknown[]> = readonly [...Args, signal?: AbortSignal];

/** Takes a signal at the end of the arguments apart from them. */
export function withSignal(given: readonly unknown[]): {
  readonly args: readonly unknown[];
  readonly signal: AbortSignal | undefined;
} {
  const last = given.at(-1);
  return isSignal(last) ? { args: given.slice(0, -1), signal: last } : { args: given, signal: undefined };
}

/** By its shape: signals may come from another realm, such as jsdom's. */
function isSignal(value: unknown): value is AbortSignal {
  return classOf(value) === 'AbortSignal';
}
