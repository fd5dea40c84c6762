/** One for all usual runs, so that a run which passed passes again. */
const SEED = 20_261_122;

/**
 * How often a property is tried, and with which cases: as often as is said and always with the same ones, so that a
 * change is judged by itself, or so many times that as the variable `THOROUGH` says, with other cases in each run
 * (`npm run test:thorough`).
 */
export function runs(usual: number): { readonly numRuns: number; readonly seed?: number } {
  const { THOROUGH } = process.env;
  return THOROUGH === undefined ? { numRuns: usual, seed: SEED } : { numRuns: usual * Number(THOROUGH) };
}
