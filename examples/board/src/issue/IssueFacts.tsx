import { Avatar } from '../parts/Avatar';
import { Day } from '../parts/Day';
import { StatusSelect } from '../parts/StatusSelect';
import type { Issue } from '../resources/Issue';
import { AssigneeSelect } from './AssigneeSelect';
import { DeleteIssue } from './DeleteIssue';
import { LabelBoxes } from './LabelBoxes';

/** Who, where and when; all of it can be changed in place. */
export function IssueFacts({ issue }: { issue: Issue }) {
  return (
    <aside className="facts" aria-label="Facts">
      <dl>
        <div>
          <dt>Status</dt>
          <dd>
            <StatusSelect issue={issue} />
          </dd>
        </div>
        <div>
          <dt>Assignee</dt>
          <dd>
            <span className="person">
              <Avatar of={issue.assignee} /> <AssigneeSelect issue={issue} />
            </span>
          </dd>
        </div>
        <div className="labels">
          <dt>Labels</dt>
          <dd>
            <LabelBoxes issue={issue} />
          </dd>
        </div>
        <div>
          <dt>Reporter</dt>
          <dd>
            <a className="person" href={`#/people/${issue.reporter.login}`}>
              <Avatar of={issue.reporter} /> {issue.reporter.login}
            </a>
          </dd>
        </div>
        <div>
          <dt>Created</dt>
          <dd>
            <Day date={issue.createdAt} />
          </dd>
        </div>
        <div>
          <dt>Updated</dt>
          <dd>
            <Day date={issue.updatedAt} />
          </dd>
        </div>
      </dl>
      <DeleteIssue issue={issue} />
    </aside>
  );
}
