import { sameDefinition } from './sameDefinition';

/** Beyond this many under one name, or twice as many as differed, equal ones are dropped: renders may make them. */
const MAX_UNSORTED = 16;

/** At most this many different definitions are kept per name: the first, which a module made, and the latest. */
const MAX_KEPT = 64;

/** Definitions by name. Several can share one. */
export interface Candidates {
  add(name: string, definition: object): void;
  remove(name: string, definition: object): void;
  /** All that differ, in order of definition; of equal ones the latest. */
  named(name: string): readonly object[];
  /** Its keys are the names, in the order in which they were first added. */
  readonly byName: ReadonlyMap<string, unknown>;
}

interface Named {
  list: readonly object[];
  /** Whether equal ones have been dropped. */
  isSorted: boolean;
  /** How many there may be before equal ones are dropped again. */
  limit: number;
}

let added = 0;

/** Counts the definitions that were added, or lost a name. */
export function additions(): number {
  return added;
}

/** Creates an empty set of names. */
export const candidates: () => Candidates = process.env.NODE_ENV === 'production' ? uncompared : compared;

/** In production no module is evaluated twice, so definitions are not compared. */
function uncompared(): Candidates {
  const byName = new Map<string, readonly object[]>();
  const definitionsNamed = (name: string) => byName.get(name) ?? [];
  const others = (name: string, definition: object) =>
    definitionsNamed(name).filter(one => one !== definition);
  return {
    add(name, definition) {
      byName.set(name, [...others(name, definition).slice(1 - MAX_KEPT), definition]);
    },
    remove(name, definition) {
      byName.set(name, others(name, definition));
    },
    named: definitionsNamed,
    byName,
  };
}

function compared(): Candidates {
  const byName = new Map<string, Named>();

  function sort(group: Named): readonly object[] {
    if (group.isSorted) return group.list;
    const distinct: object[] = [];
    const byTurn = [...group.list].sort((a, b) => turnOf(a) - turnOf(b));
    for (const one of byTurn.reverse()) {
      if (!distinct.some(later => sameDefinition(one, later))) distinct.unshift(one);
    }
    const [first] = distinct;
    group.list =
      first === undefined || distinct.length <= MAX_KEPT
        ? distinct
        : [first, ...distinct.slice(1 - MAX_KEPT)];
    group.isSorted = true;
    group.limit = Math.max(MAX_UNSORTED, 2 * group.list.length);
    return group.list;
  }

  return {
    add(name, definition) {
      const group = byName.get(name);
      noteFirstTurn(definition, currentTurn());
      if (group === undefined) {
        added++;
        byName.set(name, { list: [definition], isSorted: true, limit: MAX_UNSORTED });
      } else if (group.list.at(-1) !== definition) {
        group.list = [...group.list.filter(one => one !== definition), definition];
        group.isSorted = false;
        added++;
        if (group.list.length > group.limit) sort(group);
      }
    },
    remove(name, definition) {
      const group = byName.get(name);
      if (group === undefined) return;
      added++;
      group.list = group.list.filter(one => one !== definition);
      if (group.list.length === 0) byName.delete(name);
    },
    named: name => sort(byName.get(name) ?? NONE),
    byName,
  };
}

const NONE: Named = { list: [], isSorted: true, limit: MAX_UNSORTED };

/** In which turn of the event loop each definition was made; unknown in production. */
const turns = new WeakMap<object, number>();
let turn = 0;
let isTurnOver = true;

/** A module and its imports are evaluated in one turn; hot reloading evaluates in a later one. */
export function currentTurn(): number {
  if (process.env.NODE_ENV !== 'production' && isTurnOver) {
    turn++;
    isTurnOver = false;
    void Promise.resolve().then(() => {
      isTurnOver = true;
    });
  }
  return turn;
}

/** Sets the turn of a definition, such as the turn of its owner if it was derived later. */
export function noteTurn(definition: object, madeIn: number): void {
  if (process.env.NODE_ENV !== 'production') turns.set(definition, madeIn);
}

/** The definitions of the latest turn, which in development replace earlier ones; in production, the last one. */
export function latestOf<T extends object>(definitions: readonly T[]): readonly T[] {
  return process.env.NODE_ENV === 'production' ? definitions.slice(-1) : ofLastTurn(definitions);
}

function ofLastTurn<T extends object>(definitions: readonly T[]): readonly T[] {
  if (definitions.length < 2) return definitions;
  const last = Math.max(...definitions.map(turnOf));
  return definitions.filter(one => turnOf(one) === last);
}

/** Sets the turn of a definition that has none yet. */
export function noteFirstTurn(definition: object, madeIn: number): void {
  if (!turns.has(definition)) noteTurn(definition, madeIn);
}

/** The turn in which a definition was made. */
export function turnOf(definition: object): number {
  return turns.get(definition) ?? 0;
}
