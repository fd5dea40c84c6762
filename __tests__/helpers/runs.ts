/** One seed for all usual runs, so that a run which passed passes again. */
const SEED = 20_261_122;

/**
 * The number of runs of a property and its cases: the given number with fixed cases, so that a change is judged on its
 * own, or a multiple of it, set by the variable `THOROUGH`, with new cases in each run
 * (`npm run test:thorough`).
 */
export function runs(usual: number): { readonly numRuns: number; readonly seed?: number } {
  const { THOROUGH } = process.env;
  return THOROUGH === undefined ? { numRuns: usual, seed: SEED } : { numRuns: usual * Number(THOROUGH) };
}
