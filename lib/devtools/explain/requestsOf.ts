import { type NotedRequest, notedRequests } from '../../actions/origins';
import { additions } from '../../definitions/candidates';
import { endpoints, endpointsNamed } from '../../definitions/registry';
import { attempt } from '../../plain/attempt';
import type { Cell } from '../../tables/Table';
import type { EndpointInterface } from '../../types/EndpointInterface';
import type { ResponseMeta } from '../../types/State';

type ResponseCell = Cell<unknown, ResponseMeta>;

/** By cell: the loaded endpoints that its key matches, and how many definitions were searched. */
const fitting = new WeakMap<
  ResponseCell,
  { readonly of: number; readonly requests: readonly NotedRequest[] }
>();

/**
 * The requests that may have brought a stored response: the recorded one or, such as in a restored state, those of all
 * loaded endpoints that match its key, without their arguments.
 */
export function requestsOf(key: string, cell: ResponseCell): readonly NotedRequest[] {
  const noted = notedRequests.get(cell);
  if (noted !== undefined) return [noted];
  const found = fitting.get(cell);
  if (found?.of === additions()) return found.requests;
  const requests = loaded()
    .filter(endpoint => attempt(() => endpoint.testKey?.(key)) === true)
    .map(endpoint => ({ endpoint, args: [] }));
  fitting.set(cell, { of: additions(), requests });
  return requests;
}

/** All loaded endpoints, and the number of definitions they come from. */
let known: { readonly of: number; readonly all: readonly EndpointInterface[] } = { of: -1, all: [] };

function loaded(): readonly EndpointInterface[] {
  const of = additions();
  if (known.of !== of)
    known = { of, all: [...endpoints.byName.keys()].flatMap(name => endpointsNamed(name)) };
  return known.all;
}
