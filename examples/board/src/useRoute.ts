import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

// One listener for all components: React renders between two listeners of a native event, and would mix two pages.
addEventListener('hashchange', () => {
  for (const changed of listeners) changed();
});

function subscribe(changed: () => void) {
  listeners.add(changed);
  return () => {
    listeners.delete(changed);
  };
}

/** The hash of the URL, which identifies a page: `#/issues/3`. */
export function useHash() {
  return useSyncExternalStore(subscribe, () => location.hash);
}

/** The path in the hash, in parts: `#/issues/3` is `['issues', '3']`. */
export function useRoute() {
  const [path = ''] = useHash().split('?');
  return path
    .replace(/^#?\/?/, '')
    .split('/')
    .map(decode);
}

/** The query in the hash: `#/list?q=door` is `q=door`. */
export function useSearch() {
  const [, search = ''] = useHash().split('?');
  return search;
}

/** Users may type URLs: what cannot be decoded stays as it is. */
function decode(part: string) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * Shows another page before the current event ends, so that the old page sees nothing of what follows.
 *
 * `replace` replaces the history entry, so that going back skips the old page.
 */
export function goTo(hash: string, { replace = false } = {}) {
  if (replace) history.replaceState(null, '', hash);
  else history.pushState(null, '', hash);
  dispatchEvent(new HashChangeEvent('hashchange'));
}
