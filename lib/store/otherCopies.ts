/** Under which all copies of the library that share a process find the same set. */
const STORES = Symbol.for('rdc-toolkit.stores');

type Shared = { [STORES]?: WeakSet<object> };

/**
 * Notes that a store has a data client, whichever copy of the library made it.
 *
 * This is all that copies share, and only in development: two versions of the library may be loaded.
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

/** What is wrong where two copies of the library meet, and the ways out. */
export const LOADED_TWICE =
  'rdc-toolkit is loaded twice: the endpoints and the store come from different copies. ' +
  'If one is loaded with require() and the other with import, load both the same way; ' +
  'if two versions are installed, as "npm ls rdc-toolkit" shows, keep one; ' +
  "in a bundle, add resolve: { dedupe: ['rdc-toolkit'] }.";
