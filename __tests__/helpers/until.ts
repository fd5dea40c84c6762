/** Waits for a condition, however slow the machine is, but not forever, because a failed test must end. */
export async function until(isTrue: () => boolean): Promise<void> {
  for (let patience = 12_000; !isTrue(); patience--) {
    if (patience === 0) throw new Error('What the test waits for has not come.');
    await new Promise(resolve => setTimeout(resolve, 5));
  }
}
