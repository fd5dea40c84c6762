/**
 * What a table keeps under one key.
 *
 * A cell is never changed once it is written: another value or other meta make another cell, so two cells
 * that are the same object hold the same content.
 */
export interface Cell<V, M> {
  /** The key under which the cell is found. */
  readonly key: string;
  /** The stored value; there is no such property when there is none (a deleted record, a failed request). */
  readonly value?: V;
  /** What is known about the value: time stamps, errors. It is kept beside the value so that one write does for both. */
  readonly meta: M;
  /** Numbers the cells of a table by arrival; kept when a key is written again, and new when it comes back after a delete. */
  readonly order: number;
}

/**
 * A few cells, in no order that matters; many only where all their hashes are equal.
 *
 * A list in place of an object: V8 copies it as a block of memory, where an object with a property for each
 * key is rebuilt, and no key, be it `__proto__`, means anything to it.
 */
export type Leaf<V, M> = readonly Cell<V, M>[];

/** 32 places by five bits of the hash; `null`, and not a hole, where nothing is, since JSON has no holes. */
export type Branch<V, M> = readonly (TableNode<V, M> | null)[];

/** A node of the trie. A branch holds nodes and `null`, a leaf holds cells: that distinguishes the two. */
export type TableNode<V, M> = Leaf<V, M> | Branch<V, M>;

/**
 * Plain JSON data under string keys, of which one entry changes without copying the rest.
 *
 * It is a trie by a hash of the key, and by others of it where that is equal. One write copies a leaf and the branches above it: a few microseconds
 * at a million rows, where `{ ...rows, [key]: row }` takes more than a second, since V8 rebuilds a dictionary.
 * Small tables stay readable: up to 32 rows are one list of cells.
 *
 * A table is a value. Nothing changes it after the action that made it, and
 * `JSON.parse(JSON.stringify(table))` is an equal table with which everything here works. Which keys are in
 * which leaf is private to this folder.
 */
export interface Table<V, M> {
  /** How many cells there are. */
  readonly size: number;
  /** The `order` of the next new cell; it never goes back. */
  readonly next: number;
  readonly root: TableNode<V, M> | null;
}

/** A table without cells. */
export function emptyTable<V, M>(): Table<V, M> {
  return { size: 0, next: 0, root: null };
}

/** Whether a node of a trie is a branch, not a leaf. */
export function isBranch<V, M>(node: TableNode<V, M>): node is Branch<V, M> {
  const first = node[0];
  return first === null || Array.isArray(first);
}
