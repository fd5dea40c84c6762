import { Entity, resource, type } from 'rdc-toolkit';
import { Label } from './Label';
import type { Status } from './status';
import { User } from './User';

/** A piece of work. */
export class Issue extends Entity {
  id = '';
  /** The number that people refer to; assigned by the server. */
  number = 0;
  title = '';
  body = '';
  status: Status = 'backlog';
  assignee: User | null = null;
  reporter = User.fromJS();
  labels: Label[] = [];
  commentCount = 0;
  createdAt = new Date();
  updatedAt = new Date();

  static key = 'Issue';
  static schema = {
    assignee: User,
    reporter: User,
    labels: [Label] as const,
    createdAt: (iso: string) => new Date(iso),
    updatedAt: (iso: string) => new Date(iso),
  };

  /** Whether the server has it. */
  get isSaved() {
    return this.number > 0;
  }
}

export const IssueResource = resource({
  path: '/api/issues/:id',
  schema: Issue,
  searchParams: type<
    | {
        status?: Status | undefined;
        assignee?: string | undefined;
        label?: string | undefined;
        q?: string | undefined;
      }
    | undefined
  >(),
  body: type<{
    title?: string;
    body?: string;
    status?: Status;
    assignee?: string | null;
    reporter?: string;
    labels?: string[];
  }>(),
  optimistic: true,
  // Columns and filtered lists follow every change of an issue. Only the server knows the results of a search.
  belongs: (issue, { status, assignee, label, q }) =>
    q !== undefined
      ? undefined
      : (status === undefined || issue.status === status) &&
        (assignee === undefined || issue.assignee === assignee) &&
        (label === undefined || issue.labels.includes(label)),
}).extend(({ get }) => ({
  /** Undoes a deletion. */
  restore: get.extend({
    method: 'POST',
    path: '/api/issues/:id/restoration',
    name: 'Issue.restore',
  }),
}));
