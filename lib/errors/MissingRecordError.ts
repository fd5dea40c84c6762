import { RdcError } from './RdcError';

/**
 * Fails a request whose response needs a deleted record; without a `pk` if the response has no record at all.
 */
export class MissingRecordError extends RdcError {
  declare readonly name: 'MissingRecordError';

  constructor(
    readonly origin: string,
    readonly entityKey: string,
    readonly pk: string | undefined,
  ) {
    super(
      'missing-record',
      `${origin}, ${entityKey} ${pk ?? ''}`,
      process.env.NODE_ENV !== 'production' &&
        `Cannot show the response of ${origin}: ${pk === undefined ? broughtNothing(entityKey) : needsRecord(entityKey, pk)}`,
    );
  }
}

function broughtNothing(entityKey: string): string {
  return (
    `it contained no ${entityKey}. If there is none, respond with a status such as 404, ` +
    `or read it as a field: process: record => ({ record }), schema: { record: ${entityKey} }.`
  );
}

function needsRecord(entityKey: string, pk: string): string {
  return (
    `it needs the ${entityKey} "${pk}", which was deleted. Include the ${entityKey} in the response, ` +
    'or make its field optional with a default of undefined.'
  );
}
