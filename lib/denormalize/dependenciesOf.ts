import { INVALID } from '../types/INVALID';
import type { RecordRef } from '../types/State';
import { type DependencyVisitor, eachDependency, ListMemo, Memo, type Part } from './Memo';

/** What a value was made from, at any depth. */
export interface Dependencies {
  /** Records, except those of long lists. */
  readonly records: readonly RecordRef[];
  /** Kinds whose records were all read, or that a long list depends on. */
  readonly kinds: ReadonlySet<string>;
}

/** Lists up to this length name their records; longer ones name only the kinds. */
const MAX_NAMED_ELEMENTS = 63;

/** Most values depend on no kind as a whole. */
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
 * Visits all records that a value was made from, missing ones too, at any depth and in lists of any length. May visit
 * a record more than once.
 */
export function eachRecord(memo: Memo, visit: RecordVisitor<void>): void {
  walk(memo, { record: (kind, pk, part) => visit(kind, pk, part !== undefined && part !== INVALID) });
}

/** Whether a test holds for any record that a value was made from, as {@link eachRecord} visits them. */
export function someRecord(memo: Memo, test: RecordVisitor<boolean>): boolean {
  let isFound = false;
  eachRecord(memo, (kind, pk, isThere) => {
    isFound ||= test(kind, pk, isThere);
  });
  return isFound;
}

/** The callbacks of a walk down from a memo. */
export interface Walker {
  record(kind: string, pk: string, part: Part): unknown;
  /** A kind whose keys were all read. */
  kind?(kind: string): unknown;
  /** Whether to walk a memo; if left out, all are walked. */
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
 * A class, because V8 drops the compiled code of closures when the last of them is collected: building an index of
 * 10,000 elements took twice as long.
 */
export class Descent implements DependencyVisitor {
  readonly #walker: Walker;
  readonly #pending: Memo[] = [];
  #number = 0;

  constructor(walker: Walker) {
    this.#walker = walker;
  }

  from(top: Memo): void {
    this.#number = ++walks;
    this.nested(top);
    for (let memo = this.#pending.pop(); memo !== undefined; memo = this.#pending.pop())
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
    this.#pending.push(memo);
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
