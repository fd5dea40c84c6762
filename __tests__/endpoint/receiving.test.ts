import { Entity, NetworkError, RestEndpoint, UnexpectedContentError } from 'rdc-toolkit';
import { hangUp, reply, startApi } from '../helpers/startApi';
import { until } from '../helpers/until';

class User extends Entity {
  id = '';
  name = '';
  static key = 'ReceivedUser';
}

const at = (urlPrefix: string) => new RestEndpoint({ path: '/it', urlPrefix });
const bytes = Uint8Array.from([0, 1, 2, 255]);

async function responding(response: unknown) {
  const api = await startApi({
    'GET /it': () => response,
    'HEAD /it': () => response,
    'DELETE /it': () => response,
  });
  return at(api.url);
}

describe('content', () => {
  it('json: returns the parsed body', async () => {
    const get = (await responding({ a: [1, null] })).extend({ content: 'json' });
    await expect(get()).resolves.toEqual({ a: [1, null] });
  });

  it('text: returns the body as a string, whatever its type', async () => {
    const get = (await responding({ a: 1 })).extend({ content: 'text' });
    const text: string = await get();
    expect(text).toBe('{"a":1}');
  });

  it('blob: returns a downloaded file with its type', async () => {
    const get = (await responding(reply(200, bytes, { 'content-type': 'image/png' }))).extend({
      content: 'blob',
    });
    const blob: Blob = await get();
    expect(blob.type).toBe('image/png');
    expect([...new Uint8Array(await blob.arrayBuffer())]).toEqual([...bytes]);
  });

  it('arrayBuffer: returns the bytes', async () => {
    const get = (await responding(reply(200, bytes))).extend({ content: 'arrayBuffer' });
    const buffer: ArrayBuffer = await get();
    expect([...new Uint8Array(buffer)]).toEqual([...bytes]);
  });

  it('stream: returns the chunks as they arrive, even after the timeout', async () => {
    async function* chunks() {
      yield 'one ';
      await new Promise(resolve => setTimeout(resolve, 600));
      yield 'two';
    }
    const get = (await responding(reply(200, chunks()))).extend({ content: 'stream', timeoutMs: 500 });
    const stream: ReadableStream<Uint8Array> = await get();
    const texts: string[] = [];
    const decoder = new TextDecoder();
    const reader = stream.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      texts.push(decoder.decode(part.value));
    }
    expect(texts.join('')).toBe('one two');
  });

  it.each([
    ['application/json', '{"a":1}', { a: 1 }],
    ['application/problem+json; charset=utf-8', '{"a":1}', { a: 1 }],
    ['text/json', '{"a":1}', { a: 1 }],
    ['text/plain', '{"a":1}', '{"a":1}'],
    ['text/html; charset=utf-8', '<p>', '<p>'],
  ])('omitted: reads %s according to its type', async (type, body, expected) => {
    const get = await responding(reply(200, body, { 'content-type': type }));
    await expect(get()).resolves.toEqual(expected);
  });

  it('omitted: reads other types as a blob', async () => {
    const get = await responding(reply(200, bytes));
    expect(Object.prototype.toString.call(await get())).toBe('[object Blob]');
  });

  it('accepts JSON when omitted, and anything with `blob`', async () => {
    const api = await startApi({ 'GET /it': () => ({}) });
    await at(api.url)();
    await at(api.url).extend({ content: 'blob' })();
    expect(api.seen.map(({ headers }) => headers.accept)).toEqual(['application/json', '*/*']);
  });
});

describe('empty responses', () => {
  it.each([
    ['204', reply(204)],
    ['205', reply(205)],
    ['200 with an empty JSON body', reply(200, '', { 'content-type': 'application/json' })],
    ['200 without a body or a type', reply(200)],
  ])('%s resolves to null', async (_name, response) => {
    const get = await responding(response);
    await expect(get()).resolves.toBeNull();
    await expect(get.extend({ schema: User })()).resolves.toBeNull();
    await expect(get.extend({ method: 'DELETE' })()).resolves.toBeNull();
  });

  it.each(['json', 'text', 'blob', 'arrayBuffer', 'stream'] as const)(
    '204 resolves to null if %s is expected',
    async content => {
      await expect((await responding(reply(204))).extend({ content })()).resolves.toBeNull();
    },
  );

  it('process can type the missing file as null', async () => {
    const get = (await responding(reply(204))).extend({
      content: 'blob',
      process: (file: Blob | null) => file,
    });
    const file: Blob | null = await get();
    expect(file).toBeNull();
  });

  it('a response to HEAD resolves to null', async () => {
    const get = (await responding(reply(200, undefined, { 'content-type': 'application/json' }))).extend({
      method: 'HEAD',
    });
    await expect(get()).resolves.toBeNull();
  });
});

describe('responses that do not match the schema', () => {
  it('HTML instead of JSON reports what arrived, and from where', async () => {
    const get = (
      await responding(reply(200, '<!doctype html><p>Sign in', { 'content-type': 'text/html' }))
    ).extend({
      schema: User,
    });
    const error = await get().catch((each: unknown) => each as UnexpectedContentError);
    expect(error).toBeInstanceOf(UnexpectedContentError);
    expect(error).toMatchObject({
      status: 200,
      code: 'unexpected-content',
      body: '<!doctype html><p>Sign in',
    });
    expect((error as Error).message).toBe(
      `Expected JSON from GET ${get.url()}, received text/html: "<!doctype html><p>Sign in". ` +
        'Check the address, or set `content` on the endpoint if this is what the server sends.',
    );
  });

  it('malformed JSON is reported with the start of the body', async () => {
    const get = await responding(reply(200, '{"id": 5,', { 'content-type': 'application/json' }));
    await expect(get()).rejects.toThrow('received application/json that cannot be parsed: "{\\"id\\": 5,"');
  });
});

describe('failures', () => {
  it('reject with a NetworkError with status, response and parsed body', async () => {
    const get = await responding(reply(422, { field: 'name' }));
    const error = await get().catch((each: unknown) => each as NetworkError);
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({
      name: 'NetworkError',
      code: 'network',
      status: 422,
      data: { field: 'name' },
    });
    expect((error as NetworkError).response.headers.get('content-type')).toBe('application/json');
    expect((error as Error).message).toBe(`GET ${get.url()} failed with 422 Unprocessable Entity.`);
  });

  it.each([
    ['text', reply(500, 'out of order'), 'out of order'],
    ['nothing', reply(503), undefined],
    [
      'the text of malformed JSON',
      reply(502, 'upstream', { 'content-type': 'application/json' }),
      'upstream',
    ],
  ])('carry %s as data if that is the body', async (_name, response, data) => {
    const error = await (await responding(response))().catch((each: unknown) => each);
    expect(error).toBeInstanceOf(NetworkError);
    expect((error as NetworkError).data).toEqual(data);
  });

  it('without a response reject with the error of fetch and status 500', async () => {
    const get = await responding(hangUp());
    await expect(get()).rejects.toMatchObject({ name: 'TypeError', message: 'fetch failed', status: 500 });
  });

  it('in the middle of a body also have status 500', async () => {
    async function* broken() {
      yield '{"id":';
      throw new Error('the server crashed');
    }
    const get = await responding(reply(200, broken(), { 'content-type': 'application/json' }));
    await expect(get()).rejects.toMatchObject({ name: 'TypeError', status: 500 });
  });

  it.each([undefined, new Error('the page was left')])(
    'caused by an abort in the middle of a body have no status (reason: %p)',
    async reason => {
      const abort = new AbortController();
      async function* endless() {
        yield '{"id":';
        setTimeout(() => abort.abort(reason), 10);
        await new Promise(() => undefined);
      }
      const get = (await responding(reply(200, endless()))).extend({ content: 'json', signal: abort.signal });
      const error = await get().catch((each: unknown) => each);
      expect((error as Error).name).toBe(reason?.name ?? 'AbortError');
      expect(error).not.toHaveProperty('status');
    },
  );

  it('caused by a timeout are named TimeoutError and have status 500', async () => {
    const api = await startApi({ 'GET /it': () => ({}) });
    const held = api.hold('GET /it');
    const [timeout, late] = [AbortSignal.timeout(0), new AbortController()];
    const response = at(api.url).extend({ signal: late.signal })();
    const isRejected = expect(response).rejects.toMatchObject({ name: 'TimeoutError', status: 500 });
    await held.arrived;
    await until(() => timeout.aborted);
    late.abort(timeout.reason);
    await isRejected;
    await held.aborted;
  });
});

describe('redirects', () => {
  const redirecting = () =>
    startApi({
      'GET /old': () => reply(301, undefined, { location: '/new' }),
      'GET /new': () => ({ id: '5', name: 'Ada' }),
      'POST /old': () => reply(303, undefined, { location: '/new' }),
      'PUT /old': () => reply(307, undefined, { location: '/new' }),
      'PUT /new': ({ body }) => body,
    });

  it('are followed', async () => {
    const api = await redirecting();
    const get = new RestEndpoint({ path: '/old', urlPrefix: api.url, schema: User });
    await expect(get()).resolves.toEqual({ id: '5', name: 'Ada' });
  });

  it('resend the body if the status requires it', async () => {
    const api = await redirecting();
    const old = new RestEndpoint({ path: '/old', urlPrefix: api.url, body: {} as { name: string } });
    await expect(old({ name: 'Bob' })).resolves.toEqual({ id: '5', name: 'Ada' });
    await expect(old.extend({ method: 'PUT' })({ name: 'Bob' })).resolves.toEqual({ name: 'Bob' });
    expect(api.requests).toEqual(['POST /old', 'GET /new', 'PUT /old', 'PUT /new']);
  });

  it('are failures if requestInit disables them', async () => {
    const api = await redirecting();
    const get = new RestEndpoint({ path: '/old', urlPrefix: api.url, requestInit: { redirect: 'manual' } });
    await expect(get()).rejects.toMatchObject({ name: 'NetworkError', status: 301 });
  });
});

describe('process', () => {
  it('transforms the response, receives the arguments and can be async', async () => {
    const api = await startApi({ 'GET /users/:id': () => ({ data: { name: 'Ada' } }) });
    const get = new RestEndpoint({
      path: '/users/:id',
      urlPrefix: api.url,
      process: async ({ data }: { data: { name: string } }, { id }: { id: string }) => ({ id, ...data }),
    });
    const user: { id: string; name: string } = await get({ id: '5' });
    expect(user).toEqual({ id: '5', name: 'Ada' });
  });
});

describe('parseResponse', () => {
  it('can read headers', async () => {
    const api = await startApi({ 'GET /it': () => reply(200, [1], { link: '</it?page=2>; rel="next"' }) });
    const get = at(api.url).extend({
      parseResponse: async (response: Response) => ({
        results: await response.json(),
        link: response.headers.get('link'),
      }),
    });
    await expect(get()).resolves.toEqual({ results: [1], link: '</it?page=2>; rel="next"' });
  });
});
