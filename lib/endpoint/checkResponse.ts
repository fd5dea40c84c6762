import { InvalidResponseError } from '../errors/InvalidResponseError';
import type { Issue } from '../errors/Issue';
import { isObject } from '../plain/isObject';
import { reportError } from '../plain/reportError';
import { DEFAULT_SCHEMA_FAILURE_POLICY } from '../types/SchemaFailurePolicy';
import { checkStandard } from './checkStandard';
import type { EndpointOptions } from './EndpointOptions';

/** How the responses of an endpoint are checked. */
export type ResponseCheck = Pick<
  EndpointOptions,
  'responseSchema' | 'schemaFailurePolicy' | 'onSchemaFailure'
> & {
  readonly name: string;
};

/**
 * What the endpoint's `responseSchema` makes of a response; without one the response itself.
 *
 * Where records that do not fit are dropped, what is dropped is the innermost
 * element of a list in which something is wrong; the rest has to fit by itself.
 *
 * @throws {InvalidResponseError} (rejects) when the response does not fit, unless such responses are kept
 */
export async function checkResponse(endpoint: ResponseCheck, response: unknown): Promise<unknown> {
  const { name, responseSchema } = endpoint;
  const { schemaFailurePolicy: policy = DEFAULT_SCHEMA_FAILURE_POLICY } = endpoint;
  if (responseSchema === undefined) return response;
  const checked = await checkStandard(responseSchema, response);
  if (checked.issues === undefined) return checked.value;
  const error = new InvalidResponseError(name, checked.issues, response);
  if (policy === 'reject') throw error;
  if (policy === 'keep') {
    reportSchemaFailure(endpoint, error);
    return response;
  }
  const rest = withoutItems(response, checked.issues);
  const again = rest === undefined ? checked : await checkStandard(responseSchema, rest);
  if (again.issues !== undefined) throw error;
  reportSchemaFailure(endpoint, error);
  return again.value;
}

/** Tells an app of what did not fit; what it throws then is its own failure. */
export function reportSchemaFailure(endpoint: Pick<ResponseCheck, 'onSchemaFailure'>, failure: Error): void {
  try {
    endpoint.onSchemaFailure?.(failure);
  } catch (error) {
    reportError(error);
  }
}

type Path = readonly (string | number)[];

/**
 * A value without the elements of its lists in which something is wrong, each the
 * innermost one; `undefined` where something is wrong outside all lists.
 */
function withoutItems(value: unknown, issues: readonly Issue[]): unknown {
  const items = issues.map(({ path }) => innermostItem(value, path));
  return items.every(item => item !== undefined) ? without(value, items) : undefined;
}

function innermostItem(value: unknown, path: Path): Path | undefined {
  let found: Path | undefined;
  let at = value;
  for (const [depth, segment] of path.entries()) {
    if (Array.isArray(at) && Number(segment) in at) found = path.slice(0, depth + 1);
    at = (at as Readonly<Record<string, unknown>> | undefined)?.[segment];
  }
  return found;
}

function without(value: unknown, items: readonly Path[]): unknown {
  if (!isObject(value) || items.length === 0) return value;
  const kept = Object.entries(value).flatMap(([name, member]) => {
    const below = items.filter(([first]) => String(first) === name).map(([, ...rest]) => rest);
    return below.some(rest => rest.length === 0) ? [] : [[name, without(member, below)] as const];
  });
  return Array.isArray(value) ? kept.map(([, item]) => item) : Object.fromEntries(kept);
}
