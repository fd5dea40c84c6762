import { describeValue } from './describeValue';
import { RdcError } from './RdcError';

/** Thrown when an endpoint is given an argument that its path cannot be filled with. */
export class PathArgumentError extends RdcError {
  override readonly name = 'PathArgumentError';

  /**
   * @param path The path pattern, as it was written.
   * @param parameter The name of the parameter at fault.
   * @param value What was given for it; `undefined` when nothing was.
   * @param mend Why that is no use and what to pass instead, in sentences.
   */
  constructor(
    readonly path: string,
    readonly parameter: string,
    readonly value: unknown,
    mend: string,
  ) {
    super(
      'path-argument',
      `Cannot fill the path ${JSON.stringify(path)}: its parameter "${parameter}" is ${describeValue(value)}. ${mend}`,
    );
  }
}
