import { findLeaf, indexIn } from './findCell';
import { hashKey } from './hashKey';
import { createOwner, type OwnedLeaf, type Owner } from './Owner';
import { MAX_LEAF_SIZE, putBelow } from './putBelow';
import { type Cell, emptyTable, type Leaf, type Table } from './Table';

/**
 * Writes one action's changes to one table: each looks its key up once. The initial table never changes.
 *
 * A key to write has usually just been found: its place is cached, and a leaf that this action owns is changed
 * in place. With a hash, a search and a new table for each write, 10 000 took twice as long.
 *
 * A class, like all code that runs per record of a response: V8 drops code compiled for closures when the last of
 * them is garbage-collected, but keeps code compiled for methods as long as there is an instance. Storing the
 * first 1 000 records after that took five times as long.
 */
export class TableWriter<V, M> {
  /** Kept forever, for the reason above. */
  static readonly kept: TableWriter<unknown, unknown> = new TableWriter(undefined, createOwner());

  #size: number;
  #next: number;
  #root: Table<V, M>['root'];
  // Where the last key looked up is, or would be.
  #lastKey: string | undefined;
  #lastLeaf: Leaf<V, M> | null = null;
  #lastIndex = -1;

  readonly #owner: Owner;

  /** The table as last returned; undefined if it has changed since. */
  #cachedTable: Table<V, M> | undefined;

  constructor(initial: Table<V, M> = emptyTable(), owner: Owner) {
    this.#cachedTable = initial;
    this.#owner = owner;
    this.#size = initial.size;
    this.#next = initial.next;
    this.#root = initial.root;
  }

  /** The cell under a key, as written so far. */
  find(key: string): Cell<V, M> | undefined {
    this.#lookUp(key);
    return this.#lastLeaf?.[this.#lastIndex];
  }

  /** Puts a value and its meta under a key; an existing key keeps its place in the order. */
  put(key: string, value: V, meta: M): void {
    if (this.#lastKey !== key) this.#lookUp(key);
    const stored = this.#lastLeaf?.[this.#lastIndex];
    if (stored !== undefined && stored.value === value && stored.meta === meta) return;
    const isNew = stored === undefined;
    const order = isNew ? this.#next : stored.order;
    // For an existing list, copy the cell: after a first response V8 takes the objects of a literal for long-lived, and
    // would keep each outdated cell, with its list, until it collects old objects. For a record this costs more than it
    // saves: refetching a list of 10 000 took a sixth longer.
    const isList = Array.isArray(value) && stored?.value !== undefined;
    const cell = isList ? { ...stored, value, meta } : newCell(key, value, meta, order);
    if (!this.#putInPlace(cell, isNew)) {
      this.#root = putBelow(this.#root, 0, { hash: hashKey(key), cell, isNew }, this.#owner);
    }
    if (isNew) {
      this.#size++;
      this.#next++;
    }
    this.#lastKey = undefined;
    this.#cachedTable = undefined;
  }

  /** The table as written so far; the initial one itself if nothing has changed. */
  table(): Table<V, M> {
    this.#cachedTable ??= { size: this.#size, next: this.#next, root: this.#root };
    return this.#cachedTable;
  }

  #lookUp(key: string) {
    const leaf = findLeaf(this.#root, key);
    this.#lastKey = key;
    this.#lastLeaf = leaf;
    this.#lastIndex = leaf === null ? -1 : indexIn(leaf, key);
  }

  /** Puts a cell where its key was looked up, if the leaf there may change and has room. */
  #putInPlace(cell: Cell<V, M>, isNew: boolean): boolean {
    const lastLeaf = this.#lastLeaf;
    const lastIndex = this.#lastIndex;
    if (lastLeaf === null || !this.#owner.has(lastLeaf)) return false;
    if (isNew && lastLeaf.length >= MAX_LEAF_SIZE) return false;
    const leaf = lastLeaf as OwnedLeaf<V, M>;
    if (isNew) leaf.push(cell);
    else leaf[lastIndex] = cell;
    return true;
  }
}

function newCell<V, M>(key: string, value: V, meta: M, order: number): Cell<V, M> {
  return value === undefined ? { key, meta, order } : { key, value, meta, order };
}
