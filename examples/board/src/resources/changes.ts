import { serverSentEventSource, streamManager } from 'rdc-toolkit/stream';
import { Comment, CommentResource } from './Comment';
import { Issue, IssueResource } from './Issue';

/** What each kind of event means; its data is the response to the window that made the change. */
const schemas = {
  'issue created': Issue,
  'issue changed': Issue,
  'issue restored': Issue,
  'issue deleted': IssueResource.delete.schema,
  'comment created': CommentResource.getList.schema.push,
  'comment changed': Comment,
  'comment restored': CommentResource.getList.schema.push,
  'comment deleted': CommentResource.delete.schema,
};

/** Stores what happens in other windows. */
export function changes() {
  return streamManager({
    source: serverSentEventSource('/api/events'),
    read: (value: { issue?: { id: string } }, type) => ({
      schema: schemas[type as keyof typeof schemas],
      // A list of comments is found by its issue.
      args: value.issue ? [{ issueId: value.issue.id }] : [],
      value,
    }),
    feeds: [IssueResource.get, IssueResource.getList, CommentResource.getList],
  });
}
