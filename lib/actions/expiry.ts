import type { EndpointInterface } from '../types/EndpointInterface';

/** How long a response is fresh, in milliseconds. */
export const DEFAULT_DATA_EXPIRY_LENGTH = 60_000;

/** How long a failure stands before the request may be tried again, in milliseconds. */
export const DEFAULT_ERROR_EXPIRY_LENGTH = 1_000;

/** How long answers are good for where an endpoint does not say; milliseconds. */
export interface ExpiryLengths {
  /** @default {@link DEFAULT_DATA_EXPIRY_LENGTH} */
  readonly dataExpiryLength?: number | undefined;
  /** @default {@link DEFAULT_ERROR_EXPIRY_LENGTH} */
  readonly errorExpiryLength?: number | undefined;
}

/** `Infinity` has no place in JSON; this is as far as dates go, in milliseconds since the Unix epoch. */
const END_OF_TIME = 8_640_000_000_000_000;

/** First instant at which an answer that arrived at `date` is stale. */
export function expiresAt(
  date: number,
  isError: boolean,
  endpoint: Pick<EndpointInterface, 'dataExpiryLength' | 'errorExpiryLength'>,
  defaults: ExpiryLengths = {},
): number {
  const length = isError
    ? (endpoint.errorExpiryLength ?? defaults.errorExpiryLength ?? DEFAULT_ERROR_EXPIRY_LENGTH)
    : (endpoint.dataExpiryLength ?? defaults.dataExpiryLength ?? DEFAULT_DATA_EXPIRY_LENGTH);
  return Math.min(date + length, END_OF_TIME);
}
