import { isPlainObject } from '../plain/isPlainObject';

/** Of what is longer than it can be looked at, this many are shown. */
export const SAMPLE_SIZE = 20;

/** Past this many elements or fields, the others are left out. */
const MAX_ELEMENTS = 200;

/** What is nested deeper is shown as it is. */
const MAX_LEVELS = 100;

const made = new WeakMap<object, unknown>();

/** What is made of one object, once. */
export function onceFor<Given extends object, Made>(given: Given, make: (given: Given) => Made): Made {
  const known = (made.get(given) as Made | undefined) ?? make(given);
  made.set(given, known);
  return known;
}

/** Plain data with the start of each list, and of each map, that is too long to be looked at; the same for the same object. */
export function shortened(value: unknown): unknown {
  return isComposed(value) ? onceFor(value, startOf) : value;
}

function startOf(value: object, level = 0): unknown {
  const entries = Object.entries(value);
  const shown = entries
    .slice(0, entries.length > MAX_ELEMENTS ? SAMPLE_SIZE : undefined)
    .map(([name, part]): [string, unknown] => [
      name,
      isComposed(part) && level < MAX_LEVELS ? startOf(part, level + 1) : part,
    ]);
  if (shown.length < entries.length) shown.push(['…', `… ${entries.length - shown.length} more`]);
  return Array.isArray(value) ? shown.map(([, part]) => part) : Object.fromEntries(shown);
}

function isComposed(value: unknown): value is object {
  return Array.isArray(value) || isPlainObject(value);
}
