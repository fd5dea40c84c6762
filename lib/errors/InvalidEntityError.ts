import { RdcError } from './RdcError';
import { withArticle } from './withArticle';

/** Thrown while a response is normalized, when an entity's `validate()` objects to a record. */
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
          `Fix the response in ${entityKey}.process(), or relax ${entityKey}.validate().`,
    );
  }
}
