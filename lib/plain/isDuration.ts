/** A sentence that says what a duration option must be. */
export const DURATION_REMEDY = 'Pass a number of milliseconds, 0 or more; Infinity for never.';

/** Whether a value can be a number of milliseconds to wait: 0 or more, `Infinity` for never. */
export function isDuration(value: unknown): value is number {
  return typeof value === 'number' && value >= 0;
}
