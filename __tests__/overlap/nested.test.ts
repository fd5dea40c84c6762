import fc from 'fast-check';
import {
  Collection,
  createDataClient,
  Entity,
  type FetchPromise,
  networkManager,
  RestEndpoint,
  resource,
} from 'rdc-toolkit';
import { filterFields } from '../../lib/plain/filterFields';
import { tableToRecord } from '../../lib/tables/iterate';
import { emptyTable } from '../../lib/tables/Table';
import { reply, startApi } from '../helpers/startApi';
import { mount } from './mount';
import {
  asVisit,
  expectEqual,
  memoized,
  patienceFor,
  playAll,
  printRepeated,
  type Repeated,
  recordedStore,
  requests,
  runsOf,
  serve,
  settled,
} from './playing';
import { scriptedRoutes } from './scriptedRoutes';

class User extends Entity {
  id = '';
  name = '';
  static key = 'Nested.User';
}

class Label extends Entity {
  id = '';
  name = '';
  static key = 'Nested.Label';
}

class Comment extends Entity {
  id = '';
  issue = '';
  text = '';
  author = User.fromJS();
  static key = 'Nested.Comment';
  static schema = { author: User };
}

class Issue extends Entity {
  id = '';
  title = '';
  status = '';
  user = User.fromJS();
  labels: readonly Label[] = [];
  comments: readonly Comment[] = [];
  static key = 'Nested.Issue';
  static schema = {
    user: User,
    labels: [Label],
    comments: new Collection([Comment], { nestKey: ({ id }: { id: string }) => ({ issue: id }) }),
  };
}

class Numbered extends RestEndpoint {
  override dataExpiryLength = 86_400_000;
  override async fetchResponse(input: string, init: RequestInit): Promise<Response> {
    return asVisit(visit => super.fetchResponse(input, { ...init, headers: { ...init.headers, visit } }));
  }
}

const STATUSES = ['open', 'done'];

interface IssueRow {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly user: string;
  readonly labels: readonly string[];
}
interface CommentRow {
  readonly id: string;
  readonly issue: string;
  readonly text: string;
  readonly author: string;
}

/** A server of issues, each with its user, its labels and its comments in full. */
async function startServer() {
  const users = new Map<string, { readonly id: string; readonly name: string }>();
  const issues = new Map<string, IssueRow>();
  const comments = new Map<string, CommentRow>();
  let events = 0;
  let creations = 0;
  const { visits, route } = scriptedRoutes(() => ++events);
  const shownComment = (comment: CommentRow) => ({ ...comment, author: users.get(comment.author) });
  const commentsOf = (issue: string) =>
    [...comments.values()].filter(comment => comment.issue === issue).map(shownComment);
  const shownIssue = (issue: IssueRow) => ({
    ...issue,
    user: users.get(issue.user),
    labels: issue.labels.map(id => ({ id, name: `label ${id}` })),
    comments: commentsOf(issue.id),
  });
  const listed = (status: string) =>
    [...issues.values()].filter(issue => issue.status === status).map(shownIssue);
  const gone = () => reply(404, { message: 'gone' });
  const changing =
    <Row>(rows: Map<string, Row>, show: (row: Row) => unknown) =>
    ({ id }: { readonly id?: unknown }, body: Partial<Row>) => {
      const row = rows.get(String(id));
      if (row === undefined) return gone();
      const changed = { ...row, ...body };
      rows.set(String(id), changed);
      return show(changed);
    };
  const removing =
    (rows: Map<string, unknown>) =>
    ({ id }: { readonly id?: unknown }) =>
      rows.delete(String(id)) ? {} : gone();

  const api = await startApi(
    Object.fromEntries([
      route('GET /users', () => [...users.values()]),
      route(
        'PATCH /users/:id',
        changing(users, user => user),
      ),
      route('GET /issues', (_params, _body, { status }: { readonly status: string }) => listed(status)),
      route('GET /issues/:id', ({ id }) => {
        const issue = issues.get(String(id));
        return issue === undefined ? gone() : shownIssue(issue);
      }),
      route('PATCH /issues/:id', changing(issues, shownIssue)),
      route('DELETE /issues/:id', removing(issues)),
      route('GET /comments', (_params, _body, { issue }: { readonly issue: string }) => commentsOf(issue)),
      route('POST /comments', (_params, body: CommentRow) => {
        const comment = { ...body, id: `new-${++creations}` };
        comments.set(comment.id, comment);
        return shownComment(comment);
      }),
      route('POST /issues/:id/remarks', ({ id }, body: Omit<CommentRow, 'issue'>) => {
        const issue = issues.get(String(id));
        if (issue === undefined) return gone();
        const remark = `new-${++creations}`;
        comments.set(remark, { ...body, id: remark, issue: issue.id });
        return shownIssue(issue);
      }),
      route('PATCH /comments/:id', changing(comments, shownComment)),
      route('DELETE /comments/:id', removing(comments)),
    ]),
  );

  return {
    api,
    visits,
    users,
    issues,
    comments,
    listed,
    commentsOf,
    shownIssue,
    reset() {
      visits.length = 0;
      creations = 0;
      for (const rows of [users, issues, comments]) rows.clear();
      for (const id of ['1', '2']) users.set(id, { id, name: `user ${id}` });
      for (const id of ['1', '2', '3'])
        issues.set(id, { id, title: id, status: id === '3' ? 'done' : 'open', user: '1', labels: ['a'] });
      for (const id of ['1', '2']) comments.set(id, { id, issue: '1', text: id, author: id });
    },
  };
}
type Server = Awaited<ReturnType<typeof startServer>>;

interface Mode {
  readonly isOptimistic: boolean;
  readonly hasFailures?: boolean;
  readonly hasOtherWriters?: boolean;
  readonly follows?: boolean;
  readonly concurrency?: 'serial';
  /** Whether nothing is mounted that would have refetched data in doubt. */
  readonly isUnmounted?: boolean;
}

const resourcesFor = memoized((urlPrefix: string, optimistic: boolean, follows: boolean) => {
  const options = { Endpoint: Numbered, urlPrefix, optimistic };
  return {
    UserResource: resource({ path: '/users/:id', schema: User, ...options }),
    IssueResource: resource({
      path: '/issues/:id',
      schema: Issue,
      searchParams: {} as { status: string },
      belongs: follows ? (issue, { status }) => issue.status === status : undefined,
      ...options,
    }).extend('remark', {
      path: '/issues/:id/remarks',
      method: 'POST',
      body: {} as { text: string; author: string },
    }),
    CommentResource: resource({
      path: '/comments/:id',
      schema: Comment,
      searchParams: {} as { issue: string },
      ...options,
    }),
  };
});

function clientFor(url: string, { isOptimistic, follows = false, concurrency }: Mode) {
  const client = createDataClient({ managers: [networkManager({ ...(concurrency && { concurrency }) })] });
  return { client, ...recordedStore(client), ...resourcesFor(url, isOptimistic, follows) };
}
type Client = ReturnType<typeof clientFor>;

const id = fc.constantFrom('1', '2', '3');
const user = fc.constantFrom('1', '2');
const text = fc.constantFrom('a', 'b', 'c');
const step = fc.oneof(
  fc.record({ kind: fc.constant('renameUser' as const), id: user, text }),
  fc.record({ kind: fc.constant('rename' as const), id, text }),
  fc.record({ kind: fc.constant('assign' as const), id, user }),
  fc.record({ kind: fc.constant('label' as const), id, labels: fc.subarray(['a', 'b', 'c']) }),
  fc.record({ kind: fc.constant('move' as const), id, status: fc.constantFrom(...STATUSES) }),
  fc.record({ kind: fc.constant('delete' as const), id }),
  fc.record({ kind: fc.constant('comment' as const), id, user, text }),
  fc.record({ kind: fc.constant('remark' as const), id, user, text }),
  fc.record({ kind: fc.constant('edit' as const), id: user, text }),
  fc.record({ kind: fc.constant('uncomment' as const), id: user }),
  fc.record({ kind: fc.constant('poll' as const), status: fc.constantFrom(...STATUSES) }),
  fc.record({ kind: fc.constant('read' as const), id }),
  fc.record({ kind: fc.constant('readComments' as const), id }),
  fc.record({ kind: fc.constant('readUsers' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
const READS: ReadonlySet<Step['kind']> = new Set(['poll', 'read', 'readComments', 'readUsers']);

function begin(
  { store, UserResource, IssueResource, CommentResource }: Client,
  asked: Step,
): FetchPromise<unknown> {
  const { dispatch } = store;
  switch (asked.kind) {
    case 'renameUser':
      return dispatch(UserResource.partialUpdate.fetch({ id: asked.id }, { name: asked.text }));
    case 'rename':
      return dispatch(IssueResource.partialUpdate.fetch({ id: asked.id }, { title: asked.text }));
    case 'assign':
      return dispatch(IssueResource.partialUpdate.fetch({ id: asked.id }, { user: asked.user } as never));
    case 'label':
      return dispatch(IssueResource.partialUpdate.fetch({ id: asked.id }, { labels: asked.labels } as never));
    case 'move':
      return dispatch(IssueResource.getList.move.fetch({ id: asked.id }, { status: asked.status }));
    case 'delete':
      return dispatch(IssueResource.delete.fetch({ id: asked.id }));
    case 'comment':
      return dispatch(
        CommentResource.getList.push.fetch({ issue: asked.id }, {
          issue: asked.id,
          text: asked.text,
          author: asked.user,
        } as never),
      );
    case 'remark':
      return dispatch(IssueResource.remark.fetch({ id: asked.id }, { text: asked.text, author: asked.user }));
    case 'edit':
      return dispatch(CommentResource.partialUpdate.fetch({ id: asked.id }, { text: asked.text }));
    case 'uncomment':
      return dispatch(CommentResource.delete.fetch({ id: asked.id }));
    case 'poll':
      return dispatch(IssueResource.getList.fetch({ status: asked.status }));
    case 'read':
      return dispatch(IssueResource.get.fetch({ id: asked.id }));
    case 'readComments':
      return dispatch(CommentResource.getList.fetch({ issue: asked.id }));
    case 'readUsers':
      return dispatch(UserResource.getList.fetch());
  }
}

const plain = (value: unknown) => (value === undefined ? value : JSON.parse(JSON.stringify(value)));
const byId = (a: { readonly id: string }, b: { readonly id: string }) => (a.id < b.id ? -1 : 1);

/** What is compared: issues with comments in any order, since a client cannot know the order of swapped creations. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable).sort(byId as never);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, Array.isArray(field) ? comparable(field) : field]),
  );
}

/** The fields of a row without its lists. */
function own(row: object | undefined): object | undefined {
  return (
    row &&
    filterFields({ ...row } as Record<string, unknown>, name => name !== 'labels' && name !== 'comments')
  );
}

async function play(server: Server, mode: Mode, steps: readonly Step[], choose: (below: number) => number) {
  server.reset();
  const client = clientFor(server.api.url, mode);
  const { store, UserResource, IssueResource, CommentResource, log } = client;
  const { visits } = server;
  const shown = [
    ...STATUSES.map(status => ({ endpoint: IssueResource.getList, args: [{ status }] })),
    { endpoint: IssueResource.get, args: [{ id: '1' }] },
    { endpoint: CommentResource.getList, args: [{ issue: '1' }] },
    { endpoint: UserResource.getList, args: [] },
  ] as readonly { endpoint: typeof IssueResource.get; args: [{ id: string }] }[];
  const fetchAll = async () => {
    for (const { endpoint, args } of shown) await serve(server, store.dispatch(endpoint.fetch(...args)));
  };
  const mounted = mode.isUnmounted ? [] : shown;
  await fetchAll();
  const unmount = mounted.map(({ endpoint, args }) => mount(store, endpoint, args));
  const begunBefore = requests.sent;
  let [mutations, reads] = [0, 0];
  const promises: FetchPromise<unknown>[] = [];

  const happen = async () => {
    const options: (() => void)[] = [];
    for (const visit of visits.toSorted((a, b) => Number(a.name) - Number(b.name))) {
      options.push(() => visit.respond());
      if (!visit.hasActed) options.push(() => visit.act());
      if (visit.isMutation && mode.hasFailures)
        options.push(
          () => visit.respond('cut'),
          () => visit.respond('fail'),
        );
    }
    if (mode.hasOtherWriters)
      options.push(() => {
        const of = String(1 + choose(2));
        if (choose(2) === 0) server.users.set(of, { id: of, name: `x${choose(3)}` });
        else {
          const issue = server.issues.get(of);
          if (issue !== undefined) server.issues.set(of, { ...issue, title: `x${choose(3)}` });
        }
      });
    options[choose(options.length)]?.();
    if (choose(4) === 0) visits[choose(visits.length)]?.respond();
    await settled(server, store);
  };

  for (const each of steps) {
    const before = requests.sent;
    promises.push(begin(client, each));
    await settled(server, store);
    if (READS.has(each.kind)) reads += requests.sent > before ? 1 : 0;
    else mutations++;
    for (let moves = choose(3); moves > 0 && visits.length > 0; moves--) await happen();
  }
  for (let patience = 1_000; store.getState().rdc.inflight.size > 0 || visits.length > 0; patience--) {
    if (patience === 0) throw new Error('It does not end.');
    if (patience < 950) for (const visit of [...visits]) visit.respond();
    await happen();
  }
  await Promise.allSettled(promises);
  await settled(server, store);
  const refetches = requests.sent - begunBefore - mutations - reads;
  if (mode.hasOtherWriters) await fetchAll();

  printRepeated(log);
  const { rdc } = store.getState();
  for (const { endpoint, args } of mounted) {
    const { data, expiryStatus, error } = endpoint.select(...args)(store.getState());
    const [first = {}] = args as readonly {
      readonly id?: string;
      readonly status?: string;
      readonly issue?: string;
    }[];
    const isGone = (error as { readonly status?: number } | undefined)?.status === 404;
    const issue = server.issues.get(String(first.id));
    const held =
      first.id !== undefined
        ? issue && server.shownIssue(issue)
        : first.status !== undefined
          ? server.listed(first.status)
          : first.issue !== undefined
            ? server.commentsOf(first.issue)
            : [...server.users.values()];
    expectEqual(
      [endpoint.name, args, comparable(isGone ? undefined : plain(data))],
      [endpoint.name, args, comparable(plain(held))],
    );
    if (!isGone && data !== undefined)
      expectEqual([endpoint.name, args, expiryStatus], [endpoint.name, args, 'valid']);
  }
  for (const [{ key }, rows] of [
    [User, server.users],
    [Issue, server.issues],
    [Comment, server.comments],
  ] as const)
    for (const [id, stored] of Object.entries(tableToRecord(rdc.entities[key] ?? emptyTable())))
      if (!mode.hasOtherWriters && rdc.doubts[key]?.[id] === undefined)
        expectEqual([key, own(stored as object)], [key, own(rows.get(id))]);
  expectEqual(
    [rdc.optimistic, rdc.inflight.size, rdc.mutating, rdc.overlaps, rdc.effects],
    [[], 0, 0, {}, []],
  );
  expectEqual(client.replayed(), rdc);
  expectEqual(JSON.parse(JSON.stringify(rdc)), rdc);
  for (const end of unmount) end();
  return { mutations, refetches, mounted: mounted.length };
}

const RUNS = runsOf(20);

const modes: readonly (readonly [string, Mode])[] = [
  ['optimistic mutations', { isOptimistic: true }],
  ['mutations that show nothing before their response', { isOptimistic: false }],
  ['lists that follow each change of a record', { isOptimistic: true, follows: true }],
  ['serial mutations', { isOptimistic: true, concurrency: 'serial' }],
  ['mutations that are cut off or fail', { isOptimistic: true, hasFailures: true }],
  ['other writers', { isOptimistic: true, hasOtherWriters: true, follows: true }],
  ['nothing on screen', { isOptimistic: false, isUnmounted: true }],
  [
    'nothing on screen, and mutations that are cut off or fail',
    { isOptimistic: true, isUnmounted: true, hasFailures: true },
  ],
  ['all of it', { isOptimistic: false, hasFailures: true, hasOtherWriters: true, follows: true }],
];

async function playMode(mode: Mode, repeated?: Repeated) {
  await playAll(
    startServer,
    fc.array(step, { minLength: 1, maxLength: 5 }),
    RUNS,
    async (server, script, choose) => {
      const { mutations, refetches, mounted } = await play(server, mode, script, choose);
      expect(refetches).toBeLessThanOrEqual(mutations * mounted);
    },
    repeated,
  );
}

it.each(modes)(
  'nested records end as on the server, in any network order, with %s',
  (_what, mode) => playMode(mode),
  patienceFor(RUNS),
);

it.each<[string, string, Repeated]>([
  [
    'is shown by what a mutation in flight then did',
    'optimistic mutations',
    { seed: 1510021440, path: '2584:6:5:5:9:10' },
  ],
  [
    'is cast again after the refetch in flight had left',
    'mutations that are cut off or fail',
    { seed: -1037599125, path: '2520:5:6:9:10:3' },
  ],
  [
    'stands beside another, of which a mutation makes the refetch pointless',
    'all of it',
    { seed: 1669902062, path: '3298:7:6:7:7:7' },
  ],
  [
    'is refetched while a mutation makes another refetch pointless',
    'mutations that are cut off or fail',
    { seed: -751038492, path: '9831:3:4:4:4:6:8' },
  ],
  [
    'another request has ended for itself before a mutation makes a refetch pointless',
    'mutations that are cut off or fail',
    { seed: 667652193, path: '247:3:2:2:2:2' },
  ],
])('a doubt ends, with no more refetches than needed, that %s', async (_what, name, repeated) => {
  const [, mode = modes[0]?.[1]] = modes.find(([mode]) => mode === name) ?? [];
  await playMode(mode as Mode, repeated);
});
