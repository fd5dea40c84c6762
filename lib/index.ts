// Describe: what the data is
export { All } from './schema/All';
export { ArraySchema as Array } from './schema/ArraySchema';
export { Collection } from './schema/Collection';
export type { CollectionOptions } from './schema/CollectionOptions';
export { Entity } from './schema/Entity';
export { EntityMixin } from './schema/EntityMixin';
export { Invalidate } from './schema/Invalidate';
export { Lazy } from './schema/Lazy';
export { unshift } from './schema/listMerge';
export { ObjectSchema as Object } from './schema/ObjectSchema';
export { Query } from './schema/Query';
export { Scalar } from './schema/Scalar';
export { schema } from './schema/schema';
export { Union } from './schema/Union';
export { Values } from './schema/Values';
export type { EntityClass, EntityFields } from './schema/EntityClass';

// Ask: how to reach it
export { type Resource, resource } from './resource/resource';
export { ifNoneMatch } from './endpoint/ifNoneMatch';
export { type PageLinks, pageLinks } from './endpoint/pageLinks';
export { RestEndpoint } from './endpoint/RestEndpoint';
export { GQLEndpoint } from './endpoint/GQLEndpoint';
export { Endpoint } from './endpoint/Endpoint';
export {
  type AnyEndpoint,
  type ArgsOf,
  BaseEndpoint,
  type DataOf,
  type ReadEndpoint,
} from './endpoint/BaseEndpoint';
export { type } from './types/type';
export type { EndpointOptions } from './endpoint/EndpointOptions';
export type { RestOptions } from './endpoint/RestOptions';
export type { EndpointExtraOptions, ResourceOptions } from './resource/ResourceOptions';

// Keep: the store, and what acts on it
export { createDataClient, type DataClient } from './client/createDataClient';
export { devToolsOptions } from './client/devToolsOptions';
export { actions } from './actions/actions';
export { actionTypes } from './actions/actionTypes';
export { Controller } from './controller/Controller';
export { focusManager } from './managers/focusManager';
export { gcManager } from './garbage/gcManager';
export { hydrationManager } from './hydration/hydrationManager';
export { logRecorder } from './log/logRecorder';
export { showing } from './garbage/showing';
export { logoutManager } from './managers/logoutManager';
export { networkManager } from './managers/network/networkManager';
export { subscriptionManager } from './managers/subscriptionManager';
export type { Manager } from './managers/Manager';
export type { ListenToPage } from './managers/pageEvents';

// Read: what is there
export { denormalize } from './denormalize/denormalize';
export { keyOf } from './definitions/keyOf';
export { normalize } from './normalize/normalize';
export { dehydrate } from './hydration/dehydrate';
export { entityChanged } from './selectors/entityChanged';
export { getSelectors } from './selectors/getSelectors';
export { isPending } from './selectors/isPending';
export type { ExpiryStatus, ResponseState } from './selectors/selectResponse';
export type { Snapshot } from './selectors/snapshotOf';
export type { FetchPromise } from './thunks/fetchThunk';

// Fail: what went wrong
export { AbortError } from './errors/AbortError';
export { GQLNetworkError } from './errors/GQLNetworkError';
export { InputError } from './errors/InputError';
export { InvalidEntityError } from './errors/InvalidEntityError';
export { InvalidResponseError } from './errors/InvalidResponseError';
export { MissingKeyError } from './errors/MissingKeyError';
export { MissingRecordError } from './errors/MissingRecordError';
export { NetworkError } from './errors/NetworkError';
export { RdcError } from './errors/RdcError';
export { ResetError } from './errors/ResetError';
export { UnexpectedContentError } from './errors/UnexpectedContentError';
export { UnexpectedInputError } from './errors/UnexpectedInputError';
export { type FormErrors, formErrors } from './errors/formErrors';
export type { Issue } from './errors/Issue';
export type { ResponseError } from './types/ResponseError';

// Types: shared by the others. Derive any other type from these: Parameters<typeof gcManager>[0]
export type { FetchAction } from './actions/fetch';
export type { RejectedAction, SetResponseAction } from './actions/setResponse';
export type { PlainError } from './plain/PlainError';
export type { Denormalized } from './types/Denormalized';
export type { Schema } from './types/Schema';
export type { DataState } from './types/State';
