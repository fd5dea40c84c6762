import type { Status } from '../resources/status';

const person = (login: string) => ({ id: login, login, type: 'User', url: `https://example.com/${login}` });
const label = (name: string, color: string) => ({ name, color, description: '' });

export type PersonRow = ReturnType<typeof person>;
export type LabelRow = ReturnType<typeof label>;

export interface IssueRow {
  id: string;
  number: number;
  title: string;
  body: string;
  status: Status;
  assignee: PersonRow | null;
  reporter: PersonRow;
  labels: LabelRow[];
  commentCount: number;
  createdAt: string;
  updatedAt: string;
}

export interface CommentRow {
  id: string;
  issueId: string;
  body: string;
  author: PersonRow;
  createdAt: string;
}

/** What a server would keep in its database. */
export interface DemoData {
  me: PersonRow | null;
  readonly people: PersonRow[];
  readonly labels: LabelRow[];
  issues: IssueRow[];
  comments: CommentRow[];
  /** Deleted issues can be restored. */
  readonly deletedIssues: Map<string, IssueRow>;
  readonly deletedComments: Map<string, CommentRow>;
  nextId: number;
}

type Given = readonly [
  title: string,
  status: Status,
  assignee: number | null,
  labels: readonly number[],
  body?: string,
];

const given: readonly Given[] = [
  [
    'Gate sticks in winter and has to be lifted to close',
    'in-progress',
    1,
    [0, 2],
    'The **hinge** is fine, see the post.\n\n- [x] oil the hinge\n- [ ] sand the edge',
  ],
  ['Pond is green', 'todo', 0, [1]],
  ['Fence leans towards the road', 'todo', 2, [0], 'The third post from the left has gone soft.'],
  ['Lamp over the door flickers', 'backlog', null, [0]],
  ['Roof of the shed has a hole', 'in-progress', 0, [0, 1], 'It drips on the `saw`.'],
  ['Hedge is due for a cut', 'backlog', null, [2]],
  ['Clock in the hall is late by an hour', 'done', 1, [0]],
  ['Plan the beds for spring', 'backlog', 1, [2], '1. beans\n2. peas\n3. something that snails leave alone'],
  ['Tap in the yard drips', 'done', 2, [0]],
  ['Shelf in the cellar is crooked', 'backlog', null, [1]],
  ['Ask the neighbors about the apple tree', 'todo', null, [1, 2]],
  ['Sharpen the mower', 'done', 0, []],
];

/** The data after each reload. */
export function demoData(): DemoData {
  const people = ['octocat', 'monalisa', 'hubot'].map(person);
  const labels = [label('bug', 'd73a4a'), label('question', '8250df'), label('planning', '57606a')];
  const [octocat] = people as [PersonRow];
  const issues = given.map(([title, status, assignee, chosen, body = ''], i) => {
    const at = new Date(Date.UTC(2026, 1, i + 1, 9)).toISOString();
    return {
      id: String(i + 1),
      number: i + 1,
      title,
      body,
      status,
      assignee: assignee === null ? null : (people[assignee] ?? null),
      reporter: octocat,
      labels: labels.filter((_, at) => chosen.includes(at)),
      commentCount: i === 0 ? 1 : 0,
      createdAt: at,
      updatedAt: at,
    };
  });
  const comment = {
    id: '1',
    issueId: '1',
    body: 'I can take this on **Friday**.',
    author: people[1] ?? octocat,
  };
  return {
    me: octocat,
    people,
    labels,
    issues,
    comments: [{ ...comment, createdAt: '2026-02-14T10:00:00.000Z' }],
    deletedIssues: new Map(),
    deletedComments: new Map(),
    nextId: given.length + 1,
  };
}
