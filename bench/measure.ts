/** One of the things that are measured against each other. */
export interface Candidate {
  readonly peer: string;
  /** Brings about what `run` begins with; its time does not count. */
  prepare?(round: number): unknown;
  /** What is timed, with all that it waits for; a {@link TimedPart} that comes back counts in its place. */
  run(round: number): unknown;
  /**
   * Milliseconds that a sample takes at least: `run` is repeated for so long, without a `prepare`. Less than 1 is mostly
   * the clock. @default one run
   */
  readonly repeatedForMs?: number;
}

/** The part of a run that counts, timed by the run itself. */
export class TimedPart {
  constructor(readonly milliseconds: number) {}
}

/** Milliseconds: the median and the quartiles of what was sampled. */
export interface Timing {
  readonly peer: string;
  readonly median: number;
  readonly low: number;
  readonly high: number;
  readonly samples: number;
}

/** How long a comparison goes on. */
export interface Patience {
  /** Samples of each candidate, at most. @default 11 */
  readonly rounds?: number;
  /** Milliseconds after which a candidate that has three samples, or a slow one, is left out. Preparations count. @default 600 */
  readonly budgetMs?: number;
}

/** Set by `--quick`: few samples, which only show that everything runs. */
export const IS_QUICK = process.env.BENCH_QUICK === '1';

const MOST_REPEATS = 100_000;
const FEWEST_SAMPLES = 3;
/** So often, or so long, a candidate is run beforehand, while the compiler is at work. */
const WARM_UP_RUNS = IS_QUICK ? 2 : 20;
const WARM_UP_MS = 500;
/** What takes so long again is warm by then, and need not be run more often. */
const SLOW_MS = 1_000;

/** Needs `--expose-gc`; and `--no-flush-bytecode`, or what was not run for some collections is compiled anew. */
const gc = (globalThis as { gc?: (options?: { type: 'minor' }) => void }).gc ?? (() => {});

/**
 * Times candidates in turn, one sample of each in every round, so that what the machine does meanwhile meets them alike.
 *
 * What counts is time of the processor, with that of collecting garbage: it says the same on a busy machine.
 *
 * Garbage of the one before is collected first, as far as it is young; what a sample itself leaves behind is its own cost.
 */
export async function compare(
  candidates: readonly Candidate[],
  patience: Patience = {},
): Promise<readonly Timing[]> {
  const { rounds = 11, budgetMs = 600 } = IS_QUICK ? { rounds: 1 } : patience;
  const running = candidates.map(candidate => ({
    candidate,
    times: [] as number[],
    repeats: 1,
    spent: 0,
    round: 0,
  }));
  for (const each of running) await warmUp(each);
  for (let sample = 0; sample < rounds; sample++) {
    gc();
    waitForQuiet();
    for (const each of running) {
      const isSlow = (each.times[0] ?? 0) > SLOW_MS;
      if (isSlow || (each.spent > budgetMs && each.times.length >= FEWEST_SAMPLES)) continue;
      const begun = performance.now();
      const time = await timeOf(each);
      each.spent += performance.now() - begun;
      each.times.push(time);
    }
  }
  return running.map(({ candidate, times }) => ({ peer: candidate.peer, ...summary(times) }));
}

const PAUSE_MS = 20;
const MOST_PAUSES = 25;

/**
 * Waits until the collector has swept what it has marked, and the compiler has compiled: both go on in threads of
 * their own after `gc()` has returned, for up to 100 ms with the caches of nine libraries, and whoever is timed first would
 * pay for all of it.
 *
 * Blocks meanwhile: in a turn of the event loop, caches would drop what no component has read for a minute.
 */
function waitForQuiet(): void {
  const never = new Int32Array(new SharedArrayBuffer(4));
  for (let pause = 0; pause < MOST_PAUSES; pause++) {
    const start = process.cpuUsage();
    Atomics.wait(never, 0, 0, PAUSE_MS);
    const { user, system } = process.cpuUsage(start);
    if (user + system < 1_000) return;
  }
}

interface Running {
  readonly candidate: Candidate;
  readonly times: number[];
  repeats: number;
  round: number;
}

/** Runs a candidate for a while, and finds out how often it has to be repeated for the clock to tell its time. */
async function warmUp(each: Running): Promise<void> {
  const begun = performance.now();
  for (let run = 0; run < 2 || (run < WARM_UP_RUNS && performance.now() - begun < WARM_UP_MS); run++) {
    const time = await timeOf(each);
    if (time > (run > 0 ? SLOW_MS : 2 * SLOW_MS)) return void each.times.push(time);
    const { repeatedForMs } = each.candidate;
    if (repeatedForMs !== undefined)
      each.repeats = Math.min(MOST_REPEATS, Math.ceil(repeatedForMs / Math.max(time, 1e-5)));
  }
}

async function timeOf(each: Running): Promise<number> {
  const { candidate, repeats } = each;
  await candidate.prepare?.(each.round);
  gc({ type: 'minor' });
  const start = process.cpuUsage();
  let outcome: unknown;
  for (let i = 0; i < repeats; i++) {
    outcome = candidate.run(each.round++);
    if (outcome instanceof Promise) outcome = await outcome;
  }
  const { user, system } = process.cpuUsage(start);
  return outcome instanceof TimedPart ? outcome.milliseconds : (user + system) / 1000 / repeats;
}

/** Median and quartiles. */
export function summary(samples: readonly number[]): Omit<Timing, 'peer'> {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
  return { median: at(0.5), low: at(0.25), high: at(0.75), samples: sorted.length };
}
