let clock: jest.SpyInstance | undefined;

afterEach(() => {
  clock?.mockRestore();
  clock = undefined;
});

/**
 * Stops the clock for the rest of the test; timers go on. A failure that a render has waited for is shown for half a
 * second even where it may be retried at once, and a busy machine may take longer to render it.
 *
 * @returns Moves the clock on, by milliseconds.
 */
export function stopClock(): (by: number) => void {
  let now = Date.now();
  clock = jest.spyOn(Date, 'now').mockImplementation(() => now);
  return by => {
    now += by;
  };
}
