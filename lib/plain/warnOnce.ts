import { isDevelopment } from './isDevelopment';

/** Causes that have been named already, so that a broken thing in a list of thousands is named once. */
const named = new Set<string>();

/** Says on the console what is wrong and what to do, once per cause, in development. */
export function warnOnce(cause: string, message: string): void {
  if (!isDevelopment() || named.has(cause)) return;
  named.add(cause);
  console.error(`rdc-toolkit: ${message}`);
}
