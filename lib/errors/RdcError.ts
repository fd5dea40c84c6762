/**
 * The base of every error this library throws on purpose.
 *
 * `code` is stable across versions and is a heading of `docs/errors.md`. The message is for people: in
 * development it says what is wrong and what to do, in production it names what the error is about and
 * that heading. Handlers read `code` and the fields, which are the same in both.
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
  override readonly name: string;

  /**
   * @param about what failed, also named in production
   * @param text the whole message; `false` in production, where bundlers drop it
   */
  constructor(
    readonly code: string,
    about: string,
    text: string | false,
    options?: ErrorOptions,
  ) {
    super(text || `${about}: see rdc-toolkit/docs/errors.md#${code}`, options);
    // `MissingKeyError` for `missing-key`; other classes override it.
    this.name = `${code.replace(/(?:^|-)./g, initial => initial.slice(-1).toUpperCase())}Error`;
  }
}
