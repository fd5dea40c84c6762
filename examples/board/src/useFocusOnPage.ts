import { type RefObject, useEffect, useRef } from 'react';

/** Moves the focus into a page that was just opened, as a browser does when it loads one. */
export function useFocusOnPage(page: string): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current !== page) main.current?.focus({ preventScroll: true });
    shown.current = page;
  }, [page]);
  return main;
}
