import { NO_RESPONSE_STATUS } from './NO_RESPONSE_STATUS';
import { RdcError } from './RdcError';

/** Rejects a request when one attempt takes too long. Not exported: `fetch` throws an error with the same name. */
export class TimeoutError extends RdcError {
  declare readonly name: 'TimeoutError';
  readonly status = NO_RESPONSE_STATUS;

  constructor(
    readonly key: string,
    options: ErrorOptions,
  ) {
    super('timeout', key, process.env.NODE_ENV !== 'production' && `${key} timed out.`, options);
  }
}
