import { actions, createDataClient, Entity, networkManager } from 'rdc-toolkit';
import {
  Connection,
  type StreamEnd,
  type StreamMemory,
  type StreamSource,
  serverSentEventSource,
  streamManager,
} from 'rdc-toolkit/stream';
import { createTestStore } from '../helpers/createTestStore';
import { heldSource } from '../helpers/heldSource';
import { serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';
import { until } from '../helpers/until';

class Price extends Entity {
  id = '';
  static key = 'StreamAttempts.Price';
}

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
  jest.useRealTimers();
});

function start(source: StreamSource) {
  const read = (value: { id: string }) => ({ schema: Price, value });
  const stream = streamManager({ source, read, baseDelayMs: 1, maxDelayMs: 1 });
  const client = createDataClient({ managers: [networkManager(), stream] });
  const store = createTestStore({ client });
  closers.push(() => client.cleanup(store));
  const status = () => client.selectors.selectQuery(Connection, { id: 'stream' })(store.getState())?.status;
  return { store, status };
}

describe('waits to reconnect as long as the server says', () => {
  it.each<[how: string, memory: StreamMemory, end: StreamEnd | undefined]>([
    ['for every attempt', { retryMs: 300 }, undefined],
    ['for this one', {}, { afterMs: 300 }],
    ['for this one longer than for every', { retryMs: 100 }, { afterMs: 300 }],
    ['for every attempt longer than for this one', { retryMs: 300 }, { afterMs: 100 }],
  ])('%s', async (_how, said, end) => {
    jest.useFakeTimers();
    const { connections, source } = heldSource();
    start((handlers, memory) => {
      Object.assign(memory, said);
      return source(handlers);
    });
    await jest.advanceTimersByTimeAsync(0);

    connections[0]?.onClose(end);
    await jest.advanceTimersByTimeAsync(299);
    expect(connections).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(3);

    expect(connections).toHaveLength(2);
  });

  it.each([429, 503])('in the Retry-After of an event stream that is refused with %d', async status => {
    const api = await serve({ 'GET /events': () => reply(status, '', { 'retry-after': '2' }) });

    const end = await new Promise<StreamEnd | undefined>(onClose => {
      serverSentEventSource(`${api.url}/events`)({ onOpen() {}, onMessage() {}, onClose }, {});
    });

    expect(end).toEqual({ isFinal: false, afterMs: 2_000 });
  });
});

describe('a source whose close() throws is reported', () => {
  const failing = () => {
    throw new Error('not connected');
  };

  it('and the stream of the next session opens', async () => {
    let opened = 0;
    const { store, status } = start(({ onOpen }) => {
      opened++;
      onOpen();
      return { close: opened === 1 ? failing : () => {} };
    });
    await until(() => status() === 'open');

    store.dispatch(actions.reset());

    expect([status(), opened]).toEqual(['open', 2]);
    expect(store.complaints.splice(0)).toEqual([expect.stringContaining('not connected')]);
  });

  it('and the clean-up still marks it as closed', async () => {
    const { store, status } = start(({ onOpen }) => {
      onOpen();
      return { close: failing };
    });
    await until(() => status() === 'open');

    store.client.cleanup(store);

    expect(status()).toBe('closed');
    expect(store.complaints.splice(0)).toEqual([expect.stringContaining('not connected')]);
  });
});

it('an event stream ends for good when the signal of its requestInit aborts', async () => {
  let isEnded = false;
  async function* body() {
    try {
      for (;;) {
        yield ':\n';
        await new Promise(resolve => setTimeout(resolve, 5));
      }
    } finally {
      isEnded = true;
    }
  }
  const api = await serve({
    'GET /events': () => reply(200, body(), { 'content-type': 'text/event-stream' }),
  });
  const abort = new AbortController();
  const requestInit = { signal: abort.signal };
  const { status } = start(serverSentEventSource(`${api.url}/events`, { requestInit }));
  await until(() => status() === 'open');

  abort.abort();
  await until(() => isEnded && status() === 'closed');

  expect(api.requests).toHaveLength(1);
});
