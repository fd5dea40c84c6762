import { configureStore } from '@reduxjs/toolkit';
import { getCell } from '../../lib/tables/getCell';
import { createOwner, sealOwned, sealTable } from '../../lib/tables/Owner';
import { putCell } from '../../lib/tables/putCell';
import { emptyTable, isBranch, type Table } from '../../lib/tables/Table';
import { buildTable, leavesOf, nodesOf, numbered } from './buildTable';

type Rows = Table<
  { readonly title: string; readonly author: { readonly name: string } },
  { readonly date: number }
>;

const content = (title: string) => ({ value: { title, author: { name: 'Ada' } }, meta: { date: 0 } });

function sealedRows(count: number): Rows {
  const owner = createOwner();
  let table: Rows = emptyTable();
  for (const key of numbered(count)) table = putCell(table, key, content(key), owner);
  sealOwned(owner);
  return table;
}

function rename(table: Rows, key: string, title: string): Rows {
  const owner = createOwner();
  const next = putCell(table, key, content(title), owner);
  sealOwned(owner);
  return next;
}

describe('a sealed table', () => {
  it.each([5, 2000])(
    'is frozen from the leaves down and not above, with %d rows, also if it was restored',
    count => {
      const written = rename(sealedRows(count), '3', 'other');
      const restored = JSON.parse(JSON.stringify(written)) as Rows;
      sealTable(restored);

      for (const table of [written, restored]) {
        expect(Object.isFrozen(table)).toBe(false);
        for (const node of nodesOf(table)) expect(Object.isFrozen(node)).toBe(!isBranch(node));
        for (const cell of leavesOf(table).flatMap(leaf => Object.values(leaf))) {
          const parts = [cell, cell.value, cell.value?.author, cell.meta];
          expect(parts.map(part => Object.isFrozen(part))).toEqual([true, true, true, true]);
        }
      }
    },
  );

  it('is frozen at any depth', () => {
    const top: { inside?: object } = {};
    let bottom = top;
    for (let depth = 0; depth < 100_000; depth++) bottom = bottom.inside = {};
    const owner = createOwner();
    putCell(emptyTable<object, object>(), 'deep', { value: top, meta: {} }, owner);
    sealOwned(owner);

    expect([Object.isFrozen(top), Object.isFrozen(bottom)]).toEqual([true, true]);
  });

  it('does not traverse values that are already frozen', () => {
    const inside = { untouched: true };
    const owner = createOwner();
    putCell(emptyTable<object, object>(), 'a', { value: Object.freeze({ inside }), meta: {} }, owner);
    sealOwned(owner);

    expect(Object.isFrozen(inside)).toBe(false);
  });

  it('can contain bytes, which cannot be frozen', () => {
    const owner = createOwner();
    putCell(emptyTable<object, object>(), 'a', { value: new Uint8Array(2), meta: {} }, owner);

    expect(() => sealOwned(owner)).not.toThrow();
  });
});

describe('an owner', () => {
  it.each([5, 2000])('writes to a table with frozen leaves, with %d rows', count => {
    const sealed = sealedRows(count);
    const renamed = rename(sealed, '3', 'other');

    expect(getCell(renamed, '3')?.value?.title).toBe('other');
    expect(getCell(sealed, '3')?.value?.title).toBe('3');
  });

  it('owns nothing after it is sealed', () => {
    const owner = createOwner();
    let kept: Rows = emptyTable();
    for (const key of numbered(100)) kept = putCell(kept, key, content(key), owner);
    sealOwned(owner);
    const json = JSON.stringify(kept);

    let later = kept;
    for (const key of numbered(200)) later = putCell(later, key, content('later'), owner);

    expect(later.size).toBe(200);
    expect(JSON.stringify(kept)).toBe(json);
  });

  it('can write to several tables', () => {
    const owner = createOwner();
    const one = putCell(buildTable(numbered(50)), 'new', { value: 'one', meta: {} }, owner);
    const two = putCell(buildTable(numbered(50)), 'new', { value: 'two', meta: {} }, owner);

    expect([getCell(one, 'new')?.value, getCell(two, 'new')?.value]).toEqual(['one', 'two']);
  });
});

describe('a store with the default checks of Redux Toolkit and 10 000 sealed rows', () => {
  const startStore = () =>
    configureStore({
      devTools: false,
      reducer: {
        rows: (state = Object.freeze({ table: sealedRows(10_000) }), action) =>
          action.type === 'renamed' ? Object.freeze({ table: rename(state.table, '77', 'other') }) : state,
        count: (state = 0, action) => (action.type === 'counted' ? state + 1 : state),
      },
    });

  /** How many objects a dispatch listed or checked for being frozen. */
  function looksDuring(dispatch: () => void): number {
    const spies = [
      jest.spyOn(Object, 'isFrozen'),
      jest.spyOn(Object, 'entries'),
      jest.spyOn(Object, 'values'),
    ];
    dispatch();
    const looks = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
    for (const spy of spies) spy.mockRestore();
    return looks;
  }

  beforeEach(() => {
    jest.spyOn(console, 'warn').mockImplementation();
    jest.spyOn(console, 'error').mockImplementation();
  });
  afterEach(() => jest.restoreAllMocks());

  it('checks no rows on an unrelated action', () => {
    const store = startStore();
    store.dispatch({ type: 'first' });

    // 32 branches at the second level, and a few objects above them.
    expect(looksDuring(() => store.dispatch({ type: 'counted' }))).toBeLessThan(200);
  });

  it('reads the rows of one leaf for an update', () => {
    const store = startStore();
    store.dispatch({ type: 'first' });

    expect(looksDuring(() => store.dispatch({ type: 'renamed' }))).toBeLessThan(1000);
    expect(console.error).not.toHaveBeenCalled();
  });
});
