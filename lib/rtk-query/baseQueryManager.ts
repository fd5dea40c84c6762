import type { BaseQueryApi, BaseQueryFn, FetchArgs } from '@reduxjs/toolkit/query';
import type { Dispatch, MiddlewareAPI } from 'redux';
import { readBody, readFailure } from '../endpoint/readBody';
import { checkFunction, checkOptions } from '../errors/checkValues';
import { NetworkError } from '../errors/NetworkError';
import type { Manager } from '../managers/Manager';
import { type NetworkManagerOptions, networkManager } from '../managers/network/networkManager';
import type { EndpointInterface, HttpRequest } from '../types/EndpointInterface';
import { rtkError } from './rtkError';

/** One HTTP request of an endpoint, as it is passed to a base query. */
export interface BaseQueryRequest extends HttpRequest {
  readonly endpoint: EndpointInterface;
  readonly args: readonly unknown[];
}

/** How requests are passed to a base query, and when they are sent. */
export interface BaseQueryManagerOptions<Args = FetchArgs, Extra = unknown>
  extends Omit<NetworkManagerOptions, 'request'> {
  /**
   * Turns a request into the arguments of the base query.
   *
   * @default all that `fetch` takes, with `url` and `responseHandler`, as `fetchBaseQuery` takes it
   */
  readonly toArgs?: (request: BaseQueryRequest) => Args;
  /** The `extraOptions` that the base query gets. */
  readonly extraOptions?: Extra;
}

/** The text that the compiler shows if a base query cannot take a request. Generic functions are not checked. */
type Fitting<Args> = [TakesRequests<Args>] extends ['no']
  ? 'a base query that takes { url, method, headers, body }; for others, pass the option toArgs'
  : unknown;

// biome-ignore lint/suspicious/noExplicitAny: it may narrow what a field holds
type TakesRequests<Args> = [Readonly<Record<keyof FetchArgs, any>>] extends [Args] ? 'yes' : 'no';

/**
 * A network manager that sends the requests of all HTTP endpoints through a base query of RTK Query, with its base
 * URL, headers, retries and re-authentication. Use it in place of `networkManager()`.
 *
 * `getRequestInit`, `getHeaders`, `process` and the checks of an endpoint apply as usual; the base query does the work
 * of `fetchResponse` and `parseResponse`. Endpoints that do not use HTTP send their own requests.
 *
 * @example
 * ```ts
 * import { fetchBaseQuery, retry } from '@reduxjs/toolkit/query';
 * import { createDataClient, subscriptionManager } from 'rdc-toolkit';
 * import { baseQueryManager } from 'rdc-toolkit/rtk-query';
 *
 * const baseQuery = retry(fetchBaseQuery({ baseUrl: '/api' }), { maxRetries: 2 });
 *
 * const dataClient = createDataClient({ managers: [baseQueryManager(baseQuery), subscriptionManager()] });
 * ```
 */
export function baseQueryManager<Args = FetchArgs, Extra = object>(
  baseQuery: (args: Args, api: BaseQueryApi, extraOptions: Extra) => ReturnType<BaseQueryFn>,
  options: BaseQueryManagerOptions<Args, Extra> | undefined,
): Manager;
export function baseQueryManager<Args = FetchArgs, Extra = object>(
  baseQuery: ((args: Args, api: BaseQueryApi, extraOptions: Extra) => ReturnType<BaseQueryFn>) &
    Fitting<Args>,
): Manager;
export function baseQueryManager<Args, Extra>(
  baseQuery: (args: Args, api: BaseQueryApi, extraOptions: Extra) => ReturnType<BaseQueryFn>,
  options: BaseQueryManagerOptions<Args, Extra> = {},
): Manager {
  if (process.env.NODE_ENV !== 'production') {
    checkFunction('baseQueryManager', 'baseQuery', baseQuery);
    checkOptions('baseQueryManager', options);
  }
  const { toArgs = fetchArgs as (request: BaseQueryRequest) => Args, extraOptions, ...rest } = options;
  return api =>
    networkManager({
      ...rest,
      request: (endpoint, args, requestOptions) =>
        endpoint.request(args, {
          ...requestOptions,
          async send(request) {
            const { method, url, signal, content = 'json' } = request;
            const baseQueryApi = apiOf(api, endpoint, signal);
            const queryArgs = toArgs({ ...request, endpoint, args });
            const { data, error, meta } = await baseQuery(
              queryArgs,
              baseQueryApi,
              (extraOptions ?? {}) as Extra,
            );
            const { response } = (meta ?? {}) as { readonly response?: Response };
            const sender = endpoint as Sender;
            if (error !== undefined) {
              const failure = failureOf(`${method} ${url}`, error, response);
              if (failure instanceof NetworkError)
                sender.graphQLDataIn?.(failure.data, failure.response, failure);
              throw failure;
            }
            if (response !== undefined && sender.meta !== undefined)
              requestOptions.onHead?.(sender.meta(response));
            // Other base queries read an empty body as text.
            const body = data === '' && content === 'json' ? null : data;
            return sender.graphQLDataIn === undefined ? body : sender.graphQLDataIn(body, response);
          },
        }),
    })(api);
}

/** The methods of an endpoint that read a parsed response. */
interface Sender {
  meta?(response: Response): unknown;
  graphQLDataIn?(body: unknown, response: Response | undefined, failure?: Error): unknown;
}

/** A request for `fetchBaseQuery`. Its own handlers know few JSON types, and parse an error as content. */
function fetchArgs({
  endpoint,
  args: _args,
  signal: _signal,
  content,
  ...init
}: BaseQueryRequest): FetchArgs {
  const { method } = init;
  return {
    ...init,
    responseHandler: response =>
      response.ok ? readBody(response, { content, method, schema: endpoint.schema }) : readFailure(response),
  };
}

function apiOf(
  api: MiddlewareAPI,
  { name, sideEffect }: EndpointInterface,
  signal: AbortSignal | undefined,
): BaseQueryApi {
  const controller = new AbortController();
  const forwardAbort = () => controller.abort(signal?.reason);
  if (signal?.aborted) forwardAbort();
  signal?.addEventListener('abort', forwardAbort);
  return {
    signal: controller.signal,
    abort: reason => controller.abort(reason),
    dispatch: api.dispatch as BaseQueryApi['dispatch'],
    getState: api.getState,
    extra: extraOf(api.dispatch),
    endpoint: name,
    type: sideEffect ? 'mutation' : 'query',
    forced: true,
  };
}

/** The extra argument of the thunk middleware. */
function extraOf(dispatch: Dispatch): unknown {
  const readExtra = (_dispatch: unknown, _getState: unknown, extra: unknown) => extra;
  return dispatch(readExtra as never);
}

function failureOf(request: string, error: unknown, response: Response | undefined): Error {
  const { status, data } = error as { readonly status?: unknown; readonly data?: unknown };
  return typeof status === 'number' && response !== undefined
    ? new NetworkError(request, response, data)
    : rtkError(request, error);
}
