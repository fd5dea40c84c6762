import { describeValue } from './describeValue';
import { RdcError } from './RdcError';

/** Thrown when a search parameter holds something that cannot be written into a query string. */
export class SearchParamError extends RdcError {
  override readonly name = 'SearchParamError';

  /**
   * @param parameter The parameter's name, with brackets when it is nested.
   * @param value What was given for it.
   * @param mend Why that is no use and what to pass instead, in sentences.
   */
  constructor(
    readonly parameter: string,
    readonly value: unknown,
    mend: string,
  ) {
    super(
      'search-param',
      `Cannot write the search parameter "${parameter}": it is ${describeValue(value)}. ${mend}`,
    );
  }
}
