import { RdcError } from './RdcError';

/** Thrown when something is called with what it cannot work with, so that it would do nothing, or the wrong thing. */
export class ArgumentError extends RdcError {
  override readonly name = 'ArgumentError';

  /**
   * @param call What was called, as it is written.
   * @param problem What is wrong with what it was given, as the second half of a sentence.
   * @param wayOut What to write instead, as sentences.
   */
  constructor(
    readonly call: string,
    problem: string,
    wayOut: string,
  ) {
    super('argument', `Cannot call ${call}: ${problem}. ${wayOut}`);
  }
}
