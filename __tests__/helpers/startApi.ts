import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { match } from 'path-to-regexp';

/** The request as a handler sees it. */
export interface ApiRequest {
  /** Path parameters, decoded; a wildcard is an array of segments. */
  readonly params: Readonly<Record<string, string | string[] | undefined>>;
  /** Search parameters; a repeated name is an array. */
  readonly query: Readonly<Record<string, string | string[] | undefined>>;
  /** Parsed if sent as JSON, a string if sent as text, otherwise a `Buffer`; `undefined` for none. */
  readonly body: unknown;
  readonly headers: IncomingHttpHeaders;
  readonly method: string;
  /** Path and query exactly as received. */
  readonly url: string;
}

/**
 * Responds to a request, sync or async.
 *
 * | returned | sent |
 * |---|---|
 * | `reply(…)` | what it says |
 * | `null`, `undefined` | 204 without a body |
 * | anything else, strings too | 200, as JSON |
 * | (thrown) | 500, `{ message }` |
 */
export type ApiHandler = (request: ApiRequest) => unknown;

/** A response that the server holds back; see {@link TestApi.hold}. */
export interface HeldResponse {
  /** Resolves when the request has arrived and its handler has run. */
  readonly arrived: Promise<ApiRequest>;
  /** Resolves when the client disconnects before it gets its response. */
  readonly aborted: Promise<void>;
  /**
   * Sends the handler's response, or the one given here in the same form. Before the request arrives it means "do not
   * hold it".
   *
   * @returns A promise that resolves when the response is sent or the client is gone.
   */
  release(response?: unknown): Promise<void>;
}

/** A server that records its requests. */
export interface TestApi {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** `GET /users/5?x=1`, exactly as received, in order of arrival. */
  readonly requests: readonly string[];
  /** The same requests in full. `body` is set as soon as it has arrived. */
  readonly seen: readonly ApiRequest[];
  /** The received bodies, in order; requests without one are left out. */
  readonly bodies: readonly unknown[];
  /**
   * Holds back the response to the next request that matches `GET /users/:id`. The handler runs on arrival, so the
   * response shows the data at that time, however late it is released. Called twice, it holds the next two.
   */
  hold(route: string): HeldResponse;
  /** Closes every connection. Called automatically after the test or the file in which the server was started. */
  close(): Promise<void>;
}

class Reply {
  constructor(
    readonly status: number,
    readonly body: unknown,
    readonly headers: Readonly<Record<string, string>>,
  ) {}
}

const hungUp = new Reply(0, undefined, {});

/**
 * A response with a status.
 *
 * | body | sent as |
 * |---|---|
 * | `null`, `undefined` | nothing |
 * | string | `text/plain`, unless the headers say otherwise |
 * | `Uint8Array` and similar | `application/octet-stream`, unless the headers say otherwise |
 * | async iterable of strings or bytes | chunk by chunk, for streams and server-sent events |
 * | anything else | JSON |
 */
export function reply(
  status: number,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): unknown {
  return new Reply(status, body, headers);
}

/** A missing response: the connection is closed, which `fetch` reports as a `TypeError`. */
export function hangUp(): unknown {
  return hungUp;
}

/**
 * Starts a real HTTP server on a free loopback port. Routes are a method and a path in the syntax of path-to-regexp 8;
 * the first match responds. A request without a match gets a 404 with `{ message }`.
 *
 * @example
 * const api = await startApi({
 *   'GET /users/:id': ({ params }) => ({ id: params.id, name: 'Ada' }),
 *   'DELETE /users/:id': () => reply(403, { message: 'not yours' }),
 * });
 * const late = api.hold('GET /users/5');
 */
export async function startApi(routes: Readonly<Record<string, ApiHandler>>): Promise<TestApi> {
  const handlers = Object.entries(routes).map(([route, handler]) => ({
    paramsOf: routeMatcher(route),
    handler,
  }));
  const seen: Writable<ApiRequest>[] = [];
  const holds: Hold[] = [];

  const handlerFor = (target: string) => {
    for (const { paramsOf, handler } of handlers) {
      const params = paramsOf(target);
      if (params !== undefined) return { handler, params };
    }
    return { handler: noRoute, params: {} };
  };
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method = 'GET', url = '/', headers } = incoming;
    const target = `${method} ${url}`;
    const { handler, params } = handlerFor(target);
    const request = { params, query: readQuery(url), body: undefined as unknown, headers, method, url };
    // Recorded and matched with its hold before the first await, so that the order is that of arrival.
    seen.push(request);
    const holdIndex = holds.findIndex(({ paramsOf }) => paramsOf(target));
    const [hold] = holdIndex < 0 ? [] : holds.splice(holdIndex, 1);

    request.body = await readBody(incoming);
    const response = await responseOf(handler, request);
    await send(outgoing, hold === undefined ? response : await hold.release(request, response, outgoing));
    hold?.markSent();
  };
  const server = createServer((incoming, outgoing) => {
    // A response that cannot be sent (a stream that throws, a bad header) is cut off for the client.
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  // If the server closes a connection while a busy machine sends the next request over it, that request fails.
  server.keepAliveTimeout = 0;
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));

  const api: TestApi = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    get requests() {
      return seen.map(({ method, url }) => `${method} ${url}`);
    },
    get bodies() {
      return seen.map(({ body }) => body).filter(body => body !== undefined);
    },
    hold(route) {
      const hold = createHold(route);
      holds.push(hold);
      return hold.forTest;
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections(); // fetch keeps connections alive: without this close() waits for them
      }),
  };
  (isInTest ? ofTest : ofFile).push(api);
  return api;
}

// Hooks of the file that imports this module. They run before its own, so a server started in a `beforeEach`
// belongs to the test, and one started in a `beforeAll` to the file.
const ofTest: TestApi[] = [];
const ofFile: TestApi[] = [];
let isInTest = false;
const closeAll = (apis: TestApi[]) => Promise.all(apis.splice(0).map(api => api.close()));

beforeEach(() => {
  isInTest = true;
});
afterEach(async () => {
  isInTest = false;
  await closeAll(ofTest);
});
afterAll(() => closeAll(ofFile));

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type ParamsOf = (target: string) => ApiRequest['params'] | undefined;

/** The path parameters of `GET /users/5?x=1` for a route, or undefined. A query in the route has to be the same. */
function routeMatcher(route: string): ParamsOf {
  const [method, url = ''] = route.split(' ');
  const [pattern = '', query] = url.split('?');
  if (!url.startsWith('/'))
    throw new Error(`'${route}' is no route. Write method and path: 'GET /users/:id'.`);
  const matchPath = match(pattern);
  return target => {
    const [targetMethod, targetUrl = ''] = target.split(' ');
    const [path = '', targetQuery = ''] = targetUrl.split('?');
    if (targetMethod !== method || (query !== undefined && targetQuery !== query)) return undefined;
    const found = matchPath(path);
    return found === false ? undefined : found.params;
  };
}

function readQuery(url: string): ApiRequest['query'] {
  if (!url.includes('?')) return {};
  const params = new URL(url, 'http://localhost').searchParams;
  const names = [...new Set(params.keys())];
  return Object.fromEntries(
    names.map(name => {
      const values = params.getAll(name);
      return [name, values.length > 1 ? values : values[0]];
    }),
  );
}

async function readBody(incoming: IncomingMessage): Promise<unknown> {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = incoming.headers;
  if (length === '0' && encoding === undefined) return undefined;
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
  } catch {
    return undefined; // the client went away while sending
  }
  const bytes = Buffer.concat(chunks);
  const type = incoming.headers['content-type'] ?? '';
  if (bytes.length === 0) return undefined;
  if (/[/+]json\b/.test(type)) return parseJson(bytes.toString());
  return /^text\/|urlencoded/.test(type) ? bytes.toString() : bytes;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // so that a test can see what was wrong with it
  }
}

const noRoute: ApiHandler = ({ method, url }) => reply(404, { message: `No route for ${method} ${url}` });

async function responseOf(handler: ApiHandler, request: ApiRequest): Promise<Reply> {
  try {
    return toReply(await handler(request));
  } catch (error) {
    return new Reply(500, { message: error instanceof Error ? error.message : String(error) }, {});
  }
}

function toReply(response: unknown): Reply {
  if (response instanceof Reply) return response;
  if (response === undefined || response === null) return new Reply(204, undefined, {});
  return new Reply(200, JSON.stringify(response), { 'content-type': 'application/json' });
}

/** Resolves when the response is sent or the client is gone. */
async function send(outgoing: ServerResponse, { status, body, headers }: Reply): Promise<void> {
  if (outgoing.destroyed || status === hungUp.status) {
    outgoing.destroy();
    return;
  }
  const gone = new Promise<void>(resolve => outgoing.once('close', resolve));
  const [type, content] = encode(body);
  outgoing.writeHead(status, type === undefined ? headers : { 'content-type': type, ...headers });
  if (isStream(content)) {
    for await (const chunk of content) {
      if (outgoing.destroyed) break;
      outgoing.write(chunk);
    }
    outgoing.end();
  } else {
    outgoing.end(content);
  }
  await gone;
}

type Stream = AsyncIterable<string | Uint8Array>;

function encode(
  body: unknown,
): [type: string | undefined, content: string | Uint8Array | Stream | undefined] {
  if (body === undefined || body === null) return [undefined, undefined];
  if (typeof body === 'string') return ['text/plain', body];
  // Not instanceof: jest's globals are in another realm than Node's bytes.
  if (ArrayBuffer.isView(body)) return ['application/octet-stream', body as Uint8Array];
  if (isStream(body)) return ['application/octet-stream', body];
  return ['application/json', JSON.stringify(body)];
}

function isStream(content: unknown): content is Stream {
  return typeof content === 'object' && content !== null && Symbol.asyncIterator in content;
}

interface Hold {
  readonly paramsOf: ParamsOf;
  readonly forTest: HeldResponse;
  /** Waits for the test; returns the response to send. */
  release(request: ApiRequest, response: Reply, outgoing: ServerResponse): Promise<Reply>;
  markSent(): void;
}

function createHold(route: string): Hold {
  const arrived = deferred<ApiRequest>();
  const aborted = deferred<void>();
  const released = deferred<readonly unknown[]>();
  const sent = deferred<void>();
  return {
    paramsOf: routeMatcher(route),
    forTest: {
      arrived: arrived.promise,
      aborted: aborted.promise,
      release: (...responses) => {
        released.resolve(responses);
        return sent.promise;
      },
    },
    async release(request, response, outgoing) {
      outgoing.once('close', () => {
        if (outgoing.writableEnded) return;
        aborted.resolve();
        sent.resolve();
      });
      arrived.resolve(request);
      const [other] = await released.promise;
      return other === undefined ? response : toReply(other);
    },
    markSent: sent.resolve,
  };
}

function deferred<T>() {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>(settle => {
    resolve = settle;
  });
  return { promise, resolve };
}
