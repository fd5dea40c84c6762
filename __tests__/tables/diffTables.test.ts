import { deleteCell } from '../../lib/tables/deleteCell';
import { diffTables } from '../../lib/tables/diffTables';
import { createOwner } from '../../lib/tables/Owner';
import { putCell } from '../../lib/tables/putCell';
import type { Table } from '../../lib/tables/Table';
import { buildTable, numbered } from './buildTable';

function keysThatDiffer(before?: Table<unknown, object>, after?: Table<unknown, object>): string[] {
  const keys: string[] = [];
  diffTables(before, after, key => keys.push(key));
  return keys;
}

it('visits nothing between a table and itself', () => {
  const table = buildTable(numbered(100));

  expect(keysThatDiffer(table, table)).toEqual([]);
  expect(keysThatDiffer(undefined, undefined)).toEqual([]);
});

it('visits the one changed or deleted cell', () => {
  const before = buildTable(numbered(10_000));
  const put = putCell(before, '77', { value: 'other', meta: {} }, createOwner());

  expect(keysThatDiffer(before, put)).toEqual(['77']);
  expect(keysThatDiffer(before, deleteCell(before, '78', createOwner()))).toEqual(['78']);
});

it('visits only new cells when a leaf becomes a branch, and back', () => {
  const small = buildTable(numbered(32));
  const large = putCell(small, 'one more', { value: 1, meta: {} }, createOwner());

  expect(keysThatDiffer(small, large)).toEqual(['one more']);
  expect(keysThatDiffer(large, small)).toEqual(['one more']);
});

it('visits only new cells when leaves of the second level become branches', () => {
  const before = buildTable(numbered(900));
  const owner = createOwner();
  const added = numbered(1_200).slice(900).sort();
  const after = added.reduce((table, key) => putCell(table, key, { value: 1, meta: {} }, owner), before);

  expect(keysThatDiffer(before, after).sort()).toEqual(added);
  expect(keysThatDiffer(after, before).sort()).toEqual(added);
});

it('never reads a node that both tables share', () => {
  const before = buildTable(numbered(10_000));
  const after = putCell(before, '77', { value: 'other', meta: {} }, createOwner());
  const [was, is] = [before.root, after.root] as [unknown[], unknown[]];
  const untouchable = new Proxy([], {
    get() {
      throw new Error('The difference walked into a shared node.');
    },
  });
  let shared = 0;
  was.forEach((node, slot) => {
    if (node !== is[slot]) return;
    was[slot] = is[slot] = untouchable;
    shared++;
  });

  expect(shared).toBe(31);
  expect(keysThatDiffer(before, after)).toEqual(['77']);
});
