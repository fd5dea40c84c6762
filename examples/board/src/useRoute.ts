import { useSyncExternalStore } from 'react';

function subscribe(changed: () => void) {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
}

/** The path behind the hash of the address, in parts: `#/issues/3` is `['issues', '3']`. */
export function useRoute() {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  return hash
    .replace(/^#?\/?/, '')
    .split('/')
    .map(decodeURIComponent);
}

/** Shows another page before the current event ends, so that the page left behind sees nothing of what follows. */
export function goTo(hash: string) {
  history.pushState(null, '', hash);
  dispatchEvent(new HashChangeEvent('hashchange'));
}
