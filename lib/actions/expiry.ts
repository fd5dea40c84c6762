import { DURATION_REMEDY } from '../plain/isDuration';
import { warnOnce } from '../plain/warnOnce';
import type { EndpointInterface } from '../types/EndpointInterface';

/** How long a response is fresh, in milliseconds. */
export const DEFAULT_DATA_EXPIRY_LENGTH = 60_000;

/** How long an error is kept before the request may be retried, in milliseconds. */
export const DEFAULT_ERROR_EXPIRY_LENGTH = 1_000;

/** Defaults for what an endpoint does not set; lengths are milliseconds. */
export interface EndpointDefaults {
  /** @default {@link DEFAULT_DATA_EXPIRY_LENGTH} */
  readonly dataExpiryLength?: number | undefined;
  /** @default {@link DEFAULT_ERROR_EXPIRY_LENGTH} */
  readonly errorExpiryLength?: number | undefined;
  /** Whether older data may be shown after a failure. @default `soft` without a response and from status 500 */
  readonly errorPolicy?: EndpointInterface['errorPolicy'] | undefined;
  /** Treats stale data as invalid: readers wait for new data instead of showing old data. @default false */
  readonly invalidIfStale?: boolean | undefined;
}

/** The options that a client sets for all endpoints. */
export const DEFAULTED_OPTIONS = [
  'dataExpiryLength',
  'errorExpiryLength',
  'errorPolicy',
  'invalidIfStale',
] as const satisfies readonly (keyof EndpointDefaults)[];

/** Merges defaults: of each option, the first that is set wins. */
export function defaultsOf(...said: readonly (EndpointDefaults | undefined)[]): EndpointDefaults {
  const first = (name: keyof EndpointDefaults) =>
    said.find(defaults => defaults?.[name] !== undefined)?.[name];
  return Object.fromEntries(DEFAULTED_OPTIONS.map(name => [name, first(name)]));
}

/** JSON has no `Infinity`; this is the latest valid date, in milliseconds since the Unix epoch. */
const END_OF_TIME = 8_640_000_000_000_000;

/** First instant at which a response that arrived at `date` is stale. */
export function expiresAt(
  date: number,
  isError: boolean,
  endpoint: Pick<EndpointInterface, 'dataExpiryLength' | 'errorExpiryLength'> & { readonly name?: string },
  defaults: EndpointDefaults = {},
): number {
  const name = isError ? 'errorExpiryLength' : 'dataExpiryLength';
  const usual = isError ? DEFAULT_ERROR_EXPIRY_LENGTH : DEFAULT_DATA_EXPIRY_LENGTH;
  const length = endpoint[name] ?? defaults[name] ?? usual;
  if (!Number.isNaN(length)) return Math.min(date + length, END_OF_TIME);
  // Options are checked at definition: this is a member of a subclass, or an option of an action.
  if (process.env.NODE_ENV !== 'production') {
    const said = endpoint.name ?? 'An action';
    warnOnce(`${name} ${said}`, `${said}: ${name} is NaN. ${DURATION_REMEDY}`);
  }
  return date + usual;
}
