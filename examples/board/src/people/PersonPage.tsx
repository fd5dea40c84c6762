import { keyOf } from 'rdc-toolkit';
import { useSuspense } from 'rdc-toolkit/react';
import { Avatar } from '../parts/Avatar';
import { IssueResource } from '../resources/Issue';
import { statusNames } from '../resources/status';
import { UserResource } from '../resources/User';
import { useTitle } from '../useTitle';
import './people.css';

/** A user, and the issues assigned to them. */
export function PersonPage({ login }: { login: string }) {
  const person = useSuspense(UserResource.get, { login });
  const issues = useSuspense(IssueResource.getList, { assignee: login });
  useTitle(login);
  return (
    <div className="person-page">
      <header>
        <Avatar of={person} />
        <h2>{person.login}</h2>
        <p>{person.type}</p>
      </header>
      <h3>Assigned issues</h3>
      {issues.length === 0 && <p className="empty">No assigned issues.</p>}
      <ul>
        {issues.map(issue => (
          <li key={keyOf(issue)}>
            <a href={`#/issues/${issue.id}`}>{issue.title}</a>{' '}
            <span className="muted">{statusNames[issue.status]}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
