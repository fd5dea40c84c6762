import { useEffect, useEffectEvent, useState } from 'react';
import { goTo } from '../useRoute';
import { addressOf } from './listAddress';
import { useListing } from './useListing';

/** How long the typing has to pause before the address follows, and with it the request; in milliseconds. */
const PAUSE = 250;

/** Words to search for. They are in the address, and sent, as soon as the typing pauses. */
export function SearchField() {
  const listing = useListing();
  const [typed, setTyped] = useState({ words: listing.q, addressed: listing.q });
  // The address was changed by other means: the way back, or a link.
  if (typed.addressed !== listing.q) setTyped({ words: listing.q, addressed: listing.q });

  const { words } = typed;

  function show(q: string) {
    setTyped({ words: q, addressed: q });
    goTo(addressOf({ ...listing, q }), { replace: true });
  }

  const showLatest = useEffectEvent(show);
  useEffect(() => {
    if (words === listing.q) return;
    const timer = setTimeout(() => showLatest(words), PAUSE);
    return () => clearTimeout(timer);
  }, [words, listing.q]);

  function type(q: string) {
    if (q === '')
      show(q); // a cleared field is no half of a word
    else setTyped({ words: q, addressed: listing.q });
  }

  return (
    <input
      type="search"
      value={words}
      placeholder="Words in the title or the text"
      onChange={event => type(event.target.value)}
    />
  );
}
