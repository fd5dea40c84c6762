/** Counts renders by name; Strict Mode renders twice, so it halves them. */
export function renderCounts() {
  const counts = new Map<string, number>();
  return {
    count: (name: string) => counts.set(name, (counts.get(name) ?? 0) + 0.5),
    /** What has rendered since the last call. */
    take: () => {
      const taken = Object.fromEntries(counts);
      counts.clear();
      return taken;
    },
  };
}
