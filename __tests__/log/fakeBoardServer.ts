/** An issue as the board's server stores it. */
interface IssueRow {
  id: string;
  number: number;
  title: string;
  body: string;
  status: string;
  assignee: object | null;
  reporter: object;
  labels: object[];
  commentCount: number;
  createdAt: string;
  updatedAt: string;
}

/** Responds like the board's server, but in memory, for a session whose times must be the same in every run. */
export interface FakeBoardServer {
  readonly fetch: typeof globalThis.fetch;
  /** Whether the server can be reached. */
  isUp: boolean;
  /** How long a response takes, in milliseconds. */
  latency: number;
  /** Makes a change as someone else in another window; every window is notified. */
  change(id: string, fields: Partial<IssueRow>): void;
  add(title: string, status: string): void;
  remove(id: string): void;
}

const person = (login: string) => ({ id: login, login, type: 'User', url: `https://example.com/${login}` });
const label = (name: string) => ({ name, color: 'd73a4a', description: '' });

/** Titles by id; a third of them is in each of the first three columns. */
const titles = [
  'Gate sticks',
  'Pond is green',
  'Fence leans',
  'Lamp flickers',
  'Roof has a hole',
  'Door creaks',
  'Clock is late',
  'Shelf is crooked',
  'Tap drips',
];

/** A response whose body resolves on the test's clock; a real body resolves at some real time. */
function jsonResponse(body: unknown, status = 200): Response {
  const text = JSON.stringify(body);
  const headers = { 'Content-Type': 'application/json' };
  return Object.assign(new Response(text, { status, headers }), {
    text: async () => text,
    json: async () => JSON.parse(text),
  });
}

export function fakeBoardServer(): FakeBoardServer {
  const [octocat, monalisa] = [person('octocat'), person('monalisa')];
  const at = '2026-03-02T08:00:00.000Z';
  const issues = titles.map((title, i): IssueRow => {
    const status = ['backlog', 'todo', 'in-progress'][i % 3] ?? '';
    const labels = i % 2 === 0 ? [label('bug')] : [];
    return { ...issueOf(i + 1, title, status), labels, assignee: i % 4 === 1 ? monalisa : null };
  });
  const deleted = new Map<string, IssueRow>();
  const comments: object[] = [];
  const encoder = new TextEncoder();
  const streams = new Set<ReadableStreamDefaultController>();
  let isLoggedIn = true;
  let isUp = true;

  function issueOf(number: number, title: string, status: string): IssueRow {
    const rest = { body: '', assignee: null, reporter: octocat, labels: [], commentCount: 0 };
    return { id: String(number), number, title, status, ...rest, createdAt: at, updatedAt: at };
  }

  function tell(event: string, data: unknown) {
    const message = encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    // Shortly after the response to the client that made the change.
    setTimeout(() => {
      for (const stream of streams) stream.enqueue(message);
    }, 8);
  }

  const find = (id: string | undefined) => issues.find(issue => issue.id === id);

  function change(id: string | undefined, fields: Partial<IssueRow>) {
    const issue = Object.assign(find(id) as IssueRow, fields);
    tell('issue changed', issue);
    return issue;
  }

  function add(title: string, status: string) {
    const issue = issueOf(issues.length + deleted.size + 1, title, status);
    issues.push(issue);
    tell('issue created', issue);
    return issue;
  }

  function remove(id: string | undefined) {
    const [issue] = issues.splice(issues.indexOf(find(id) as IssueRow), 1);
    if (issue) deleted.set(issue.id, issue);
    tell('issue deleted', { id });
    return { id };
  }

  function restore(id: string) {
    const issue = deleted.get(id) as IssueRow;
    deleted.delete(id);
    issues.push(issue);
    tell('issue restored', issue);
    return issue;
  }

  function say(issueId: string, { body }: { body: string }) {
    const issue = find(issueId) as IssueRow;
    issue.commentCount++;
    const { id, commentCount } = issue;
    const comment = {
      id: String(comments.length + 1),
      body,
      author: octocat,
      issue: { id, commentCount },
      createdAt: at,
    };
    comments.push(comment);
    tell('comment created', comment);
    return comment;
  }

  function listed(query: URLSearchParams) {
    const [status, q] = [query.get('status'), query.get('q')];
    return issues.filter(
      issue =>
        (status === null || issue.status === status) && (q === null || issue.title.toLowerCase().includes(q)),
    );
  }

  function respond(method: string, url: URL, body: never): Response {
    const [, , kind, id, part] = url.pathname.split('/');
    if (kind === 'session') {
      if (method === 'DELETE') isLoggedIn = false;
      return jsonResponse({ person: isLoggedIn ? octocat : null });
    }
    if (kind === 'presence') return jsonResponse([octocat, monalisa]);
    if (kind === 'people') return jsonResponse([octocat, monalisa]);
    if (kind === 'labels') return jsonResponse([label('bug'), label('planning')]);
    if (part === 'comments') return jsonResponse(method === 'POST' ? say(id ?? '', body) : comments);
    if (part === 'restoration') return jsonResponse(restore(id ?? ''));
    if (method === 'POST') {
      const { title, status } = body as { title: string; status: string };
      return jsonResponse(add(title, status), 201);
    }
    if (id === undefined) return jsonResponse(listed(url.searchParams));
    if (method === 'GET') return jsonResponse(find(id));
    if (method === 'DELETE') return jsonResponse(remove(id));
    if ((body as { title?: string }).title === '')
      return jsonResponse({ message: 'An issue needs a title.' }, 422);
    return jsonResponse(change(id, body));
  }

  return {
    latency: 24,
    get isUp() {
      return isUp;
    },
    set isUp(value) {
      isUp = value;
      for (const stream of streams) stream.error(new TypeError('network error'));
      streams.clear();
    },
    change,
    add,
    remove,
    async fetch(input, init) {
      const url = new URL(String(input), 'http://board.example');
      await new Promise(resolve => setTimeout(resolve, this.latency));
      if (!isUp) throw new TypeError('Failed to fetch');
      if (url.pathname !== '/api/events') {
        const body = typeof init?.body === 'string' ? JSON.parse(init.body) : {};
        return respond(init?.method ?? 'GET', url, body as never);
      }
      const stream = new ReadableStream({ start: controller => void streams.add(controller) });
      return new Response(stream, { headers: { 'Content-Type': 'text/event-stream' } });
    },
  };
}
