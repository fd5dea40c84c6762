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

/** Times `change` in each cache that knows how, each with the reading of the list that follows. */
async function changed(
  title: string,
  change: (cache: Cache) => ((round: number) => void) | undefined,
  { prepare, note }: { prepare?: (cache: Cache, round: number) => void; note?: string } = {},
): Promise<Row> {
  const candidates = peers.flatMap((peer): readonly Candidate[] => {
    const cache = opened(peer);
    const apply = change(cache);
    if (apply === undefined) return [];
    const run = (round: number) => {
      apply(round);
      return void cache.read();
    };
    return [{ peer: peer.name, run, prepare: round => prepare?.(cache, round) }];
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
  return { peer: peer.name, run: () => void cache.read(), repeatable: true };
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
