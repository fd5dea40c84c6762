import { type FetchAction, fetch } from '../actions/fetch';
import { endpointsFitting } from '../definitions/registry';
import { sameDefinition } from '../definitions/sameDefinition';
import { hasGivenName } from '../endpoint/endpointNames';
import { warnOnce } from '../plain/warnOnce';
import type { EndpointInterface } from '../types/EndpointInterface';

/** Those that were requested, of all that share their name and address with another one. */
const requested = new WeakSet<EndpointInterface>();

/**
 * Names, for development, endpoints that a log cannot tell apart, with the first request that such a log would hold.
 *
 * Of endpoints without a name of their own one may be a template for the others: these count when two were requested.
 */
export function nameConflicts(): (next: (action: unknown) => unknown) => (action: unknown) => unknown {
  return next => action => {
    if (fetch.match(action) && action.endpoint !== undefined) look(action);
    return next(action);
  };
}

function look({ endpoint, args, key }: FetchAction) {
  const { name } = endpoint;
  const rivals = endpointsFitting(name, { args, key });
  if (rivals.length < 2) return;
  const own = rivals.find(one => sameDefinition(one, endpoint));
  // A later definition has replaced it.
  if (own === undefined) return;
  requested.add(own);
  const conflicting = rivals.filter(one => hasGivenName(one) || requested.has(one));
  if (conflicting.length < 2) return;
  warnOnce(
    `name ${name}`,
    `more than one endpoint is named "${name}", and both fetch ${key}: they share its response, and a log or a saved ` +
      `mutation does not tell which is meant. Rename one of them: endpoint.extend({ name: '…' }). ` +
      'See docs/errors.md#ambiguous-name.',
  );
}
