/**
 * An error as plain data, as actions and state hold it.
 *
 * | field | meaning |
 * |---|---|
 * | `status` | HTTP status of the response; 500 if there was none |
 * | `code` | stable name of the kind of failure, see `docs/errors.md` |
 * | `data` | parsed body of the response, if there was one |
 */
export interface PlainError {
  readonly name: string;
  readonly message: string;
  readonly status?: number;
  readonly code?: string;
  readonly data?: unknown;
}
