import { useEffect } from 'react';

/** Sets the page's title, for the tab and the history. */
export function useTitle(page: string) {
  useEffect(() => {
    document.title = page ? `${page} · Board` : 'Board';
  }, [page]);
}
