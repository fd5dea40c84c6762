import { createRequire } from 'node:module';

/** Someone, under a numeric key. */
export interface User {
  readonly id: number;
  readonly login: string;
  readonly avatar_url: string;
  readonly html_url: string;
  readonly type: string;
  readonly site_admin: boolean;
}

/** A label, under a string key. */
export interface Label {
  readonly id: string;
  readonly name: string;
  readonly color: string;
  readonly description: string | null;
}

/** A repository, under a string key that is not called `id`. */
export interface Repository {
  readonly full_name: string;
  readonly name: string;
  readonly private: boolean;
  readonly description: string;
  readonly stargazers_count: number;
  readonly owner: User;
}

export type IssueState = 'open' | 'closed';

/** What the lists hold: fields of its own, and three kinds of records that recur. */
export interface Issue {
  readonly id: number;
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly state: IssueState;
  readonly locked: boolean;
  readonly comments: number;
  readonly html_url: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly closed_at: string | null;
  readonly user: User;
  readonly labels: readonly Label[];
  readonly repository: Repository;
}

const USERS = 50;
const LABELS = 20;
const REPOSITORIES = 5;

function user(n: number): User {
  const id = 1_000_000 + n;
  return {
    id,
    login: `user-${n}`,
    avatar_url: `https://avatars.example.com/u/${id}?v=4`,
    html_url: `https://example.com/user-${n}`,
    type: 'User',
    site_admin: false,
  };
}

function label(n: number): Label {
  return {
    id: `MDU6TGFiZWwy${n}`,
    name: `label ${n}`,
    color: 'd73a4a',
    description: n % 3 ? `What label ${n} means` : null,
  };
}

function repository(n: number): Repository {
  return {
    full_name: `octo-org/repository-${n}`,
    name: `repository-${n}`,
    private: false,
    description: 'A repository with many issues',
    stargazers_count: 80 * n,
    owner: user(n),
  };
}

/** One issue; the same for the same number. */
export function issue(n: number, state: IssueState = 'open'): Issue {
  return {
    id: 500_000_000 + n,
    number: n,
    title: `Issue ${n}: a title as long as titles are`,
    body: `Steps to reproduce number ${n}, what was expected, and what came instead of it.`,
    state,
    locked: false,
    comments: n % 7,
    html_url: `https://example.com/octo-org/repository-${n % REPOSITORIES}/issues/${n}`,
    created_at: new Date(1.7e12 + n * 60_000).toISOString(),
    updated_at: new Date(1.7e12 + n * 90_000).toISOString(),
    closed_at: null,
    user: user(n % USERS),
    labels: [label(n % LABELS), label((n * 7 + 1) % LABELS)],
    repository: repository(n % REPOSITORIES),
  };
}

export function issues(count: number, from = 0, state: IssueState = 'open'): readonly Issue[] {
  return Array.from({ length: count }, (_, i) => issue(from + i, state));
}

/** The id of the issue in the middle of the first `count`, or near it. */
export const middle = (count: number, round = 0): number =>
  500_000_000 + ((count >> 1) + ((round * 7) % Math.max(1, count >> 2)));

/** What GitHub sent: the 329 webhook events that `@octokit/webhooks-examples` has recorded, as one response. */
export function recordedEvents(): readonly object[] {
  const require = createRequire(import.meta.url);
  const kinds = require('@octokit/webhooks-examples') as readonly { readonly examples: readonly object[] }[];
  return kinds.flatMap(kind => kind.examples);
}
