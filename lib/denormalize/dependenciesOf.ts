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
  const naming = new Naming();
  naming.from(memo);
  return naming;
}

/**
 * Visits all records that a value was made from, at any depth and in lists of any length, some of them more than
 * once; those that are not there too.
 *
 * @param number of the walk, where several values are walked in one: what they share is visited once
 */
export function eachRecord(
  memo: Memo,
  visit: (kind: string, pk: string, isThere: boolean) => void,
  number?: number,
): void {
  walk(
    memo,
    { record: (kind, pk, part) => visit(kind, pk, part !== undefined && part !== INVALID), kind() {} },
    number,
  );
}

/** What a walk down from a memo calls back. */
export interface Walker {
  record(kind: string, pk: string, part: Part): void;
  kind(kind: string): void;
  /** Whether to walk a memo; left out, all are. */
  enters?(memo: Memo): boolean;
}

let walks = 0;

/** A number for walks that visit nothing twice. */
export function nextWalk(): number {
  return ++walks;
}

/**
 * Walks down from one memo after another to all that they were made from; in one walk, each memo once.
 *
 * A class, since V8 drops what it has compiled of closures when the last of them is collected: an index of 10,000
 * elements took twice as long to build.
 */
export abstract class Descent implements DependencyVisitor {
  readonly #found: Memo[] = [];
  #number = 0;

  protected abstract meet(kind: string, pk: string, part: Part): void;
  abstract kind(kind: string): void;
  protected abstract enters(memo: Memo): boolean;

  from(top: Memo, number: number = nextWalk()): void {
    this.#number = number;
    this.nested(top);
    for (let memo = this.#found.pop(); memo !== undefined; memo = this.#found.pop())
      if (this.enters(memo)) eachDependency(memo, this);
  }

  record(kind: string, pk: string, part: Part) {
    this.meet(kind, pk, part);
    if (part instanceof Memo) this.nested(part);
  }

  nested(memo: Memo) {
    if (memo.walked === this.#number) return;
    memo.walked = this.#number;
    this.#found.push(memo);
  }
}

class WalkerDescent extends Descent {
  constructor(readonly walker: Walker) {
    super();
  }

  protected override meet(kind: string, pk: string, part: Part) {
    this.walker.record(kind, pk, part);
  }

  override kind(kind: string) {
    this.walker.kind(kind);
  }

  protected override enters(memo: Memo) {
    return this.walker.enters?.(memo) !== false;
  }
}

/** Visits what a value was made from, at any depth; each memo once. */
export function walk(top: Memo, walker: Walker, number?: number): void {
  new WalkerDescent(walker).from(top, number);
}

class Naming extends Descent implements Dependencies {
  static readonly kept: Naming = new Naming();
  readonly records: RecordRef[] = [];
  kinds = NO_KINDS;

  protected override meet(kind: string, pk: string) {
    this.records.push({ kind, pk });
  }

  override kind(kind: string) {
    if (!this.kinds.has(kind)) this.kinds = new Set(this.kinds).add(kind);
  }

  protected override enters(memo: Memo) {
    if (!(memo instanceof ListMemo) || memo.parts.length <= MAX_NAMED_ELEMENTS) return true;
    for (const kind of kindsOf(memo)) this.kind(kind);
    return false;
  }
}

/** The kinds of records that the elements of a long list were made from. */
function kindsOf(list: ListMemo): Iterable<string> {
  const { index } = list;
  if (index) return [...index.byRecord.keys(), ...index.byKind.keys()];
  if (list.kinds !== undefined) return list.kinds;
  const kinds = new Set<string>();
  const add = (kind: string) => kinds.add(kind);
  walk(list, { record: add, kind: add });
  list.kinds = kinds;
  return kinds;
}
