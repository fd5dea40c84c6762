import { NetworkError } from 'rdc-toolkit';
import { interceptor } from 'rdc-toolkit/testing';
import { CommentResource } from '../resources/Comment';
import { IssueResource } from '../resources/Issue';
import { LabelResource } from '../resources/Label';
import { getPresence } from '../resources/presence';
import { getSession, logIn, logOut } from '../resources/Session';
import { UserResource } from '../resources/User';
import type { CommentRow, DemoData, IssueRow } from './demoData';

/** How long a response takes, in milliseconds: long enough to see that cards do not wait for it. */
const delay = 300;

type Given = Readonly<Record<string, unknown>>;

const refused = (status: number, data: { message: string }) =>
  new NetworkError('demo', new Response(null, { status }), data);

function found(data: DemoData, id: string): IssueRow {
  const issue = data.issues.find(one => one.id === String(id));
  if (issue) return issue;
  const deleted = data.deletedIssues.get(String(id));
  if (!deleted) throw refused(404, { message: `There is no issue ${id}.` });
  const gone = { message: 'You deleted this issue.', title: deleted.title, deletedBy: data.me?.login };
  throw refused(410, gone);
}

/** The fields of a body as they are stored: people and labels come as names. */
function read(
  { people, labels }: DemoData,
  { title, assignee, labels: names, ...rest }: Given,
): Partial<IssueRow> {
  if (title === '') throw refused(422, { message: 'An issue needs a title.' });
  return {
    ...rest,
    ...(title !== undefined && { title: String(title) }),
    ...(assignee !== undefined && { assignee: people.find(({ login }) => login === assignee) ?? null }),
    ...(Array.isArray(names) && { labels: labels.filter(({ name }) => names.includes(name)) }),
  };
}

const now = () => new Date().toISOString();

function counted(data: DemoData, issueId: string) {
  const issue = found(data, issueId);
  issue.commentCount = data.comments.filter(comment => comment.issueId === issue.id).length;
  return { id: issue.id, commentCount: issue.commentCount };
}

const shown = (data: DemoData, comment: CommentRow) => ({
  ...comment,
  issue: counted(data, comment.issueId),
});

/** The API of the board, from memory. */
export const interceptors = [
  interceptor({ endpoint: getSession, delay, respond: (_args, { me }: DemoData) => ({ person: me }) }),
  interceptor({
    endpoint: logIn,
    delay,
    respond([{ login }], data: DemoData) {
      data.me = data.people.find(person => person.login === login) ?? null;
      return { person: data.me };
    },
  }),
  interceptor({
    endpoint: logOut,
    delay,
    respond(_args, data: DemoData) {
      data.me = null;
      return { person: null };
    },
  }),
  interceptor({ endpoint: getPresence, delay, respond: (_args, { me }: DemoData) => [me].filter(Boolean) }),
  interceptor({ endpoint: UserResource.getList, delay, respond: (_args, { people }: DemoData) => people }),
  interceptor({
    endpoint: UserResource.get,
    delay,
    respond: ([{ login }], { people }: DemoData) => people.find(person => person.login === login),
  }),
  interceptor({ endpoint: LabelResource.getList, delay, respond: (_args, { labels }: DemoData) => labels }),

  interceptor({
    endpoint: IssueResource.getList,
    delay,
    respond: ([{ status, assignee, label, q } = {}], { issues }: DemoData) =>
      issues.filter(
        issue =>
          (status === undefined || issue.status === status) &&
          (assignee === undefined || issue.assignee?.login === assignee) &&
          (label === undefined || issue.labels.some(({ name }) => name === label)) &&
          (q === undefined || `${issue.title}\n${issue.body}`.toLowerCase().includes(q.toLowerCase())),
      ),
  }),
  interceptor({
    endpoint: IssueResource.get,
    delay,
    respond: ([{ id }], data: DemoData) => found(data, id as string),
  }),
  interceptor({
    endpoint: IssueResource.getList.push,
    delay,
    respond([body], data: DemoData) {
      const number = data.nextId++;
      const [reporter] = data.people as [IssueRow['reporter']];
      const fields = { body: '', status: 'backlog', assignee: null, labels: [], commentCount: 0 } as const;
      const issue = {
        ...fields,
        labels: [],
        title: '',
        createdAt: now(),
        updatedAt: now(),
        ...read(data, body as Given),
      };
      const row = { ...issue, id: String(number), number, reporter: data.me ?? reporter };
      data.issues.push(row);
      return row;
    },
  }),
  interceptor({
    endpoint: IssueResource.partialUpdate,
    delay,
    respond([{ id }, body], data: DemoData) {
      const issue = found(data, id as string);
      const changes = read(data, body as Given);
      // A moved card goes to the end of its column.
      if (changes.status !== undefined && changes.status !== issue.status)
        data.issues = [...data.issues.filter(one => one !== issue), issue];
      return Object.assign(issue, changes, { updatedAt: now() });
    },
  }),
  interceptor({
    endpoint: IssueResource.delete,
    delay,
    respond([{ id }], data: DemoData) {
      const issue = found(data, id as string);
      data.deletedIssues.set(issue.id, issue);
      data.issues = data.issues.filter(one => one !== issue);
      return { id: issue.id };
    },
  }),
  interceptor({
    endpoint: IssueResource.restore,
    delay,
    respond([{ id }], data: DemoData) {
      const issue = data.deletedIssues.get(String(id));
      if (issue && data.deletedIssues.delete(issue.id)) data.issues.push(issue);
      return found(data, id as string);
    },
  }),

  interceptor({
    endpoint: CommentResource.getList,
    delay,
    respond([{ issueId }], data: DemoData) {
      const { id } = found(data, issueId as string);
      return data.comments.filter(comment => comment.issueId === id).map(comment => shown(data, comment));
    },
  }),
  interceptor({
    endpoint: CommentResource.getList.push,
    delay,
    respond([{ issueId }, { body }], data: DemoData) {
      const [first] = data.people as [CommentRow['author']];
      const id = String(data.nextId++);
      const comment = { id, issueId: String(issueId), body, author: data.me ?? first, createdAt: now() };
      data.comments.push(comment);
      return shown(data, comment);
    },
  }),
  interceptor({
    endpoint: CommentResource.delete,
    delay,
    respond([{ issueId, id }], data: DemoData) {
      const comment = data.comments.find(one => one.id === String(id));
      if (comment) data.deletedComments.set(comment.id, comment);
      data.comments = data.comments.filter(one => one !== comment);
      return { comment: { id: String(id) }, issue: counted(data, issueId as string) };
    },
  }),
  interceptor({
    endpoint: CommentResource.restore,
    delay,
    respond([{ id }], data: DemoData) {
      const comment = data.deletedComments.get(String(id));
      if (!comment) throw refused(404, { message: `There is no comment ${id}.` });
      data.deletedComments.delete(comment.id);
      data.comments.push(comment);
      return shown(data, comment);
    },
  }),
];
