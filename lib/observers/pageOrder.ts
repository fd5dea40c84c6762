import { sameValue } from '../plain/sameValue';
import type { Shown } from '../selectors/readResponse';
import type { DataState } from '../types/State';
import type { FoundPage, PagesObserver } from './pagesObserver';
import type { KeyedRequest } from './ResponseObserver';

/** An end of the pages that are shown. */
export type End = 'next' | 'previous';

/** How a list tells what follows a page at each end: by a function, or by the name of a field. */
type Links = Readonly<Partial<Record<End, string | ((page: never, cursor: never, meta: never) => unknown)>>>;

/** Which page of a list follows which, as far as the store knows. */
export interface PageOrder {
  /** The cursor of the page beyond one at an end; `undefined` where there is none. */
  beyond(end: End, cursor: unknown, page?: Found): unknown;
  /** The pages beyond those with some cursors, at both ends. */
  following(cursors: readonly unknown[]): readonly KeyedRequest[];
  /** The stored pages that follow each other from the first one on, in the present or in another state. */
  stored(first: unknown, most: number, state?: DataState): readonly unknown[];
  /** The page after which another one now follows than is shown, since its response came later; -1 for none. */
  gapIn(cursors: readonly unknown[]): number;
}

type Found = Pick<FoundPage, 'shown' | 'came' | 'meta'>;

/** @param requestOf returns the request of the page with a cursor */
export function pageOrder(
  links: Links,
  observer: PagesObserver,
  requestOf: (cursor: unknown) => KeyedRequest,
): PageOrder {
  const pageAt = (cursor: unknown) => observer.now(requestOf(cursor));

  function beyond(end: End, cursor: unknown, page: Found = pageAt(cursor)): unknown {
    if (!isThere(page.shown)) return undefined;
    const link = links[end];
    if (typeof link === 'function')
      return link(page.came as never, cursor as never, page.meta as never) ?? undefined;
    const found = link && (page.came as Readonly<Record<string, unknown>> | null)?.[link];
    return found === '' || found === false || found === null ? undefined : found;
  }

  return {
    beyond,
    following: cursors =>
      (['next', 'previous'] as const).flatMap(end => {
        const found = beyond(end, cursors[placeOf(end, cursors)]);
        return found === undefined ? [] : [requestOf(found)];
      }),
    stored(first, most, state) {
      const cursors = [first];
      const found = (cursor: unknown) => (state ? observer.from(requestOf(cursor), state) : pageAt(cursor));
      while (cursors.length < most) {
        const last = cursors.at(-1);
        const cursor = beyond('next', last, found(last));
        if (cursor === undefined || cursors.some(one => sameValue(one, cursor))) break;
        if (!isThere(found(cursor).shown)) break;
        cursors.push(cursor);
      }
      return cursors;
    },
    gapIn: cursors =>
      // A page that was found from the one after it need not name that in the same way.
      links.previous === undefined
        ? cursors.slice(0, -1).findIndex((cursor, place) => {
            const page = pageAt(cursor);
            const shown = cursors[place + 1];
            if (pageAt(shown).left > page.landed) return false;
            return isThere(page.shown) && !sameValue(beyond('next', cursor, page), shown);
          })
        : -1,
  };
}

/** How far the first of some pages that is still shown has moved, and how many of these would be shown by now. */
export function movedBy(before: readonly unknown[], shown: readonly unknown[]) {
  const indexOf = (cursor: unknown) => shown.findIndex(other => sameValue(other, cursor));
  const from = before.findIndex(cursor => indexOf(cursor) >= 0);
  // Where none of them is shown any more, the others stand in front of them.
  const by = from < 0 ? shown.length : indexOf(before[from]) - from;
  return { by, end: shown.length - by };
}

/** Cursors with one more beyond the one at an end; the same ones when that is not at the end. */
export function joined(
  cursors: readonly unknown[],
  end: End,
  from: unknown,
  cursor: unknown,
  maxPages: number,
): readonly unknown[] {
  if (!sameValue(cursors[placeOf(end, cursors)], from)) return cursors;
  const max = Math.max(maxPages, 1);
  return end === 'next' ? [...cursors, cursor].slice(-max) : [cursor, ...cursors].slice(0, max);
}

export function placeOf(end: End, cursors: readonly unknown[]): number {
  return end === 'next' ? cursors.length - 1 : 0;
}

/** Whether there is data of a page. */
export function isThere({ isInvalid, data }: Shown): boolean {
  return !isInvalid && data !== undefined;
}
