import { useController } from 'rdc-toolkit/react';
import { type Issue, IssueResource } from '../resources/Issue';
import { type Status, statuses, statusNames } from '../resources/status';

/** Moves an issue to another column, also with the keyboard. */
export function StatusSelect({ issue }: { issue: Issue }) {
  const controller = useController();
  return (
    <select
      aria-label={`Status of ${issue.title}`}
      className="status-select"
      value={issue.status}
      onChange={event =>
        controller.fetch(
          IssueResource.partialUpdate,
          { id: issue.id },
          { status: event.target.value as Status },
        )
      }
    >
      {statuses.map(status => (
        <option key={status} value={status}>
          {statusNames[status]}
        </option>
      ))}
    </select>
  );
}
