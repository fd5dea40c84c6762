import { keyOf } from 'rdc-toolkit';
import { useSuspense } from 'rdc-toolkit/react';
import { IssueResource } from '../resources/Issue';
import type { Status } from '../resources/status';
import { Card } from './Card';

/** The cards of one column. */
export function Cards({ status }: { status: Status }) {
  const issues = useSuspense(IssueResource.getList, { status });
  if (issues.length === 0) return <p className="empty">No issues. Drop a card here, or press +.</p>;
  return (
    <ul className="cards">
      {issues.map(issue => (
        <li key={keyOf(issue)}>
          <Card issue={issue} />
        </li>
      ))}
    </ul>
  );
}
