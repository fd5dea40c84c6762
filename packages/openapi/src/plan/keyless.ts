import type { Operation } from '../read/Operation.js';
import type { Shape } from '../read/Shape.js';
import { withoutNull } from '../read/Shape.js';
import { given } from './given.js';
import type { KindOptions, Kinds } from './Kinds.js';
import { endsWithParameter } from './paths.js';
import { arrayIn, envelopesIn, MAX_WRAPPERS, recordIn } from './responses.js';
import { ownName } from './schemaNames.js';

/** What has the path of a record but is not one. */
export interface Keyless {
  /** The names of schemas in which no key was found. */
  readonly schemas: readonly string[];
  /** Requests for inline schemas to which nothing gives a name. */
  readonly requests: readonly string[];
}

/**
 * Finds responses with the path of one record, but without a key to store them by.
 *
 * @param nameless the names that inline schemas would have if they had a key, by the place of the operation
 */
export function findKeyless(
  operations: readonly Operation[],
  kinds: Kinds,
  { keys }: KindOptions,
  nameless: ReadonlyMap<string, string>,
): Keyless {
  const schemas = new Set<string>();
  const requests: string[] = [];
  for (const { method, path, response, at } of operations) {
    if (method !== 'GET' || !endsWithParameter(path) || response.shape === undefined) continue;
    if (recordIn(response.shape, kinds) !== undefined) continue;
    if (arrayIn(response.shape, kinds, () => true) !== undefined) continue;
    const place = thingIn(response.shape, kinds);
    const name = nameless.get(at);
    if (place === '' && name !== undefined) schemas.add(name);
    else if (place === '') requests.push(`${method} ${path}`);
    else if (place !== undefined && given(keys, ownName(place)) === undefined) schemas.add(ownName(place));
  }
  return { schemas: [...schemas].sort(), requests };
}

/** The pointer to the object that a response is or wraps: empty if the object has no name. */
function thingIn(shape: Shape, kinds: Kinds, depth = 0): string | undefined {
  const { shape: inner } = kinds.resolve(shape);
  if (inner.kind !== 'object' || depth > MAX_WRAPPERS) return undefined;
  const [wrapped] = envelopesIn(inner.fields, kinds);
  if (wrapped !== undefined) return thingIn(wrapped.shape, kinds, depth + 1);
  const { shape: named } = withoutNull(shape);
  const place = named.kind === 'ref' ? kinds.canonical(named.to) : '';
  return /^#\/(components\/schemas|x-rdc-inline)\//.test(place) ? place : '';
}
