import { RdcError } from './RdcError';

/** Thrown while an endpoint or a resource is defined, when its path is not a path pattern. */
export class InvalidPathError extends RdcError {
  override readonly name = 'InvalidPathError';

  /**
   * @param source The path as it was written.
   * @param position Where in `source` the trouble is, as a string index.
   * @param problem What is wrong there, as the second half of a sentence.
   * @param mend What to write instead, as a sentence.
   */
  constructor(
    readonly source: string,
    readonly position: number,
    problem: string,
    mend: string,
    options?: ErrorOptions,
  ) {
    super(
      'invalid-path',
      `Cannot use the path ${JSON.stringify(source)}: ${problem} at position ${position}. ${mend}`,
      options,
    );
  }
}
