import { RdcError } from './RdcError';

/** Thrown while a response is normalized, when `pk()` finds no key in an entity. */
export class MissingKeyError extends RdcError {
  override readonly name = 'MissingKeyError';

  constructor(
    readonly entityKey: string,
    readonly input: object,
    readonly origin: string,
    options?: ErrorOptions,
  ) {
    const fields = Object.keys(input).join(', ') || 'none';
    super(
      'missing-key',
      `Cannot store a ${entityKey} from ${origin}: pk() found no key. Fields received: ${fields}. ` +
        `Send an id from the server, or override pk() on ${entityKey}.`,
      options,
    );
  }
}
