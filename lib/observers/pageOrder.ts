import { sameValue } from '../plain/sameValue';
import type { Shown } from '../selectors/readResponse';
import type { DataState } from '../types/State';
import type { FoundPage, PagesObserver } from './pagesObserver';
import type { KeyedRequest } from './ResponseObserver';

/** An end of the shown pages. */
export type End = 'next' | 'previous';

/** How a list names the page beyond each end: by a function, or by the name of a field. */
type Links = Readonly<Partial<Record<End, string | ((page: never, cursor: never, meta: never) => unknown)>>>;

/** Which page of a list follows which, as far as the store knows. */
export interface PageOrder {
  /** The cursor of the page beyond one at an end; `undefined` if there is none. */
  beyond(end: End, cursor: unknown, page?: Found): unknown;
  /** The pages beyond the shown ones, at both ends. */
  following(cursors: readonly unknown[]): readonly KeyedRequest[];
  /** The stored pages that follow one another from the first, in the current state or another one. */
  stored(first: unknown, maxPages: number, state?: DataState): readonly unknown[];
  /** The place of a shown page that names another next page, since its response came later than that; -1 for none. */
  gapIn(cursors: readonly unknown[]): number;
}

type Found = Pick<FoundPage, 'shown' | 'received' | 'meta'>;

/** @param requestOf returns the request of the page with a cursor */
export function pageOrder(
  links: Links,
  observer: PagesObserver,
  requestOf: (cursor: unknown) => KeyedRequest,
): PageOrder {
  const pageAt = (cursor: unknown) => observer.now(requestOf(cursor));

  function cursorBeyond(end: End, cursor: unknown, page: Found = pageAt(cursor)): unknown {
    if (!hasData(page.shown)) return undefined;
    const link = links[end];
    if (typeof link === 'function')
      return link(page.received as never, cursor as never, page.meta as never) ?? undefined;
    const cursorField = link && (page.received as Readonly<Record<string, unknown>> | null)?.[link];
    return cursorField === '' || cursorField === false || cursorField === null ? undefined : cursorField;
  }

  return {
    beyond: cursorBeyond,
    following: cursors =>
      (['next', 'previous'] as const).flatMap(end => {
        const neighbor = cursorBeyond(end, cursors[indexOfEnd(end, cursors)]);
        return neighbor === undefined ? [] : [requestOf(neighbor)];
      }),
    stored(first, maxPages, state) {
      const cursors = [first];
      const findPage = (cursor: unknown) =>
        state ? observer.from(requestOf(cursor), state) : pageAt(cursor);
      while (cursors.length < maxPages) {
        const last = cursors.at(-1);
        const cursor = cursorBeyond('next', last, findPage(last));
        if (cursor === undefined || cursors.some(known => sameValue(known, cursor))) break;
        if (!hasData(findPage(cursor).shown)) break;
        cursors.push(cursor);
      }
      return cursors;
    },
    gapIn: cursors =>
      // A page found through its successor need not name it in the same way.
      links.previous === undefined
        ? cursors.slice(0, -1).findIndex((cursor, index) => {
            const page = pageAt(cursor);
            const shown = cursors[index + 1];
            if (pageAt(shown).left > page.landed) return false;
            return hasData(page.shown) && !sameValue(cursorBeyond('next', cursor, page), shown);
          })
        : -1,
  };
}

/** How far the first page that is still shown has moved, and how many of the earlier pages would be shown by now. */
export function movedBy(before: readonly unknown[], shown: readonly unknown[]) {
  const indexOf = (cursor: unknown) => shown.findIndex(other => sameValue(other, cursor));
  const from = before.findIndex(cursor => indexOf(cursor) >= 0);
  // If none of them is shown any more, the others come before them.
  const by = from < 0 ? shown.length : indexOf(before[from]) - from;
  return { by, end: shown.length - by };
}

/** Cursors with one more at an end; unchanged if `from` is no longer at that end. */
export function joined(
  cursors: readonly unknown[],
  end: End,
  from: unknown,
  cursor: unknown,
  maxPages: number,
): readonly unknown[] {
  if (!sameValue(cursors[indexOfEnd(end, cursors)], from)) return cursors;
  const max = Math.max(maxPages, 1);
  return end === 'next' ? [...cursors, cursor].slice(-max) : [cursor, ...cursors].slice(0, max);
}

export function indexOfEnd(end: End, cursors: readonly unknown[]): number {
  return end === 'next' ? cursors.length - 1 : 0;
}

/** Whether a page has data. */
export function hasData({ isInvalid, data }: Shown): boolean {
  return !isInvalid && data !== undefined;
}
