import { describeValue } from './describeValue';

/** More levels than any stack takes. */
const MAX_LEVELS = 1_000;

/** One step of the path to a value. */
interface Step {
  readonly value: object;
  readonly children: readonly (readonly [name: string, value: unknown])[];
  next: number;
}

/** Why a value cannot be written as JSON, as the second half of a sentence, and what to do, as another one. */
export type JsonFault = readonly [problem: string, fix: string];

/**
 * Finds what of a value JSON cannot hold.
 *
 * | value | problem |
 * |---|---|
 * | `{ id: 5n }` | `5n is a bigint, at "id"` |
 * | an object inside itself | `it contains a circular reference, at "parent.child"` |
 * | a list of a million levels | `it has more than 1000 levels, at "0.0.0…"` |
 * | one whose `toJSON` throws | `see the cause` |
 */
export function jsonFault(given: unknown): JsonFault {
  const steps: Step[] = [];
  // A list in place of recursion, which deep data would exhaust.
  let fault = enter(given, steps);
  for (let step = steps.at(-1); fault === undefined && step !== undefined; step = steps.at(-1)) {
    const child = step.children[step.next++];
    if (child === undefined) steps.pop();
    else fault = enter(child[1], steps);
  }
  return fault ?? ['see the cause', 'Fix its toJSON().'];
}

function enter(value: unknown, steps: Step[]): JsonFault | undefined {
  if (typeof value === 'bigint') {
    return [`${value}n is a bigint, ${placeOf(steps)}`, `Pass a string: String(${value}n).`];
  }
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return undefined;
  if (steps.some(step => step.value === value)) {
    return [
      `it contains a circular reference, ${placeOf(steps)}`,
      'Pass a value without circular references.',
    ];
  }
  if (steps.length === MAX_LEVELS) {
    const problem = `it has more than ${MAX_LEVELS} levels, ${placeOf(steps)}`;
    return [problem, 'Pass a flatter value, for example a key instead of a record.'];
  }
  steps.push({ value, children: Object.entries(value), next: 0 });
  return undefined;
}

function placeOf(steps: readonly Step[]): string {
  return `at ${describeValue(steps.map(({ children, next }) => children[next - 1]?.[0]).join('.'))}`;
}
