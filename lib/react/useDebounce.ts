import { startTransition, useEffect, useState } from 'react';
import { sameValue } from '../plain/sameValue';

/**
 * A value that follows another one once that has stood still, and whether it is
 * still behind: while waiting, and while what shows it is suspended.
 *
 * It follows in a transition, so that data on screen stays there until that of
 * the new value has come. Plain objects are compared by their content.
 *
 * @param delayMs how long the value has to stand still, in milliseconds
 * @param updatable false keeps what there is for as long as it is false
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

/** The value, or the one of the render before where that has the same content. */
function useSame<Value>(value: Value): Value {
  const [held, hold] = useState(() => value);
  if (sameValue(held, value)) return held;
  hold(() => value);
  return value;
}
