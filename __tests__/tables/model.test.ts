import fc from 'fast-check';
import { deleteCell } from '../../lib/tables/deleteCell';
import { diffTables } from '../../lib/tables/diffTables';
import { getCell } from '../../lib/tables/getCell';
import { forEachCell, orderedCells, tableToRecord } from '../../lib/tables/iterate';
import { createOwner, type Owner, sealOwned } from '../../lib/tables/Owner';
import { putCell } from '../../lib/tables/putCell';
import { type Cell, emptyTable, isBranch, type Table, type TableNode } from '../../lib/tables/Table';
import { runs } from '../helpers/runs';
import { anyKey, collidingKeys } from './keys';

type TestTable = Table<number, string>;
type TestCell = Cell<number, string>;
type Model = ReadonlyMap<string, { readonly value?: number; readonly meta: string }>;

type Step =
  | { readonly do: 'put'; readonly key: string; readonly content: { value?: number; meta: string } }
  | { readonly do: 'delete'; readonly key: string };

const key = fc.oneof({ weight: 9, arbitrary: anyKey }, fc.constantFrom(...collidingKeys().slice(0, 40)));
const content = fc.record(
  { value: fc.nat(5), meta: fc.constantFrom('fresh', 'stale') },
  { requiredKeys: ['meta'], noNullPrototype: true },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('put' as const), key, content }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), key }) },
);
const many = { minLength: 0, maxLength: 300, size: 'max' } as const;
/** One list of steps for each action; each action has its own owner and may seal it. */
const actions = fc.array(fc.record({ steps: fc.array(step, many), sealed: fc.boolean() }), { maxLength: 5 });

function applyToTable(table: TestTable, steps: readonly Step[], owner: Owner): TestTable {
  return steps.reduce<TestTable>(
    (now, s) => (s.do === 'put' ? putCell(now, s.key, s.content, owner) : deleteCell(now, s.key, owner)),
    table,
  );
}

function applyToModel(model: Model, steps: readonly Step[]): Model {
  const next = new Map(model);
  for (const s of steps) {
    if (s.do === 'put') next.set(s.key, s.content);
    else next.delete(s.key);
  }
  return next;
}

/** Every way to read a table agrees with the model. */
function expectSame(table: TestTable, model: Model): void {
  expect(table.size).toBe(model.size);
  const ordered = orderedCells(table);
  expect(ordered.map(([k]) => k)).toEqual([...model.keys()]);
  expect(ordered.map(([, { key, order, ...rest }]) => rest)).toStrictEqual([...model.values()]);
  expect(ordered.every(([k, cell]) => getCell(table, k) === cell && cell.order < table.next)).toBe(true);
  const visited: string[] = [];
  forEachCell(table, k => visited.push(k));
  expect(visited.sort()).toEqual([...model.keys()].sort());
  const values = [...model].flatMap(([k, c]) => (c.value === undefined ? [] : [[k, c.value] as const]));
  expect(tableToRecord(table)).toEqual(Object.fromEntries(values));
  expectSound(table.root);
}

/** No node is empty, and no branch is small enough to be a leaf. */
function expectSound(node: TableNode<number, string> | null): number {
  if (node === null) return 0;
  if (!isBranch(node)) {
    const size = node.length;
    expect(size).toBeGreaterThan(0);
    return size;
  }
  expect(node).toHaveLength(32);
  const size = node.reduce((sum, child) => sum + expectSound(child), 0);
  expect(size).toBeGreaterThan(16);
  return size;
}

function expectDiff(before: TestTable | undefined, after: TestTable | undefined): void {
  const seen = new Map<string, [TestCell | undefined, TestCell | undefined]>();
  diffTables(before, after, (k, was, is) => {
    if (seen.has(k)) throw new Error(`The diff visited ${JSON.stringify(k)} twice.`);
    seen.set(k, [was, is]);
  });
  const keys = new Set([...orderedCells(before), ...orderedCells(after)].map(([k]) => k));
  const wrong = [...keys].filter(k => {
    const [was, is] = [getCell(before, k), getCell(after, k)];
    const visit = seen.get(k);
    return was === is ? visit !== undefined : visit === undefined || visit[0] !== was || visit[1] !== is;
  });
  expect(wrong).toEqual([]);
  expect([...seen.keys()].filter(k => !keys.has(k))).toEqual([]);
}

/** The tables and models after each action, starting with the empty ones. */
function run(all: readonly { readonly steps: readonly Step[]; readonly sealed: boolean }[]) {
  const history: { table: TestTable; model: Model; json: string }[] = [];
  let table: TestTable = emptyTable();
  let model: Model = new Map();
  history.push({ table, model, json: JSON.stringify(table) });
  for (const { steps, sealed } of all) {
    const owner = createOwner();
    table = applyToTable(table, steps, owner);
    model = applyToModel(model, steps);
    if (sealed) sealOwned(owner);
    history.push({ table, model, json: JSON.stringify(table) });
  }
  return history;
}

it('matches a Map with the same writes, in the same order', () => {
  fc.assert(
    fc.property(actions, all => {
      for (const { table, model } of run(all)) expectSame(table, model);
    }),
    runs(40),
  );
});

it('never changes earlier tables', () => {
  fc.assert(
    fc.property(actions, all => {
      for (const { table, json } of run(all)) expect(JSON.stringify(table)).toBe(json);
    }),
    runs(40),
  );
});

it('equals itself after a JSON round trip and can be written to from there', () => {
  fc.assert(
    fc.property(actions, fc.array(step, many), (all, steps) => {
      const last = run(all).at(-1);
      if (last === undefined) return;
      const revived = JSON.parse(last.json) as TestTable;
      // Not toStrictEqual, which mistakes the record with the key 'constructor' for a class.
      expect(revived).toEqual(last.table);
      expectSame(revived, last.model);
      expect(applyToTable(revived, steps, createOwner())).toEqual(
        applyToTable(last.table, steps, createOwner()),
      );
      expectDiff(revived, last.table);
    }),
    runs(40),
  );
});

it('finds exactly the cells that differ between two tables', () => {
  fc.assert(
    fc.property(actions, actions, (some, others) => {
      const tables = [undefined, ...run(some).map(h => h.table), run(others).at(-1)?.table];
      for (const before of tables) for (const after of tables) expectDiff(before, after);
    }),
    runs(20),
  );
});
