/**
 * Says on the console, as for an uncaught exception, what an app's own code has thrown.
 *
 * For callbacks whose failure must not fail something else.
 */
export function reportError(error: unknown): void {
  console.error(error);
}
