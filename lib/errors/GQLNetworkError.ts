import { RdcError } from './RdcError';

/** One error of a GraphQL response, see https://spec.graphql.org/October2021/#sec-Errors. */
export interface GQLError {
  readonly message: string;
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly path?: readonly (string | number)[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** Rejects a GraphQL request whose response lists errors, whatever its HTTP status. */
export class GQLNetworkError extends RdcError {
  override readonly name = 'GQLNetworkError';
  /** HTTP status of the response; servers send errors with 200 too. */
  readonly status: number;

  /**
   * @param request name of the endpoint and URL
   * @param response the response; its body has been read
   * @param errors those in the response
   * @param data what it contained anyway, if any
   */
  constructor(
    readonly request: string,
    readonly response: Response,
    readonly errors: readonly GQLError[],
    readonly data?: unknown,
  ) {
    const problem = errors.map(({ message }) => message).join('; ');
    super('graphql', request, `${request} failed: ${problem}${/[.!?]$/.test(problem) ? '' : '.'}`);
    this.status = response.status;
  }
}
