import type { Issue } from '../resources/Issue';
import { statuses } from '../resources/status';
import type { Listing, Sorting } from './listAddress';

const compareText = new Intl.Collator('en', { sensitivity: 'base', numeric: true }).compare;

const compare: Record<Sorting, (one: Issue, other: Issue) => number> = {
  number: (one, other) => one.number - other.number,
  title: (one, other) => compareText(one.title, other.title),
  status: (one, other) => statuses.indexOf(one.status) - statuses.indexOf(other.status),
  assignee: (one, other) => compareText(one.assignee?.login ?? '~', other.assignee?.login ?? '~'),
  updated: (one, other) => Number(one.updatedAt) - Number(other.updatedAt),
};

/** Sorts issues in the order of the list; those that compare equal stay in the order of the board. */
export function sortIssues(issues: readonly Issue[], { sort, descending }: Listing): readonly Issue[] {
  if (sort === '') return issues;
  const direction = descending ? -1 : 1;
  return issues.toSorted((one, other) => direction * compare[sort](one, other));
}
