import { withArticle } from './describeValue';
import { RdcError } from './RdcError';
import { SET_ORIGIN } from './SET_ORIGIN';

/** Thrown while data is normalized, when an entity's `validate()` rejects a record. */
export class InvalidEntityError extends RdcError {
  declare readonly name: 'InvalidEntityError';

  constructor(
    readonly entityKey: string,
    readonly input: object,
    readonly reason: string,
    readonly origin: string,
  ) {
    super(
      'invalid-entity',
      entityKey,
      process.env.NODE_ENV !== 'production' &&
        `Cannot store ${withArticle(entityKey)} from ${origin}: ${reason}. ` +
          `${origin === SET_ORIGIN ? 'Pass each field as the server sends it' : `Fix the response in ${entityKey}.process()`}, ` +
          `or relax ${entityKey}.validate().`,
    );
  }
}
