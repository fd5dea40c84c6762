let delay = 0;
let original: typeof globalThis.fetch | undefined;

/** By how much each request of the page is held up, in milliseconds. */
export function slowdown(): number {
  return delay;
}

/** Holds up each request of the page that goes through `fetch`; 0 gives it back as it was. */
export function slowDown(milliseconds: number): number {
  delay = milliseconds;
  if (delay === 0 && original !== undefined) {
    globalThis.fetch = original;
    original = undefined;
  }
  if (delay > 0 && original === undefined) {
    const fetchNow = globalThis.fetch;
    original = fetchNow;
    globalThis.fetch = async (...args) => {
      await new Promise(resolve => setTimeout(resolve, delay));
      return fetchNow(...args);
    };
  }
  return delay;
}
