import { useSyncExternalStore } from 'react';

function subscribe(changed: () => void) {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
}

/** The hash of the address, by which each page is found: `#/issues/3`. */
export function useHash() {
  return useSyncExternalStore(subscribe, () => location.hash);
}

/** The path behind the hash, in parts: `#/issues/3` is `['issues', '3']`. */
export function useRoute() {
  return useHash()
    .replace(/^#?\/?/, '')
    .split('/')
    .map(decodeURIComponent);
}

/** Shows another page before the current event ends, so that the page left behind sees nothing of what follows. */
export function goTo(hash: string) {
  history.pushState(null, '', hash);
  dispatchEvent(new HashChangeEvent('hashchange'));
}
