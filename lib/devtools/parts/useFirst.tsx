import { type ReactNode, useState } from 'react';
import { Button } from './Button';

/** How many are listed at first: about what is in view. */
const FIRST = 25;

/** The first of many items, and a button that lists four times as many more; `null` in its place if all are listed. */
export function useFirst<Item>(items: readonly Item[]): readonly [readonly Item[], ReactNode] {
  const [count, setCount] = useState(FIRST);
  const rest = items.length - count;
  const more =
    rest > 0 ? (
      <Button variant="link" onClick={() => setCount(5 * count)}>
        … {rest} more
      </Button>
    ) : null;
  return [items.slice(0, count), more];
}
