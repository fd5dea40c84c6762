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
  /** Requests for schemas without a name, as `GET /cities/{name}`: only named schemas are records. */
  readonly requests: readonly string[];
}

/** Finds responses with the path of one record, but without a key to store them by. */
export function findKeyless(operations: readonly Operation[], kinds: Kinds, { keys }: KindOptions): Keyless {
  const schemas = new Set<string>();
  const requests: string[] = [];
  for (const { method, path, response } of operations) {
    if (method !== 'GET' || !endsWithParameter(path) || response.shape === undefined) continue;
    if (recordIn(response.shape, kinds) !== undefined) continue;
    if (arrayIn(response.shape, kinds, () => true) !== undefined) continue;
    const place = thingIn(response.shape, kinds);
    if (place === '') requests.push(`${method} ${path}`);
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
  return place.startsWith('#/components/schemas/') ? place : '';
}
