import { withArticle } from './describeValue';
import { RdcError } from './RdcError';
import { SET_ORIGIN } from './SET_ORIGIN';

/** Options of a missing key. */
export interface MissingKeyOptions extends ErrorOptions {
  /** Whether the key should identify a record to remove. @default false */
  readonly isRemoval?: boolean;
}

/** Thrown while a response is normalized, when `pk()` finds no key in an entity. */
export class MissingKeyError extends RdcError {
  declare readonly name: 'MissingKeyError';

  constructor(
    readonly entityKey: string,
    readonly input: object,
    readonly origin: string,
    options?: MissingKeyOptions,
  ) {
    super(
      'missing-key',
      `${entityKey} from ${origin}`,
      process.env.NODE_ENV !== 'production' && textOf(entityKey, input, origin, options),
      options,
    );
  }
}

function textOf(
  entityKey: string,
  input: object,
  origin: string,
  { isRemoval = false, cause }: MissingKeyOptions = {},
): string {
  const fields = Object.keys(input).join(', ') || 'none';
  const problem = isRemoval ? 'pk() found no key' : problemOf(input, cause);
  return (
    `Cannot ${isRemoval ? 'remove' : 'store'} ${withArticle(entityKey)} from ${origin}: ${problem}. ` +
    `Fields received: ${fields}. ${fix(entityKey, origin, isRemoval)}`
  );
}

function problemOf(input: { readonly id?: unknown }, cause: unknown): string {
  if (cause !== undefined) {
    const { message = String(cause) } = cause as { readonly message?: string };
    return `pk() has thrown "${message}"`;
  }
  return input.id === null ? 'pk() found no key, since its id is null' : 'pk() found no key';
}

function fix(entityKey: string, origin: string, isRemoval: boolean): string {
  if (origin === SET_ORIGIN) return `Pass the fields that pk() of ${entityKey} reads.`;
  if (!isRemoval) return `Send an id from the server, or override pk() on ${entityKey}.`;
  return (
    `For an empty response, pk() reads the arguments: ` +
    `return the fields that it needs, or the key itself, from the endpoint's process().`
  );
}
