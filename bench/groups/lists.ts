/** What a list of 10 000 joined records costs to read, and to change and read again. */
import { type Candidate, compare } from '../measure';
import { issue, issues, middle } from '../payloads';
import { peers } from '../peers/all';
import type { Cache, Peer } from '../peers/Peer';
import { type Row, report } from '../report';

const LENGTH = 10_000;
const PAGE = 100;
const LIST = issues(LENGTH);
const CLOSED = issues(LENGTH, 1_000_000, 'closed');

const caches = new Map<Peer, Cache>();

/** A cache with the list, which somebody has read: one for all rows, since some libraries take seconds to fill one. */
function opened(peer: Peer): Cache {
  const cache = caches.get(peer) ?? peer.open();
  if (caches.has(peer)) return cache;
  caches.set(peer, cache);
  cache.receive(LIST);
  cache.read();
  return cache;
}

interface HowChanged {
  readonly prepare?: (cache: Cache, round: number) => void;
  readonly note?: string;
  /** As of a {@link Candidate}: many changes make one sample. */
  readonly repeatedForMs?: number;
}

/** Times `change` in each cache that knows how, each with the reading of the list that follows. */
async function changed(
  title: string,
  change: (cache: Cache) => ((round: number) => void) | undefined,
  { prepare, note, repeatedForMs }: HowChanged = {},
): Promise<Row> {
  const candidates = peers.flatMap((peer): readonly Candidate[] => {
    const cache = opened(peer);
    const apply = change(cache);
    if (apply === undefined) return [];
    const run = (round: number) => {
      apply(round);
      return void cache.read();
    };
    return [
      {
        peer: peer.name,
        run,
        prepare: round => prepare?.(cache, round),
        ...(repeatedForMs !== undefined && { repeatedForMs }),
      },
    ];
  });
  return { title, unit: 'ms', figures: await compare(candidates), ...(note !== undefined && { note }) };
}

const firstReads = peers.map((peer): Candidate => {
  let cache: Cache;
  return {
    peer: peer.name,
    prepare: () => {
      cache = peer.open();
      cache.receive(LIST);
    },
    run: () => void cache.read(),
  };
});
report({
  title: 'First read of a joined list of 10 000',
  unit: 'ms',
  figures: await compare(firstReads),
  note: 'RTK Query, TanStack Query and normy keep the list as it arrived: there is nothing to join.',
});

const rereads = peers.map((peer): Candidate => {
  const cache = opened(peer);
  return { peer: peer.name, run: () => void cache.read(), repeatedForMs: 1 };
});
const inMicroseconds = (await compare(rereads)).map(({ median, low, high, ...rest }) => ({
  ...rest,
  median: median * 1000,
  low: low * 1000,
  high: high * 1000,
}));
report({ title: 'The list read again, nothing changed', unit: 'µs', figures: inMicroseconds });

report(
  await changed(
    'One record of 10 000 changed: update, and read the list',
    cache => round => cache.rename(middle(LENGTH, round), `renamed ${round}`),
  ),
);

/** Pages and records are others in each round and each row: what is stored already would cost next to nothing. */
const ROUNDS = 40;
const pages = Array.from({ length: ROUNDS }, (_, i) => issues(PAGE, LENGTH + i * PAGE));
report(
  await changed(
    'A page of 100 appended to 10 000: update, and read the list',
    ({ append }) => append && (round => append(pages[round % ROUNDS] ?? [])),
  ),
);

const created = Array.from({ length: 2 * ROUNDS }, (_, i) => issue(2_000_000 + i));
const createdIn = (round: number) => created[round] ?? issue(0);
report(await changed('One record pushed', ({ push }) => push && (round => push(createdIn(round)))));
report(
  await changed(
    'One record unshifted',
    ({ unshift }) => unshift && (round => unshift(createdIn(ROUNDS + round))),
  ),
);
report(
  await changed(
    'One record deleted from the middle',
    ({ remove }) => remove && (round => remove(middle(LENGTH, round))),
    { note: 'RTK Query and TanStack Query, which are not normalized, delete it from this list alone.' },
  ),
);

const moving = Array.from({ length: ROUNDS }, (_, i) => issue((LENGTH >> 2) + i * 7, 'closed'));
report(
  await changed(
    'One record moved to the end of another list of 10 000',
    ({ move }) => move && (round => move(moving[round] ?? issue(0))),
    {
      prepare: (cache, round) => {
        if (round === 0) cache.receiveClosed?.(CLOSED);
      },
    },
  ),
);

/** More than any of them gets to. */
const MANY = 20_000;
const many = Array.from({ length: 2 * MANY }, (_, i) => issue(3_000_000 + i));
const manyIn = (round: number) => many[round] ?? issue(0);
/** Not among those that the rows above have deleted or moved. */
const remaining = LIST.slice(LENGTH >> 1).filter((_, i) => i > LENGTH >> 2 || i % 7 !== 0);
const inARow = {
  repeatedForMs: 20,
  note: 'A sample is many such changes, each with the reading of the list that follows, as where a stream brings them. Above, each change is the first since other libraries had the caches of the processor.',
};
report(
  await changed(
    'One record changed, as one of many in a row',
    cache => round => cache.rename(middle(LENGTH, round), `renamed again ${round}`),
    inARow,
  ),
);
report(
  await changed(
    'One record pushed, as one of many in a row',
    ({ push }) => push && (round => push(manyIn(round))),
    inARow,
  ),
);
report(
  await changed(
    'One record unshifted, as one of many in a row',
    ({ unshift }) => unshift && (round => unshift(manyIn(MANY + round))),
    inARow,
  ),
);
report(
  await changed(
    'One record deleted, as one of many in a row',
    ({ remove }) => remove && (round => remove(remaining[round]?.id ?? 0)),
    // Few: the list is to stay long.
    { ...inARow, repeatedForMs: 5 },
  ),
);
