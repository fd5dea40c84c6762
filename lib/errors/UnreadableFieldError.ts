import { withArticle } from './describeValue';
import { RdcError } from './RdcError';

/** Fails a reader when a function in `static schema` throws on a stored value. */
export class UnreadableFieldError extends RdcError {
  declare readonly name: 'UnreadableFieldError';

  /** @param pk the record's key; `undefined` if it has none */
  constructor(
    readonly entityKey: string,
    readonly field: string,
    readonly pk: string | undefined,
    options: { readonly cause: unknown },
  ) {
    super(
      'unreadable-field',
      `${entityKey}.${field}`,
      process.env.NODE_ENV !== 'production' && textOf(entityKey, field, pk, options.cause),
      options,
    );
  }
}

function textOf(entityKey: string, field: string, pk: string | undefined, cause: unknown): string {
  const { message = String(cause) } = (cause ?? {}) as { readonly message?: string };
  return (
    `Cannot read "${field}" of ${withArticle(entityKey)} with the key ${JSON.stringify(pk)}: its function in ` +
    `static schema has thrown: ${message}. Let the function handle such a value, or refuse it in validate().`
  );
}
