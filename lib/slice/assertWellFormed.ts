import { actionTypes } from '../actions/actionTypes';
import { MalformedActionError } from '../errors/MalformedActionError';
import { getOrCreate } from '../plain/getOrCreate';
import { isPlainObject } from '../plain/isPlainObject';

/** What a field must be. */
interface Rule {
  readonly expected: string;
  holds(value: unknown): boolean;
}

const text: Rule = { expected: 'a string', holds: value => typeof value === 'string' };
const time: Rule = { expected: 'a finite number', holds: Number.isFinite };
const flag: Rule = { expected: 'a boolean', holds: value => typeof value === 'boolean' };
const list: Rule = { expected: 'an array', holds: Array.isArray };
const texts: Rule = {
  expected: 'an array of strings',
  holds: value => Array.isArray(value) && value.every(text.holds),
};
const textsByName: Rule = {
  expected: 'an object of arrays of strings',
  holds: value => isPlainObject(value) && Object.values(value).every(texts.holds),
};
const byRecord = (expected: string, isOne: (value: unknown) => boolean): Rule => ({
  expected: `${expected} by kind and key`,
  holds: value =>
    isPlainObject(value) &&
    Object.values(value).every(records => isPlainObject(records) && Object.values(records).every(isOne)),
});
const fieldsByRecord = byRecord('arrays of strings', texts.holds);
const numbersByRecord = byRecord('numbers', Number.isFinite);
const policy: Rule = {
  expected: "'soft' or 'hard'",
  holds: value => value === 'soft' || value === 'hard',
};
const optional = ({ expected, holds }: Rule): Rule => ({
  expected: `${expected} if anything`,
  holds: value => value === undefined || holds(value),
});

const ARGS = { args: optional(list), plainArgs: optional(list) };
const NUMBERS = { 'meta.left': optional(time), 'meta.landed': optional(time) };
const STAMPS = {
  ...NUMBERS,
  'meta.fetchedAt': time,
  'meta.date': time,
  'meta.expiresAt': time,
};

/** The fields that the reducer relies on, by action type. */
const RULES: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  [actionTypes.FETCH]: {
    endpointName: text,
    key: text,
    ...ARGS,
    'meta.fetchedAt': time,
    'meta.requestId': text,
    'meta.began': optional(time),
    'meta.writes': optional(fieldsByRecord),
    'meta.doubts': optional(numbersByRecord),
  },
  [actionTypes.SET_RESPONSE]: {
    endpointName: text,
    key: text,
    ...ARGS,
    ...STAMPS,
    'meta.requestId': optional(text),
    'meta.since': optional(time),
    'meta.doubts': optional(numbersByRecord),
    'meta.errorPolicy': optional(policy),
    error: flag,
  },
  [actionTypes.SET]: { schemaName: text, ...ARGS, ...STAMPS },
  [actionTypes.RESET]: { date: time, 'meta.landed': optional(time), 'meta.failed': optional(texts) },
  [actionTypes.INVALIDATE]: { key: text, 'meta.landed': optional(time) },
  [actionTypes.INVALIDATEALL]: { keys: texts, 'meta.landed': optional(time) },
  [actionTypes.EXPIREALL]: { keys: texts, 'meta.landed': optional(time) },
  [actionTypes.GC]: { entities: textsByName, requests: texts },
  [actionTypes.HYDRATE]: { date: time },
};

/**
 * Checks that an action has the fields that the reducer relies on, before anything is written.
 *
 * Our creators always set them; a log from elsewhere may hold anything.
 *
 * @throws {MalformedActionError} naming the first field that is wrong
 */
export function assertWellFormed(action: { readonly type: string }): void {
  for (const { field, path, rule } of rulesOf(action.type)) {
    const value = valueAt(action, path);
    if (!rule.holds(value))
      throw new MalformedActionError(action.type, keyOf(action), field, value, rule.expected);
  }
  if (failsWithoutReason(action)) {
    const { plainResponse } = action as { readonly plainResponse?: unknown };
    const expected = 'a name and a message';
    throw new MalformedActionError(action.type, keyOf(action), 'plainResponse', plainResponse, expected);
  }
}

/** The rule for one field, and its path. */
interface PlacedRule {
  readonly field: string;
  readonly path: readonly string[];
  readonly rule: Rule;
}

const placedRules = new Map<string, readonly PlacedRule[]>();

/** Memoized: a log has many actions of few types. */
function rulesOf(type: string): readonly PlacedRule[] {
  return getOrCreate(placedRules, type, () =>
    Object.entries(RULES[type] ?? {}).map(([field, rule]) => ({ field, path: field.split('.'), rule })),
  );
}

function valueAt(action: object, [first = '', second]: readonly string[]): unknown {
  const value = (action as Readonly<Record<string, unknown>>)[first];
  return second === undefined ? value : (value as Readonly<Record<string, unknown>> | undefined)?.[second];
}

function keyOf(action: object): unknown {
  return (action as { readonly key?: unknown }).key;
}

/** Whether an action reports a failure without a name and a message. */
function failsWithoutReason(action: object): boolean {
  const { error, plainResponse } = action as Readonly<Record<string, unknown>>;
  if (error !== true) return false;
  return (
    !isPlainObject(plainResponse) || !text.holds(plainResponse.name) || !text.holds(plainResponse.message)
  );
}
