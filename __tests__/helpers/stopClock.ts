let clock: jest.SpyInstance | undefined;

afterEach(() => {
  clock?.mockRestore();
  clock = undefined;
});

/**
 * Stops the clock for the rest of the test; timers keep running. A failure that a render has waited for is shown for
 * half a second even if a retry could start at once, and a busy machine may take longer to render it.
 *
 * @returns A function that advances the clock, in milliseconds.
 */
export function stopClock(): (by: number) => void {
  let now = Date.now();
  clock = jest.spyOn(Date, 'now').mockImplementation(() => now);
  return by => {
    now += by;
  };
}
