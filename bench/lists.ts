/**
 * What reading a long list costs, against walking it anew with all records at hand. Run with
 *
 *     npx esbuild bench/lists.ts --bundle --platform=node --format=esm \
 *       --outfile=node_modules/.cache/bench-lists.mjs && node node_modules/.cache/bench-lists.mjs
 *
 * All figures come from one run and are medians. Read the ratios; the times are those of one machine.
 */

import { denormalize } from '../lib/denormalize/denormalize';
import { NO_TABLES, normalize } from '../lib/normalize/normalize';
import { Collection } from '../lib/schema/Collection';
import { Entity } from '../lib/schema/Entity';
import { getCell } from '../lib/tables/getCell';
import { createOwner, sealOwned } from '../lib/tables/Owner';
import type { Schema } from '../lib/types/Schema';
import type { Tables } from '../lib/types/State';

const LENGTH = 10_000;
const AUTHORS = 20;

class User extends Entity {
  id = '';
  name = '';
  static key = 'User';
}
class Todo extends Entity {
  id = '';
  title = '';
  author: User | undefined = undefined;
  static key = 'Todo';
  static schema = { author: User };
}
const list = new Collection([Todo]);

let clock = 0;
let tables: Tables = NO_TABLES;

/** Writes as the reducer does in development, frozen. */
function write(schema: Schema, response: unknown): unknown {
  const fetchedAt = ++clock;
  const owner = createOwner();
  const meta = { fetchedAt, date: fetchedAt, expiresAt: fetchedAt };
  const { result, ...after } = normalize(schema, response, [{}], tables, meta, { owner });
  sealOwned(owner);
  tables = after;
  return result;
}

const read = () => denormalize(list, '{}', tables.entities);

/** The list without any memory of it: one look-up and one `WeakMap` hit for each record. */
const instances = new WeakMap<object, object>();
function walk(): readonly unknown[] {
  const keys = getCell(tables.entities[list.key], '{}')?.value as readonly string[];
  return Object.freeze(
    keys.map(pk => {
      const row = getCell(tables.entities.Todo, pk)?.value as object;
      const author = getCell(tables.entities.User, (row as { author: string }).author)?.value;
      const known = instances.get(row) ?? Object.freeze({ ...row, author });
      instances.set(row, known);
      return known;
    }),
  );
}

const todo = (i: number, title = `todo ${i}`) => ({
  id: `${i}`,
  title,
  author: { id: `u${i % AUTHORS}`, name: `user ${i % AUTHORS}` },
});
const response = () => Array.from({ length: LENGTH }, (_, i) => todo(i));

/** Median time of `timed` in milliseconds; `prepare` is not counted. */
function median(rounds: number, timed: (round: number) => void, prepare: (round: number) => void = () => {}) {
  const times = Array.from({ length: rounds }, (_, round) => {
    prepare(round);
    const start = performance.now();
    timed(round);
    return performance.now() - start;
  });
  return times.sort((a, b) => a - b)[rounds >> 1] ?? Number.NaN;
}

function report(what: string, ms: number, baseline: number) {
  const ratio = (baseline / ms).toPrecision(3);
  console.log(`${what.padEnd(44)} ${ms.toFixed(3).padStart(9)} ms   plain walk x ${ratio}`);
}

const pick = (round: number) => Math.imul(round + 1, 7919) % LENGTH;

const firstRead = median(15, read, () => {
  tables = NO_TABLES;
  write(list, response());
});
walk();
const baseline = median(60, walk, round => write(Todo, { id: `${pick(round)}`, title: `walked ${round}` }));
console.log(`${LENGTH.toLocaleString('en')} records, each with one of ${AUTHORS} authors`);
console.log(`plain walk ${baseline.toFixed(3)} ms\n`);

report('first read', firstRead, baseline);
read();
report('nothing changed, read again', median(200, read), baseline);
report(
  'update one',
  median(300, round => write(Todo, { id: `${pick(round)}`, title: `alone ${round}` })),
  baseline,
);
report(
  'update one and read again',
  median(300, round => {
    write(Todo, { id: `${pick(round)}`, title: `updated ${round}` });
    read();
  }),
  baseline,
);
report(
  `update one author (of ${LENGTH / AUTHORS} records) and read`,
  median(100, round => {
    write(User, { id: `u${round % AUTHORS}`, name: `renamed ${round}` });
    read();
  }),
  baseline,
);
report(
  'push one and read again',
  median(200, round => {
    write(list.push, todo(LENGTH + round));
    read();
  }),
  baseline,
);
report(
  'unshift one and read again',
  median(200, round => {
    write(list.unshift, todo(-1 - round));
    read();
  }),
  baseline,
);
report(
  'remove one from the middle and read again',
  median(100, round => {
    write(list.remove, { id: `${round + 5000}` });
    read();
  }),
  baseline,
);
write(list, response());
read();
let repeated: unknown;
report(
  'repeat the identical response and read again',
  median(
    25,
    () => {
      write(list, repeated);
      read();
    },
    () => {
      repeated = response();
    },
  ),
  baseline,
);
