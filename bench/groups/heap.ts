/** What 100 000 records take up, stored and read: each figure from a process of its own. */
import { fork } from 'node:child_process';
import { summary } from '../measure';
import { type Issue, issues } from '../payloads';
import { peers } from '../peers/all';
import { type Figure, report } from '../report';

const RECORDS = 100_000;
const RUNS = 3;
const MB = 1024 * 1024;

/** Megabytes after a response was stored, and after it was read as well. */
type Heap = readonly [stored: number, read: number];

const [, bundle = '', measured] = process.argv;
if (measured === undefined) await measureAll();
else process.send?.(heapOf(measured));

async function measureAll() {
  const stored: Figure[] = [];
  const read: Figure[] = [];
  for (const { name } of peers) {
    const heaps: Heap[] = [];
    for (let run = 0; run < RUNS; run++) heaps.push(await inProcess(name));
    stored.push({ peer: name, ...summary(heaps.map(heap => heap[0])) });
    read.push({ peer: name, ...summary(heaps.map(heap => heap[1])) });
  }
  const title = `Heap of ${RECORDS.toLocaleString('en')} records`;
  report({ title: `${title}, stored`, unit: 'MB', figures: stored });
  report({ title: `${title}, stored and the list read`, unit: 'MB', figures: read });
}

function inProcess(name: string): Promise<Heap> {
  const child = fork(bundle, [name], { execArgv: ['--expose-gc', '--max-old-space-size=8192'] });
  return new Promise((resolve, reject) => {
    child.once('message', heap => {
      resolve(heap as Heap);
      child.disconnect();
    });
    child.once('exit', code =>
      reject(new Error(`The heap of ${name} could not be measured: exit code ${code}.`)),
    );
  });
}

function heapOf(name: string): Heap {
  const cache = peers.find(peer => peer.name === name)?.open();
  if (cache === undefined) throw new Error(`There is no peer ${name}.`);
  const before = used();
  // A text that was parsed shares nothing with other records, as what a server sends shares nothing.
  cache.receive(JSON.parse(JSON.stringify(issues(RECORDS))) as readonly Issue[]);
  const stored = used();
  const list = cache.read();
  const read = used();
  if (list.length !== RECORDS) throw new Error(`${name} holds ${list.length} records.`);
  return [stored - before, read - before];
}

function used(): number {
  const { gc } = globalThis as unknown as { readonly gc: () => void };
  gc();
  gc();
  return process.memoryUsage().heapUsed / MB;
}
