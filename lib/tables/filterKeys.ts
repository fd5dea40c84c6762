import { isBranch, type Table, type TableNode } from './Table';

/**
 * Keys of a table that pass a test.
 *
 * The cost grows with what passes and what was written since: testing each of 100 000 keys took 140 ms.
 *
 * @param nodesWithoutMatch nodes below which no key passes this same test; newly found ones are added
 */
export function filterKeys(
  table: Table<unknown, unknown>,
  test: (key: string) => boolean,
  nodesWithoutMatch: WeakSet<object>,
): string[] {
  const keys: string[] = [];
  findBelow(table.root, test, nodesWithoutMatch, keys);
  return keys;
}

function findBelow(
  node: TableNode<unknown, unknown> | null,
  test: (key: string) => boolean,
  nodesWithoutMatch: WeakSet<object>,
  keys: string[],
) {
  if (node === null || nodesWithoutMatch.has(node)) return;
  const countBefore = keys.length;
  if (isBranch(node)) for (const child of node) findBelow(child, test, nodesWithoutMatch, keys);
  else for (const { key } of node) if (test(key)) keys.push(key);
  if (keys.length === countBefore) nodesWithoutMatch.add(node);
}
