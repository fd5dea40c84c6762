import { deleteCell } from '../../lib/tables/deleteCell';
import { getCell } from '../../lib/tables/getCell';
import { forEachCell, orderedCells, tableToRecord } from '../../lib/tables/iterate';
import { createOwner } from '../../lib/tables/Owner';
import { putCell } from '../../lib/tables/putCell';
import { emptyTable, isBranch } from '../../lib/tables/Table';
import { buildTable, leavesOf, nodesOf, numbered } from './buildTable';
import { collidingKeys, hostileKeys } from './keys';

const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

describe('a key with a meaning in JavaScript', () => {
  it.each(hostileKeys)('%j is absent from a table without it', key => {
    const others = buildTable(hostileKeys.filter(other => other !== key));

    expect(getCell(emptyTable(), key)).toBeUndefined();
    expect(getCell(others, key)).toBeUndefined();
    expect(deleteCell(others, key, createOwner())).toBe(others);
  });

  it.each(hostileKeys)('%j is put, read, overwritten and deleted like any other', key => {
    const one = putCell(emptyTable<string, object>(), key, { value: 'first', meta: {} }, createOwner());
    expect(getCell(one, key)).toEqual({ key, value: 'first', meta: {}, order: 0 });
    expect(getCell(throughJson(one), key)).toEqual({ key, value: 'first', meta: {}, order: 0 });
    expect(Object.keys(tableToRecord(one))).toEqual([key]);

    const two = putCell(one, key, { value: 'second', meta: {} }, createOwner());
    expect(two.size).toBe(1);
    expect(getCell(two, key)?.value).toBe('second');
    expect(deleteCell(two, key, createOwner())).toEqual({ size: 0, next: 1, root: null });
  });

  it.each([0, 1000])('is found among %d other records', count => {
    const table = buildTable([...hostileKeys, ...numbered(count).map(n => `other ${n}`)]);

    expect(table.size).toBe(hostileKeys.length + count);
    for (const key of hostileKeys) expect(getCell(table, key)?.value).toBe(`value of ${key}`);
  });
});

describe('the shape of a table', () => {
  it('is one readable list for up to 32 records, written by one action or by as many', () => {
    const atOnce = buildTable(numbered(32));
    const oneByOne = numbered(32).reduce(
      (table, key) => putCell(table, key, { value: key, meta: {} }, createOwner()),
      emptyTable<unknown, object>(),
    );

    for (const { root } of [atOnce, oneByOne])
      expect(root?.map(cell => (cell as { readonly key: string }).key)).toEqual(numbered(32));
  });

  it('has branches of 32 slots, with null for empty ones, above that', () => {
    const { root } = buildTable(numbered(33));

    expect(root).toHaveLength(32);
    expect(JSON.stringify(root)).toContain('null');
    expect(throughJson(root)).toStrictEqual(root);
  });

  it('depends on the keys only, not on their order of arrival', () => {
    const keys = [...numbered(3000), ...hostileKeys];
    const shape = (table: ReturnType<typeof buildTable>) =>
      JSON.stringify(table.root, (_, node) =>
        Array.isArray(node) && typeof node[0]?.key === 'string' ? node.map(({ key }) => key).sort() : node,
      );

    expect(shape(buildTable([...keys].reverse()))).toBe(shape(buildTable(keys)));
  });

  it('stays the same in later releases, which read saved tables', () => {
    const [first = '', second = ''] = collidingKeys();
    const table = buildTable([...numbered(2000), ...collidingKeys()]);
    const slotsOf = (key: string) => {
      const slots: number[] = [];
      for (let node = table.root; node !== null && isBranch(node); ) {
        const slot = node.findIndex(child => JSON.stringify(child).includes(`"key":"${key}"`));
        slots.push(slot);
        node = node[slot] ?? null;
      }
      return slots;
    };

    expect(['7', '1234', first, second].map(slotsOf)).toEqual([
      [29, 2],
      [1, 5],
      [25, 23, 21, 21, 26],
      [25, 23, 21, 21, 16],
    ]);
  });

  it('becomes one list again when only a few records are left', () => {
    let table = buildTable(numbered(5000));
    const owner = createOwner();
    for (const key of numbered(5000).slice(12)) table = deleteCell(table, key, owner);

    expect(leavesOf(table)).toHaveLength(1);
    expect(Object.keys(tableToRecord(table))).toEqual(numbered(12));
  });

  it('merges at 16 remaining records, not at 17', () => {
    let table = buildTable(numbered(5000));
    const owner = createOwner();
    for (const key of numbered(5000).slice(17)) table = deleteCell(table, key, owner);

    expect(leavesOf(table).length).toBeGreaterThan(1);
    expect(leavesOf(deleteCell(table, '16', owner))).toHaveLength(1);
  });

  it('is that of an empty table, except for `next`, when every record is deleted', () => {
    let table = buildTable(numbered(500));
    for (const key of numbered(500)) table = deleteCell(table, key, createOwner());

    expect(table).toStrictEqual({ ...emptyTable(), next: 500 });
  });

  it.each([
    ['sequential integers', (i: number) => `${i}`],
    ['large sequential integers', (i: number) => `${1_700_000_000_000 + i}`],
    ['sequential ids with leading zeros', (i: number) => `id-${`${i}`.padStart(12, '0')}`],
    ['uuids', (i: number) => `${(Math.imul(i + 1, 0x9e3779b1) >>> 0).toString(16)}-4f2a-8b1c-${i * 7919}`],
    ['arguments as JSON', (i: number) => JSON.stringify({ group: 'five', page: i })],
    ['requests', (i: number) => `GET https://api.example.com/groups/${i % 10}/posts?page=${i}`],
    ['multiples of 4096', (i: number) => `${i * 4096}`],
  ])('is balanced for %s', (_, keyOf) => {
    const table = buildTable(Array.from({ length: 20_000 }, (_, i) => keyOf(i)));
    const sizes = leavesOf(table).map(leaf => leaf.length);

    // 1 024 slots at the second level would hold 19.5 each; a poor hash leaves most of them empty.
    expect(sizes.length).toBeGreaterThan(1000);
    expect(nodesOf(table).length - sizes.length).toBeLessThan(60);
  });
});

describe('keys with equal hashes', () => {
  const keys = collidingKeys();

  it('are put, read and deleted like others', () => {
    let table = buildTable([...keys, ...numbered(100)]);
    expect(table.size).toBe(keys.length + 100);
    for (const key of keys) expect(getCell(table, key)?.value).toBe(`value of ${key}`);
    expect(throughJson(table)).toStrictEqual(table);

    const owner = createOwner();
    for (const key of [...keys, ...numbered(100)]) {
      table = deleteCell(table, key, owner);
      expect(getCell(table, key)).toBeUndefined();
    }
    expect(table).toStrictEqual({ size: 0, next: keys.length + 100, root: null });
  });
});

describe('thousands of keys with equal hashes', () => {
  const keys = collidingKeys(2048);

  it('are split further down into leaves as short as those of other keys', () => {
    const table = buildTable(keys);

    expect(Math.max(...leavesOf(table).map(leaf => leaf.length))).toBeLessThanOrEqual(32);
    expect(keys.filter(key => getCell(table, key)?.value !== `value of ${key}`)).toEqual([]);
  });

  it('leave branches that become leaves again after deletion', () => {
    const owner = createOwner();
    let table = buildTable([...numbered(40), ...keys]);
    for (const key of keys) table = deleteCell(table, key, owner);

    expect(table.root).toStrictEqual(buildTable(numbered(40)).root);
  });
});

describe('putCell', () => {
  const meta = { date: 1 };
  const value = { title: 'a' };

  it('returns the same table if the key already has this value and meta', () => {
    const table = putCell(emptyTable<object, object>(), 'a', { value, meta }, createOwner());
    const without = putCell(table, 'b', { meta }, createOwner());

    expect(putCell(table, 'a', { value, meta }, createOwner())).toBe(table);
    expect(putCell(without, 'b', { meta }, createOwner())).toBe(without);
  });

  it('returns another table after every change, even within one action', () => {
    const owner = createOwner();
    const first = putCell(emptyTable<object, object>(), 'a', { value, meta }, owner);

    expect(putCell(first, 'a', { value: { title: 'b' }, meta }, owner)).not.toBe(first);
    expect(deleteCell(first, 'a', owner)).not.toBe(first);
  });

  it('creates a cell without a value, and removes the value when it is omitted', () => {
    const one = putCell(emptyTable<object, object>(), 'a', { meta }, createOwner());
    expect(getCell(one, 'a')).toStrictEqual({ key: 'a', meta, order: 0 });

    const two = putCell(one, 'a', { value, meta }, createOwner());
    expect(getCell(two, 'a')).toStrictEqual({ key: 'a', value, meta, order: 0 });
    expect(getCell(putCell(two, 'a', { meta }, createOwner()), 'a')).toStrictEqual({
      key: 'a',
      meta,
      order: 0,
    });
  });

  it.each([null, 0, '', false])('keeps the falsy value %j', falsy => {
    const table = putCell(emptyTable<unknown, object>(), 'a', { value: falsy, meta }, createOwner());

    expect(getCell(table, 'a')).toStrictEqual({ key: 'a', value: falsy, meta, order: 0 });
    expect(tableToRecord(table)).toEqual({ a: falsy });
  });

  it('does not change tables of earlier actions', () => {
    const keys = numbered(2000);
    const before = buildTable(keys);
    const copy = throughJson(before);

    const owner = createOwner();
    let after = before;
    for (const key of keys) after = putCell(after, key, { value: 'other', meta }, owner);
    for (const key of keys.slice(100)) after = deleteCell(after, key, owner);

    expect(after.size).toBe(100);
    expect(before).toStrictEqual(copy);
  });

  it('shares everything off the path to the key with the previous table', () => {
    const before = buildTable(numbered(10_000));
    const after = putCell(before, '77', { value: 'other', meta }, createOwner());
    const known = new Set(nodesOf(before));

    expect(nodesOf(after).filter(node => !known.has(node)).length).toBeLessThanOrEqual(4);
  });
});

describe('the order of arrival', () => {
  it('is kept on an overwrite and new when a key returns', () => {
    let table = buildTable(['c', 'a', 'b']);
    table = putCell(table, 'c', { value: 'again', meta: {} }, createOwner());
    expect(orderedCells(table).map(([key]) => key)).toEqual(['c', 'a', 'b']);

    table = putCell(deleteCell(table, 'c', createOwner()), 'c', { value: 'back', meta: {} }, createOwner());
    expect(orderedCells(table).map(([key]) => key)).toEqual(['a', 'b', 'c']);
  });

  it('is the order of the records in an object', () => {
    const keys = Array.from({ length: 200 }, (_, i) => `todo ${(i * 7919) % 200}`);

    expect(Object.keys(tableToRecord(buildTable(keys)))).toEqual(keys);
  });
});

describe('a missing table', () => {
  it('reads as empty', () => {
    const visit = jest.fn();
    forEachCell(undefined, visit);

    expect(visit).not.toHaveBeenCalled();
    expect(getCell(undefined, 'a')).toBeUndefined();
    expect(orderedCells(undefined)).toEqual([]);
    expect(tableToRecord(undefined)).toEqual({});
  });

  it('has no record for a cell without a value', () => {
    const table = putCell(buildTable(['a']), 'gone', { meta: {} }, createOwner());

    expect(tableToRecord(table)).toEqual({ a: 'value of a' });
  });
});
