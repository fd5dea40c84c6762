import { RdcError } from './RdcError';

/** Rejects a request whose response is a failure. */
export class NetworkError extends RdcError {
  declare readonly name: 'NetworkError';
  /** HTTP status of the response. */
  readonly status: number;

  /**
   * @param request method and URL
   * @param response the response; its body has been read
   * @param data the parsed body, when there is one
   */
  constructor(
    readonly request: string,
    readonly response: Response,
    readonly data?: unknown,
  ) {
    const { status, statusText } = response;
    super(
      'network',
      request,
      `${request} failed with ${status}${statusText === '' ? '' : ` ${statusText}`}.`,
    );
    this.status = status;
  }
}
