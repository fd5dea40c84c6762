import type { BaseQueryFn, EndpointDefinitions } from '@reduxjs/toolkit/query';
import { argumentError } from '../errors/argumentError';
import { describeValue } from '../errors/describeValue';
import { type Bridge, createBridge } from './Bridge';
import type { ApiWithHooks, BridgedApi, EndpointSchemas } from './BridgedApi';
import { addKinds, bridgedEndpoint } from './BridgedEndpoint';
import { bridgedHooks } from './bridgedHooks';
import { bridgeMiddleware } from './bridgeMiddleware';
import type { RtkApi, RtkHook } from './RtkApi';

/** The bridge of each API, by the original and by every bridged API. */
const bridges = new WeakMap<object, Bridge>();

/**
 * Returns an RTK Query API that normalizes its responses into the data client's tables, and whose hooks give records
 * of these tables.
 *
 * A mutation of RTK Query or of this library updates every list and detail that shows the record, without tags and
 * without a request; so do optimistic updates, in both directions. RTK Query still sends the requests, and decides
 * which of them are cached and for how long. Endpoints without a schema stay as they are.
 *
 * Add the returned `middleware` to the store in place of the API's own. `initiate`, `select` and `util` are RTK
 * Query's, and give its own data.
 *
 * @param api what `createApi` or `injectEndpoints` returned
 * @param schemas what the responses of endpoints look like
 * @throws {UsageError} when no endpoint has a given name, or it is an infinite query
 * @example
 * ```ts
 * import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
 * import { Entity } from 'rdc-toolkit';
 * import { bridgeApi } from 'rdc-toolkit/rtk-query';
 *
 * class Post extends Entity {
 *   id = '';
 *   title = '';
 *   static key = 'Post';
 * }
 *
 * const plainApi = createApi({
 *   baseQuery: fetchBaseQuery({ baseUrl: '/api' }),
 *   endpoints: build => ({
 *     getPosts: build.query<Post[], void>({ query: () => 'posts' }),
 *     editPost: build.mutation<Post, { id: string; title: string }>({
 *       query: ({ id, ...body }) => ({ url: `posts/${id}`, method: 'PATCH', body }),
 *     }),
 *   }),
 * });
 *
 * const api = bridgeApi(plainApi, { getPosts: [Post], editPost: Post });
 *
 * const { useGetPostsQuery, useEditPostMutation } = api;
 * ```
 */
export function bridgeApi<
  BaseQuery extends BaseQueryFn,
  Definitions extends EndpointDefinitions,
  ReducerPath extends string,
  TagTypes extends string,
  const Schemas extends EndpointSchemas<Definitions>,
>(
  api: ApiWithHooks<BaseQuery, Definitions, ReducerPath, TagTypes>,
  schemas: Schemas & { readonly [Name in Exclude<keyof Schemas, keyof Definitions>]: never },
): BridgedApi<BaseQuery, Definitions, ReducerPath, TagTypes, Schemas> {
  const originalApi = api as unknown as RtkApi;
  if (process.env.NODE_ENV !== 'production' && typeof originalApi?.enhanceEndpoints !== 'function') {
    const fix = 'Pass what createApi() returned: bridgeApi(api, { getPosts: [Post] }).';
    throw argumentError('bridgeApi()', `it was given ${describeValue(api)}, no API of RTK Query`, fix);
  }
  const bridge = bridges.get(originalApi) ?? createBridge(originalApi);
  bridges.set(originalApi, bridge);
  for (const [name, schema] of Object.entries(schemas)) addEndpoint(bridge, name, schema);
  const bridged = withBridge(bridge, originalApi);
  bridges.set(bridged, bridge);
  return bridged as never;
}

function addEndpoint(bridge: Bridge, name: string, schema: unknown): void {
  const { api, endpoints, kinds, changes } = bridge;
  const definition = Object.hasOwn(api.endpoints, name) ? definitionOf(api, name) : undefined;
  if (definition === undefined || definition.type === 'infinitequery')
    throw unbridgeableError(bridge, name, definition?.type);
  addKinds(kinds, schema);
  const isMerged = () => definitionOf(api, name).merge !== undefined;
  const { type } = definition;
  endpoints.set(name, bridgedEndpoint(api.reducerPath, name, { schema, type, isMerged, changes }));
}

function definitionOf(api: RtkApi, name: string): Definition {
  let result: Definition = { type: '' };
  api.enhanceEndpoints({
    endpoints: {
      [name](definition) {
        result = { type: definition.type, merge: definition.merge };
      },
    },
  });
  return result;
}

/** What the bridge reads of an RTK Query endpoint's definition. */
interface Definition {
  readonly type: string;
  readonly merge?: unknown;
}

function unbridgeableError({ api }: Bridge, name: string, type: string | undefined): Error {
  const names = Object.keys(api.endpoints).join(', ');
  return argumentError(
    'bridgeApi',
    process.env.NODE_ENV !== 'production' &&
      (type === undefined
        ? `"${api.reducerPath}" has no endpoint "${name}"; it has ${names || 'none'}`
        : `"${name}" is an infinite query, which cannot be bridged`),
    type === undefined
      ? 'Check the name. For an injected endpoint, bridge the api that injectEndpoints() returned.'
      : 'Leave it out, or read its pages with usePages().',
  );
}

/** The API with bridged hooks; it also has endpoints that are injected later. */
function withBridge(bridge: Bridge, api: RtkApi): RtkApi {
  const hooks: Record<string, RtkHook> = {};
  const endpoints: Record<string, unknown> = Object.create(bridge.api.endpoints);
  for (const name of bridge.endpoints.keys()) {
    const endpoint = bridge.api.endpoints[name];
    const ownHooks = bridgedHooks(bridge, name);
    // `injectEndpoints` replaces the members of an endpoint that it overrides.
    endpoints[name] = Object.assign(Object.create(endpoint ?? null), ownHooks);
    const { useQuery, useLazyQuery, useMutation } = ownHooks;
    const capitalized = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    if (useQuery !== undefined) hooks[`use${capitalized}Query`] = useQuery;
    if (useLazyQuery !== undefined) hooks[`useLazy${capitalized}Query`] = useLazyQuery;
    if (useMutation !== undefined) hooks[`use${capitalized}Mutation`] = useMutation;
  }
  const bridged: RtkApi = Object.assign(Object.create(bridge.api), hooks, {
    endpoints,
    middleware: bridges.has(api) && api !== bridge.api ? api.middleware : bridgeMiddleware(bridge),
    injectEndpoints: (...args: readonly unknown[]) => {
      bridge.api.injectEndpoints(...args);
      return bridged;
    },
    enhanceEndpoints: (...args: readonly unknown[]) => {
      bridge.api.enhanceEndpoints(...(args as Parameters<RtkApi['enhanceEndpoints']>));
      return bridged;
    },
  });
  return bridged;
}
