import { useDLE } from 'rdc-toolkit/react';
import { Avatar } from '../parts/Avatar';
import { Day } from '../parts/Day';
import { LabelChip } from '../parts/LabelChip';
import { StatusSelect } from '../parts/StatusSelect';
import { type Issue, IssueResource } from '../resources/Issue';
import { LabelResource } from '../resources/Label';
import { UserResource } from '../resources/User';
import { useAppDispatch } from '../store';
import { DeleteIssue } from './DeleteIssue';

function Assignee({ issue }: { issue: Issue }) {
  const dispatch = useAppDispatch();
  const { data: people = [] } = useDLE(UserResource.getList);
  return (
    <span className="person">
      <Avatar of={issue.assignee} />
      <select
        aria-label="Assignee"
        value={issue.assignee?.login ?? ''}
        onChange={event =>
          dispatch(
            IssueResource.getList.move.fetch({ id: issue.id }, { assignee: event.target.value || null }),
          )
        }
      >
        <option value="">Nobody yet</option>
        {people.length === 0 && issue.assignee && <option>{issue.assignee.login}</option>}
        {people.map(person => (
          <option key={person.login}>{person.login}</option>
        ))}
      </select>
    </span>
  );
}

function Labels({ issue }: { issue: Issue }) {
  const dispatch = useAppDispatch();
  const { data } = useDLE(LabelResource.getList);
  const labels = data ?? issue.labels;

  function toggle(name: string, wanted: boolean) {
    const others = issue.labels.map(label => label.name).filter(other => other !== name);
    dispatch(
      IssueResource.partialUpdate.fetch({ id: issue.id }, { labels: wanted ? [...others, name] : others }),
    );
  }

  return (
    <ul className="label-list">
      {labels.map(label => (
        <li key={label.name}>
          <label>
            <input
              type="checkbox"
              checked={issue.labels.some(({ name }) => name === label.name)}
              onChange={event => toggle(label.name, event.target.checked)}
            />
            <LabelChip label={label} />
          </label>
        </li>
      ))}
    </ul>
  );
}

/** Who, where and when; all of it can be changed in place. */
export function IssueFacts({ issue }: { issue: Issue }) {
  return (
    <aside className="facts" aria-label="Facts">
      <dl>
        <dt>Status</dt>
        <dd>
          <StatusSelect issue={issue} />
        </dd>
        <dt>Assignee</dt>
        <dd>
          <Assignee issue={issue} />
        </dd>
        <dt>Reporter</dt>
        <dd>
          <a className="person" href={`#/people/${issue.reporter.login}`}>
            <Avatar of={issue.reporter} /> {issue.reporter.login}
          </a>
        </dd>
        <dt>Labels</dt>
        <dd>
          <Labels issue={issue} />
        </dd>
        <dt>Created</dt>
        <dd>
          <Day date={issue.createdAt} />
        </dd>
        <dt>Changed</dt>
        <dd>
          <Day date={issue.updatedAt} />
        </dd>
      </dl>
      <DeleteIssue issue={issue} />
    </aside>
  );
}
