import { Entity, RestEndpoint, type RestOptions } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { startApi } from '../helpers/startApi';

class Note extends Entity {
  id = '';
  text = '';
  at = new Date(0);
  static key = 'SentNote';
}

const taking = () =>
  startApi({
    'POST /it': () => ({}),
    'PUT /it': () => ({}),
    'DELETE /it': () => ({}),
    'GET /it': () => ({}),
  });
const at = (urlPrefix: string) =>
  new RestEndpoint({ path: '/it', urlPrefix, body: undefined as unknown, method: 'POST' });

async function sent(body: unknown) {
  const api = await taking();
  await new RestEndpoint({ path: '/it', urlPrefix: api.url, body: {} as unknown })(body);
  const [request] = api.seen;
  return { body: request?.body, type: request?.headers['content-type'] };
}

describe('body', () => {
  it.each([
    ['an object', { a: 1, b: undefined }, { a: 1 }],
    ['an array', [1, { a: null }], [1, { a: null }]],
    ['null', null, null],
    ['a number', 5, 5],
    ['a boolean', false, false],
    ['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
    [
      'an instance of an entity',
      Note.fromJS({ id: '5', text: 'x' }),
      { id: '5', text: 'x', at: '1970-01-01T00:00:00.000Z' },
    ],
  ])('%s is sent as JSON', async (_name, body, expected) => {
    expect(await sent(body)).toEqual({ body: expected, type: 'application/json' });
  });

  it.each([
    ['function', { text: 'x', user: { rename: () => {} } }, { text: 'x', user: {} }, 'user.rename'],
    ['symbol', { list: [{ kind: Symbol('kind') }] }, { list: [{}] }, 'list.0.kind'],
  ])('a %s in it is left out, with one warning on the console', async (kind, body, expected, path) => {
    const error = jest.spyOn(console, 'error').mockImplementation();
    const api = await taking();
    const send = new RestEndpoint({
      path: '/it',
      urlPrefix: api.url,
      body: {} as unknown,
      name: `sending.${kind}`,
    });
    await send({ text: 'x' });
    expect(error).not.toHaveBeenCalled();
    for (let i = 0; i < 2; i++) await send(body);

    expect(api.seen.at(-1)?.body).toEqual(expected);
    expect(error.mock.calls).toEqual([
      [
        `rdc-toolkit: sending.${kind} has sent a body without a part of it: it contains a ${kind}, at "${path}". ` +
          'JSON leaves that out: pass plain data.',
      ],
    ]);
    error.mockRestore();
  });

  it('a string is sent as it is', async () => {
    expect(await sent('{"a"')).toEqual({ body: '{"a"', type: 'text/plain;charset=UTF-8' });
  });

  it('URLSearchParams are sent as a form', async () => {
    const type = 'application/x-www-form-urlencoded;charset=UTF-8';
    expect(await sent(new URLSearchParams({ a: '1 2' }))).toEqual({ body: 'a=1+2', type });
  });

  it('a Blob is sent with its own type', async () => {
    const { body, type } = await sent(new Blob(['png'], { type: 'image/png' }));
    expect([String(body), type]).toEqual(['png', 'image/png']);
  });

  it.each([
    ['bytes', Uint8Array.from([7, 8])],
    ['a buffer', Uint8Array.from([7, 8]).buffer],
  ])('%s are sent as they are', async (_name, body) => {
    const received = await sent(body);
    expect([...(received.body as Buffer)]).toEqual([7, 8]);
    expect(received.type).toBeUndefined();
  });

  it('a stream is sent as it comes', async () => {
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('one two'));
        controller.close();
      },
    });
    expect(String((await sent(stream)).body)).toBe('one two');
  });

  it('FormData with a file is sent as an upload; fetch sets the boundary', async () => {
    const form = new FormData();
    form.append('title', 'photo');
    form.append('file', new Blob(['pixels'], { type: 'image/png' }), 'a.png');
    const { body, type } = await sent(form);
    expect(type).toMatch(/^multipart\/form-data; boundary=/);
    expect(String(body)).toMatch(/name="title"\s+photo/);
    expect(String(body)).toMatch(/name="file"; filename="a.png"\s+Content-Type: image\/png\s+pixels/);
  });

  it('FormData is sent, and the log stays plain data', async () => {
    const api = await taking();
    const upload = new RestEndpoint({
      name: 'upload',
      path: '/it',
      urlPrefix: api.url,
      body: {} as FormData,
      getOptimisticResponse: undefined as never,
    });
    const form = new FormData();
    form.append('title', 'photo');
    await createTestStore().dispatch(upload.fetch(form));
    expect(String(api.bodies[0])).toContain('photo');
  });
});

describe('method', () => {
  it('is POST with a body and GET without one', () => {
    expect(new RestEndpoint({ path: '/it', body: {} }).method).toBe('POST');
    expect(new RestEndpoint({ path: '/it' }).method).toBe('GET');
  });

  it('is sent in upper case', async () => {
    const api = await taking();
    await new RestEndpoint({ path: '/it', urlPrefix: api.url, method: 'put', body: {} as object })({ a: 1 });
    expect(api.requests).toEqual(['PUT /it']);
  });

  it.each(['GET', 'HEAD', 'OPTIONS'])('%s is a read', method => {
    expect(new RestEndpoint({ path: '/it', method }).sideEffect).toBe(false);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s has a side effect', method => {
    expect(new RestEndpoint({ path: '/it', method }).sideEffect).toBe(true);
  });

  it('POST sends no body if the body is undefined', async () => {
    const api = await taking();
    const touch = new RestEndpoint({ path: '/it', urlPrefix: api.url, method: 'POST', body: undefined });
    await touch();
    expect(api.seen[0]).toMatchObject({ method: 'POST', body: undefined });
    expect(api.seen[0]?.headers['content-type']).toBeUndefined();
  });

  it('DELETE sends a body if it has one', async () => {
    const api = await taking();
    await new RestEndpoint({ path: '/it', urlPrefix: api.url, method: 'DELETE', body: {} as string[] })([
      '5',
    ]);
    expect(api.bodies).toEqual([['5']]);
  });
});

describe('sideEffect', () => {
  it('set to false makes a POST a read, so two readers share one request', async () => {
    const api = await startApi({ 'POST /search': ({ body }) => body });
    const search = new RestEndpoint({
      name: 'search',
      path: '/search',
      urlPrefix: api.url,
      body: {} as { q: string },
      sideEffect: false,
    });
    const store = createTestStore();
    await Promise.all([store.dispatch(search.fetch({ q: 'a' })), store.dispatch(search.fetch({ q: 'a' }))]);
    expect(api.requests).toEqual(['POST /search']);
  });
});

describe('requestInit', () => {
  it('adds fixed parts; its headers override the defaults in any case', async () => {
    const api = await taking();
    const put = at(api.url).extend({
      body: {} as object,
      requestInit: { headers: { ACCEPT: 'application/vnd.x+json', 'X-Fixed': '1' } },
    });
    await put({ a: 1 });
    expect(api.seen[0]?.headers).toMatchObject({
      accept: 'application/vnd.x+json',
      'x-fixed': '1',
      'content-type': 'application/json',
    });
  });

  it('accepts headers in every form that fetch accepts', async () => {
    const api = await taking();
    for (const headers of [new Headers({ a: '1' }), [['a', '1']] as [string, string][], { a: '1' }]) {
      await new RestEndpoint({ path: '/it', urlPrefix: api.url, requestInit: { headers } })();
    }
    expect(api.seen.map(({ headers }) => headers.a)).toEqual(['1', '1', '1']);
  });
});

describe('getHeaders', () => {
  it('can be async and spread the default headers', async () => {
    const api = await taking();
    const post = at(api.url).extend({
      body: {} as object,
      getHeaders: async (headers: Readonly<Record<string, string>>) => ({
        ...headers,
        Authorization: 'Bearer 7',
      }),
    });
    await post({ a: 1 });
    expect(api.seen[0]?.headers).toMatchObject({
      authorization: 'Bearer 7',
      accept: 'application/json',
      'content-type': 'application/json',
    });
  });

  it('replaces a header in any case', async () => {
    const api = await taking();
    const post = at(api.url).extend({
      body: {} as string,
      getHeaders: (headers: Readonly<Record<string, string>>) => ({ ...headers, accept: 'text/csv' }),
    });
    await post('a,b');
    expect(api.seen[0]?.headers.accept).toBe('text/csv');
  });
});

describe('getRequestInit', () => {
  it('receives the body and can be async', async () => {
    const api = await taking();
    const post = at(api.url).extend({
      body: {} as { a: number },
      getRequestInit: async (body: { a: number }) => ({
        method: 'POST',
        body: `a is ${body.a}`,
        headers: { 'content-type': 'text/plain' },
      }),
    });
    await post({ a: 1 });
    expect(api.bodies).toEqual(['a is 1']);
  });
});

describe('fetchResponse', () => {
  it('replaces the call to fetch', async () => {
    const api = await taking();
    const get = new RestEndpoint({
      path: '/it',
      fetchResponse: (input: string, init: RequestInit) => fetch(`${api.url}${input}?via=here`, init),
    });
    await get();
    expect(api.requests).toEqual(['GET /it?via=here']);
  });
});

describe('signal', () => {
  it('aborts every request of its endpoint', async () => {
    const api = await taking();
    const held = api.hold('GET /it');
    const abort = new AbortController();
    const get = new RestEndpoint({ path: '/it', urlPrefix: api.url, signal: abort.signal });
    const pending = get();
    await held.arrived;
    abort.abort();
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
    await held.aborted;
    await expect(get()).rejects.not.toHaveProperty('status');
    expect(api.requests).toEqual(['GET /it']);
  });

  it('rejects with the given reason unchanged', async () => {
    const abort = new AbortController();
    const reason = new Error('the page was left');
    abort.abort(reason);
    const get = new RestEndpoint({ path: '/it', urlPrefix: 'http://127.0.0.1:1', signal: abort.signal });
    await expect(get()).rejects.toBe(reason);
    expect(reason).not.toHaveProperty('status');
  });

  it.each([null, 'gone', 0])('can be aborted with %p', async reason => {
    const abort = new AbortController();
    abort.abort(reason);
    const get = new RestEndpoint({ path: '/it', urlPrefix: 'http://127.0.0.1:1', signal: abort.signal });
    await expect(get()).rejects.toBe(reason);
  });

  it('also works in requestInit', async () => {
    const signal = AbortSignal.abort();
    const get = new RestEndpoint({
      path: '/it',
      urlPrefix: 'http://127.0.0.1:1',
      signal: new AbortController().signal,
      requestInit: { signal },
    });
    await expect(get()).rejects.toMatchObject({ name: 'AbortError' });
  });
});

it('sends mutations in the order in which they start, with and without a body', async () => {
  const api = await taking();
  const order: unknown[] = [];
  class Watched<const Options extends RestOptions> extends RestEndpoint<Options> {
    override fetchResponse(url: string, init: RequestInit): Promise<Response> {
      order.push(init.method);
      return super.fetchResponse(url, init);
    }
  }
  const it = { path: '/it', urlPrefix: api.url } as const;
  const add = new Watched({ ...it, method: 'POST', body: {} as object });
  const remove = new Watched({ ...it, method: 'DELETE' });
  const store = createTestStore();
  await Promise.all([
    store.dispatch(add.fetch({})),
    store.dispatch(remove.fetch()),
    store.dispatch(add.fetch({ a: 1 })),
  ]);

  expect(order).toEqual(['POST', 'DELETE', 'POST']);
});

it.each(['GET', 'POST'])(
  'a %s that carries no idempotency key draws no random number, which a prerender refuses',
  async method => {
    const api = await taking();
    const random = jest.spyOn(Math, 'random');

    await at(api.url).extend({ method, name: `sending.prerendered.${method}` })(undefined);
    const drawn = random.mock.calls.length;
    random.mockRestore();

    expect(api.requests).toEqual([`${method} /it`]);
    expect(drawn).toBe(0);
  },
);
