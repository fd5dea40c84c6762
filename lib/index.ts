// Describe: what the data is
export { All } from './schema/All';
export { ArraySchema as Array } from './schema/ArraySchema';
export {
  Collection,
  type CollectionFilter,
  type CollectionOptions,
  type NonFilterArgumentKeys,
} from './schema/Collection';
export { Entity } from './schema/Entity';
export { EntityMixin, type EntityMixinOptions } from './schema/EntityMixin';
export { Invalidate } from './schema/Invalidate';
export { Lazy } from './schema/Lazy';
export { type ListMerge, unshift } from './schema/listMerge';
export { ObjectSchema as Object } from './schema/ObjectSchema';
export { Query } from './schema/Query';
export { schema } from './schema/schema';
export { type Discriminator, Union } from './schema/Union';
export { Values } from './schema/Values';
export type { EntityClass, EntityFields } from './schema/EntityClass';

// Ask: how to reach it
export { resource } from './resource/resource';
export { RestEndpoint } from './endpoint/RestEndpoint';
export { GQLEndpoint, type GQLOptions, type GQLVariables } from './endpoint/GQLEndpoint';
export { Endpoint } from './endpoint/Endpoint';
export { BaseEndpoint } from './endpoint/BaseEndpoint';
export { type } from './types/type';
export type { EndpointOptions } from './endpoint/EndpointOptions';
export type { Content, HttpOptions } from './endpoint/HttpOptions';
export type { HeaderFields } from './endpoint/requestHeaders';
export type { RestOptions } from './endpoint/RestOptions';
export type { Extensible } from './resource/extendResource';
export type { ResourceMembers } from './resource/ResourceMembers';
export type { EndpointExtraOptions, ResourceOptions } from './resource/ResourceOptions';

// Keep: the store, and what acts on it
export { createDataClient, type DataClient, type DataClientOptions } from './client/createDataClient';
export { devToolsOptions } from './client/devToolsOptions';
export { actions } from './actions/actions';
export { actionTypes } from './actions/actionTypes';
export { Controller } from './controller/Controller';
export { type FocusManagerOptions, focusManager } from './managers/focusManager';
export { type GcManagerOptions, gcManager } from './managers/gcManager';
export { type LogoutManagerOptions, logoutManager } from './managers/logoutManager';
export { type NetworkManagerOptions, networkManager } from './managers/networkManager';
export { type SubscriptionManagerOptions, subscriptionManager } from './managers/subscriptionManager';
export type { BackOffLimits } from './managers/backOff';
export type { Manager, ManagerStage } from './managers/Manager';
export type { ListenToPage, PageHandlers } from './managers/pageEvents';
export type { RetryOptions } from './managers/retry';

// Read: what is there
export { denormalize } from './denormalize/denormalize';
export { keyOf } from './denormalize/keyOf';
export { type Normalized, normalize } from './normalize/normalize';
export { dehydrate } from './selectors/dehydrate';
export { type EntityMatcher, entityChanged } from './selectors/entityChanged';
export { type EntitySelectors, getSelectors } from './selectors/getSelectors';
export type { ExpiryStatus, ResponseState } from './selectors/selectResponse';
export type { Snapshot } from './selectors/snapshotOf';
export type { FetchPromise } from './thunks/fetchThunk';

// Fail: what went wrong
export { AbortError } from './errors/AbortError';
export { type GQLError, GQLNetworkError } from './errors/GQLNetworkError';
export { type CheckedArgument, InputError } from './errors/InputError';
export { InvalidEntityError } from './errors/InvalidEntityError';
export { InvalidResponseError } from './errors/InvalidResponseError';
export { MissingKeyError } from './errors/MissingKeyError';
export { MissingRecordError } from './errors/MissingRecordError';
export { NetworkError } from './errors/NetworkError';
export { RdcError } from './errors/RdcError';
export { ResetError } from './errors/ResetError';
export { UnexpectedContentError } from './errors/UnexpectedContentError';
export { UnexpectedInputError } from './errors/UnexpectedInputError';
export type { Issue } from './errors/Issue';

// Types: the words that the others share
export type { FetchAction } from './actions/fetch';
export type { Garbage, GcAction } from './actions/gc';
export type { ExpireAllAction, InvalidateAction, InvalidateAllAction } from './actions/invalidate';
export type { ResetAction } from './actions/reset';
export type { SetAction } from './actions/set';
export type { FulfilledAction, RejectedAction, SetResponseAction } from './actions/setResponse';
export type { SubscribeAction, UnsubscribeAction } from './actions/subscribe';
export type { PlainError } from './plain/PlainError';
export type { Denormalized } from './types/Denormalized';
export type { Concurrency } from './types/EndpointInterface';
export type { Freshness } from './types/Freshness';
export type { Fields, Schema, SchemaObject } from './types/Schema';
export type { SchemaFailurePolicy } from './types/SchemaFailurePolicy';
export type { StandardSchema } from './types/StandardSchema';
export type { DataState } from './types/State';
