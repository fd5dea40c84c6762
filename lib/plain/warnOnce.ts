/** Causes that have been named already, so that a broken thing in a list of thousands is named once. */
const named = new Set<string>();

/** Past this many causes nothing more is said: what names them comes from servers, and never ends. */
const MAX_NAMED = 1_000;

/** Says on the console what is wrong and what to do, once per cause, in development. */
export function warnOnce(cause: string, message: string): void {
  if (process.env.NODE_ENV === 'production' || named.has(cause) || named.size >= MAX_NAMED) return;
  named.add(cause);
  console.error(`rdc-toolkit: ${message}`);
}
