import { useController, useResponse } from 'rdc-toolkit/react';
import { type Issue, IssueResource } from '../resources/Issue';
import { UserResource } from '../resources/User';

/** Assigns an issue to another user, or to no one. */
export function AssigneeSelect({ issue }: { issue: Issue }) {
  const controller = useController();
  const { data } = useResponse(UserResource.getList);
  // Until all users are loaded, show the current one.
  const people = data ?? (issue.assignee ? [issue.assignee] : []);
  return (
    <select
      aria-label="Assignee"
      value={issue.assignee?.login ?? ''}
      onChange={event =>
        controller.fetch(
          IssueResource.getList.move,
          { id: issue.id },
          { assignee: event.target.value || null },
        )
      }
    >
      <option value="">Unassigned</option>
      {people.map(person => (
        <option key={person.login}>{person.login}</option>
      ))}
    </select>
  );
}
