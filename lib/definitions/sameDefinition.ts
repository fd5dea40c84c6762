/** Deepest nesting that is compared; deeper differences are ignored. */
const MAX_DEPTH = 12;

/**
 * Whether two definitions are equal, such as one that hot reloading has made again.
 *
 * Functions and classes are compared by their source text and their own members, everything else by its members.
 */
export function sameDefinition(a: unknown, b: unknown): boolean {
  return same(a, b, 0, new Map());
}

/** Options about when to send a request and how long its response is fresh: they make no difference to a log. */
const UNLOGGED = new Set([
  'dataExpiryLength',
  'invalidIfStale',
  'pollFrequency',
  'pollWhileHidden',
  'abortWhenUnused',
  'concurrency',
  'retry',
  'timeoutMs',
  'idempotencyKey',
]);

function same(a: unknown, b: unknown, depth: number, compared: Map<object, unknown>): boolean {
  if (Object.is(a, b)) return true;
  if (!isReference(a) || !isReference(b) || typeof a !== typeof b) return false;
  if (depth > MAX_DEPTH || compared.get(a) === b) return true;
  compared.set(a, b);
  if (!isMadeAlike(a, b)) return false;
  if (
    typeof a === 'function' &&
    !same(Object.getPrototypeOf(a), Object.getPrototypeOf(b), depth + 1, compared)
  ) {
    return false;
  }
  const [names, otherNames] = [a, b].map(one => Object.keys(one).filter(name => !UNLOGGED.has(name))) as [
    string[],
    string[],
  ];
  return (
    names.length === otherNames.length &&
    names.every(
      name => Object.hasOwn(b, name) && same(memberOf(a, name), memberOf(b, name), depth + 1, compared),
    )
  );
}

/** The value of a member, or its getter. */
function memberOf(object: object, name: string): unknown {
  const { value, get } = Object.getOwnPropertyDescriptor(object, name) ?? {};
  return get ?? value;
}

function isReference(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

/** Whether two functions, or the classes of two objects, have the same source text. */
function isMadeAlike(a: object, b: object): boolean {
  return Array.isArray(a) === Array.isArray(b) && isSameText(a, b) && isSameText(classOf(a), classOf(b));
}

function isSameText(a: unknown, b: unknown): boolean {
  return a === b || textOf(a) === textOf(b);
}

function textOf(value: unknown): string {
  return typeof value === 'function' ? Function.prototype.toString.call(value) : '';
}

function classOf(value: object): unknown {
  return (Object.getPrototypeOf(value) as { readonly constructor?: unknown } | null)?.constructor;
}
