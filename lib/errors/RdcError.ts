/**
 * The base of every error this library throws on purpose.
 *
 * `code` is stable across versions and is a heading of `docs/errors.md`; messages may be reworded.
 *
 * @example
 * try {
 *   await store.dispatch(TodoResource.get.fetch({ id }));
 * } catch (error) {
 *   if (error instanceof RdcError) report(error.code);
 * }
 */
export class RdcError extends Error {
  // Wide, so that each subclass can narrow it to its own name.
  override readonly name: string = 'RdcError';

  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
