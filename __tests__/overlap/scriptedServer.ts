import { hangUp, reply, startApi, type TestApi } from '../helpers/startApi';

/** One record of the server. */
export interface Row {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly votes: number;
  /** Counts the changes of the record, whoever made them. */
  readonly version: number;
}

/** A request that has arrived: the server acts on it, and responds, when the script says so. */
export interface Visit {
  /** What the client calls it by, in a header. */
  readonly name: string;
  readonly request: string;
  readonly isMutation: boolean;
  /** What the server was told to do with it: `cut` acts and never responds; `late` acts, and a gateway has lost patience. */
  act(): void;
  respond(how?: 'respond' | 'cut' | 'fail' | 'vanish' | 'late'): void;
  readonly hasActed: boolean;
}

/** When an attempt of a mutation was acted on and got its response, among all such events. */
export interface Timing {
  /** The same for each attempt of a mutation. */
  readonly mutation: number;
  acted?: number;
  responded?: number;
}

export const STATUSES = ['open', 'done'] as const;

/** A server that works on each request at a moment of the script's choosing, and responds at another. */
export interface ScriptedServer {
  readonly api: TestApi;
  readonly rows: Map<string, Row>;
  /** Requests that have arrived and have no response yet. */
  readonly visits: Visit[];
  /** All attempts of mutations that have arrived since the reset, in the order in which they left first. */
  readonly timings: readonly Timing[];
  /** The keys of a list, in the server's order: that in which records joined it, or were created. */
  listed(status: string): readonly string[];
  /** Called with each record that has changed, and with the key of each that is gone. */
  onChange: (change: Row | string) => void;
  /** Another person changes a record. */
  write(id: string, change: Partial<Row>): void;
  reset(): void;
}

type Handler = (params: Readonly<Record<string, unknown>>, body: Partial<Row>, query: string) => unknown;

/** Starts the server; records have keys that it makes, or the ones that the client names (`PUT /cards/:id/like`). */
export async function startScriptedServer(): Promise<ScriptedServer> {
  const rows = new Map<string, Row>();
  const visits: Visit[] = [];
  const timings: Timing[] = [];
  /** When each record got its status, or was created. */
  const joined = new Map<string, number>();
  let events = 0;
  let created = 0;
  let onChange: ScriptedServer['onChange'] = () => {};
  const gone = () => reply(404, { message: 'gone' });

  function put(row: Row): Row {
    if (rows.get(row.id)?.status !== row.status) joined.set(row.id, ++events);
    rows.set(row.id, row);
    onChange(row);
    return row;
  }
  const changing =
    (change: (row: Row, body: Partial<Row>) => Row): Handler =>
    ({ id }, body) => {
      const row = rows.get(String(id));
      return row === undefined ? gone() : put({ ...change(row, body), id: row.id, version: row.version + 1 });
    };
  /** All cards in the order of their creation, those with a status in that in which they got it. */
  const inList = (status: string): readonly Row[] =>
    [...rows.values()]
      .filter(row => (status === '' ? row.status !== 'like' : row.status === status))
      .sort((a, b) => (status === '' ? 0 : (joined.get(a.id) ?? 0) - (joined.get(b.id) ?? 0)));
  const remove: Handler = ({ id }) => {
    if (!rows.delete(String(id))) return gone();
    onChange(String(id));
    return {};
  };

  const route = (request: string, handler: Handler) => {
    const isMutation = !request.startsWith('GET');
    const handle = (arrived: {
      params: object;
      body: unknown;
      query: object;
      url: string;
      headers: object;
    }) =>
      new Promise<unknown>(resolve => {
        let result: unknown;
        const { visit: name, mutation } = arrived.headers as Readonly<Record<string, string | undefined>>;
        const timing: Timing = { mutation: Number(mutation) };
        if (isMutation) timings.push(timing);
        const visit = {
          name: String(name),
          request: `${request.split(' ')[0]} ${arrived.url}`,
          isMutation,
          hasActed: false,
          act() {
            if (visit.hasActed) return;
            visit.hasActed = true;
            timing.acted = ++events;
            const { status = '' } = arrived.query as { status?: string };
            result = handler(arrived.params as never, (arrived.body ?? {}) as never, status);
          },
          respond(how: Parameters<Visit['respond']>[0] = 'respond') {
            if (how !== 'fail' && how !== 'vanish') visit.act();
            timing.responded = ++events;
            visits.splice(visits.indexOf(visit), 1);
            if (how === 'cut' || how === 'vanish') return resolve(hangUp());
            if (how === 'late') return resolve(reply(408, { message: how }));
            resolve(how === 'fail' ? reply(visit.hasActed ? 503 : 409, { message: how }) : result);
          },
        };
        visits.push(visit);
      });
    return [request, handle] as const;
  };

  const api = await startApi(
    Object.fromEntries([
      route('GET /cards', (_params, _body, status) => inList(status)),
      route('GET /cards/:id', ({ id }) => rows.get(String(id)) ?? gone()),
      route('POST /cards', (_params, body) =>
        put({ id: `new-${++created}`, title: '', status: 'open', votes: 0, version: 0, ...body }),
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
      route('DELETE /cards/:id', remove),
      route('GET /likes', () => inList('like')),
      route('POST /likes', (_params, body) => {
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
    write(id, change) {
      const row = rows.get(id);
      if (row !== undefined) put({ ...row, ...change, version: row.version + 1 });
    },
    reset() {
      rows.clear();
      visits.length = 0;
      timings.length = 0;
      joined.clear();
      created = 0;
      onChange = () => {};
      for (const id of ['1', '2', '3']) {
        rows.set(id, { id, title: id, status: id === '3' ? 'done' : 'open', votes: 0, version: 0 });
      }
      rows.set('like-1', { id: 'like-1', title: '1', status: 'like', votes: 0, version: 0 });
    },
  };
}
