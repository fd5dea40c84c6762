/** What 100 000 records take up, stored and read: each figure from a process of its own. */
import { fork } from 'node:child_process';
import { IS_QUICK, summary } from '../measure';
import { type Issue, issue } from '../payloads';
import { peers } from '../peers/all';
import type { Cache } from '../peers/Peer';
import { type Figure, report } from '../report';

const RECORDS = 100_000;
const RUNS = IS_QUICK ? 1 : 3;
/** Who is not through by then is left out. */
const PATIENCE_MS = 45_000;
/** Who takes longer is run once: little differs from run to run. */
const SLOW_MS = 8_000;
const MB = 1024 * 1024;

/** Megabytes after a response was stored, and after it was read as well. */
type Heap = readonly [stored: number, read: number];

const [, bundle = '', measured] = process.argv;
if (measured === undefined) await measureAll();
else process.send?.(await heapOf(measured));

async function measureAll() {
  const stored: Figure[] = [];
  const read: Figure[] = [];
  const leftOut: string[] = [];
  for (const { name } of peers) {
    const heaps = await heapsOf(name);
    if (heaps.length === 0) leftOut.push(name);
    stored.push({ peer: name, ...summary(heaps.map(heap => heap[0])) });
    read.push({ peer: name, ...summary(heaps.map(heap => heap[1])) });
  }
  const title = `Heap of ${RECORDS.toLocaleString('en')} records`;
  const unit = 'MB';
  const isMeasured = ({ samples }: Figure) => samples > 0;
  const late = `Not through after ${PATIENCE_MS / 1000} s: ${leftOut.join(', ')}.`;
  const note = leftOut.length === 0 ? {} : { note: late };
  report({ title: `${title}, stored`, unit, figures: stored.filter(isMeasured), ...note });
  report({ title: `${title}, stored and the list read`, unit, figures: read.filter(isMeasured) });
}

async function heapsOf(name: string): Promise<readonly Heap[]> {
  const heaps: Heap[] = [];
  const begun = performance.now();
  for (let run = 0; run < RUNS && performance.now() - begun < SLOW_MS; run++) {
    const heap = await inProcess(name);
    if (heap === undefined) break;
    heaps.push(heap);
  }
  return heaps;
}

function inProcess(name: string): Promise<Heap | undefined> {
  const child = fork(bundle, [name], { execArgv: ['--expose-gc', '--max-old-space-size=8192'] });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.removeAllListeners();
      child.kill();
      resolve(undefined);
    }, PATIENCE_MS);
    child.once('message', heap => {
      clearTimeout(timer);
      child.removeAllListeners();
      child.disconnect();
      resolve(heap as Heap);
    });
    child.once('exit', code => reject(new Error(`The heap of ${name}: exit code ${code}.`)));
  });
}

/** An issue of few fields, as a list shows it. */
function small(n: number) {
  const { id, title, state, comments, user, repository } = issue(n);
  const person = ({ id, login }: Issue['user']) => ({ id, login });
  const { full_name, name, owner } = repository;
  const labels: Issue['labels'] = [];
  return {
    id,
    title,
    state,
    comments,
    user: person(user),
    labels,
    repository: { full_name, name, owner: person(owner) },
  };
}

async function heapOf(name: string): Promise<Heap> {
  const cache = peers.find(peer => peer.name === name)?.open();
  if (cache === undefined) throw new Error(`There is no peer ${name}.`);
  const before = await used();
  store(cache);
  const stored = await used();
  const count = cache.read().length;
  const read = await used();
  if (count !== RECORDS) throw new Error(`${name} holds ${count} records.`);
  return [stored - before, read - before];
}

/** A text that was parsed shares nothing with other records, as what a server sends shares nothing. */
function store(cache: Cache) {
  const records = Array.from({ length: RECORDS }, (_, i) => small(i));
  cache.receive(JSON.parse(JSON.stringify(records)) as readonly Issue[]);
}

/** Once nothing is left on the stack that holds what was given to a library. */
async function used(): Promise<number> {
  await new Promise(resolve => setTimeout(resolve));
  const { gc } = globalThis as unknown as { readonly gc: () => void };
  gc();
  gc();
  return process.memoryUsage().heapUsed / MB;
}
