import { RdcError } from './RdcError';

/** Rejects a request that was aborted on purpose. */
export class AbortError extends RdcError {
  override readonly name = 'AbortError';

  constructor(
    readonly key: string,
    /** Why; the library's own reasons in development only. */
    reason?: string | false,
    options?: ErrorOptions,
  ) {
    super('aborted', key, `${key} was aborted${reason ? `: ${reason}` : ''}.`, options);
  }
}
