import { RdcError } from './RdcError';

/** Fails a request whose response needs a record that neither it nor the store holds. */
export class MissingRecordError extends RdcError {
  override readonly name = 'MissingRecordError';

  constructor(
    readonly origin: string,
    readonly entityKey: string,
    readonly pk: string,
  ) {
    super(
      'missing-record',
      `${origin}, ${entityKey} ${pk}`,
      process.env.NODE_ENV !== 'production' &&
        `Cannot show the response of ${origin}: it needs the ${entityKey} "${pk}", which is not in the store. ` +
          `Send the ${entityKey} along, fetch it before, or give its field a default of undefined so that it may be missing.`,
    );
  }
}
