/**
 * What a table costs against a flat object that is spread and a `Map` that is copied, and what Redux
 * Toolkit's default checks cost over both. Run with
 *
 *     npx esbuild bench/tables.ts --bundle --platform=node --format=esm \
 *       --outfile=node_modules/.cache/bench-tables.mjs && node node_modules/.cache/bench-tables.mjs
 *
 * All figures of a line come from one run and are medians. Read the ratios; the times are those of one machine.
 */
import { configureStore, type Reducer } from '@reduxjs/toolkit';
import { diffTables } from '../lib/tables/diffTables';
import { getCell } from '../lib/tables/getCell';
import { createOwner, sealOwned } from '../lib/tables/Owner';
import { putCell } from '../lib/tables/putCell';
import { emptyTable, type Table } from '../lib/tables/Table';

interface Row {
  readonly id: string;
  readonly title: string;
  readonly author: { readonly name: string };
}
type Rows = Table<Row, { readonly date: number }>;

const META = { date: 0 };
const row = (id: string, title = 'a title'): Row => ({ id, title, author: { name: 'Ada' } });

const keyKinds: Record<string, (i: number) => string> = {
  'string keys': i => `${(Math.imul(i + 1, 0x9e3779b1) >>> 0).toString(16)}-${i}`,
  'integer keys': i => String(i + 1),
};

/** Median time of one call in microseconds: rounds last about a millisecond, the whole about `budgetMs`. */
function microseconds(run: (i: number) => void, budgetMs = 300): number {
  const start = performance.now();
  run(0);
  const once = Math.max(performance.now() - start, 0.0001);
  const perRound = Math.max(1, Math.min(10_000, Math.floor(1 / once)));
  const samples: number[] = [];
  let i = 1;
  do {
    const from = performance.now();
    for (let n = 0; n < perRound; n++) run(i++);
    samples.push(((performance.now() - from) * 1000) / perRound);
  } while (performance.now() - start < budgetMs || samples.length < 3);
  samples.sort((a, b) => a - b);
  return samples[samples.length >> 1] ?? Number.NaN;
}

const shown = (us: number): string =>
  us < 1
    ? `${(us * 1000).toFixed(0)} ns`
    : us < 1000
      ? `${us.toFixed(1)} µs`
      : `${(us / 1000).toFixed(1)} ms`;

function line(what: string, table: number, flat: number, map: number): void {
  const against = (name: string, us: number): string =>
    `${name} ${shown(us).padStart(9)} (x ${(us / table).toPrecision(3)})`.padEnd(32);
  console.log(
    `  ${what.padEnd(12)} table ${shown(table).padStart(9)}   ${against('flat', flat)} ${against('Map', map)}`,
  );
}

function loadTable(rows: readonly Row[]): Rows {
  const owner = createOwner();
  let table: Rows = emptyTable();
  for (const value of rows) table = putCell(table, value.id, { value, meta: META }, owner);
  return table;
}

function loadFlat(rows: readonly Row[]): Record<string, Row> {
  const flat: Record<string, Row> = {};
  for (const value of rows) flat[value.id] = value;
  return flat;
}

function benchSize(size: number, keyOf: (i: number) => string): void {
  const rows = Array.from({ length: size }, (_, i) => row(keyOf(i)));
  const keys = rows.map(value => value.id);
  const pick = (i: number): string => keys[Math.imul(i, 7919) % size] ?? '';
  const changed = row(pick(1), 'another title');
  let kept: unknown;

  const table = loadTable(rows);
  const flat = loadFlat(rows);
  const map = new Map(rows.map(value => [value.id, value]));

  console.log(`\n${size.toLocaleString('en')} rows`);
  let draft = table;
  line(
    'update one',
    microseconds(i => {
      draft = putCell(draft, pick(i), { value: row(pick(i)), meta: META }, createOwner());
    }),
    microseconds(i => {
      kept = { ...flat, [pick(i)]: row(pick(i)) };
    }),
    microseconds(i => {
      kept = new Map(map).set(pick(i), row(pick(i)));
    }),
  );
  line(
    'read one',
    microseconds(i => {
      kept = getCell(table, pick(i));
    }),
    microseconds(i => {
      kept = flat[pick(i)];
    }),
    microseconds(i => {
      kept = map.get(pick(i));
    }),
  );
  line(
    'bulk load',
    microseconds(() => {
      kept = loadTable(rows);
    }),
    microseconds(() => {
      kept = loadFlat(rows);
    }),
    microseconds(() => {
      kept = new Map(rows.map(value => [value.id, value]));
    }),
  );

  const nextTable = putCell(table, changed.id, { value: changed, meta: META }, createOwner());
  const nextFlat: Record<string, Row> = { ...flat, [changed.id]: changed };
  const nextMap = new Map(map).set(changed.id, changed);
  line(
    'diff',
    microseconds(() => {
      diffTables(table, nextTable, key => {
        kept = key;
      });
    }),
    microseconds(() => {
      for (const key in nextFlat) if (flat[key] !== nextFlat[key]) kept = key;
    }),
    microseconds(() => {
      for (const [key, value] of nextMap) if (map.get(key) !== value) kept = key;
    }),
  );
  if (kept === keys) console.log('never: keeps what was measured from being optimised away');
}

/** The action to which the store under test answers with one changed row. */
interface Renamed {
  readonly type: 'renamed';
  readonly id: string;
  readonly title: string;
}

function timeStore<S>(name: string, preloaded: S, rename: (state: S, action: Renamed) => S): void {
  const rows: Reducer<S> = (state = preloaded, action) =>
    action.type === 'renamed' ? rename(state, action as unknown as Renamed) : state;
  const count: Reducer<number> = (state = 0, action) => (action.type === 'counted' ? state + 1 : state);
  const store = configureStore({ reducer: { rows, count }, devTools: false });
  store.dispatch({ type: 'first' });
  const unrelated = microseconds(() => store.dispatch({ type: 'counted' }), 1500);
  const update = microseconds(
    i => store.dispatch({ type: 'renamed', id: `${(i * 7919) % 10_000}`, title: `${i}` }),
    1500,
  );
  console.log(
    `  ${name.padEnd(34)} unrelated action ${shown(unrelated).padStart(9)}   update ${shown(update).padStart(9)}`,
  );
}

function benchDefaultChecks(): void {
  console.log('\n10,000 rows in a store with the default checks of Redux Toolkit');
  const rows = Array.from({ length: 10_000 }, (_, i) => row(`${i}`));

  const renameInTable =
    (seal: boolean) =>
    (state: { readonly table: Rows }, { id, title }: Renamed) => {
      const owner = createOwner();
      const table = putCell(state.table, id, { value: row(id, title), meta: META }, owner);
      if (!seal) return { table };
      sealOwned(owner);
      return Object.freeze({ table });
    };
  const owner = createOwner();
  let sealed: Rows = emptyTable();
  for (const value of rows) sealed = putCell(sealed, value.id, { value, meta: META }, owner);
  sealOwned(owner);
  timeStore('table, sealed', Object.freeze({ table: sealed }), renameInTable(true));

  // Every warning of the slow ones would be a line of its own.
  const { warn } = console;
  console.warn = () => {};
  const fresh = rows.map(value => row(value.id));
  timeStore('table, not sealed', { table: loadTable(fresh) }, renameInTable(false));
  timeStore('flat, not frozen', loadFlat(fresh), (state, { id, title }) => ({
    ...state,
    [id]: row(id, title),
  }));
  timeStore('flat, all frozen', Object.freeze(loadFlat(rows)), (state, { id, title }) =>
    Object.freeze({
      ...state,
      [id]: Object.freeze({ ...row(id, title), author: Object.freeze({ name: 'Ada' }) }),
    }),
  );
  console.warn = warn;
}

for (const [kind, keyOf] of Object.entries(keyKinds)) {
  console.log(`\n== ${kind} ==`);
  for (const size of [1_000, 10_000, 100_000, 1_000_000]) benchSize(size, keyOf);
}
benchDefaultChecks();
