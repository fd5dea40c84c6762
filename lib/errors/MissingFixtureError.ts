import { RdcError } from './RdcError';

/** Fails a request that no fixture and no interceptor matches. */
export class MissingFixtureError extends RdcError {
  declare readonly name: 'MissingFixtureError';

  /**
   * @param key the request
   * @param endpointName the endpoint that sent it
   * @param args its arguments, written as JSON
   * @param known keys of requests that have fixtures
   * @param others arguments of fixtures for the same address, written as JSON
   */
  constructor(
    readonly key: string,
    endpointName: string,
    args: string,
    readonly known: readonly string[],
    others: readonly string[] = [],
  ) {
    super(
      'missing-fixture',
      key,
      process.env.NODE_ENV !== 'production' &&
        `No response for ${key}: no fixture or interceptor matches; ${described(known, others)}. ` +
          `Add the fixture { endpoint: ${endpointName}, args: ${args}, response: … }, or an interceptor.`,
    );
  }
}

/** More keys than this do not make the message clearer. */
const MAX_NAMED = 10;

function described(known: readonly string[], others: readonly string[]): string {
  if (others.length > 0) return `its fixtures have other arguments, ${named(others)}`;
  return known.length === 0 ? 'there are no fixtures' : `there are fixtures for ${named(known)}`;
}

function named(all: readonly string[]): string {
  const more = all.length > MAX_NAMED ? ` and ${all.length - MAX_NAMED} more` : '';
  return all.slice(0, MAX_NAMED).join(', ') + more;
}
