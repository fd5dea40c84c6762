/** The smallest step of the clock, in milliseconds: enough for a thousand actions in one millisecond. */
const STEP_MS = 0.001;

let millisecond = 0;
let steps = 0;

/**
 * The client's clock, in milliseconds since the Unix epoch.
 *
 * Within one millisecond each call returns a little more than the one before, so
 * that the order of two actions can always be told from their times.
 */
export function now(): number {
  const current = Date.now();
  steps = current === millisecond ? steps + 1 : 0;
  millisecond = current;
  return current + steps * STEP_MS;
}
