/**
 * An error as plain data, the form in which it stands in actions and in state.
 *
 * | field | meaning |
 * |---|---|
 * | `status` | HTTP status of the response; 500 where there was none |
 * | `code` | stable name of the way of failing, see `docs/errors.md` |
 * | `data` | parsed body of the response, when there was one |
 */
export interface PlainError {
  readonly name: string;
  readonly message: string;
  readonly status?: number;
  readonly code?: string;
  readonly data?: unknown;
}
