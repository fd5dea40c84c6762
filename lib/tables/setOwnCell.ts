import type { OwnedLeaf } from './Owner';
import type { Cell } from './Table';

/**
 * Sets a cell as an own property of a leaf, whatever the key is called.
 *
 * Plain assignment to `__proto__` would change the leaf's prototype in place of adding a property, and
 * assignment to `constructor` throws where `Object.prototype` is frozen.
 */
export function setOwnCell<V, M>(leaf: OwnedLeaf<V, M>, key: string, cell: Cell<V, M>): void {
  if (key in Object.prototype) {
    Object.defineProperty(leaf, key, { value: cell, writable: true, enumerable: true, configurable: true });
  } else {
    leaf[key] = cell;
  }
}
