import { type NotedRequest, notedRequests } from '../../actions/origins';
import { additions } from '../../definitions/candidates';
import { endpoints, endpointsNamed } from '../../definitions/registry';
import { attempt } from '../../plain/attempt';
import type { Cell } from '../../tables/Table';
import type { EndpointInterface } from '../../types/EndpointInterface';
import type { ResponseMeta } from '../../types/State';

type ResponseCell = Cell<unknown, ResponseMeta>;

/** By cell: the loaded endpoints that its key matches, and how many definitions were searched. */
const matchingRequests = new WeakMap<
  ResponseCell,
  { readonly definitionCount: number; readonly requests: readonly NotedRequest[] }
>();

/**
 * The requests that may have brought a stored response: the recorded one or, such as in a restored state, those of all
 * loaded endpoints that match its key, without their arguments.
 */
export function requestsOf(key: string, cell: ResponseCell): readonly NotedRequest[] {
  const recorded = notedRequests.get(cell);
  if (recorded !== undefined) return [recorded];
  const cached = matchingRequests.get(cell);
  if (cached?.definitionCount === additions()) return cached.requests;
  const requests = allLoaded()
    .filter(endpoint => attempt(() => endpoint.testKey?.(key)) === true)
    .map(endpoint => ({ endpoint, args: [] }));
  matchingRequests.set(cell, { definitionCount: additions(), requests });
  return requests;
}

/** All loaded endpoints, and the number of definitions they come from. */
let loadedEndpoints: { readonly definitionCount: number; readonly all: readonly EndpointInterface[] } = {
  definitionCount: -1,
  all: [],
};

function allLoaded(): readonly EndpointInterface[] {
  const definitionCount = additions();
  if (loadedEndpoints.definitionCount !== definitionCount)
    loadedEndpoints = {
      definitionCount,
      all: [...endpoints.byName.keys()].flatMap(name => endpointsNamed(name)),
    };
  return loadedEndpoints.all;
}
