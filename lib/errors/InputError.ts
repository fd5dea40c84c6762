import { describeIssues, type Issue } from './Issue';
import { RdcError } from './RdcError';

/** The arguments of an endpoint that a schema can check. */
export type CheckedArgument = 'body' | 'searchParams';

/** Rejects a request whose body or search parameters do not match their schema. Nothing was sent. */
export class InputError extends RdcError {
  declare readonly name: 'InputError';
  /** Remains when the error becomes plain data, as in the store. */
  readonly data: { readonly argument: CheckedArgument; readonly issues: readonly Issue[] };

  /**
   * @param endpoint name of the endpoint
   * @param argument which of its arguments
   * @param issues what is wrong with it, in the words of the schema
   */
  constructor(
    readonly endpoint: string,
    readonly argument: CheckedArgument,
    readonly issues: readonly Issue[],
  ) {
    super(
      'input',
      `${endpoint} ${argument}`,
      process.env.NODE_ENV !== 'production' &&
        `Cannot send ${endpoint}: its ${argument} does not match the schema (${describeIssues(issues)}). ` +
          `Nothing was sent. Fix the ${argument}, or the endpoint's \`${argument}\` schema.`,
    );
    this.data = { argument, issues };
  }
}
