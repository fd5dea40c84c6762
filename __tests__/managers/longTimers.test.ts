import {
  actions,
  createDataClient,
  Endpoint,
  Entity,
  gcManager,
  type Manager,
  networkManager,
  subscriptionManager,
} from 'rdc-toolkit';
import { streamManager } from 'rdc-toolkit/stream';
import { createTestStore } from '../helpers/createTestStore';

const DAY_MS = 24 * 3_600_000;

// Faked, since the platform's timers fire at once past 25 days.
beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

class Note extends Entity {
  id = '';
  static key = 'longTimers.Note';
}

/** An endpoint with a count of its calls. */
function counted(name: string, options: { readonly pollFrequency?: number } = {}) {
  let calls = 0;
  const endpoint = new Endpoint(
    async () => {
      calls++;
      return { id: '1' };
    },
    { name: `longTimers.${name}`, schema: Note, ...options },
  );
  return { endpoint, calls: () => calls };
}

const storeWith = (...managers: readonly Manager[]) =>
  createTestStore({ client: createDataClient({ managers }) });

it('polls every thirty days', async () => {
  const { endpoint, calls } = counted('monthly', { pollFrequency: 30 * DAY_MS });
  const store = storeWith(networkManager(), subscriptionManager());

  store.dispatch(endpoint.subscribe());
  await jest.advanceTimersByTimeAsync(30 * DAY_MS - 10);
  expect(calls()).toBe(0);
  await jest.advanceTimersByTimeAsync(10);
  expect(calls()).toBe(1);
  await jest.advanceTimersByTimeAsync(60 * DAY_MS);

  expect(calls()).toBe(3);
  store.client.cleanup(store);
  // Past the timer with which the store notifies its subscribers of the read.
  await jest.advanceTimersByTimeAsync(20);
  expect(jest.getTimerCount()).toBe(0);
});

it('never polls at a frequency of Infinity', async () => {
  const { endpoint, calls } = counted('never', { pollFrequency: Number.POSITIVE_INFINITY });
  const store = storeWith(networkManager(), subscriptionManager());

  store.dispatch(endpoint.subscribe());
  await jest.advanceTimersByTimeAsync(400);

  expect(calls()).toBe(0);
  expect(jest.getTimerCount()).toBe(0);
  store.client.cleanup(store);
});

it('collects garbage every thirty days, or never', async () => {
  const keeps = async (intervalMs: number) => {
    const store = storeWith(networkManager(), gcManager({ intervalMs, keepUnusedMs: 0 }));
    store.dispatch(actions.set(Note, { value: { id: '1' }, dataExpiryLength: 0 }));
    await jest.advanceTimersByTimeAsync(30 * DAY_MS - 10);
    const before = store.log.length;
    await jest.advanceTimersByTimeAsync(10);
    store.client.cleanup(store);
    return [before, store.log.length];
  };

  expect(await keeps(30 * DAY_MS)).toEqual([1, 2]);
  expect(await keeps(Number.POSITIVE_INFINITY)).toEqual([1, 1]);
});

it('keeps unread data forever if configured', async () => {
  const store = storeWith(networkManager(), gcManager({ keepUnusedMs: Number.POSITIVE_INFINITY }));
  store.dispatch(actions.set(Note, { value: { id: '1' }, dataExpiryLength: 0 }));

  await jest.advanceTimersByTimeAsync(DAY_MS);

  expect(store.log).toHaveLength(1);
  store.client.cleanup(store);
});

describe('a request that failed', () => {
  /** The days of the attempts, counted from the first. */
  async function attempts(
    name: string,
    retry: Exclude<NonNullable<Parameters<typeof networkManager>[0]>['retry'], number | undefined>,
    headers: Record<string, string> = {},
  ) {
    const times: number[] = [];
    const start = performance.now();
    const failing = new Endpoint(
      () => {
        times.push(Math.round((performance.now() - start) / DAY_MS));
        return Promise.reject(
          Object.assign(new Error('down'), { status: 503, response: { headers: new Headers(headers) } }),
        );
      },
      { name: `longTimers.${name}` },
    );
    const store = storeWith(networkManager({ retry }));
    const request = store.dispatch(failing.fetch());
    request.catch(() => {});
    await jest.advanceTimersByTimeAsync(100 * DAY_MS);
    store.client.cleanup(store);
    return times;
  }

  it('is retried after as many days as its server requests', async () => {
    const retry = { limit: 1, baseDelayMs: 1, maxRetryAfterMs: Number.POSITIVE_INFINITY };

    expect(await attempts('asked', retry, { 'retry-after': `${40 * 24 * 3600}` })).toEqual([0, 40]);
  });

  it('waits for months between its attempts', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    const retry = { limit: 2, baseDelayMs: 60 * DAY_MS, maxDelayMs: Number.POSITIVE_INFINITY };

    expect(await attempts('backingOff', retry)).toEqual([0, 30, 90]);
    jest.restoreAllMocks();
  });
});

describe('an invalid number', () => {
  const source = () => ({ close() {} });
  const stream = { source, read: () => undefined };

  it.each([
    ['NaN', Number.NaN],
    ['-1', -1],
    ['"5000"', '5000' as unknown as number],
  ])('is rejected by name: %s', (shown, value) => {
    const refusals: [call: string, option: string, make: () => unknown][] = [
      ['gcManager', 'intervalMs', () => gcManager({ intervalMs: value })],
      ['gcManager', 'keepUnusedMs', () => gcManager({ keepUnusedMs: value })],
      ['gcManager', 'maxRecords', () => gcManager({ maxRecords: value })],
      ['networkManager', 'retry', () => networkManager({ retry: { limit: value } })],
      ['networkManager', 'baseDelayMs', () => networkManager({ retry: { limit: 1, baseDelayMs: value } })],
      ['networkManager', 'maxDelayMs', () => networkManager({ retry: { limit: 1, maxDelayMs: value } })],
      [
        'networkManager',
        'maxRetryAfterMs',
        () => networkManager({ retry: { limit: 1, maxRetryAfterMs: value } }),
      ],
      ['networkManager', 'dataExpiryLength', () => networkManager({ dataExpiryLength: value })],
      ['streamManager', 'baseDelayMs', () => streamManager({ ...stream, baseDelayMs: value })],
      ['createDataClient', 'errorExpiryLength', () => createDataClient({ errorExpiryLength: value })],
    ];
    for (const [call, option, make] of refusals) {
      expect(make).toThrow(`Cannot call ${call}: \`${option}\` is ${shown}. Pass a number`);
    }
  });

  it('in a subclass is reported once, and the default applies', async () => {
    class Wrong extends Endpoint<[], { id: string }, typeof Note> {
      override dataExpiryLength = Number.NaN;
    }
    const wrong = new Wrong(async () => ({ id: '1' }), { name: 'longTimers.wrong', schema: Note });
    const store = storeWith(networkManager());

    await store.dispatch(wrong.fetch());

    expect(wrong.select()(store.getState()).expiryStatus).toBe('valid');
    expect(store.complaints.splice(0)).toEqual([
      expect.stringContaining('longTimers.wrong: dataExpiryLength is NaN. Pass a number of milliseconds'),
    ]);
  });
});
