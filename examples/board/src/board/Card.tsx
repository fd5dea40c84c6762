import { Avatar } from '../parts/Avatar';
import { CommentCount } from '../parts/CommentCount';
import { LabelChip } from '../parts/LabelChip';
import { StatusSelect } from '../parts/StatusSelect';
import type { Issue } from '../resources/Issue';

/** An issue in short, to be dragged. */
export function Card({ issue }: { issue: Issue }) {
  return (
    <article
      className="card"
      draggable
      onDragStart={event => {
        event.dataTransfer.setData('text/plain', issue.id);
        event.dataTransfer.effectAllowed = 'move';
      }}
    >
      <a href={`#/issues/${issue.id}`} draggable={false}>
        {issue.title}
      </a>
      {issue.labels.length > 0 && (
        <p className="chips">
          {issue.labels.map(label => (
            <LabelChip key={label.name} label={label} />
          ))}
        </p>
      )}
      <footer>
        <span className="card-id">#{issue.id}</span>
        {issue.commentCount > 0 && <CommentCount count={issue.commentCount} />}
        <StatusSelect issue={issue} />
        <Avatar of={issue.assignee} />
        <span className="visually-hidden">
          {issue.assignee ? `Assigned to ${issue.assignee.login}` : 'Not assigned'}
        </span>
      </footer>
    </article>
  );
}
