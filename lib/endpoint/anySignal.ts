/** A signal that aborts as soon as one of several does; `undefined` when there are none. Skips 0, too. */
export function anySignal(signals: readonly (AbortSignal | 0 | null | undefined)[]): AbortSignal | undefined {
  const given = signals.filter(signal => !!signal);
  return given.length < 2 ? given[0] : AbortSignal.any(given);
}
