/**
 * How often a property is tried: as often as is said, which finds a mistake that is not rare, or so many times that as
 * the variable `THOROUGH` says (`npm run test:thorough`). Each run tries other cases.
 */
export function runs(usual: number): { readonly numRuns: number } {
  return { numRuns: usual * Number(process.env.THOROUGH ?? 1) };
}
