import { type ReactNode, useState } from 'react';
import { Button } from './Button';

/** So many are listed at first: about what is in view. */
const FIRST = 25;

/** So many more are listed each time that a person wants to see more. */
const MORE = 100;

/**
 * The first of many items, and a button that lists more of them; `null` in its place where all are listed.
 *
 * @param of what they are of: when that is another object, as many are listed as at first
 */
export function useFirst<Item>(items: readonly Item[], of?: object): readonly [readonly Item[], ReactNode] {
  const [listed, setListed] = useState({ of, count: FIRST });
  const count = listed.of === of ? listed.count : FIRST;
  const rest = items.length - count;
  const more = rest > 0 && (
    <Button look="link" onClick={() => setListed({ of, count: count + MORE })}>
      … {rest} more
    </Button>
  );
  return [items.slice(0, count), more || null];
}
