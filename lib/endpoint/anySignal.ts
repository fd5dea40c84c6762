/** A signal that is aborted as soon as one of several is; `undefined` when there are none. */
export function anySignal(signals: readonly (AbortSignal | null | undefined)[]): AbortSignal | undefined {
  const given = signals.filter(signal => signal !== null && signal !== undefined);
  return given.length < 2 ? given[0] : AbortSignal.any(given);
}
