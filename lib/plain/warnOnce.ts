/** Causes already named, so that a problem in a list of thousands is reported once. */
const named = new Set<string>();

/** Past this many causes nothing more is logged: their names come from servers, and never end. */
const MAX_NAMED = 1_000;

/** Logs what is wrong and how to fix it to the console, once per cause, in development. */
export function warnOnce(cause: string, message: string): void {
  if (process.env.NODE_ENV === 'production' || named.has(cause) || named.size >= MAX_NAMED) return;
  named.add(cause);
  console.error(`rdc-toolkit: ${message}`);
}
