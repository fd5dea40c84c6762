import { describeIssues, type Issue } from './Issue';
import { RdcError } from './RdcError';

/** Rejects a request whose response does not match the endpoint's `responseSchema`. Nothing was stored. */
export class InvalidResponseError extends RdcError {
  declare readonly name: 'InvalidResponseError';
  /** Remains when the error becomes plain data, as in the store. */
  readonly data: { readonly issues: readonly Issue[] };

  /**
   * @param endpoint name of the endpoint
   * @param issues what is wrong with the response, in the words of the schema
   * @param response its data
   */
  constructor(
    readonly endpoint: string,
    readonly issues: readonly Issue[],
    readonly response: unknown,
  ) {
    super(
      'invalid-response',
      endpoint,
      process.env.NODE_ENV !== 'production' &&
        `Cannot use the response of ${endpoint}: it does not match its responseSchema (${describeIssues(issues)}). ` +
          `Fix the schema, or reshape the response in the endpoint's process().`,
    );
    this.data = { issues };
  }
}
