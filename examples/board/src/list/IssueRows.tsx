import { keyOf } from 'rdc-toolkit';
import { useSuspense } from 'rdc-toolkit/react';
import { Avatar } from '../parts/Avatar';
import { Day } from '../parts/Day';
import { LabelChip } from '../parts/LabelChip';
import { StatusSelect } from '../parts/StatusSelect';
import { IssueResource } from '../resources/Issue';
import { readListing } from './listAddress';
import { SortHeader } from './SortHeader';
import { sortIssues } from './sortIssues';

/** The issues that a filter leaves. */
export function IssueRows({ search }: { search: string }) {
  const listing = readListing(search);
  const { status, assignee, q } = listing;
  const issues = useSuspense(IssueResource.getList, {
    status: status || undefined,
    assignee: assignee || undefined,
    q: q || undefined,
  });
  if (issues.length === 0) {
    return (
      <div className="empty">
        <p>No issue matches the filter.</p>
        <p>
          <a href="#/list">Show all of them</a>
        </p>
      </div>
    );
  }
  return (
    <table className="rows">
      <thead>
        <tr>
          <SortHeader by="number" listing={listing}>
            #
          </SortHeader>
          <SortHeader by="title" listing={listing}>
            Title
          </SortHeader>
          <SortHeader by="status" listing={listing}>
            Status
          </SortHeader>
          <SortHeader by="assignee" listing={listing}>
            Assignee
          </SortHeader>
          <SortHeader by="updated" listing={listing}>
            Changed
          </SortHeader>
        </tr>
      </thead>
      <tbody>
        {sortIssues(issues, listing).map(issue => (
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
