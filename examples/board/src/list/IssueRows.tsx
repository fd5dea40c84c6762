import { keyOf } from 'rdc-toolkit';
import { useResponseWith } from 'rdc-toolkit/react';
import { Avatar } from '../parts/Avatar';
import { Day } from '../parts/Day';
import { ErrorNotice } from '../parts/ErrorNotice';
import { LabelChip } from '../parts/LabelChip';
import { Loading } from '../parts/Loading';
import { StatusSelect } from '../parts/StatusSelect';
import { IssueResource } from '../resources/Issue';
import type { Listing } from './listAddress';
import { SortHeader } from './SortHeader';
import { sortIssues } from './sortIssues';

/** The issues that match a filter; those of the last filter stay on screen until they arrive. */
export function IssueRows({ listing }: { listing: Listing }) {
  const { status, assignee, label, q } = listing;
  const {
    data: issues,
    error,
    refetch,
    isPreviousData,
  } = useResponseWith({ keepPreviousData: true }, IssueResource.getList, {
    status: status || undefined,
    assignee: assignee || undefined,
    label: label || undefined,
    q: q || undefined,
  });
  if (error) return <ErrorNotice error={error} resetErrorBoundary={() => void refetch()} />;
  if (!issues) return <Loading shape="rows" count={8} />;
  if (issues.length === 0) {
    return (
      <div className="empty">
        <p>No issue matches the filter.</p>
        <p>
          <a href="#/list">Show all issues</a>
        </p>
      </div>
    );
  }
  return (
    <table className="rows" aria-busy={isPreviousData}>
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
            Updated
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
                <Avatar of={issue.assignee} /> {issue.assignee?.login ?? 'Unassigned'}
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
