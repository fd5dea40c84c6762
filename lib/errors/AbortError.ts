import { RdcError } from './RdcError';

/** Rejects a request that was given up on purpose. */
export class AbortError extends RdcError {
  override readonly name = 'AbortError';

  constructor(
    readonly key: string,
    reason = 'it was aborted',
  ) {
    super('aborted', key, `${key} was given up: ${reason}.`);
  }
}
