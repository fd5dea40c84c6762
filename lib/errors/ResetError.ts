import { RdcError } from './RdcError';

/** Rejects the requests that were under way when the store was reset. */
export class ResetError extends RdcError {
  override readonly name = 'ResetError';

  constructor(readonly key: string) {
    super(
      'reset',
      key,
      process.env.NODE_ENV !== 'production' &&
        `${key} was given up: the store was reset while it was under way. Ask again.`,
    );
  }
}
