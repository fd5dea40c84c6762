import { INVALID } from '../types/INVALID';
import type { RecordRef } from '../types/State';
import { type DependencyVisitor, eachDependency, ListMemo, Memo, type Part } from './Memo';

/** What a value was made from, at any depth. */
export interface Dependencies {
  /** Records; without those of long lists. */
  readonly records: readonly RecordRef[];
  /** Kinds of which all records were looked through, or many stand in a long list. */
  readonly kinds: ReadonlySet<string>;
}

/** Lists up to this length name their records, longer ones the kinds. */
const MAX_NAMED_ELEMENTS = 63;

/** Most values depend on no whole kind. */
const NO_KINDS: ReadonlySet<string> = new Set();

/** What a value was made from, at any depth, without naming the records of long lists. */
export function dependenciesOf(memo: Memo): Dependencies {
  const records: RecordRef[] = [];
  let kinds = NO_KINDS;
  walk(memo, {
    record: (kind, pk) => records.push({ kind, pk }),
    kind(kind) {
      kinds = new Set([...kinds, kind]);
    },
    enters(next) {
      if (!(next instanceof ListMemo) || next.parts.length <= MAX_NAMED_ELEMENTS) return true;
      kinds = new Set([...kinds, ...kindsOf(next)]);
      return false;
    },
  });
  return { records, kinds };
}

type RecordVisitor<Result> = (kind: string, pk: string, isThere: boolean) => Result;

/**
 * Visits all records that a value was made from, at any depth and in lists of any length, some of them more than
 * once; those that are not there too.
 */
export function eachRecord(memo: Memo, visit: RecordVisitor<void>): void {
  walk(memo, { record: (kind, pk, part) => visit(kind, pk, part !== undefined && part !== INVALID) });
}

/** Whether something is true of any record that a value was made from, as {@link eachRecord} visits them. */
export function someRecord(memo: Memo, test: RecordVisitor<boolean>): boolean {
  let isFound = false;
  eachRecord(memo, (kind, pk, isThere) => {
    isFound ||= test(kind, pk, isThere);
  });
  return isFound;
}

/** What a walk down from a memo calls back. */
export interface Walker {
  record(kind: string, pk: string, part: Part): unknown;
  /** A kind of which all keys were read. */
  kind?(kind: string): unknown;
  /** Whether to walk a memo; left out, all are. */
  enters?(memo: Memo): boolean;
}

let walks = 0;

/** Visits what a value was made from, at any depth; each memo once. */
export function walk(top: Memo, walker: Walker): void {
  new Descent(walker).from(top);
}

/**
 * Walks down from one memo after another.
 *
 * A class, since V8 drops what it has compiled of closures when the last of them is collected: an index of 10,000
 * elements took twice as long to build.
 */
export class Descent implements DependencyVisitor {
  readonly #walker: Walker;
  readonly #found: Memo[] = [];
  #number = 0;

  constructor(walker: Walker) {
    this.#walker = walker;
  }

  from(top: Memo): void {
    this.#number = ++walks;
    this.nested(top);
    for (let memo = this.#found.pop(); memo !== undefined; memo = this.#found.pop())
      if (this.#walker.enters?.(memo) !== false) eachDependency(memo, this);
  }

  record(kind: string, pk: string, part: Part) {
    this.#walker.record(kind, pk, part);
    if (part instanceof Memo) this.nested(part);
  }

  kind(kind: string) {
    this.#walker.kind?.(kind);
  }

  nested(memo: Memo) {
    if (memo.walked === this.#number) return;
    memo.walked = this.#number;
    this.#found.push(memo);
  }
}

/** The kinds of records that the elements of a long list were made from. */
function kindsOf(list: ListMemo): Iterable<string> {
  const { index } = list;
  if (index) return [...index.byRecord.keys(), ...index.byKind.keys()];
  if (list.kinds === undefined) {
    const kinds = new Set<string>();
    const add = (kind: string) => kinds.add(kind);
    walk(list, { record: add, kind: add });
    list.kinds = kinds;
  }
  return list.kinds;
}
