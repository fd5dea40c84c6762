/** One of the things that are measured against each other. */
export interface Candidate {
  readonly peer: string;
  /** Brings about what `run` begins with; its time does not count. */
  prepare?(round: number): unknown;
  /** What is timed, with all that it waits for; a number that comes back is milliseconds that it has timed itself. */
  run(round: number): unknown;
  /** What `run` repeats without a `prepare`, as often as its time can be told; one otherwise. */
  readonly repeatable?: boolean;
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
  /** Milliseconds after which a candidate that has three samples is left out, with its preparations. @default 1100 */
  readonly budgetMs?: number;
}

/** Shorter than this a sample is mostly the clock. */
const SHORTEST_MS = 1;
const MOST_REPEATS = 100_000;
const FEWEST_SAMPLES = 3;
/** Samples that are thrown away: the compiler is at work in them. */
const WARM_UPS = 2;
/** What is over sooner than a sample is, is repeated for so long beforehand. */
const WARM_UP_MS = 100;

/** Needs `--expose-gc`; and `--no-flush-bytecode`, or what was not run for some collections is compiled anew. */
const gc = (globalThis as { gc?: (options?: { type: 'minor' }) => void }).gc ?? (() => {});

/**
 * Times candidates in turn, one sample of each in every round, so that what the machine does meanwhile meets them alike.
 *
 * Garbage of the one before is collected first, as far as it is young; what a sample itself leaves behind is its own cost.
 */
export async function compare(
  candidates: readonly Candidate[],
  { rounds = 11, budgetMs = 1000 }: Patience = {},
): Promise<readonly Timing[]> {
  const running = candidates.map(candidate => ({
    candidate,
    times: [] as number[],
    repeats: 1,
    spent: 0,
    round: 0,
  }));
  for (const each of running) {
    const begun = performance.now();
    while (each.candidate.repeatable && performance.now() - begun < WARM_UP_MS) {
      const time = await timeOf(each);
      each.repeats = Math.min(MOST_REPEATS, Math.ceil(SHORTEST_MS / Math.max(time, 1e-5)));
    }
  }
  for (let sample = -WARM_UPS; sample < rounds; sample++) {
    gc();
    for (const each of running) {
      const isEnough = each.times.length >= (each.spent > 3 * budgetMs ? 1 : FEWEST_SAMPLES);
      if (each.spent > budgetMs && isEnough) continue;
      const begun = performance.now();
      const time = await timeOf(each);
      each.spent += performance.now() - begun;
      if (sample >= 0 || each.spent > budgetMs) each.times.push(time);
    }
  }
  return running.map(({ candidate, times }) => ({ peer: candidate.peer, ...summary(times) }));
}

interface Running {
  readonly candidate: Candidate;
  readonly repeats: number;
  round: number;
}

async function timeOf(each: Running): Promise<number> {
  const { candidate, repeats } = each;
  await candidate.prepare?.(each.round);
  gc({ type: 'minor' });
  const start = performance.now();
  let outcome: unknown;
  for (let i = 0; i < repeats; i++) {
    outcome = candidate.run(each.round++);
    if (outcome instanceof Promise) outcome = await outcome;
  }
  return typeof outcome === 'number' ? outcome : (performance.now() - start) / repeats;
}

/** Median and quartiles. */
export function summary(samples: readonly number[]): Omit<Timing, 'peer'> {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
  return { median: at(0.5), low: at(0.25), high: at(0.75), samples: sorted.length };
}
