import { SHOULD_AUTOBATCH } from '@reduxjs/toolkit';
import type { EndpointInterface } from '../types/EndpointInterface';
import { actionTypes } from './actionTypes';
import { flatCreator } from './flatCreator';
import { carry, hide } from './hiddenFields';

/** A reader that wants, or wants no longer, to be kept up to date. */
type Subscription = {
  /** Not enumerable; `endpointName` finds it again after a JSON round trip. */
  readonly endpoint: EndpointInterface;
  readonly endpointName: string;
  readonly args: readonly unknown[];
  readonly key: string;
  readonly meta: { readonly [SHOULD_AUTOBATCH]: true };
};

/** A reader wants to be kept up to date. */
export type SubscribeAction = Subscription & {
  readonly type: typeof actionTypes.SUBSCRIBE;
};

/** A reader wants to be kept up to date no longer. */
export type UnsubscribeAction = Subscription & {
  readonly type: typeof actionTypes.UNSUBSCRIBE;
};

/** What tells one subscription from another. */
export interface SubscriptionOptions {
  readonly args: readonly unknown[];
}

/** Lets the managers keep a request's data up to date. */
export const subscribe = flatCreator<
  SubscribeAction,
  [endpoint: EndpointInterface, options: SubscriptionOptions]
>(actionTypes.SUBSCRIBE, subscriptionFields);

/** Takes one subscription back. */
export const unsubscribe = flatCreator<
  UnsubscribeAction,
  [endpoint: EndpointInterface, options: SubscriptionOptions]
>(actionTypes.UNSUBSCRIBE, subscriptionFields);

function subscriptionFields(endpoint: EndpointInterface, { args }: SubscriptionOptions): Subscription {
  const fields = hide({ endpointName: endpoint.name }, 'endpoint', endpoint);
  carry(fields, 'args', 'plainArgs', args);
  return Object.assign(fields, {
    key: endpoint.key(...args),
    meta: { [SHOULD_AUTOBATCH]: true },
  }) as unknown as Subscription;
}
