import { Avatar } from '../parts/Avatar';
import { CommentCount } from '../parts/CommentCount';
import { LabelChip } from '../parts/LabelChip';
import { StatusSelect } from '../parts/StatusSelect';
import type { Issue } from '../resources/Issue';

/** A short view of an issue, which can be dragged; once saved, it can also be opened and moved. */
export function Card({ issue }: { issue: Issue }) {
  return (
    <article
      className="card"
      draggable={issue.isSaved}
      aria-busy={!issue.isSaved}
      onDragStart={event => {
        event.dataTransfer.setData('text/plain', issue.id);
        event.dataTransfer.effectAllowed = 'move';
      }}
    >
      {issue.isSaved ? (
        <a className="card-title" href={`#/issues/${issue.id}`} draggable={false}>
          {issue.title}
        </a>
      ) : (
        <span className="card-title">{issue.title}</span>
      )}
      {issue.labels.length > 0 && (
        <p className="chips">
          {issue.labels.map(label => (
            <LabelChip key={label.name} label={label} />
          ))}
        </p>
      )}
      <footer>
        <span className="card-id">{issue.isSaved ? `#${issue.number}` : 'Saving…'}</span>
        {issue.commentCount > 0 && <CommentCount count={issue.commentCount} />}
        {issue.isSaved && <StatusSelect issue={issue} />}
        <Avatar of={issue.assignee} />
        <span className="visually-hidden">
          {issue.assignee ? `Assigned to ${issue.assignee.login}` : 'Not assigned'}
        </span>
      </footer>
    </article>
  );
}
