/** Why a request failed, as hooks and selectors show it; fields are present if known. */
export interface ResponseError extends Error {
  /** HTTP status of the response; 500 if there was none. */
  readonly status?: number;
  /** Stable name of the kind of failure, see `docs/errors.md`. */
  readonly code?: string;
  /** Parsed body of the response, if there was one. */
  readonly data?: unknown;
}
