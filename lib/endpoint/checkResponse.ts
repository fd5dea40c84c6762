import { InvalidResponseError } from '../errors/InvalidResponseError';
import type { Issue } from '../errors/Issue';
import { isObject } from '../plain/isObject';
import { reportError } from '../plain/reportError';
import { DEFAULT_SCHEMA_FAILURE_POLICY } from '../types/SchemaFailurePolicy';
import { checkStandard } from './checkStandard';
import type { EndpointOptions } from './EndpointOptions';

/** How to check the responses of an endpoint. */
export type ResponseCheck = Pick<
  EndpointOptions,
  'responseSchema' | 'schemaFailurePolicy' | 'onSchemaFailure'
> & {
  readonly name: string;
};

/**
 * The output of the endpoint's `responseSchema`; without one, the response itself.
 *
 * The policy `drop` removes the innermost list element around each issue; the rest must then match by itself.
 *
 * @throws {InvalidResponseError} (rejects) when the response does not match, unless such responses are kept
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
  const rechecked = rest === undefined ? checked : await checkStandard(responseSchema, rest);
  if (rechecked.issues !== undefined) throw error;
  reportSchemaFailure(endpoint, error);
  return rechecked.value;
}

/** Reports a mismatch to the app; an error that its callback throws is reported separately. */
export function reportSchemaFailure(endpoint: Pick<ResponseCheck, 'onSchemaFailure'>, failure: Error): void {
  try {
    endpoint.onSchemaFailure?.(failure);
  } catch (error) {
    reportError(error);
  }
}

type Path = readonly (string | number)[];

/**
 * A value without the innermost list element around each issue; `undefined` if an issue lies outside all lists.
 */
function withoutItems(value: unknown, issues: readonly Issue[]): unknown {
  const items = issues.map(({ path }) => innermostItem(value, path));
  return items.every(item => item !== undefined) ? without(value, items) : undefined;
}

function innermostItem(value: unknown, path: Path): Path | undefined {
  let innermost: Path | undefined;
  let current = value;
  for (const [depth, segment] of path.entries()) {
    if (Array.isArray(current) && Number(segment) in current) innermost = path.slice(0, depth + 1);
    current = (current as Readonly<Record<string, unknown>> | undefined)?.[segment];
  }
  return innermost;
}

function without(value: unknown, items: readonly Path[]): unknown {
  if (!isObject(value) || items.length === 0) return value;
  const kept = Object.entries(value).flatMap(([name, member]) => {
    const pathsBelow = items.filter(([first]) => String(first) === name).map(([, ...rest]) => rest);
    return pathsBelow.some(rest => rest.length === 0) ? [] : [[name, without(member, pathsBelow)] as const];
  });
  return Array.isArray(value) ? kept.map(([, item]) => item) : Object.fromEntries(kept);
}
