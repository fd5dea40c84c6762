/** One of several requests of an endpoint. */
export interface KeyedRequest {
  /** `undefined` when there is nothing to fetch. */
  readonly key: string | undefined;
  readonly args: readonly unknown[];
}
