import { startTransition, useEffect, useRef, useState } from 'react';
import { checkDurations } from '../errors/checkValues';
import { sameValue } from '../plain/sameValue';
import { startTimer } from '../plain/startTimer';

/**
 * A debounced value, and whether it is pending: during the delay, and while what shows it is suspended.
 *
 * It updates in a transition, so that data on screen stays until the new value's data arrives. Plain objects are
 * compared by content.
 *
 * @param delayMs the delay after the last change, in milliseconds
 * @param updatable while false, the value does not update
 */
export function useDebounce<Value>(
  value: Value,
  delayMs: number,
  updatable = true,
): readonly [settled: Value, isPending: boolean] {
  if (process.env.NODE_ENV !== 'production')
    checkDurations('useDebounce()', { delayMs: delayMs ?? null }, ['delayMs']);
  const [settled, setSettled] = useState(() => value);
  const waiting = useRef<{ readonly value: Value; readonly since: number }>(undefined);
  const isPending = !sameValue(settled, value);

  useEffect(() => {
    if (!updatable || !isPending) {
      waiting.current = undefined;
      return;
    }
    // Another object with the same content does not restart the delay.
    if (!waiting.current || !sameValue(waiting.current.value, value))
      waiting.current = { value, since: performance.now() };
    const leftMs = waiting.current.since + delayMs - performance.now();
    return startTimer(leftMs, () => startTransition(() => setSettled(() => value))).cancel;
  }, [value, isPending, delayMs, updatable]);
  return [settled, isPending];
}
