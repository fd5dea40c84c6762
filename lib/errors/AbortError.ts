import { RdcError } from './RdcError';

/** Rejects a request that was aborted on purpose. */
export class AbortError extends RdcError {
  override readonly name = 'AbortError';

  constructor(
    readonly key: string,
    reason?: string,
  ) {
    super('aborted', key, `${key} was aborted${reason === undefined ? '' : `: ${reason}`}.`);
  }
}
