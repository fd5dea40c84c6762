import { type Issue, IssueResource } from '../resources/Issue';
import { type Status, statuses, statusNames } from '../resources/status';
import { useAppDispatch } from '../store';

/** Moves an issue to another column, with the keyboard as well. */
export function StatusSelect({ issue }: { issue: Issue }) {
  const dispatch = useAppDispatch();
  return (
    <select
      aria-label={`Status of ${issue.title}`}
      className="status-select"
      value={issue.status}
      onChange={event =>
        dispatch(IssueResource.getList.move.fetch({ id: issue.id }, { status: event.target.value as Status }))
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
