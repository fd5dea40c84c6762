import { classOf } from '../plain/classOf';
import { describeValue } from './describeValue';

/** More levels than any stack allows. */
const MAX_LEVELS = 1_000;

/** One step of the path to a value. */
interface Step {
  readonly value: object;
  readonly children: readonly (readonly [name: string, value: unknown])[];
  next: number;
}

/** Why a value cannot be written as JSON, as the second half of a sentence, and what to do, as a sentence. */
export type JsonFault = readonly [problem: string, fix: string];

/** Where data goes: into the body or the key of a request, or into the store, which accepts more. */
export type JsonUse = 'body' | 'arguments' | 'store';

/**
 * Finds what JSON cannot hold of a value, or would change silently; `undefined` if there is nothing.
 *
 * The store keeps bigints as text, describes files, and puts a record's key where it contains itself.
 *
 * | value | problem |
 * |---|---|
 * | `{ id: 5n }` | `5n is a bigint, at "id"` |
 * | an object inside itself | `it contains a circular reference, at "parent.child"` |
 * | a list of a million levels | `it has more than 1000 levels, at "0.0.0…"` |
 * | `{ tags: new Set() }` | `it contains a Set, at "tags"` |
 * | `{ ratio: 0 / 0 }` | `NaN is no number in JSON, at "ratio"` |
 * | `{ rename: () => {} }`, to be stored | `it contains a function, at "rename"` |
 * | `{ due: new Date('soon') }` | `it contains an invalid date, at "due"` |
 */
export function jsonFault(given: unknown, use: JsonUse): JsonFault | undefined {
  const steps: Step[] = [];
  // A list instead of recursion, which would overflow on deep data.
  let fault = enter(given, steps, use);
  for (let step = steps.at(-1); fault === undefined && step !== undefined; step = steps.at(-1)) {
    const child = step.children[step.next++];
    if (child === undefined) steps.pop();
    else fault = enter(child[1], steps, use);
  }
  return fault;
}

const COLLECTIONS = new Set(['Map', 'Set', 'WeakMap', 'WeakSet', 'Promise', 'Headers']);
const FILES = new Set(['Blob', 'File', 'FormData', 'URLSearchParams', 'ReadableStream', 'ArrayBuffer']);

function enter(value: unknown, steps: Step[], use: JsonUse): JsonFault | undefined {
  if (typeof value === 'bigint' && use !== 'store') {
    return [`${value}n is a bigint${placeOf(steps)}`, `Pass a string: String(${value}n).`];
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return [`${value} is no number in JSON${placeOf(steps)}`, 'Pass null or a string in its place.'];
  }
  if ((typeof value === 'function' || typeof value === 'symbol') && use === 'store') {
    return [`it contains a ${typeof value}${placeOf(steps)}`, 'Leave it out: only plain data can be stored.'];
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (value instanceof Date && Number.isNaN(value.getTime())) {
    return [`it contains an invalid date${placeOf(steps)}`, 'Pass null, or a date that there is.'];
  }
  if ('toJSON' in value) return undefined;
  const kind = classOf(value);
  if (COLLECTIONS.has(kind)) {
    return [
      `it contains a ${kind}${placeOf(steps)}`,
      'Pass plain data: Object.fromEntries(map), [...set], what a promise resolves to.',
    ];
  }
  if (FILES.has(kind)) {
    if (use !== 'body') return undefined;
    return [
      `it contains a ${kind}${placeOf(steps)}`,
      'Send it as a field of a FormData, or as the whole body.',
    ];
  }
  if (steps.some(step => step.value === value)) {
    if (use === 'store' && 'pk' in value) return undefined;
    return [`it contains a circular reference${placeOf(steps)}`, 'Pass a value without circular references.'];
  }
  if (steps.length === MAX_LEVELS) {
    if (use === 'store') return undefined;
    const problem = `it has more than ${MAX_LEVELS} levels${placeOf(steps)}`;
    return [problem, 'Pass a flatter value, for example a key instead of a record.'];
  }
  steps.push({ value, children: Object.entries(value), next: 0 });
  return undefined;
}

function placeOf(steps: readonly Step[]): string {
  if (steps.length === 0) return '';
  return `, at ${describeValue(steps.map(({ children, next }) => children[next - 1]?.[0]).join('.'))}`;
}
