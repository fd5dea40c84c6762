import { RdcError } from './RdcError';

/**
 * Thrown for a setup, a definition or a call that cannot work.
 *
 * Such errors are read while an app is written, so they share one class; `code` tells them apart.
 * Most of these checks run in development only.
 */
export class UsageError extends RdcError {
  override readonly name = 'UsageError';

  constructor(
    code: string,
    /** What is at fault: a definition, a path, a call. */
    readonly about: string,
    text: string | false,
    options?: ErrorOptions,
  ) {
    super(code, about, text, options);
  }
}
