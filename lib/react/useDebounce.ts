import { startTransition, useEffect, useState } from 'react';
import { sameValue } from '../plain/sameValue';

/**
 * A debounced value, and whether it is still pending: while waiting, and while what shows it is suspended.
 *
 * It updates in a transition, so that data on screen stays until that of the new value arrives. Plain
 * objects are compared by content.
 *
 * @param delayMs the delay after the last change, in milliseconds
 * @param updatable while false, the value does not update
 */
export function useDebounce<Value>(
  value: Value,
  delayMs: number,
  updatable = true,
): readonly [settled: Value, isPending: boolean] {
  const [settled, setSettled] = useState(() => value);
  const latest = useSame(value);
  const isPending = !sameValue(settled, latest);

  useEffect(() => {
    if (!updatable || !isPending) return;
    const timer = setTimeout(() => startTransition(() => setSettled(() => latest)), delayMs);
    return () => clearTimeout(timer);
  }, [latest, isPending, delayMs, updatable]);
  return [settled, isPending];
}

/**
 * The value, or the object of an earlier render with the same content.
 *
 * Only objects are held: setting state in a render renders again, and other values are the same by themselves.
 */
function useSame<Value>(value: Value): Value {
  const [held, hold] = useState(() => value);
  if (sameValue(held, value)) return held;
  if (typeof value === 'object') hold(() => value);
  return value;
}
