/** What is done to requests of the page, so that a person sees what the app makes of it. */
export interface Disturbance {
  /** By how much they are held up, in milliseconds. */
  readonly delay: number;
  /** Of which a server error is returned in place of sending them. */
  readonly fails: 'never' | 'next' | 'always';
}

const NONE: Disturbance = { delay: 0, fails: 'never' };

/** By key of the request; what is done to all stands under `EVERY`. */
const disturbances = new Map<string, Disturbance>();

/** Stands for all requests. No key is empty. */
export const EVERY = '';

let original: typeof globalThis.fetch | undefined;

/** What is done to the requests of one key, besides what is done to all. */
export function disturbanceOf(key: string): Disturbance {
  return disturbances.get(key) ?? NONE;
}

/** The keys whose requests are disturbed, besides all of them. */
export function disturbedKeys(): readonly string[] {
  return [...disturbances.keys()].filter(key => key !== EVERY);
}

/** The same in words; empty for nothing. */
export function disturbanceText(key: string): string {
  const { fails, delay } = disturbanceOf(key);
  const failing = { never: '', next: 'fails next', always: 'fails from now on' }[fails];
  return [failing, delay > 0 ? `slower by ${delay / 1_000} s` : ''].filter(text => text !== '').join(', ');
}

/**
 * Disturbs the requests of one key, or of `EVERY`, from now on, as far as they go through `fetch`.
 *
 * `fetch` is as it was once nothing is disturbed any more.
 */
export function disturb(key: string, change: Partial<Disturbance>): void {
  const { delay, fails } = { ...disturbanceOf(key), ...change };
  if (delay > 0 || fails !== 'never') disturbances.set(key, { delay, fails });
  else disturbances.delete(key);
  if (disturbances.size === 0 && original !== undefined) {
    globalThis.fetch = original;
    original = undefined;
  }
  if (disturbances.size > 0 && original === undefined) {
    original = globalThis.fetch;
    globalThis.fetch = disturbed(original);
  }
}

function disturbed(fetchNow: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const key = keyOf(input, init);
    const found = [disturbanceOf(EVERY), disturbanceOf(key)];
    // The response is in the log, so that the panel looks again.
    if (disturbanceOf(key).fails === 'next') disturb(key, { fails: 'never' });
    const delay = Math.max(...found.map(one => one.delay));
    if (delay > 0) await new Promise(resolve => setTimeout(resolve, delay));
    if (!found.some(({ fails }) => fails !== 'never')) return fetchNow(input, init);
    const body = JSON.stringify({ message: 'Failed by the data panel.' });
    return new Response(body, { status: 500, headers: { 'Content-Type': 'application/json' } });
  };
}

/** The key under which a `RestEndpoint` sends such a request, where that is disturbed; empty for none. */
function keyOf(input: RequestInfo | URL, init: RequestInit | undefined): string {
  const { method: own = 'GET', url = String(input) } = input instanceof Request ? input : {};
  const method = init?.method ?? own;
  const key = `${method} ${url}`;
  if (disturbances.has(key)) return key;
  // What an app puts before the path when it sends is no part of the key.
  const isMeant = (one: string) =>
    one.startsWith(`${method} /`) && url.endsWith(one.slice(method.length + 1));
  return disturbedKeys().find(isMeant) ?? EVERY;
}
