import type { Created } from '../overlap/creations';
import { isObject } from '../plain/isObject';
import { kept } from '../plain/kept';
import type { EntityRow } from '../types/State';

/** A record of a response. */
export interface Brought {
  readonly pk: string;
  readonly row: EntityRow;
  /** Whether it was not stored before. */
  readonly isNew: boolean;
}

/** A creation, and the key of the record that it has become. */
type Pair = readonly [created: Created, pk: string];

/** How a field is compared: as it is, or else without what servers change in texts. */
type Form = (value: unknown) => string;
const FORMS: readonly Form[] = [String, value => String(value).trim().toLowerCase()];

/**
 * Which record of a response each of several creations of one kind has become.
 *
 * A server may name them in another order, leave some out, bring others along, and change what it was sent. What tells them
 * apart are fields that were sent with different values and have come with them. Where no such field has come, the order
 * counts. Where the server has changed them all nobody knows: without a key a waiting request is not sent, but with a wrong
 * one it would reach another record.
 */
export function pairCreations(created: readonly Created[], brought: readonly Brought[]): readonly Pair[] {
  const isLonger = brought.length > created.length;
  const fresh = brought.filter(({ isNew }) => isNew);
  if (isLonger && fresh.length === created.length) return pairCreations(created, fresh);
  const sent = created.map(one => one.sent ?? {});
  const rows = brought.map(({ row }) => row);
  const names = [...new Set(sent.flatMap(Object.keys))].filter(name => isLonger || differs(sent, name));
  const come = names.filter(
    name => rows.every(row => has(row, name)) && (rows.length === 1 || differs(rows, name)),
  );
  const forms = come.flatMap(name => {
    const form = FORMS.find(of => isShared(sent, rows, name, of));
    return form === undefined ? [] : [[name, form] as const];
  });
  if (forms.length > 0) return pairsByFields(created, brought, new Map(forms));
  const isInOrder = brought.length === created.length ? come.length === 0 : !isLonger && names.length === 0;
  return isInOrder ? brought.map(({ pk }, place) => [created[place] as Created, pk]) : [];
}

function pairsByFields(
  created: readonly Created[],
  brought: readonly Brought[],
  forms: ReadonlyMap<string, Form>,
): readonly Pair[] {
  const pairs: Pair[] = [];
  const left = new Set(created);
  const unpaired = new Set(brought);
  const pair = (one: Created, other: Brought) => {
    pairs.push([one, other.pk]);
    left.delete(one);
    unpaired.delete(other);
  };
  for (const [names, alike] of byNames(created, [...forms.keys()])) {
    const textOf = (row: EntityRow) => JSON.stringify(names.map(name => forms.get(name)?.(row[name])));
    const byText = new Map<string, Created[]>();
    // The last first, so that each is taken from the end.
    for (const one of alike.toReversed()) kept(byText, textOf(one.sent ?? {}), () => []).push(one);
    for (const other of unpaired) {
      const one = byText.get(textOf(other.row))?.pop();
      if (one !== undefined) pair(one, other);
    }
  }
  const [one] = left;
  const [other] = unpaired;
  // What is left when all others have been found.
  if (one && other && left.size === 1 && unpaired.size === 1) pair(one, other);
  return pairs;
}

/** The creations by which of some fields each was sent with, those with most of them first. */
function byNames(
  created: readonly Created[],
  names: readonly string[],
): readonly (readonly [names: readonly string[], created: readonly Created[]])[] {
  const groups = new Map<string, { readonly own: readonly string[]; readonly ofGroup: Created[] }>();
  for (const one of created) {
    const own = names.filter(name => has(one.sent ?? {}, name));
    kept(groups, own.join('\n'), () => ({ own, ofGroup: [] })).ofGroup.push(one);
  }
  const told = [...groups.values()].filter(({ own }) => own.length > 0);
  told.sort((one, other) => other.own.length - one.own.length);
  return told.map(({ own, ofGroup }) => [own, ofGroup]);
}

function has(row: EntityRow, name: string): boolean {
  return row[name] !== undefined && !isObject(row[name]);
}

/** Whether any two of some records are different in a field. */
function differs(rows: readonly EntityRow[], name: string): boolean {
  return rows.some(row => String(row[name]) !== String(rows[0]?.[name]));
}

/** Whether a value has come that was sent. */
function isShared(sent: readonly EntityRow[], rows: readonly EntityRow[], name: string, form: Form): boolean {
  const values = new Set(sent.filter(row => has(row, name)).map(row => form(row[name])));
  return rows.some(row => values.has(form(row[name])));
}
