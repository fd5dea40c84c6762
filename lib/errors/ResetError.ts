import { RdcError } from './RdcError';

/** Rejects the requests that were in flight when the store was reset. */
export class ResetError extends RdcError {
  declare readonly name: 'ResetError';

  constructor(readonly key: string) {
    super(
      'reset',
      key,
      process.env.NODE_ENV !== 'production' &&
        `${key} was aborted: the store was reset while it was in flight. Send it again.`,
    );
  }
}
