import type { EndpointInterface } from './EndpointInterface';

/** The request that failed. */
export interface FailedRequest {
  readonly endpoint: EndpointInterface;
  readonly args: readonly unknown[];
  readonly key: string;
}
