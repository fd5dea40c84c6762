import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocketServer } from 'ws';
import { type Row, type ScriptedServer, STATUSES } from '../../../overlap/scriptedServer';

export const TRANSPORTS = ['events', 'socket'] as const;
export type Transport = (typeof TRANSPORTS)[number];

/** A message about one record; without a row it was deleted. */
export interface Change {
  readonly id: string;
  readonly row?: Row | undefined;
  /** The current lists, if messages contain them. */
  readonly lists?: Readonly<Record<string, readonly Row[]>> | undefined;
}

/** What the server does with a new connection. */
export type Welcome = 'accept' | 'refuse' | 'hold';

/** How the server reports its changes. */
export interface LiveSetting {
  /** Streams send only what is subscribed to; events, which have no topics, are sent while any subscription exists. */
  readonly hasTopics: boolean;
  /** Events have ids, from which a stream continues. */
  readonly hasIds: boolean;
  /** Messages contain records and lists as responses. */
  readonly bringsLists: boolean;
  /** Streams are open while a user is logged in. */
  readonly hasSession: boolean;
}

interface Message {
  readonly changes: readonly Change[];
  /** The position from which an event stream continues after it. */
  readonly after: number;
}

/** One connection, on the server's side. */
interface Link {
  readonly number: number;
  readonly transport: Transport;
  readonly pending: Message[];
  readonly sent: Message[];
  readonly topics: Set<string>;
  count: number;
  send(text: string, id: number): void;
  /** Sends only a part of the text, then closes the connection. */
  cut(text: string, id: number): void;
}

/** A server that streams changes by server-sent events and a web socket, and sends, breaks and accepts on command. */
export async function startLiveServer() {
  let rows: ScriptedServer['rows'] = new Map();
  let listed: ScriptedServer['listed'] = () => [];
  let bringsLists = false;
  const listNow = (status: string) => listed(status).map(id => rows.get(id) as Row);
  const listsNow = () =>
    bringsLists ? Object.fromEntries(['', ...STATUSES].map(status => [status, listNow(status)])) : undefined;
  let changes: Change[] = [];
  let links = new Set<Link>();
  let held = new Set<() => void>();
  let welcome: Record<Transport, Welcome> = { events: 'accept', socket: 'accept' };
  let hasIds = true;
  let hasTopics = false;
  let hasSession = false;
  const goesOn = (transport: Transport) => transport === 'events' && hasIds && !hasSession;
  const asksFor = (transport: Transport) => hasTopics && transport === 'socket';
  let linkCount = 0;
  /** Where each session began, and the sessions that already had a connection or a refusal. */
  let sessions: number[] = [0];
  let known = new Set<string>();
  /** Topics of a socket that broke: the client has to refetch what changed meanwhile. */
  let broken = new Set<string>();
  const last = new Map<string, Row | undefined>();

  const linkOf = (transport: Transport, wire: Pick<Link, 'send' | 'cut'>): Link => {
    const empty = { pending: [], sent: [], topics: new Set<string>(), count: 0 };
    return { number: ++linkCount, transport, ...empty, ...wire };
  };
  const textOf = (link: Link, { changes }: Message, count = ++link.count) =>
    JSON.stringify({ link: link.number, count, changes });
  const concerns = (topic: string, before: Row | undefined, change: Change) =>
    topic === `id ${change.id}` ||
    topic === 'status ' ||
    topic === `status ${before?.status}` ||
    topic === `status ${change.row?.status}`;

  /**
   * Sends what changed since the session began to its first connection, and what followed its last event to any other.
   */
  function begin(link: Link, session: number, lastEventId: string | undefined) {
    links.add(link);
    const name = `${link.transport} ${session}`;
    const isNew = !known.has(name);
    known.add(name);
    if (asksFor(link.transport)) return;
    const from =
      lastEventId !== undefined ? Number(lastEventId) : isNew ? (sessions[session] ?? 0) : undefined;
    if (from !== undefined)
      for (let i = from; i < changes.length; i++)
        link.pending.push({ changes: [changes[i] as Change], after: i + 1 });
  }

  /** Sends the current state to a new subscriber. */
  function present(link: Link, topic: string) {
    const [kind, value = ''] = topic.split(' ');
    const all =
      kind === 'id'
        ? [{ id: value, row: rows.get(value) }]
        : [...new Set([...changes.map(({ id }) => id), ...rows.keys()])].map(id => ({
            id,
            row: rows.get(id),
            lists: listsNow(),
          }));
    link.pending.push({ changes: all.filter(({ id }) => !id.startsWith('like')), after: changes.length });
  }

  function whenWelcome(transport: Transport, session: number, accept: () => void, refuse: () => void) {
    if (welcome[transport] === 'accept') return accept();
    if (welcome[transport] === 'hold') return void held.add(accept);
    if (!goesOn(transport)) known.add(`${transport} ${session}`);
    refuse();
  }

  const server = createServer((request, response: ServerResponse) => {
    const session = Number(new URL(request.url ?? '', 'http://x').searchParams.get('session'));
    const lastEventId = request.headers['last-event-id'] as string | undefined;
    const accept = () => {
      held.delete(accept);
      if (response.destroyed) return;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const isNew = !known.has(`events ${session}`);
      const place = isNew ? (sessions[session] ?? 0) : changes.length;
      response.write(hasIds && lastEventId === undefined ? `id: ${place}\n\n` : ': hello\n\n');
      const eventOf = (text: string, id: number) => `${hasIds ? `id: ${id}\n` : ''}data: ${text}\r\n\r\n`;
      const link = linkOf('events', {
        send(text, id) {
          const event = eventOf(text, id);
          const middle = Math.floor(event.length / 2);
          response.write(event.slice(0, middle));
          response.write(event.slice(middle));
        },
        cut(text, id) {
          if (text === '') return void response.destroy();
          // Up to the middle of the data: the id arrives, the event does not.
          const start = eventOf(text, id).slice(0, -Math.floor(text.length / 2));
          response.write(start, () => response.destroy());
        },
      });
      response.once('close', () => links.delete(link));
      begin(link, session, lastEventId);
    };
    response.once('close', () => held.delete(accept));
    whenWelcome('events', session, accept, () => response.writeHead(503).end());
  });
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket: Socket, head) => {
    const session = Number(new URL(request.url ?? '', 'http://x').searchParams.get('session'));
    socket.on('error', () => {});
    const accept = () => {
      held.delete(accept);
      if (socket.destroyed) return;
      sockets.handleUpgrade(request, socket, head, opened => {
        const link = linkOf('socket', {
          send: text => opened.send(text),
          cut(text) {
            if (text === '') return void socket.destroy();
            opened.send(text.slice(0, 5), { fin: false }, () => socket.destroy());
          },
        });
        opened.on('error', () => {});
        opened.once('close', () => links.delete(link));
        opened.on('message', data => {
          const { on, off } = JSON.parse(String(data)) as { on?: string; off?: string };
          if (off !== undefined) link.topics.delete(off);
          if (on === undefined) return;
          if (link.topics.has(on)) faults.push(`Subscribed twice to ${on}`);
          if (on.includes('optimistic:')) faults.push(`Subscribed to ${on}, which has no name yet`);
          link.topics.add(on);
          if (!broken.has(on)) present(link, on);
          broken.delete(on);
        });
        begin(link, session, undefined);
      });
    };
    socket.once('close', () => held.delete(accept));
    whenWelcome('socket', session, accept, () => socket.destroy());
  });
  const faults: string[] = [];
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const of = (transport: Transport) => [...links].filter(link => link.transport === transport);

  return {
    address: `127.0.0.1:${port}`,
    faults,
    get links(): readonly Link[] {
      return [...links];
    },
    /** Whether a connection waits to be accepted. */
    get holds() {
      return held.size > 0;
    },
    /** Whether a stream gets everything it has missed, so that no refetch is needed. */
    goesOn,
    /** Whether a stream is open only while something is subscribed to. */
    isTopical: (transport: Transport) => hasTopics && (transport === 'socket' || hasIds),
    of,
    tell(changed: Row | string) {
      const [id, row] = typeof changed === 'string' ? [changed] : [changed.id, changed];
      const change = { id, row, lists: listsNow() };
      const before = last.get(id);
      last.set(id, row);
      changes.push(change);
      for (const link of links) {
        const isTold =
          !asksFor(link.transport) || [...link.topics].some(topic => concerns(topic, before, change));
        if (isTold) link.pending.push({ changes: [change], after: changes.length });
      }
    },
    deliver(transport: Transport, most: number) {
      for (const link of of(transport))
        for (const message of link.pending.splice(0, most)) {
          link.send(textOf(link, message), message.after);
          link.sent.push(message);
        }
    },
    /** Repeats the latest messages in their order. */
    repeat(transport: Transport, most: number) {
      for (const link of of(transport))
        for (const message of link.sent.slice(-most)) link.send(textOf(link, message), message.after);
    },
    cut(transport: Transport, isMidway: boolean) {
      for (const link of of(transport)) {
        links.delete(link);
        const [next] = link.pending;
        if (transport === 'socket') for (const topic of link.topics) broken.add(topic);
        link.cut(isMidway && next !== undefined ? textOf(link, next, link.count + 1) : '', next?.after ?? 0);
      }
    },
    welcome(transport: Transport, how: Welcome) {
      welcome[transport] = how;
      if (how === 'accept') for (const accept of [...held]) accept();
    },
    /** Begins a session, whose first connection gets all changes from now on. */
    beginSession() {
      broken.clear();
      return sessions.push(changes.length) - 1;
    },
    /** New subscribers get the current state. */
    forgetBroken() {
      broken.clear();
    },
    /** A client has sent its subscriptions again with a new connection. */
    noteQuiet() {
      if (of('socket').length > 0) broken.clear();
    },
    reset(server: ScriptedServer, setting: LiveSetting) {
      for (const link of links) link.cut('', 0);
      ({ rows, listed } = server);
      ({ hasIds, hasTopics, hasSession, bringsLists } = setting);
      last.clear();
      for (const [id, row] of rows) last.set(id, row);
      changes = [];
      links = new Set();
      held = new Set();
      welcome = { events: 'accept', socket: 'accept' };
      sessions = [0];
      known = new Set();
      broken = new Set();
      faults.length = 0;
    },
    close() {
      for (const client of sockets.clients) client.terminate();
      sockets.close();
      server.closeAllConnections();
      return new Promise(resolve => server.close(resolve));
    },
  };
}
export type LiveServer = Awaited<ReturnType<typeof startLiveServer>>;
