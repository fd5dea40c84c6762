import { RdcError } from './RdcError';

/** Fails a request that no fixture and no interceptor matches. */
export class MissingFixtureError extends RdcError {
  declare readonly name: 'MissingFixtureError';

  /**
   * @param key the request
   * @param endpointName the endpoint that sent it
   * @param args its arguments, written as JSON
   * @param known keys of requests that fixtures are there for
   */
  constructor(
    readonly key: string,
    endpointName: string,
    args: string,
    readonly known: readonly string[],
  ) {
    super(
      'missing-fixture',
      key,
      process.env.NODE_ENV !== 'production' &&
        `No response for ${key}: no fixture or interceptor matches; ${described(known)}. ` +
          `Add the fixture { endpoint: ${endpointName}, args: ${args}, response: … }, or an interceptor.`,
    );
  }
}

/** More keys than these make the message no clearer. */
const MAX_NAMED = 10;

function described(known: readonly string[]): string {
  if (known.length === 0) return 'there are no fixtures';
  const more = known.length > MAX_NAMED ? ` and ${known.length - MAX_NAMED} more` : '';
  return `there are fixtures for ${known.slice(0, MAX_NAMED).join(', ')}${more}`;
}
