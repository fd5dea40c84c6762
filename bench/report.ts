import type { Timing } from './measure';

/** What one line of the tables says about one peer. */
export interface Figure extends Timing {
  /** Said beside the figure. */
  readonly note?: string;
}

/** One line of the tables: one thing done, by all peers that can do it. */
export interface Row {
  readonly title: string;
  /** What the figures are: `ms`, `MB`, `× JSON.parse`. */
  readonly unit: string;
  readonly figures: readonly Figure[];
  /** What the line cannot say. */
  readonly note?: string;
}

/** How the cost of one thing grows with the size of another. */
export interface Growth {
  readonly title: string;
  /** What was counted: records, readers, messages per second. */
  readonly by: string;
  readonly peers: readonly {
    readonly peer: string;
    readonly points: readonly (readonly [size: number, ms: number])[];
  }[];
}

/** Hands a line to whoever started the group: each is one line of JSON on standard output. */
export function report(entry: Row | Growth): void {
  console.log(JSON.stringify(entry));
}

/** Times as multiples of another time, taken in the same rounds. */
export function inUnitsOf(base: string, timings: readonly Timing[]): readonly Timing[] {
  const unit = timings.find(timing => timing.peer === base)?.median ?? Number.NaN;
  return timings
    .filter(timing => timing.peer !== base)
    .map(({ median, low, high, ...rest }) => ({
      ...rest,
      median: median / unit,
      low: low / unit,
      high: high / unit,
    }));
}
