import { useEffect } from 'react';

/** Names the page in the tab and in the history. */
export function useTitle(page: string) {
  useEffect(() => {
    document.title = page ? `${page} · Board` : 'Board';
  }, [page]);
}
