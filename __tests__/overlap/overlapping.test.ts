import type { Action } from '@reduxjs/toolkit';
import fc from 'fast-check';
import {
  Controller,
  createDataClient,
  type DataState,
  Entity,
  type FetchPromise,
  gcManager,
  hydrationManager,
  Invalidate,
  keyOf,
  networkManager,
  RestEndpoint,
  resource,
  Union,
} from 'rdc-toolkit';
import { type StreamHandlers, streamManager } from 'rdc-toolkit/stream';
import { mount } from './mount';
import {
  asVisit,
  expectEqual,
  memoized,
  patienceFor,
  playAll,
  printRepeated,
  recordedStore,
  requests,
  runsOf,
  serve,
  settled,
} from './playing';
import type { Timing } from './scriptedRoutes';
import { byTitle, type Row, type ScriptedServer, STATUSES, startScriptedServer } from './scriptedServer';

class Card extends Entity {
  id = '';
  title = '';
  status = '';
  votes = 0;
  version = 0;
  static key: string = 'Card';
}

/** Another kind of card, for lists that hold both. */
class Note extends Card {
  static override key = 'Note';
}

class Like extends Entity {
  id = '';
  title = '';
  static key = 'Like';
}

/** One action of a user, a poll or another person. */
type Step =
  | { readonly kind: 'create'; readonly title: string; readonly status: string; readonly type: string }
  | { readonly kind: 'recreate'; readonly id: string; readonly title: string; readonly status: string }
  | { readonly kind: 'rename'; readonly id: string; readonly title: string }
  | { readonly kind: 'replace'; readonly id: string; readonly title: string; readonly votes: number }
  | { readonly kind: 'vote' | 'reset'; readonly id: string }
  | { readonly kind: 'move'; readonly id: string; readonly status: string }
  | { readonly kind: 'delete'; readonly id: string }
  | { readonly kind: 'like'; readonly title: string }
  | { readonly kind: 'unlike'; readonly title: string }
  | { readonly kind: 'poll'; readonly status: string }
  | { readonly kind: 'read'; readonly id: string }
  | { readonly kind: 'more'; readonly status: string }
  | { readonly kind: 'open' };

/** Releases mutations that wait for a token, for each attempt. */
const tokens: (() => void)[] = [];

/** Numbers of mutations in a run, by body or else by URL: the same for each attempt. */
const numbers = new Map<unknown, number>();
function numberOf(about: unknown): string {
  if (!numbers.has(about)) numbers.set(about, numbers.size + 1);
  return String(numbers.get(about));
}

/** Names each request, so that a script can wait until the server has it. */
class Numbered extends RestEndpoint {
  /** A day, so that the state shared by many runs does not expire on a busy machine. */
  override dataExpiryLength = 86_400_000;
  override async getRequestInit(...args: Parameters<RestEndpoint['getRequestInit']>) {
    const init = await super.getRequestInit(...args);
    if (this.method === 'GET') return init;
    await new Promise<void>(resolve => tokens.push(resolve));
    const [body] = args;
    if (body === undefined) return init;
    return { ...init, headers: { ...(init.headers as object), mutation: numberOf(body) } };
  }
  override async fetchResponse(input: string, init: RequestInit): Promise<Response> {
    const mutation = this.method === 'GET' || init.body !== undefined ? {} : { mutation: numberOf(input) };
    return asVisit(visit =>
      super.fetchResponse(input, { ...init, headers: { ...init.headers, ...mutation, visit } }),
    );
  }
}

const title = fc.constantFrom('a', 'b', 'c');
const status = fc.constantFrom(...STATUSES);
const type = fc.constantFrom('card', 'note');
const liked = fc.constantFrom('1', '2');
const stepsOn = (id: fc.Arbitrary<string>): fc.Arbitrary<Step> =>
  fc.oneof(
    fc.record({ kind: fc.constant('create' as const), title, status, type }),
    fc.record({ kind: fc.constant('rename' as const), id, title }),
    fc.record({ kind: fc.constant('replace' as const), id, title, votes: fc.nat(2) }),
    fc.record({ kind: fc.constant('vote' as const), id }),
    // May set the value that is already there.
    fc.record({ kind: fc.constant('reset' as const), id }),
    fc.record({ kind: fc.constant('move' as const), id, status }),
    fc.record({ kind: fc.constant('delete' as const), id }),
    fc.record({ kind: fc.constant('like' as const), title: liked }),
    fc.record({ kind: fc.constant('unlike' as const), title: liked }),
    fc.record({ kind: fc.constant('poll' as const), status }),
    fc.record({ kind: fc.constant('read' as const), id }),
    fc.record({ kind: fc.constant('open' as const) }),
  );
const step = stepsOn(fc.constantFrom('1', '2', '3'));
/** A deleted card comes back under its key, perhaps in another list. */
const again: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('delete' as const), id: fc.constantFrom('1', '3') }),
  fc.record({ kind: fc.constant('recreate' as const), id: fc.constantFrom('1', '3'), title, status }),
);
const stepOrAgain = fc.oneof(step, again);

/** The next page of a list, or its first one again. */
const page: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('more' as const, 'more' as const, 'poll' as const),
  status: fc.constantFrom('', ...STATUSES, ...STATUSES),
});
/** A card of a later page moves to another list, perhaps before the page has landed. */
const moved: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('move' as const),
  id: fc.constantFrom('4', '7'),
  status,
});
const stepOrPage = fc.oneof(stepsOn(fc.constantFrom('1', '2', '3', '4', '5', '6', '7')), page, moved);
const stepPageOrAgain = fc.oneof(stepOrPage, again);

/** The steps of a run. */
function stepIn({ hasPages, recreates }: Mode): fc.Arbitrary<Step> {
  if (hasPages) return recreates ? stepPageOrAgain : stepOrPage;
  return recreates ? stepOrAgain : step;
}

/** What can happen besides mutations and reads. */
interface Mode {
  readonly isOptimistic: boolean;
  readonly concurrency?: 'serial';
  /** There are two kinds of cards. */
  readonly hasKinds?: boolean;
  /** Lists of cards have `belongs`. */
  readonly follows?: boolean;
  /** They are also sorted. */
  readonly sorts?: boolean;
  /** Mutations may be cut off, fail, or be aborted. */
  readonly hasFailures?: boolean;
  readonly retries?: boolean;
  readonly hasOtherWriters?: boolean;
  /** Each change on the server also comes as a message. */
  readonly hasStream?: boolean;
  /** The stream breaks, loses undelivered messages, and reconnects. */
  readonly reconnects?: boolean;
  /** A saved copy is hydrated during the run. */
  readonly hydrates?: boolean;
  /** Unused data is collected all the time. */
  readonly collects?: boolean;
  /** Requests leave the screen and come back, when they refetch stale data. */
  readonly comesAndGoes?: boolean;
  /** Lists are paginated. */
  readonly hasPages?: boolean;
  /** Deleted cards are recreated under their keys. */
  readonly recreates?: boolean;
}

/** The resources of a server, defined once as in an app. */
const resourcesFor = memoized(
  (url: string, isOptimistic: boolean, follows = false, sorts = false, hasKinds = false) => ({
    CardResource: resource({
      path: '/cards/:id',
      // The same type to the rest of the test.
      schema: hasKinds ? (new Union({ card: Card, note: Note }, 'type') as never as typeof Card) : Card,
      Endpoint: Numbered,
      urlPrefix: url,
      searchParams: {} as { status?: string },
      optimistic: isOptimistic,
      paginationField: 'after',
      belongs: follows ? (card: Card, { status = card.status }) => card.status === status : undefined,
      addTo: sorts ? byTitle : undefined,
    })
      .extend({ getList: { meta: ({ headers }) => ({ next: headers.get('next') }) } })
      .extend('vote', { path: '/cards/:id/vote', method: 'POST', body: undefined })
      .extend('reset', { path: '/cards/:id/reset', method: 'POST', body: undefined })
      // It returns only a record: the lists find its place.
      .extend(({ getList }) => ({ create: getList.push.extend({ schema: Card }) })),
    LikeResource: resource({
      path: '/likes/:id',
      schema: Like,
      Endpoint: Numbered,
      urlPrefix: url,
      optimistic: isOptimistic,
    }),
  }),
);

function clientFor(
  url: string,
  { isOptimistic, concurrency, follows, sorts, hasKinds, retries, collects, reconnects }: Mode,
  start: DataState | undefined,
) {
  const resources = resourcesFor(url, isOptimistic, follows, sorts, hasKinds);
  const { CardResource, LikeResource } = resources;
  const wire = { connect() {}, handlers: undefined as StreamHandlers | undefined };
  const stream = streamManager({
    source(handlers) {
      wire.handlers = handlers;
      return { close() {} };
    },
    listen(page) {
      wire.connect = page.onOnline;
      return () => {};
    },
    read: message => message as { readonly schema: typeof Card; readonly value: object },
    feeds: [CardResource.get, CardResource.getList, LikeResource.getList],
  });
  const client = createDataClient({
    managers: [
      ...(reconnects ? [stream] : []),
      networkManager({
        ...(concurrency && { concurrency }),
        ...(retries && { retry: { limit: 2, sideEffects: true, baseDelayMs: 1, maxDelayMs: 1 } }),
      }),
      gcManager(
        collects
          ? { intervalMs: 1, keepUnusedMs: 0, maxRecords: 0 }
          : { intervalMs: Number.POSITIVE_INFINITY },
      ),
      hydrationManager(),
    ],
  });
  const recorded = recordedStore(client, start);
  return {
    ...recorded,
    client,
    ...resources,
    wire,
    controller: new Controller(recorded.store),
  };
}

type Client = ReturnType<typeof clientFor>;

/** The arguments of a list: all cards, or those with a status. */
const listed = (status: string) => (status === '' ? {} : { status });

/** Fetches a list, or the page after what is shown of it. */
function fetchMore({ store, CardResource: { getList } }: Client, status: string): FetchPromise<unknown> {
  const args = listed(status);
  const after = nextOf(getList.select(args)(store.getState()));
  return store.dispatch(
    after === undefined ? getList.fetch(args) : getList.getPage.fetch({ ...args, after }),
  );
}

/** Where the next page of a list begins; `undefined` after the last one. */
const nextOf = ({ meta }: { readonly meta?: unknown }) =>
  (meta as { readonly next: string | null } | undefined)?.next ?? undefined;

function begin(client: Client, mode: Mode, asked: Step): FetchPromise<unknown> {
  const { store, CardResource, LikeResource } = client;
  const { getList, create, partialUpdate, update, vote, reset, get } = CardResource;
  switch (asked.kind) {
    case 'create':
      return store.dispatch(
        (mode.sorts ? create : getList.push).fetch(
          { status: asked.status },
          {
            title: asked.title,
            status: asked.status,
            ...(mode.hasKinds && { type: asked.type }),
          },
        ),
      );
    case 'recreate':
      return store.dispatch(
        (mode.sorts ? create : getList.push).fetch(
          { status: asked.status },
          { id: asked.id, title: asked.title, status: asked.status },
        ),
      );
    case 'rename':
      return store.dispatch(partialUpdate.fetch({ id: asked.id }, { title: asked.title }));
    case 'replace':
      return store.dispatch(update.fetch({ id: asked.id }, { title: asked.title, votes: asked.votes }));
    case 'reset':
      return store.dispatch(reset.fetch({ id: asked.id } as never));
    case 'vote':
      return store.dispatch(vote.fetch({ id: asked.id } as never));
    case 'move':
      return store.dispatch(getList.move.fetch({ id: asked.id }, { status: asked.status }));
    case 'delete':
      return store.dispatch(CardResource.delete.fetch({ id: asked.id }));
    case 'like':
      return store.dispatch(LikeResource.getList.push.fetch({ title: asked.title }));
    case 'unlike':
      return store.dispatch(LikeResource.delete.fetch({ id: `like-${asked.title}` }));
    case 'poll':
      return store.dispatch(getList.fetch(listed(asked.status)));
    case 'read':
      return store.dispatch(get.fetch({ id: asked.id }));
    case 'open':
      return store.dispatch(getList.fetch({}));
    case 'more':
      return fetchMore(client, asked.status);
  }
}

/** Whether a retry waits for its turn. */
const isRetrying = ({ visits }: ScriptedServer, { mutating }: DataState) =>
  mutating > tokens.length + visits.filter(({ isMutation }) => isMutation).length;

/** Whether a mutation left before another response or message landed that left before its own did. */
function hasOverlap(log: readonly Action[]): boolean {
  const landed = (log as readonly Landed[]).filter(({ meta }) => meta?.landed !== undefined);
  return landed.some(
    one =>
      one.key?.startsWith('GET') === false &&
      landed.some(
        other => other !== one && other.meta.left < one.meta.landed && one.meta.left < other.meta.landed,
      ),
  );
}

/**
 * Whether the server processed two mutations in another order than the one in which they left and got their responses,
 * perhaps in one turn: a client cannot know that, and adds their creations in its own order. A retried mutation has
 * the response of its last attempt.
 */
function hasUnseenSwap(timings: readonly Timing[]): boolean {
  const attempts = timings.filter(({ acted }) => acted !== undefined);
  const responded = ({ mutation }: Timing) =>
    Math.max(...timings.flatMap(one => (one.mutation === mutation ? (one.responded ?? Infinity) : [])));
  return attempts.some((first, i) =>
    attempts
      .slice(i + 1)
      .some(next => (next.acted ?? 0) < (first.acted ?? 0) && responded(first) <= responded(next)),
  );
}

interface Landed extends Action {
  readonly key?: string;
  readonly meta: { readonly left: number; readonly landed: number };
}

interface Run {
  /** Includes reconnects: each refetches what is mounted, too. */
  readonly mutations: number;
  readonly breaks: number;
  readonly overlapped: boolean;
  readonly refetches: number;
  readonly mounted: number;
}

/** A request whose response is on screen. */
interface Shown {
  readonly endpoint: { key(...args: never[]): string };
  readonly args: readonly unknown[];
}

/** What each run shows from the start. */
const shownAtStart = ({ CardResource, LikeResource }: Client): Shown[] => [
  ...STATUSES.map(each => ({ endpoint: CardResource.getList, args: [{ status: each }] })),
  { endpoint: CardResource.get, args: [{ id: '1' }] },
  { endpoint: LikeResource.getList, args: [] },
];

const fetchShown = ({ store, CardResource }: Client, { endpoint, args }: Shown) =>
  store.dispatch(
    (endpoint as typeof CardResource.get).fetch(...(args as unknown as [{ readonly id: string }])),
  );

const showOn = ({ store }: Client, { endpoint, args }: Shown) => mount(store, endpoint as never, args);

/** Mounts what is on screen from the start of a run, and fetches it if it is missing. */
async function openScreen(
  server: ScriptedServer,
  client: Client,
  isThere: boolean,
): Promise<Map<Shown, () => void>> {
  const mounted = new Map<Shown, () => void>();
  for (const shown of shownAtStart(client)) {
    // Mounted before it lands: otherwise it would be garbage-collected in between.
    mounted.set(shown, showOn(client, shown));
    if (!isThere) await serve(server, fetchShown(client, shown));
  }
  return mounted;
}

/**
 * The state from which each run on a server starts: everything has been fetched.
 *
 * A stream that opens refetches what was there before it, so runs with a stream fetch for themselves.
 */
async function startOf(server: ScriptedServer, mode: Mode): Promise<DataState | undefined> {
  if (mode.reconnects) return undefined;
  const known = starts.get(server);
  if (known !== undefined) return known;
  const client = clientFor(server.api.url, mode, undefined);
  const mounted = await openScreen(server, client, false);
  // A refetched list is shorter than what is shown of it.
  for (const list of mode.hasPages ? STATUSES : []) await serve(server, fetchMore(client, list));
  const start = client.store.getState().rdc;
  for (const unmount of mounted.values()) unmount();
  starts.set(server, start);
  return start;
}
const starts = new WeakMap<ScriptedServer, DataState>();

/** What is in doubt though shown and existing, with no refetch pending: no response can tell about deleted records. */
function doubtsOnScreen(
  { store }: Client,
  { rows }: ScriptedServer,
  mounted: Iterable<Shown>,
): readonly string[] {
  const state = store.getState();
  const placeOf = (record: Card) => `${(record.constructor as typeof Card).key} ${record.id}`;
  /** Lists and records by kind; a record that cannot be shown only by its key, if the server has it. */
  const shown = [...mounted].flatMap(({ endpoint, args }) => {
    const { schema, select } = endpoint as Client['CardResource']['getList'];
    const { data } = select.call(endpoint, ...(args as [{ status: string }]))(state);
    if (Array.isArray(data)) return [`${schema.key} ${JSON.stringify(args[0] ?? {})}`, ...data.map(placeOf)];
    const { id } = args[0] as { readonly id: string };
    return rows.has(id) ? [data === undefined ? id : placeOf(data as unknown as Card)] : [];
  });
  return Object.entries(state.rdc.doubts).flatMap(([kind, of]) =>
    Object.keys(of).filter(
      pk => (of[pk] ?? 0) > 0 && (shown.includes(pk) || shown.includes(`${kind} ${pk}`)),
    ),
  );
}

const READS: ReadonlySet<Step['kind']> = new Set(['poll', 'read', 'open', 'more']);

/** Several pages of few records, so that a lost page soon shows. */
const PAGE_SIZE = 1;
const FURTHER_ROWS: readonly Row[] = ['open', 'done', 'open', 'done'].map((each, i) => ({
  id: String(i + 4),
  title: 'a',
  status: each,
  votes: 0,
  version: 0,
}));

async function play(
  server: ScriptedServer,
  mode: Mode,
  steps: readonly Step[],
  choose: (below: number) => number,
): Promise<Run> {
  server.reset(mode.hasPages ? FURTHER_ROWS : []);
  server.isSorted = !!mode.sorts;
  server.pageSize = mode.hasPages ? PAGE_SIZE : Number.POSITIVE_INFINITY;
  /** The kind of each card, including deleted ones. */
  const types = new Map<string, string | undefined>();
  const noteType = (row: Row) => types.set(row.id, (row as { readonly type?: string }).type);
  for (const row of mode.hasKinds ? [...server.rows.values()] : []) {
    const typed = row.status === 'like' ? row : { ...row, type: row.id === '2' ? 'note' : 'card' };
    server.rows.set(row.id, typed);
    noteType(typed);
  }
  tokens.length = 0;
  numbers.clear();
  const start = await startOf(server, mode);
  const client = clientFor(server.api.url, mode, start);
  const { store, CardResource, LikeResource, controller, log } = client;
  const mounted = await openScreen(server, client, start !== undefined);
  const shownNow = [...mounted.keys()];
  /** A list that is first read in the middle of the run, and stays on screen. */
  const everything = { endpoint: CardResource.getList, args: [{}] };
  let hasOpened = false;
  const show = (one: Shown) => mounted.set(one, showOn(client, one));
  /** Remounts a request, as a component does. */
  const comeBack = (one: Shown) => {
    show(one);
    const endpoint = one.endpoint as typeof CardResource.get;
    return store.dispatch(endpoint.fetchIfStale(...(one.args as unknown as [{ id: string }])));
  };
  const atStart = store.getState().rdc;
  expect([undefined, atStart]).toContain(start);
  const saved = JSON.parse(JSON.stringify(atStart)) as DataState;
  const messages: (Row | string)[] = [];
  const { wire } = client;
  wire.handlers?.onOpen();
  let breaks = 0;
  /** Undelivered messages are lost: the client cannot know about them. */
  const reconnect = () => {
    if (breaks === MAX_BREAKS) return;
    breaks++;
    messages.length = 0;
    wire.handlers?.onClose();
    wire.connect();
    wire.handlers?.onOpen();
  };
  server.onChange = change => {
    if (typeof change !== 'string') noteType(change);
    if (mode.hasStream) messages.push(change);
  };
  const deliver = () => {
    const message = messages.shift();
    if (message === undefined) return;
    const kindOf = (key: string) =>
      key.startsWith('like') ? Like : mode.hasKinds && types.get(key) === 'note' ? Note : Card;
    if (mode.reconnects) {
      const isGone = typeof message === 'string';
      const entity = kindOf(isGone ? message : message.id);
      const value = isGone ? { id: message } : message;
      wire.handlers?.onMessage({ schema: isGone ? new Invalidate(entity) : entity, value }, 'message');
    } else if (typeof message === 'string')
      controller.set(new Invalidate(kindOf(message)), { id: message }, { id: message });
    else controller.set(kindOf(message.id), { id: message.id }, message);
  };
  const begunBefore = requests.sent;
  let mutations = 0;
  let reads = 0;
  const promises: FetchPromise<unknown>[] = [];

  const quiet = () => settled(server, store, state => !!mode.retries && isRetrying(server, state));

  /** The state that was last compared with its copy. */
  let compared: unknown;

  /** Performs one possible action; returns whether it remounted a request. */
  const happenOnce = (): boolean => {
    // In the order in which they left: with several connections they arrive in any order.
    const visits = server.visits.toSorted((a, b) => Number(a.name) - Number(b.name));
    const options: (() => void)[] = [];
    for (const visit of visits) {
      options.push(() => visit.respond());
      if (!visit.hasActed) options.push(() => visit.act());
      if (visit.isMutation && mode.hasFailures) {
        options.push(
          () => visit.respond('cut'),
          () => visit.respond('fail'),
        );
      }
      if (visit.isMutation && mode.retries) {
        options.push(
          () => visit.respond('cut'),
          () => visit.respond('vanish'),
        );
      }
    }
    if (mode.hasFailures && promises.length > 0) {
      options.push(() => {
        const aborted = promises[choose(promises.length)];
        const route = aborted?.key.replace(server.api.url, '');
        const [visit, ...twins] = visits.filter(({ request, isMutation }) => isMutation && request === route);
        if (twins.length > 0) return;
        aborted?.abort();
        // The outcome of the request is decided then: no client can know of a server that acts even later.
        if (visit !== undefined) visit.respond(choose(2) === 0 ? 'cut' : 'vanish');
      });
    }
    for (const leave of tokens) {
      options.push(() => {
        tokens.splice(tokens.indexOf(leave), 1);
        leave();
      });
    }
    if (mode.hasOtherWriters)
      options.push(() => server.write(String(1 + choose(3)), { title: `x${choose(3)}` }));
    if (messages.length > 0) options.push(deliver, deliver);
    if (mode.reconnects) options.push(reconnect);
    if (mode.hydrates) options.push(() => controller.hydrate(saved));
    let isBack = false;
    if (mode.comesAndGoes) {
      options.push(() => {
        const one = shownNow[choose(shownNow.length)] as Shown;
        isBack = !mounted.has(one);
        if (isBack) return void comeBack(one);
        mounted.get(one)?.();
        mounted.delete(one);
      });
    }
    options[choose(options.length)]?.();
    return isBack;
  };

  /** One action, or two in one turn. */
  const happen = async () => {
    const before = requests.sent;
    server.nextMoment();
    const isBack = happenOnce();
    const isBackToo = choose(4) === 0 && happenOnce();
    await quiet();
    if (isBack || isBackToo) reads += requests.sent - before;
    const state = store.getState();
    // Many actions affect only the server.
    if (state === compared) return;
    compared = state;
    // What is shown does not depend on what was shown before.
    const copy = JSON.parse(JSON.stringify(state)) as object;
    for (const { endpoint, args } of shownNow) {
      const select = (endpoint as typeof CardResource.get).select(...(args as unknown as [{ id: string }]));
      const { data } = select(state);
      const { data: again } = select(copy);
      expectEqual(data, again);
      if (!Array.isArray(data)) continue;
      const [keys, keysAgain] = [data, again as unknown as readonly Card[]].map(cards => cards.map(keyOf));
      expectEqual(keys, keysAgain);
      expectEqual(keys, [...new Set(keys)]);
    }
  };

  for (const each of steps) {
    const before = requests.sent;
    const promise = begin(client, mode, each);
    promises.push(promise);
    await quiet();
    if (each.kind === 'open' && !hasOpened) {
      hasOpened = true;
      shownNow.push(everything);
      show(everything);
    }
    if (READS.has(each.kind)) reads += requests.sent > before ? 1 : 0;
    else mutations++;
    const isOpen = () => server.visits.length > 0 || tokens.length > 0;
    for (let moves = choose(3); moves > 0 && isOpen(); moves--) await happen();
  }
  /** A request that waits for its next attempt has not arrived. */
  const isInFlight = () => store.getState().rdc.inflight.size > 0 || server.visits.length > 0;
  const end = async () => {
    for (let patience = 2_000; isInFlight() || messages.length > 0; patience--) {
      if (patience === 0) throw new Error('It does not end.');
      if (patience < 1_900) for (const visit of [...server.visits]) visit.respond();
      if (patience < 1_900) for (const leave of tokens.splice(0)) leave();
      if (patience < 1_900) deliver();
      await happen();
    }
    await Promise.allSettled(promises);
    await quiet();
  };
  await end();
  // Doubts that a message cast are refetched with the next batch of notifications.
  for (let batches = 0; batches < 3 && doubtsOnScreen(client, server, mounted.keys()).length > 0; batches++) {
    await new Promise(resolve => setTimeout(resolve, BATCH_MS));
    await end();
  }
  const refetches = requests.sent - begunBefore - mutations - reads;
  printRepeated(log);
  expectEqual(doubtsOnScreen(client, server, mounted.keys()), []);
  if (!mode.hasFailures && !mode.retries) expectEqual(server.timings.length, mutations);
  for (const one of shownNow) if (!mounted.has(one)) await serve(server, comeBack(one));
  // Changes by others without a message show after a refetch.
  if (mode.hasOtherWriters && !mode.reconnects) {
    for (const one of shownNow) await serve(server, fetchShown(client, one));
  }
  // A refetch shows the first page again: a list matches the server once its other pages are loaded.
  const lists = hasOpened ? ['', ...STATUSES] : STATUSES;
  for (const list of mode.hasPages ? lists : []) {
    const args = listed(list);
    for (let pages = 0; nextOf(CardResource.getList.select(args)(store.getState())) !== undefined; pages++) {
      if (pages > server.rows.size) throw new Error('Its pages do not end.');
      await serve(server, fetchMore(client, list));
    }
  }

  const byId = (a: { readonly id: string }, b: { readonly id: string }) => (a.id < b.id ? -1 : 1);
  const isOrdered = mode.sorts || !hasUnseenSwap(server.timings);
  const inOrder = (keys: readonly string[] | undefined) => (isOrdered ? keys : keys?.toSorted());
  const joined = new Set(steps.map(each => (each.kind === 'move' ? each.id : '')));
  const recreated = new Set(steps.map(each => (each.kind === 'recreate' ? each.id : '')));
  /**
   * The keys of a list in order, except for what no client can know. What joins a list stands before its further
   * pages, even if it is from beyond them; and a read that shows a deleted record again does not tell whether it was
   * recreated or restored.
   */
  const inList = (keys: readonly string[] | undefined) =>
    mode.hasPages && !mode.sorts
      ? (mode.follows ? keys?.toSorted() : keys)?.filter(
          key => !key.startsWith('new') && !joined.has(key) && !recreated.has(key),
        )
      : inOrder(mode.sorts ? keys : keys?.filter(key => !recreated.has(key)));
  for (const each of STATUSES) {
    const shown = CardResource.getList
      .select({ status: each })(store.getState())
      .data?.map(card => ({ ...card }));
    const held = [...server.rows.values()].filter(row => row.status === each);
    expectEqual([each, inList(shown?.map(card => card.id))], [each, inList(server.listed(each))]);
    expectEqual([each, shown?.sort(byId)], [each, held.sort(byId)]);
  }
  if (hasOpened) {
    const shown = CardResource.getList
      .select({})(store.getState())
      .data?.map(card => ({ ...card }));
    const held = [...server.rows.values()].filter(row => row.status !== 'like');
    // An aborted read brought nothing.
    if (shown !== undefined || !mode.hasFailures) {
      expectEqual(['all', inList(shown?.map(card => card.id))], ['all', inList(server.listed(''))]);
      expectEqual(shown?.sort(byId), held.sort(byId));
    }
  }
  const likesShown = LikeResource.getList
    .select()(store.getState())
    .data?.map(like => like.id);
  expectEqual(inOrder(likesShown), inOrder(server.listed('like')));
  const { data: one, error } = CardResource.get.select({ id: '1' })(store.getState());
  // A deleted record shows as an error; the data that was there stays beside it.
  const isGone = (error as { readonly status?: number } | undefined)?.status === 404;
  expectEqual(one && !isGone ? { ...one } : undefined, server.rows.get('1'));
  const { rdc } = store.getState();
  expectEqual(
    [rdc.optimistic, rdc.inflight.size, rdc.mutating, rdc.overlaps, rdc.effects],
    [[], 0, 0, {}, []],
  );
  expectEqual(client.replayed(), rdc);
  expectEqual(JSON.parse(JSON.stringify(rdc)), rdc);
  for (const unmount of mounted.values()) unmount();
  return {
    mutations: mutations + breaks,
    breaks,
    overlapped: hasOverlap(log),
    refetches,
    mounted: shownNow.length,
  };
}

/** Longer than an `autoBatchEnhancer` waits. */
const BATCH_MS = 30;

/** A stream that keeps breaking would refetch forever. */
const MAX_BREAKS = 3;

const RUNS = runsOf(20);

it.each<[string, Mode]>([
  ['optimistic mutations', { isOptimistic: true }],
  ['mutations that show nothing before their response', { isOptimistic: false }],
  ['serial mutations', { isOptimistic: true, concurrency: 'serial' }],
  ['lists that follow each change of a record', { isOptimistic: true, follows: true }],
  [
    'lists that follow each change of a record, other writers and a stream that breaks',
    { isOptimistic: true, follows: true, hasOtherWriters: true, hasStream: true, reconnects: true },
  ],
  [
    'sorted lists, other writers and a stream that breaks',
    {
      isOptimistic: true,
      follows: true,
      sorts: true,
      hasOtherWriters: true,
      hasStream: true,
      reconnects: true,
    },
  ],
  [
    'sorted lists, and mutations that show nothing before their response, and are cut off or retried',
    { isOptimistic: false, follows: true, sorts: true, hasFailures: true, retries: true },
  ],
  ['other writers', { isOptimistic: true, hasOtherWriters: true }],
  [
    'a stream of the changes that breaks and reconnects',
    { isOptimistic: true, hasStream: true, reconnects: true },
  ],
  ['mutations that are cut off, fail, or are aborted', { isOptimistic: true, hasFailures: true }],
  [
    'readers that come and go, and mutations that are cut off, fail, or are aborted',
    { isOptimistic: true, hasFailures: true, comesAndGoes: true },
  ],
  ['mutations that are retried', { isOptimistic: true, retries: true }],
  ['a hydrated copy in the middle', { isOptimistic: true, hydrates: true }],
  ['pages of lists', { isOptimistic: true, hasPages: true }],
  [
    'pages of lists, and mutations that are cut off, fail, or are aborted',
    { isOptimistic: true, hasPages: true, hasFailures: true, comesAndGoes: true },
  ],
  [
    'pages of lists, and mutations that show nothing before their response, and are cut off or retried',
    { isOptimistic: false, hasPages: true, hasFailures: true, retries: true },
  ],
  ['pages of sorted lists', { isOptimistic: true, follows: true, sorts: true, hasPages: true }],
  [
    'pages of sorted lists, other writers and a stream that breaks',
    {
      isOptimistic: true,
      follows: true,
      sorts: true,
      hasPages: true,
      hasOtherWriters: true,
      hasStream: true,
      reconnects: true,
    },
  ],
  [
    'pages of sorted lists, and mutations that show nothing before their response, and are cut off or retried',
    {
      isOptimistic: false,
      follows: true,
      sorts: true,
      hasPages: true,
      hasFailures: true,
      retries: true,
    },
  ],
  [
    'pages of lists that follow each change of a record, and cards that are created again',
    { isOptimistic: true, follows: true, hasPages: true, recreates: true },
  ],
  [
    'pages of lists, and cards that are created again',
    { isOptimistic: true, hasPages: true, recreates: true },
  ],
  ['cards that are created again', { isOptimistic: true, recreates: true }],
  [
    'cards that are created again, in lists that follow each change of a record',
    { isOptimistic: true, follows: true, recreates: true },
  ],
  [
    'cards that are created again by mutations that show nothing before their response, and are cut off or retried',
    { isOptimistic: false, recreates: true, hasFailures: true, retries: true },
  ],
  ['unused records collected all the time', { isOptimistic: true, collects: true }],
  [
    'mutations that show nothing before their response, and are cut off or retried',
    { isOptimistic: false, hasFailures: true, retries: true },
  ],
  [
    'cards of two kinds, other writers and a stream that breaks',
    { isOptimistic: true, hasKinds: true, hasOtherWriters: true, hasStream: true, reconnects: true },
  ],
  [
    'cards of two kinds, and mutations that are cut off, fail, or are aborted',
    { isOptimistic: true, hasKinds: true, hasFailures: true, comesAndGoes: true },
  ],
  [
    'cards of two kinds, and mutations that show nothing before their response, and are cut off or retried',
    { isOptimistic: false, hasKinds: true, hasFailures: true, retries: true },
  ],
  [
    'serial mutations, other writers and a stream that breaks',
    {
      isOptimistic: true,
      concurrency: 'serial',
      hasOtherWriters: true,
      hasStream: true,
      reconnects: true,
    },
  ],
  [
    'all of it at once',
    {
      isOptimistic: true,
      hasFailures: true,
      retries: true,
      hasOtherWriters: true,
      hasStream: true,
      hydrates: true,
      collects: true,
      comesAndGoes: true,
    },
  ],
])(
  'ends as the server in any network order, with %s',
  async (_what, mode) => {
    const steps = fc.array(stepIn(mode), {
      minLength: 1,
      maxLength: mode.hasPages ? 7 : 5,
    });
    await playAll(startScriptedServer, steps, RUNS, async (server, script, choose) => {
      const { mutations, breaks, overlapped, refetches, mounted } = await play(server, mode, script, choose);
      // A page may overtake a fetch of its list, which is then repeated.
      const pages = script.filter(({ kind }) => kind === 'more').length;
      expect(refetches).toBeLessThanOrEqual((mutations * (mode.retries ? 3 : 1) + pages) * mounted);
      if (!overlapped && !mode.hasFailures && !mode.retries)
        expect(refetches).toBeLessThanOrEqual((breaks + pages) * mounted);
    });
  },
  patienceFor(RUNS),
);
