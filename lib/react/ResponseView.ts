import type { ExpiryStatus } from '../selectors/selectResponse';
import type { DLE } from './useDLE';

/**
 * The state of one request. A component renders again only for fields that it has read.
 *
 * `data`, `loading` and `error` exclude each other as in `useDLE`.
 */
export type ResponseView<Data, Meta = unknown> = DLE<Data> & ResponseInfo<Data, Meta>;

/** The state of a request besides its data. */
interface ResponseInfo<Data, Meta> {
  /** Whether a request is in flight, be it the first or a refetch. */
  readonly isFetching: boolean;
  /** Whether a mutation of any shown record is in flight, whichever component sent it. */
  readonly isPending: boolean;
  /** Whether `data` belongs to the previous arguments, with `keepPreviousData`. */
  readonly isPreviousData: boolean;
  /** How fresh `data` was when the component last rendered. */
  readonly expiryStatus: ExpiryStatus;
  /** First instant at which `data` is stale, in milliseconds since the Unix epoch; 0 when there is none. */
  readonly expiresAt: number;
  /** When the latest response's request was sent, in milliseconds since the Unix epoch; 0 when there was none. */
  readonly fetchedAt: number;
  /** What the endpoint's `meta` returned for the response; `undefined` when there is none. */
  readonly meta: Meta | undefined;
  /** Sends the request again, even if the data is fresh; resolves to the data, rejects with the error. */
  readonly refetch: () => Promise<Data>;
}
