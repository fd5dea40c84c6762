import { keyOf } from 'rdc-toolkit';
import { useSuspense } from 'rdc-toolkit/react';
import { Avatar } from '../parts/Avatar';
import { Day } from '../parts/Day';
import { LabelChip } from '../parts/LabelChip';
import { StatusSelect } from '../parts/StatusSelect';
import { IssueResource } from '../resources/Issue';
import type { Status } from '../resources/status';

/** The issues that a filter leaves. */
export function IssueRows({ filter }: { filter: { status: Status | ''; assignee: string; q: string } }) {
  const issues = useSuspense(IssueResource.getList, {
    status: filter.status || undefined,
    assignee: filter.assignee || undefined,
    q: filter.q || undefined,
  });
  if (issues.length === 0) return <p className="empty">No issue matches the filter.</p>;
  return (
    <table className="rows">
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">Title</th>
          <th scope="col">Status</th>
          <th scope="col">Assignee</th>
          <th scope="col">Changed</th>
        </tr>
      </thead>
      <tbody>
        {issues.map(issue => (
          <tr key={keyOf(issue)}>
            <td className="card-id">{issue.isSaved && issue.number}</td>
            <td>
              <a href={`#/issues/${issue.id}`}>{issue.title}</a>{' '}
              {issue.labels.map(label => (
                <LabelChip key={label.name} label={label} />
              ))}
            </td>
            <td>
              <StatusSelect issue={issue} />
            </td>
            <td>
              <span className="person">
                <Avatar of={issue.assignee} /> {issue.assignee?.login ?? 'Nobody yet'}
              </span>
            </td>
            <td>
              <Day date={issue.updatedAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
