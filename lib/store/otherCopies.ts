/** The key under which all copies of the library in a process share one set. */
const STORES = Symbol.for('rdc-toolkit.stores');

type Shared = { [STORES]?: WeakSet<object> };

/**
 * Notes that a store has a data client, from whichever copy of the library.
 *
 * Copies share nothing else, and this only in development: they may be of different versions.
 */
export function noteClient(dispatch: object): void {
  const shared = globalThis as Shared;
  shared[STORES] ??= new WeakSet();
  shared[STORES].add(dispatch);
}

/** Whether a store has a data client, of this copy of the library or another. */
export function hasAnyClient(dispatch: object): boolean {
  return (globalThis as Shared)[STORES]?.has(dispatch) === true;
}

/** The problem when two copies of the library meet, and ways out. */
export const LOADED_TWICE =
  'rdc-toolkit is loaded twice: the endpoints and the store come from different copies. ' +
  'If one is loaded with require() and the other with import, load both the same way; ' +
  'if two versions are installed, as "npm ls rdc-toolkit" shows, keep one; ' +
  "in a bundle, add resolve: { dedupe: ['rdc-toolkit'] }.";
