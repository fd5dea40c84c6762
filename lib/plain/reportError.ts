/**
 * Logs an error from an app's own code to the console, as for an uncaught exception.
 *
 * For callbacks whose failure must not fail something else.
 */
export function reportError(error: unknown): void {
  console.error(error);
}
