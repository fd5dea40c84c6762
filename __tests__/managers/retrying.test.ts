import { createDataClient, Endpoint, networkManager } from 'rdc-toolkit';
import { backOff } from '../../lib/managers/backOff';
import { retryAfter } from '../../lib/managers/retry';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { hangUp, reply } from '../helpers/startApi';

const getThing = new ApiEndpoint({ path: '/things/:id', name: 'retrying.get' });
const changeThing = new ApiEndpoint({
  path: '/things/:id',
  method: 'PATCH',
  body: {} as object,
  name: 'retrying.change',
});

type NetworkOptions = NonNullable<Parameters<typeof networkManager>[0]>;

const quick = { limit: 3, baseDelayMs: 1 };

function storeThatRetries(retry: NetworkOptions['retry'] & {}) {
  return createTestStore({ client: createDataClient({ managers: [networkManager({ retry })] }) });
}

/** Responds with each in turn, then with the last one. */
function inTurn(...responses: readonly unknown[]) {
  let count = 0;
  return () => responses[Math.min(count++, responses.length - 1)];
}

describe('a read that failed', () => {
  it.each([
    ['a server error', reply(503)],
    ['too many requests', reply(429)],
    ['no response', hangUp()],
  ])('is retried after %s, and stores one response', async (_, failure) => {
    const api = await serve({ 'GET /things/:id': inTurn(failure, failure, { id: '1' }) });
    const store = storeThatRetries(quick);

    await expect(store.dispatch(getThing.fetch({ id: '1' }))).resolves.toEqual({ id: '1' });

    expect(api.requests).toHaveLength(3);
    expect(store.log.map(({ type }) => type)).toEqual(['rdc/fetch', 'rdc/setresponse']);
  });

  it.each([400, 401, 404, 501])('is not retried after status %d', async status => {
    const api = await serve({ 'GET /things/:id': () => reply(status) });
    const store = storeThatRetries(quick);

    await expect(store.dispatch(getThing.fetch({ id: '1' }))).rejects.toMatchObject({ status });

    expect(api.requests).toHaveLength(1);
  });

  it('is retried after an error without a status, as an endpoint made from a function may throw', async () => {
    let attempts = 0;
    const attempt = async () => {
      if (++attempts < 3) throw new Error('busy');
      return 1;
    };
    const read = new Endpoint(attempt, { name: 'retrying.withoutStatus' });

    await expect(storeThatRetries(quick).dispatch(read.fetch())).resolves.toBe(1);

    expect(attempts).toBe(3);
  });

  it('fails with its last error after the last attempt', async () => {
    const api = await serve({ 'GET /things/:id': inTurn(reply(500), reply(502), reply(503)) });
    const store = storeThatRetries({ ...quick, limit: 2 });

    await expect(store.dispatch(getThing.fetch({ id: '1' }))).rejects.toMatchObject({ status: 503 });

    expect(api.requests).toHaveLength(3);
  });

  it('is not retried by default', async () => {
    const api = await serve({ 'GET /things/:id': () => reply(503) });
    const store = createTestStore();

    await expect(store.dispatch(getThing.fetch({ id: '1' }))).rejects.toMatchObject({ status: 503 });

    expect(api.requests).toHaveLength(1);
  });

  it('is retried for as long as shouldRetry allows', async () => {
    const api = await serve({ 'GET /things/:id': () => reply(404) });
    const shouldRetry = (error: Error, failures: number) => 'status' in error && failures < 1;
    const store = storeThatRetries({ ...quick, shouldRetry });

    await expect(store.dispatch(getThing.fetch({ id: '1' }))).rejects.toMatchObject({ status: 404 });

    expect(api.requests).toHaveLength(2);
  });

  it('fails with its own error if shouldRetry throws', async () => {
    await serve({ 'GET /things/:id': () => reply(503) });
    const shouldRetry = () => {
      throw new Error('no idea');
    };
    const store = storeThatRetries({ ...quick, shouldRetry });

    await expect(store.dispatch(getThing.fetch({ id: '1' }))).rejects.toMatchObject({ status: 503 });

    expect(store.complaints.splice(0).join()).toContain('no idea');
  });

  it('shares its retries with later callers', async () => {
    const later = reply(503, null, { 'retry-after': '0.4' });
    const api = await serve({ 'GET /things/:id': inTurn(later, { id: '1' }) });
    const store = storeThatRetries({ ...quick, limit: 1 });

    const first = store.dispatch(getThing.fetch({ id: '1' }));
    await until(() => api.requests.length === 1);
    const second = store.dispatch(getThing.fetch({ id: '1' }));

    expect(await first).toBe(await second);
    expect(api.requests).toHaveLength(2);
  });

  it('counts from when the successful attempt was sent', async () => {
    await serve({ 'GET /things/:id': inTurn(reply(503), { id: '1' }) });
    const store = storeThatRetries(quick);

    await store.dispatch(getThing.fetch({ id: '1' }));

    const [asked, responded] = store.log as unknown as readonly { meta: { fetchedAt: number } }[];
    expect(responded?.meta.fetchedAt).toBeGreaterThan(asked?.meta.fetchedAt ?? Number.NaN);
  });

  it.each([
    ['while it waits', false],
    ['as the app is asked whether to retry', true],
  ])('leaves no timer once aborted, %s', async (_, isAsked) => {
    jest.useFakeTimers();
    try {
      const failing = new Endpoint(() => Promise.reject(new Error('no')), { name: 'retrying.failing' });
      const shouldRetry = () => {
        if (isAsked) request.abort();
        return true;
      };
      const store = storeThatRetries({ limit: 3, baseDelayMs: 1e6, maxDelayMs: 1e6, shouldRetry });
      const request = store.dispatch(failing.fetch());
      // Past the timer with which the store notifies its subscribers of the read.
      await jest.advanceTimersByTimeAsync(20);
      expect(jest.getTimerCount()).toBe(isAsked ? 0 : 1);

      request.abort();

      await expect(request).rejects.toMatchObject({ name: 'AbortError' });
      expect(jest.getTimerCount()).toBe(0);
      expect(store.getState().rdc.inflight.size).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('a mutation that failed', () => {
  it('is not sent again', async () => {
    const api = await serve({ 'PATCH /things/:id': () => reply(503) });
    const store = storeThatRetries(quick);

    await expect(store.dispatch(changeThing.fetch({ id: '1' }, {}))).rejects.toMatchObject({ status: 503 });

    expect(api.requests).toHaveLength(1);
  });

  it('is sent again if sideEffects is set', async () => {
    const api = await serve({ 'PATCH /things/:id': inTurn(reply(503), { id: '1' }) });
    const store = storeThatRetries({ ...quick, sideEffects: true });

    await store.dispatch(changeThing.fetch({ id: '1' }, {}));

    expect(api.requests).toHaveLength(2);
  });
});

describe('a server that sends Retry-After', () => {
  it('gets no retry before that time', async () => {
    const times: number[] = [];
    const response = inTurn(reply(429, null, { 'retry-after': '0.3' }), { id: '1' });
    await serve({
      'GET /things/:id': () => {
        times.push(performance.now());
        return response();
      },
    });
    const store = storeThatRetries(quick);

    await store.dispatch(getThing.fetch({ id: '1' }));

    const [first = 0, second = 0] = times;
    expect(second - first).toBeGreaterThanOrEqual(290);
  });

  it('gets no retry if its delay exceeds the maximum', async () => {
    const api = await serve({ 'GET /things/:id': () => reply(503, null, { 'retry-after': '3600' }) });
    const store = storeThatRetries({ ...quick, maxRetryAfterMs: 60_000 });

    await expect(store.dispatch(getThing.fetch({ id: '1' }))).rejects.toMatchObject({ status: 503 });

    expect(api.requests).toHaveLength(1);
  });

  const NOW = Date.parse('Wed, 21 Oct 2026 07:28:00 GMT');

  it.each<[string, Record<string, string>, number | undefined]>([
    ['no word', {}, undefined],
    ['seconds', { 'retry-after': '120' }, 120_000],
    ['a date', { 'retry-after': 'Wed, 21 Oct 2026 07:28:30 GMT' }, 30_000],
    ['a date that has passed', { 'retry-after': 'Wed, 21 Oct 2026 07:00:00 GMT' }, 0],
    ['a word without meaning', { 'retry-after': 'soon' }, undefined],
    [
      'a date by a clock that is an hour ahead of ours',
      { 'retry-after': 'Wed, 21 Oct 2026 08:28:05 GMT', date: 'Wed, 21 Oct 2026 08:28:00 GMT' },
      5_000,
    ],
  ])('is waited for correctly: %s', (_, headers, expected) => {
    expect(retryAfter(new Headers(headers), NOW)).toBe(expected);
  });
});

describe('the wait before another attempt', () => {
  it('has an upper bound that doubles up to a limit, and a random value below it', () => {
    const limits = { baseDelayMs: 100, maxDelayMs: 1_000 };
    const bounds = [0, 1, 2, 3, 4, 5].map(failures => backOff(failures, limits, () => 1));
    expect(bounds).toEqual([100, 200, 400, 800, 1_000, 1_000]);
    expect(backOff(3, limits, () => 0)).toBe(0);
    expect(backOff(3, limits, () => 0.5)).toBe(400);
  });
});

const soon = () => new Promise(resolve => setTimeout(resolve, 20));

async function until(isTrue: () => boolean) {
  for (let i = 0; i < 100 && !isTrue(); i++) await soon();
  expect(isTrue()).toBe(true);
}

describe('an endpoint', () => {
  it('can set its number of retries', async () => {
    const api = await serve({ 'GET /things/:id': inTurn(reply(503), { id: '1' }) });
    const store = createTestStore();
    const often = getThing.extend({ name: 'retrying.often', retry: quick });

    await expect(store.dispatch(often.fetch({ id: '1' }))).resolves.toEqual({ id: '1' });
    expect(api.requests).toHaveLength(2);
  });

  it('can turn off retries of the network manager', async () => {
    const api = await serve({ 'GET /things/:id': () => reply(503) });
    const store = storeThatRetries(quick);
    const once = getThing.extend({ name: 'retrying.once', retry: 0 });

    await expect(store.dispatch(once.fetch({ id: '1' }))).rejects.toMatchObject({ status: 503 });
    expect(api.requests).toHaveLength(1);
  });

  it('that mutates keeps its idempotency key across retries, and gets a new one per request', async () => {
    const api = await serve({ 'PATCH /things/:id': inTurn(reply(503), hangUp(), { id: '1' }) });
    const store = createTestStore();
    const change = changeThing.extend({ name: 'retrying.key', retry: quick, idempotencyKey: true });

    await store.dispatch(change.fetch({ id: '1' }, {}));
    await store.dispatch(change.fetch({ id: '1' }, {}));

    const keys = api.seen.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([keys[0], keys[0], keys[0], keys[3]]);
    expect(new Set(keys).size).toBe(2);
    expect(keys[0]).toMatch(/^\S{10,}$/);
  });

  it('that mutates is not retried by a number alone', async () => {
    const api = await serve({ 'PATCH /things/:id': () => reply(503) });
    const store = createTestStore();
    const change = changeThing.extend({ name: 'retrying.changeOnce', retry: 3 });

    await expect(store.dispatch(change.fetch({ id: '1' }, {}))).rejects.toMatchObject({ status: 503 });
    expect(api.requests).toHaveLength(1);
  });

  it('sends the key under a custom name, even if its class overrides getRequestInit', async () => {
    const api = await serve({ 'PATCH /things/:id': () => ({}) });
    class WithCookies extends ApiEndpoint {
      override async getRequestInit(body: unknown): Promise<RequestInit> {
        return { ...(await super.getRequestInit(body)), credentials: 'same-origin' };
      }
    }
    const change = new WithCookies({
      path: '/things/:id',
      method: 'PATCH',
      body: undefined,
      name: 'retrying.named',
      idempotencyKey: 'X-Request',
    });

    await change({ id: '1' });

    expect(api.seen[0]?.headers['x-request']).toMatch(/^\S{10,}$/);
  });

  it.each<[what: string, endpoint: { fetch(args: { id: string }): ReturnType<typeof getThing.fetch> }]>([
    ['over HTTP', getThing.extend({ name: 'retrying.late', timeoutMs: 1_000 })],
    [
      'of a function',
      new Endpoint(({ id }: { id: string }) => getThing({ id }), {
        name: 'retrying.lateFunction',
        timeoutMs: 1_000,
      }),
    ],
  ])('%s fails when an attempt takes too long', async (_what, late) => {
    const api = await serve({ 'GET /things/:id': ({ params }) => params });
    const store = createTestStore();
    const held = api.hold('GET /things/:id');

    await expect(store.dispatch(late.fetch({ id: '1' }))).rejects.toMatchObject({ name: 'TimeoutError' });
    await held.release();
    await expect(store.dispatch(late.fetch({ id: '2' }))).resolves.toEqual({ id: '2' });
  });

  it.each<[step: string, options: object]>([
    ['getHeaders', { getHeaders: () => new Promise(() => {}) }],
    ['getRequestInit', { getRequestInit: () => new Promise(() => {}) }],
    ['fetchResponse', { fetchResponse: () => new Promise(() => {}) }],
    ['parseResponse', { parseResponse: () => new Promise(() => {}) }],
    ['process', { process: () => new Promise(() => {}) }],
  ])('fails if %s never settles, and names the request', async (step, options) => {
    await serve({ 'GET /things/:id': ({ params }) => params });
    const store = createTestStore();
    const stuck = getThing.extend({ name: `retrying.stuck.${step}`, timeoutMs: 50, ...options });

    const request = store.dispatch(stuck.fetch({ id: '1' }));

    await expect(request).rejects.toMatchObject({
      name: 'TimeoutError',
      code: 'timeout',
      status: 500,
      key: request.key,
      message: expect.stringContaining(request.key),
      cause: expect.objectContaining({ name: 'TimeoutError' }),
    });
    expect(store.getState().rdc.inflight.size).toBe(0);
    expect(store.log.at(-1)).toMatchObject({ response: { name: 'TimeoutError', code: 'timeout' } });
  });

  it('sends nothing if its headers arrive after the timeout', async () => {
    const api = await serve({ 'GET /things/:id': ({ params }) => params });
    let bring = (_headers: object) => {};
    const late = getThing.extend({
      name: 'retrying.lateHeaders',
      timeoutMs: 50,
      getHeaders: () =>
        new Promise<Record<string, string>>(resolve => {
          bring = resolve as typeof bring;
        }),
    });

    await expect(createTestStore().dispatch(late.fetch({ id: '1' }))).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    bring({});
    await expect(createTestStore().dispatch(getThing.fetch({ id: '2' }))).resolves.toEqual({ id: '2' });

    expect(api.requests).toEqual(['GET /things/2']);
  });

  it('is retried after an attempt that took too long', async () => {
    const api = await serve({ 'GET /things/:id': ({ params }) => params });
    const store = createTestStore();
    const late = getThing.extend({ name: 'retrying.lateOnce', timeoutMs: 1_000, retry: quick });
    const held = api.hold('GET /things/:id');

    await expect(store.dispatch(late.fetch({ id: '1' }))).resolves.toEqual({ id: '1' });
    expect(api.requests).toHaveLength(2);
    await held.release();
  });

  it.each([
    ['retry', { retry: -1 }],
    ['baseDelayMs', { retry: { limit: 1, baseDelayMs: Number.NaN } }],
  ])('names itself if its %s is invalid', (option, options) => {
    expect(() => getThing.extend({ name: `retrying.wrong.${option}`, ...options })).toThrow(
      `retrying.wrong.${option}: \`${option}\` is`,
    );
  });
});

it("sends a stream once, since it cannot be read again, and fails with the server's error", async () => {
  const api = await serve({ 'POST /files': () => reply(503) });
  const upload = new ApiEndpoint({
    path: '/files',
    method: 'POST',
    body: {} as ReadableStream,
    name: 'retrying.stream',
    idempotencyKey: true,
    retry: quick,
  });

  const sent = createTestStore().dispatch(upload.fetch(new Response('abc').body as ReadableStream));

  await expect(sent).rejects.toMatchObject({ name: 'NetworkError', status: 503 });
  expect(api.requests).toHaveLength(1);
});

it.each([Number.POSITIVE_INFINITY, 2_500.5, 3_000_000_000])(
  'accepts a timeout of %d milliseconds',
  async timeoutMs => {
    await serve({ 'GET /things/:id': ({ params }) => params });
    const patient = getThing.extend({ name: `retrying.patient.${timeoutMs}`, timeoutMs });

    await expect(patient({ id: '1' })).resolves.toEqual({ id: '1' });
  },
);

it("stops waiting for a retry when the endpoint's signal is aborted", async () => {
  const api = await serve({ 'GET /things/:id': () => reply(503) });
  const store = createTestStore();
  const controller = new AbortController();
  const endpoint = getThing.extend({
    name: 'retrying.aborted',
    retry: { limit: 1, baseDelayMs: 3_600_000, maxDelayMs: 3_600_000 },
    signal: controller.signal,
  });
  const asked = store.dispatch(endpoint.fetch({ id: '1' }));
  const failed = expect(asked).rejects.toMatchObject({ name: 'AbortError', key: asked.key });
  while (api.requests.length === 0) await new Promise(resolve => setTimeout(resolve, 5));
  await new Promise(resolve => setTimeout(resolve, 20));

  controller.abort();

  await failed;
  expect(store.getState().rdc.inflight.size).toBe(0);
});

it('does not call the `request` of the network manager again once a read is aborted', async () => {
  let calls = 0;
  const request = () => Promise.reject(Object.assign(new Error(`${++calls}`), { status: 503 }));
  const retry = { limit: 1, baseDelayMs: 3_600_000, maxDelayMs: 3_600_000 };
  const store = createTestStore({
    client: createDataClient({ managers: [networkManager({ retry, request })] }),
  });
  const reading = store.dispatch(getThing.fetch({ id: '1' }));
  await until(() => calls === 1);
  await soon();

  reading.abort();
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  await soon();

  expect(calls).toBe(1);
});
