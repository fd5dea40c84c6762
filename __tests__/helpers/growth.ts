/**
 * How many times as long something takes for `many` as for `few`, by the quickest of up to ten rounds.
 *
 * Compilation, garbage collection and whatever else the machine does only ever add time, so the quickest rounds tell
 * the cost. Ends as soon as the result is below the limit; a cost that grows too fast stays above it in every round.
 *
 * @param timeOf the time of one run, by `cpuTime()`, in ms
 */
export async function growth(
  timeOf: (count: number) => number | Promise<number>,
  { few, many, limit }: { readonly few: number; readonly many: number; readonly limit: number },
): Promise<number> {
  await timeOf(few);
  let [ofFew, ofMany] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < 10 && !(ofMany / ofFew < limit); round++) {
    ofFew = Math.min(ofFew, await timeOf(few));
    ofMany = Math.min(ofMany, await timeOf(many));
  }
  return ofMany / ofFew;
}
