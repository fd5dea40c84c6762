// Describe: what the data is

// Keep: the store
export { actions } from './actions/actions';
export { actionTypes } from './actions/actionTypes';
// Types
export type { FetchAction } from './actions/fetch';
export type { ExpireAllAction, InvalidateAction, InvalidateAllAction } from './actions/invalidate';
export type { ResetAction } from './actions/reset';
export type { SetAction } from './actions/set';
export type { SetResponseAction } from './actions/setResponse';
export type { SubscribeAction, UnsubscribeAction } from './actions/subscribe';
export { createDataClient, type DataClient, type DataClientOptions } from './client/createDataClient';
export { Controller } from './controller/Controller';
// Read
export { keyOf } from './denormalize/keyOf';
export { denormalize } from './denormalize/denormalize';
// Ask: how to reach it
export { BaseEndpoint } from './endpoint/BaseEndpoint';
export { Endpoint } from './endpoint/Endpoint';
export type { EndpointOptions } from './endpoint/EndpointOptions';
export type { Extensible } from './endpoint/extendResource';
export { RestEndpoint } from './endpoint/RestEndpoint';
export type { Content, RestOptions } from './endpoint/RestOptions';
export {
  type EndpointExtraOptions,
  type ResourceMembers,
  type ResourceOptions,
  resource,
} from './endpoint/resource';
// Fail
export { AbortError } from './errors/AbortError';
export { EndpointOptionError } from './errors/EndpointOptionError';
export { EntityDefinitionError } from './errors/EntityDefinitionError';
export { InvalidEntityError } from './errors/InvalidEntityError';
export { InvalidPathError } from './errors/InvalidPathError';
export { MissingKeyError } from './errors/MissingKeyError';
export { NetworkError } from './errors/NetworkError';
export { PathArgumentError } from './errors/PathArgumentError';
export { RdcError } from './errors/RdcError';
export { ResetError } from './errors/ResetError';
export { SetupError } from './errors/SetupError';
export { UnexpectedContentError } from './errors/UnexpectedContentError';
export { UnexpectedInputError } from './errors/UnexpectedInputError';
export { networkManager } from './managers/networkManager';
export { type Normalized, normalize } from './normalize/normalize';
export type { PlainError } from './plain/PlainError';
export {
  Collection,
  type CollectionFilter,
  type CollectionOptions,
  type NonFilterArgumentKeys,
} from './schema/Collection';
export { Entity } from './schema/Entity';
export type { EntityClass, EntityFields } from './schema/EntityClass';
export { Invalidate } from './schema/Invalidate';
export { type ListMerge, unshift } from './schema/listMerge';
export type { ExpiryStatus, ResponseState } from './selectors/selectResponse';
export type { Snapshot } from './selectors/snapshotOf';
export type { FetchPromise } from './thunks/fetchThunk';
export type { Denormalized } from './types/Denormalized';
export type { Freshness } from './types/Freshness';
export type { Fields, Schema, SchemaObject } from './types/Schema';
export type { DataState } from './types/State';
