/** The longest delay that `setTimeout` accepts, in milliseconds (25 days): past it a timer fires at once. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** A pending call that can be cancelled. */
export interface Timer {
  cancel(): void;
}

/**
 * Calls `run` once after a time of any length.
 *
 * @param length milliseconds; never for `Infinity`, or for what is no number
 * @param isBackground true for a timer that alone must not keep a process alive, as on a server
 */
export function startTimer(length: number, run: () => void, isBackground = false): Timer {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function wait(remaining: number) {
    const delay = Math.min(remaining, MAX_DELAY_MS);
    timer = setTimeout(() => (remaining > delay ? wait(remaining - delay) : run()), delay);
    // Browser timers are numbers, and keep nothing alive.
    if (isBackground && typeof timer === 'object') timer.unref();
  }

  if (length < Infinity) wait(length);
  return { cancel: () => clearTimeout(timer) };
}
