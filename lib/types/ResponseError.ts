/** Why a request failed, as hooks and selectors show it; the fields are there as far as they are known. */
export interface ResponseError extends Error {
  /** HTTP status of the response; 500 where there was none. */
  readonly status?: number;
  /** Stable name of the way of failing, see `docs/errors.md`. */
  readonly code?: string;
  /** Parsed body of the response, when there was one. */
  readonly data?: unknown;
}
