import { getOrCreate, newWeakMap } from '../plain/getOrCreate';
import { notesOf } from '../plain/versionNotes';
import type { Part } from './Memo';

/** A list inside a record that is shorter than this belongs to the record: the two are made together. */
export const MIN_OWN_LENGTH = 64;

/**
 * How many versions of a list are memoized.
 *
 * A garbage collection of young objects treats everything in a `WeakMap` as alive: with each version of 10,000
 * elements in one, 60% of the time of a `push` went into copying unused versions.
 */
const MAX_VERSIONS = 4;

/** What was made of nodes of the state, by the schema that made it. */
const memos = new WeakMap<object, WeakMap<object, Part>>();

/** What was made of one version of a list. */
interface Version {
  readonly node: object;
  readonly part: Part;
}

/**
 * What a schema has made of nodes of the state; freed with the nodes.
 *
 * It needs no store: a node belongs to the state of one store, and what is made of it depends only on the node and
 * what it refers to.
 */
export function memosOf(owner: object): WeakMap<object, Part> {
  return getOrCreate(memos, owner, newWeakMap<object, Part>);
}

/** What a schema has made of a node, either a row or a long list. */
export function cachedPart(owner: object, node: object): Part {
  return isLong(node) ? versionOf(owner, node) : memosOf(owner).get(node);
}

/** Stores what {@link cachedPart} finds. */
export function cachePart(owner: object, node: object, part: Part): void {
  if (isLong(node)) keepVersion(owner, node, part);
  else memosOf(owner).set(node, part);
}

/** What a schema has made of a version of a list. */
export function versionOf(owner: object, list: object): Part {
  return versionsOf(owner, list).find(({ node }) => node === list)?.part;
}

/** What a schema has made of the version of a list that was shown last. */
export function lastVersionOf(owner: object, list: object): Part {
  return versionsOf(owner, list)[0]?.part;
}

function versionsOf(owner: object, list: object): readonly Version[] {
  return (notesOf(list).get(owner) as readonly Version[] | undefined) ?? [];
}

/** Stores what a schema has made of a list, or found again, as the version shown last. */
export function keepVersion(owner: object, node: object, part: Part): void {
  const others = versionsOf(owner, node).filter(version => version.node !== node);
  notesOf(node).set(owner, [{ node, part }, ...others.slice(0, MAX_VERSIONS - 1)]);
}

function isLong(node: object): boolean {
  return Array.isArray(node) && node.length >= MIN_OWN_LENGTH;
}
