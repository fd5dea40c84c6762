import type { SHOULD_AUTOBATCH } from '@reduxjs/toolkit';
import { argumentError } from '../errors/argumentError';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { actionTypes } from './actionTypes';
import { BATCHED } from './BATCHED';
import { flatCreator } from './flatCreator';
import { ofRequest } from './hiddenFields';

/** A reader that subscribes or unsubscribes. */
type Subscription = {
  /** Not enumerable; `endpointName` finds it again after a JSON round trip. */
  readonly endpoint: EndpointInterface;
  readonly endpointName: string;
  readonly args: readonly unknown[];
  readonly key: string;
  readonly meta: { readonly [SHOULD_AUTOBATCH]: true };
};

/** Subscribes a reader to a request. */
export type SubscribeAction = Subscription & {
  readonly type: typeof actionTypes.SUBSCRIBE;
};

/** Unsubscribes a reader from a request. */
export type UnsubscribeAction = Subscription & {
  readonly type: typeof actionTypes.UNSUBSCRIBE;
};

/** Identifies a subscription. */
export interface SubscriptionOptions {
  readonly args: readonly unknown[];
}

/**
 * Subscribes to a request, so that the managers keep its data up to date.
 *
 * @throws {UsageError} in development, when the endpoint has a side effect
 */
export const subscribe = flatCreator<
  SubscribeAction,
  [endpoint: EndpointInterface, options: SubscriptionOptions]
>('rdc/subscribe', (endpoint, options) => {
  if (process.env.NODE_ENV !== 'production') assertReads(endpoint);
  return subscriptionFields(endpoint, options);
});

/** Ends one subscription. */
export const unsubscribe = flatCreator<
  UnsubscribeAction,
  [endpoint: EndpointInterface, options: SubscriptionOptions]
>('rdc/unsubscribe', subscriptionFields);

/** A subscription polls its request. */
function assertReads({ name, sideEffect }: EndpointInterface): void {
  if (sideEffect !== true) return;
  const problem = 'the endpoint has a side effect, and polling must not send it';
  throw argumentError(`subscribe(${name})`, problem, `Send it once: controller.fetch(${name}, ...).`);
}

function subscriptionFields(endpoint: EndpointInterface, { args }: SubscriptionOptions): Subscription {
  const fields = ofRequest(endpoint, args, { key: endpoint.key(...args), meta: BATCHED });
  return fields as unknown as Subscription;
}
