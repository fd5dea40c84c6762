/** Causes already reported, so that a problem in a list of thousands is reported once. */
const reportedCauses = new Set<string>();

/** Past this many causes nothing more is logged: their names come from servers, so there is no end to them. */
const MAX_CAUSES = 1_000;

/** Logs what is wrong and how to fix it to the console, once per cause, in development. */
export function warnOnce(cause: string, message: string): void {
  if (process.env.NODE_ENV === 'production' || reportedCauses.has(cause) || reportedCauses.size >= MAX_CAUSES)
    return;
  reportedCauses.add(cause);
  console.error(`rdc-toolkit: ${message}`);
}
