import { isObject } from '../plain/isObject';

/** Arguments of a call, taken apart. */
export interface SplitArgs {
  /** Parameters of path and query. */
  readonly params: Readonly<Record<string, unknown>>;
  /** What is sent. */
  readonly body: unknown;
}

/**
 * Tells parameters from what is sent.
 *
 * Where something is sent it comes last. A single argument is what is sent, unless
 * the path cannot be filled without parameters.
 */
export function splitArgs(args: readonly unknown[], sendsBody: boolean, needsParams: boolean): SplitArgs {
  const [first, second] = args;
  if (!sendsBody) return { params: asParams(first), body: undefined };
  return args.length < 2 && !needsParams
    ? { params: {}, body: first }
    : { params: asParams(first), body: second };
}

function asParams(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? (value as Readonly<Record<string, unknown>>) : {};
}
