/** What went wrong, as a code for programs. */
export type OpenapiErrorCode =
  | 'usage'
  | 'unreadable'
  | 'not-a-description'
  | 'unsupported-version'
  | 'invalid-description'
  | 'nothing-to-generate'
  | 'name-taken'
  | 'changed-by-hand'
  | 'not-ours'
  | 'out-of-date';

/** What could not be done, where, and what to do about it. */
export class OpenapiError extends Error {
  override readonly name = 'OpenapiError';

  /**
   * @param code what went wrong
   * @param message what could not be done, and the value at fault
   * @param fix what to do
   */
  constructor(
    readonly code: OpenapiErrorCode,
    message: string,
    readonly fix: string,
    options?: ErrorOptions,
  ) {
    super(`${message}\n  ${fix}`, options);
  }
}
