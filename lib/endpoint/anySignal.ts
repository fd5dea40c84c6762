/** A signal that aborts as soon as one of several does; `undefined` when there are none. Skips 0, too. */
export function anySignal(signals: readonly (AbortSignal | 0 | null | undefined)[]): AbortSignal | undefined {
  const present = signals.filter(signal => !!signal);
  return present.length < 2 ? present[0] : AbortSignal.any(present);
}
