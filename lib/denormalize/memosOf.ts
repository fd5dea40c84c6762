import { kept, newWeakMap } from '../plain/kept';
import type { Part } from './Memo';

/** What was made of nodes of the state (rows, arrays of results), by the schema that made it. */
const memos = new WeakMap<object, WeakMap<object, Part>>();

/**
 * What a schema has made of nodes of the state; goes with the nodes.
 *
 * Nothing here needs to know of stores: a node belongs to the state of one store, and what is made of it is a
 * function of the node and of what it refers to.
 */
export function memosOf(owner: object): WeakMap<object, Part> {
  return kept(memos, owner, newWeakMap<object, Part>);
}
