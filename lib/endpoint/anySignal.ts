/** A signal that is aborted as soon as one of several is; `undefined` when there are none; 0 is none, too. */
export function anySignal(signals: readonly (AbortSignal | 0 | null | undefined)[]): AbortSignal | undefined {
  const given = signals.filter(signal => !!signal);
  return given.length < 2 ? given[0] : AbortSignal.any(given);
}
