/**
 * The content of a table under one key.
 *
 * A cell never changes once it is written: another value or other meta make another cell, so two cells
 * that are the same object hold the same content.
 */
export interface Cell<V, M> {
  /** The key under which the cell is found. */
  readonly key: string;
  /** The stored value; the property is absent when there is none (a deleted record, a failed request). */
  readonly value?: V;
  /** Time stamps and errors of the value, kept beside it so that one write updates both. */
  readonly meta: M;
  /** Numbers cells by arrival; a rewritten key keeps its number, one put back after a delete gets a new one. */
  readonly order: number;
}

/**
 * A few cells, in no significant order; many only if all their hashes are equal.
 *
 * A list, not an object: V8 copies it as a block of memory, where it would rebuild an object with a property
 * for each key, and no key, not even `__proto__`, has a special meaning.
 */
export type Leaf<V, M> = readonly Cell<V, M>[];

/** 32 places by five bits of the hash; an empty one is `null`, not a hole, since JSON has no holes. */
export type Branch<V, M> = readonly (TableNode<V, M> | null)[];

/** A node of the trie. A branch holds nodes and `null`, a leaf holds cells: this distinguishes the two. */
export type TableNode<V, M> = Leaf<V, M> | Branch<V, M>;

/**
 * Plain JSON data under string keys; changing one entry does not copy the rest.
 *
 * It is a trie by a hash of the key, and by others where that is equal. One write copies a leaf and the branches above
 * it: a few microseconds at a million rows, where `{ ...rows, [key]: row }` takes more than a second, since V8
 * rebuilds a dictionary.
 * Small tables stay readable: up to 32 rows are one list of cells.
 *
 * A table is a value. Nothing changes it after the action that made it, and
 * `JSON.parse(JSON.stringify(table))` is an equal table that works the same. Which keys are in
 * which leaf is private to this folder.
 */
export interface Table<V, M> {
  /** How many cells there are. */
  readonly size: number;
  /** The `order` of the next new cell; it never decreases. */
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
