import { reply, startApi, type TestApi } from '../helpers/startApi';
import { type ScriptedHandler, scriptedRoutes, type Timing, type Visit } from './scriptedRoutes';

/** One record of the server. */
export interface Row {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly votes: number;
  /** Counts the changes of the record, by anyone. */
  readonly version: number;
}

export const STATUSES = ['open', 'done'] as const;

/** A server that acts on each request, and responds to it, when the script says so. */
export interface ScriptedServer {
  readonly api: TestApi;
  readonly rows: Map<string, Row>;
  /** Requests that have arrived and have no response yet. */
  readonly visits: Visit[];
  /** All attempts of mutations since the reset, in the order in which they first left. */
  readonly timings: readonly Timing[];
  /** The keys of a list in the server's order: by when records joined it, or were created. */
  listed(status: string): readonly string[];
  /** Called with each changed record, and with the key of each deleted one. */
  onChange: (change: Row | string) => void;
  /** A client has received all responses that have left. */
  nextMoment(): void;
  /** Another person changes a record. */
  write(id: string, change: Partial<Row>): void;
  /** Whether lists of cards are sorted by title, and then by key. */
  isSorted: boolean;
  /** How many records a list's response holds, with a header that says where the next page begins. */
  pageSize: number;
  /** Resets the server, with additional records if given. */
  reset(more?: readonly Row[]): void;
}

type Handler = ScriptedHandler<Partial<Row>, Query>;
type Query = { readonly status?: string; readonly after?: string };

/** The order of sorted lists. */
export function byTitle(a: Pick<Row, 'id' | 'title'>, b: Pick<Row, 'id' | 'title'>): number {
  return a.title.localeCompare(b.title) || a.id.localeCompare(b.id);
}

/** Starts the server; it assigns keys to records, unless the client does. */
export async function startScriptedServer(): Promise<ScriptedServer> {
  const rows = new Map<string, Row>();
  /** When each record was created, and when it got its status. */
  const created = new Map<string, number>();
  const joined = new Map<string, number>();
  let events = 0;
  let moment = 0;
  let creations = 0;
  let pageSize = Number.POSITIVE_INFINITY;
  let isSorted = false;
  let onChange: ScriptedServer['onChange'] = () => {};
  const gone = () => reply(404, { message: 'gone' });

  /** Records get their positions in order of arrival, including those that a test has inserted itself. */
  function notePlaces() {
    for (const places of [created, joined]) {
      for (const id of rows.keys()) if (!places.has(id)) places.set(id, ++events);
    }
  }
  function put(row: Row): Row {
    notePlaces();
    if (rows.get(row.id)?.status !== row.status) joined.delete(row.id);
    rows.set(row.id, row);
    notePlaces();
    onChange(row);
    return row;
  }
  const changing =
    (change: (row: Row, body: Partial<Row>) => Row): Handler =>
    ({ id }, body) => {
      const row = rows.get(String(id));
      return row === undefined ? gone() : put({ ...change(row, body), id: row.id, version: row.version + 1 });
    };
  /** The position of a record in a list: all cards by creation, those with a status by when they got it. */
  const placeIn = (status: string, { id }: Row) => (status === '' ? created : joined).get(id) ?? 0;
  const inList = (status: string): readonly Row[] => {
    notePlaces();
    return [...rows.values()]
      .filter(row => (status === '' ? row.status !== 'like' : row.status === status))
      .sort((a, b) =>
        isSorted && status !== 'like' ? byTitle(a, b) : placeIn(status, a) - placeIn(status, b),
      );
  };
  /** A list, or the next part of it. A position stays the same when records before it are deleted. */
  const pageOf = ({ status = '', after }: Query) => {
    const cursorOf = (row: Row) =>
      isSorted ? JSON.stringify({ id: row.id, title: row.title }) : String(placeIn(status, row));
    const isAfter = (row: Row) =>
      after === undefined ||
      (isSorted ? byTitle(row, JSON.parse(after) as Row) > 0 : placeIn(status, row) > Number(after));
    const rest = inList(status).filter(isAfter);
    const page = rest.slice(0, pageSize);
    const last = page.length < rest.length ? page.at(-1) : undefined;
    return last === undefined ? page : reply(200, page, { next: cursorOf(last) });
  };
  const remove: Handler = ({ id }) => {
    if (!rows.delete(String(id))) return gone();
    for (const places of [created, joined]) places.delete(String(id));
    onChange(String(id));
    return {};
  };

  const { visits, timings, route } = scriptedRoutes(
    () => ++events,
    () => moment,
  );

  const api = await startApi(
    Object.fromEntries([
      route('GET /cards', (_params, _body, query: Query) => pageOf(query)),
      route('GET /cards/:id', ({ id }) => rows.get(String(id)) ?? gone()),
      route('POST /cards', (_params, body: Partial<Row>) =>
        rows.has(String(body.id))
          ? reply(409)
          : put({ id: `new-${++creations}`, title: '', status: 'open', votes: 0, version: 0, ...body }),
      ),
      route(
        'PATCH /cards/:id',
        changing((row, body) => ({ ...row, ...body })),
      ),
      route(
        'PUT /cards/:id',
        changing((row, body) => ({ ...row, ...body })),
      ),
      route(
        'POST /cards/:id/vote',
        changing(row => ({ ...row, votes: row.votes + 1 })),
      ),
      route(
        'POST /cards/:id/reset',
        changing(row => ({ ...row, votes: 0 })),
      ),
      route('DELETE /cards/:id', remove),
      route('GET /likes', () => inList('like')),
      route('POST /likes', (_params, body: Partial<Row>) => {
        const id = `like-${String(body.title)}`;
        return put({ id, title: '', votes: 0, version: 0, ...body, status: 'like' });
      }),
      route('DELETE /likes/:id', remove),
    ]),
  );

  return {
    api,
    rows,
    visits,
    get timings() {
      return timings.toSorted((a, b) => a.mutation - b.mutation);
    },
    listed: status => inList(status).map(({ id }) => id),
    get onChange() {
      return onChange;
    },
    set onChange(listener) {
      onChange = listener;
    },
    nextMoment() {
      moment++;
    },
    write(id, change) {
      const row = rows.get(id);
      if (row !== undefined) put({ ...row, ...change, version: row.version + 1 });
    },
    get isSorted() {
      return isSorted;
    },
    set isSorted(sorts) {
      isSorted = sorts;
    },
    get pageSize() {
      return pageSize;
    },
    set pageSize(size) {
      pageSize = size;
    },
    reset(more = []) {
      rows.clear();
      visits.length = 0;
      timings.length = 0;
      created.clear();
      joined.clear();
      creations = 0;
      events = 0;
      moment = 0;
      onChange = () => {};
      for (const id of ['1', '2', '3']) {
        put({ id, title: id, status: id === '3' ? 'done' : 'open', votes: 0, version: 0 });
      }
      for (const row of more) put(row);
      put({ id: 'like-1', title: '1', status: 'like', votes: 0, version: 0 });
    },
  };
}
