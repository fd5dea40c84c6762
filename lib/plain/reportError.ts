/**
 * Says on the console, as for an exception that nobody has caught, what an app's own code has thrown.
 *
 * For code that is called on the way, whose failure must not become that of something else.
 */
export function reportError(error: unknown): void {
  console.error(error);
}
