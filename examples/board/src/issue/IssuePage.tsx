import { useSuspense } from 'rdc-toolkit/react';
import { useState } from 'react';
import { Markdown } from '../parts/Markdown';
import { IssueResource } from '../resources/Issue';
import { useTitle } from '../useTitle';
import { Comments } from './Comments';
import { EditIssue } from './EditIssue';
import { IssueFacts } from './IssueFacts';
import './issue.css';

/** Everything about one issue, with controls to change it. */
export function IssuePage({ id }: { id: string }) {
  const issue = useSuspense(IssueResource.get, { id });
  const [editing, setEditing] = useState(false);
  useTitle(`#${issue.number} ${issue.title}`);
  return (
    <div className="issue">
      <div className="issue-text">
        <p className="crumbs">
          <a href="#/">Board</a> / #{issue.number}
        </p>
        {editing ? (
          <EditIssue issue={issue} onDone={() => setEditing(false)} />
        ) : (
          <article>
            <header>
              <h2>{issue.title}</h2>
              <button type="button" className="button" onClick={() => setEditing(true)}>
                Edit
              </button>
            </header>
            {issue.body ? <Markdown source={issue.body} /> : <p className="empty">No description yet.</p>}
          </article>
        )}
      </div>
      <IssueFacts issue={issue} />
      <Comments issueId={id} />
    </div>
  );
}
