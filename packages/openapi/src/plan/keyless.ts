import type { Operation } from '../read/Operation.js';
import type { Shape } from '../read/Shape.js';
import { withoutNull } from '../read/Shape.js';
import { given } from './given.js';
import type { KindOptions, Kinds } from './Kinds.js';
import { endsWithParameter } from './paths.js';
import { arrayIn, recordIn } from './responses.js';
import { ownName } from './schemaNames.js';
import { isEnvelope } from './words.js';

/** What is fetched as records are, and is none. */
export interface Keyless {
  /** Schemas without a field that is known to be a key, by their names. */
  readonly schemas: readonly string[];
  /** Requests for what has no name, as `GET /cities/{name}`: only schemas with a name are records. */
  readonly requests: readonly string[];
}

/** Finds what has the path of one record, and no key by which the store could keep it. */
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

/** The place of the schema of the object that a response is, or wraps: empty where it has no name. */
function thingIn(shape: Shape, kinds: Kinds, depth = 0): string | undefined {
  const { shape: inner } = kinds.resolve(shape);
  if (inner.kind !== 'object' || depth > MAX_WRAPPERS) return undefined;
  const wrapped = inner.fields.find(
    field => isEnvelope(field.name) && kinds.resolve(field.shape).shape.kind === 'object',
  );
  if (wrapped !== undefined) return thingIn(wrapped.shape, kinds, depth + 1);
  const { shape: named } = withoutNull(shape);
  const place = named.kind === 'ref' ? kinds.canonical(named.to) : '';
  return place.startsWith('#/components/schemas/') ? place : '';
}

/** How many wrappers a response may stand in: one may hold itself. */
const MAX_WRAPPERS = 4;
