import type { Operation } from '../read/Operation.js';
import { wordsOf } from './words.js';

/** Whether a parameter selects a page of a list. */
export const isPage = (name: string) => PAGES.test(wordsOf(name).join(''));
/** A page is a filter: only the server knows a new record's page. Paginated endpoints leave it out themselves. */
const isNoFilter = (name: string) => NO_FILTERS.test(wordsOf(name).join('')) || /^fields\[/.test(name);

/** `page`, `page[number]`, `pageNo` and the like, in one word. */
const PAGES =
  /^(page(number|no|num|index|token|cursor|offset|after|info)?|cursor|offset|skip|startingafter|after|continue)$/;
/** Page size, order, and how much of each record is sent; `watch` and the like are those of Kubernetes. */
const NO_FILTERS =
  /^((page)?(size|limit)|perpage|take|top|first|last|count|maxresults|sort(by|order|dir|direction)?|direction|order(by|dir|direction)?|ordering|ascending|descending|expand|fields|include|select|embed|populate|pretty|watch|allowwatchbookmarks|resourceversion(match)?|timeoutseconds)$/;

/** The parameters of a list that do not filter it. */
export function nonFiltersOf(list: Operation | undefined): readonly string[] {
  return (list?.query ?? [])
    .map(({ name }) => name)
    .filter(isNoFilter)
    .sort();
}
