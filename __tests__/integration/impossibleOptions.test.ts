import { configureStore } from '@reduxjs/toolkit';
import {
  createDataClient,
  Endpoint,
  focusManager,
  keyOf,
  logRecorder,
  networkManager,
  RestEndpoint,
  subscriptionManager,
} from 'rdc-toolkit';
import { baseQueryManager, bridgeApi } from 'rdc-toolkit/rtk-query';
import { streamManager } from 'rdc-toolkit/stream';
import { zodEntity } from 'rdc-toolkit/zod';
import { z } from 'zod';
import { createTestStore } from '../helpers/createTestStore';
import { Todo } from '../helpers/todos';

function storeWith(managers: unknown) {
  const client = createDataClient({ managers: managers as never });
  return configureStore({
    reducer: { rdc: client.reducer },
    middleware: getDefault => getDefault().concat(client.middleware),
  });
}

/** As programs without types call it. */
function streamWith(options: object) {
  return streamManager({ source: () => () => {}, read: () => undefined, ...options } as never);
}

const no = undefined as never;

it.each<[message: string, call: () => unknown]>([
  [
    'Cannot call networkManager: a store called it as a manager, and it makes one. ' +
      'Call it where it is listed: managers: [networkManager()].',
    () => storeWith([networkManager]),
  ],
  ['Cannot call createDataClient: `managers` is an object without members. ', () => storeWith({})],
  ['Cannot call createDataClient: `managers[0]` is undefined. ', () => storeWith([undefined])],
  ['`concurrency` is "serail". ', () => networkManager({ concurrency: 'serail' as never })],
  ['`concurrency` is "serail". ', () => new RestEndpoint({ path: '/x', concurrency: 'serail' as never })],
  ['`retry` is an object without members, and says', () => networkManager({ retry: {} as never })],
  [
    '`retry` is an object with limt, and says no `limit`',
    () => new RestEndpoint({ path: '/x', retry: { limt: 3 } as never }),
  ],
  ['Cannot call logRecorder: `limit` is NaN. ', () => logRecorder({ limit: Number.NaN })],
  ['Cannot call logRecorder: `redact` is "email". ', () => logRecorder({ redact: 'email' as never })],
  ['Cannot call streamManager: `source` is undefined. ', () => streamManager({} as never)],
  [
    'Cannot call streamManager: `source` is "ws://x". ',
    () => streamManager({ source: 'ws://x' as never, read: () => undefined }),
  ],
  ['Cannot call baseQueryManager: `baseQuery` is undefined. ', () => baseQueryManager(no)],
  [
    'Cannot define GET /x: option `url` is "/y". ',
    () => new RestEndpoint({ path: '/x', url: '/y' as never }),
  ],
  ['Cannot call keyOf(): it was given a function. Pass a record', () => keyOf(Todo as never)],
  ['Cannot call focusManager: `listen` is null. ', () => focusManager({ listen: null as never })],
  ['Cannot call subscriptionManager: `listen` is 5. ', () => subscriptionManager({ listen: 5 as never })],
  [
    'Cannot call focusManager: its `listen` returned undefined. Return a function that ends listening.',
    () => storeWith([networkManager(), focusManager({ listen: (() => {}) as never })]),
  ],
  ['Cannot call streamManager: `name` is NaN. ', () => streamWith({ name: Number.NaN })],
  ['Cannot call streamManager: `listen` is null. ', () => streamWith({ listen: null })],
  ['Cannot call streamManager: `parse` is "json". ', () => streamWith({ parse: 'json' })],
  ['Cannot call streamManager: `topicOf` is true. ', () => streamWith({ topicOf: true })],
  ['Cannot call streamManager: `enabled` is false. ', () => streamWith({ enabled: false })],
  [
    'Cannot call bridgeApi(): it was given an object without members, no API',
    () => bridgeApi({} as never, {} as never),
  ],
  ['it was made with undefined in place of a z.object()', () => zodEntity('ImpossibleNone', no)],
  [
    'it was made with a zod union in place of a z.object()',
    () => zodEntity('ImpossibleUnion', z.discriminatedUnion('t', [z.object({ t: z.literal('a') })]) as never),
  ],
  [
    'it was made with a zod pipe in place of a z.object()',
    () => zodEntity('ImpossiblePipe', z.object({ id: z.string() }).transform(all => all) as never),
  ],
])('says %s', (message, call) => {
  expect(call).toThrow(message);
});

it.each([
  ['null', () => null],
  ['a promise', async () => ({})],
])('says that conditional returned %s', async (given, conditional) => {
  const endpoint = new RestEndpoint({
    name: 'impossibleOptions.get',
    urlPrefix: 'http://localhost',
    path: '/x',
    conditional: conditional as never,
  });
  await expect(createTestStore().dispatch(endpoint.fetch())).rejects.toThrow(
    `Cannot call impossibleOptions.get.fetch(): its \`conditional\` returned ${given}. Return headers, `,
  );
});

const respond = async () => Response.json({ id: '1' });

it.each<[message: string, options: object]>([
  ['`fetchResponse` returned undefined. Return a Response, as fetch() ', { fetchResponse: async () => {} }],
  [
    '`fetchResponse` returned an object with id. Return a Response, ',
    { fetchResponse: async () => ({ id: '1' }) },
  ],
  ['`getHeaders` returned 5. Return headers: ', { getHeaders: () => 5 }],
  ['`getHeaders` returned undefined. Return headers: ', { getHeaders() {} }],
  ['`getHeaders` returned "X-A: 1". Return headers: ', { getHeaders: async () => 'X-A: 1' }],
  ['`getRequestInit` returned undefined. Return what fetch() ', { async getRequestInit() {} }],
  ['`url` returned undefined. Return the address', { url() {} }],
  ['`key` returned 5. Return a string', { key: () => 5 }],
])('says that %s', async (message, options) => {
  const endpoint = new RestEndpoint({
    name: 'impossibleOptions.returning',
    urlPrefix: 'http://localhost',
    path: '/x',
    schema: Todo,
    fetchResponse: respond,
    ...options,
  });
  const error = `Cannot call impossibleOptions.returning(…): its ${message}`;
  await expect(createTestStore().dispatch(endpoint.fetch())).rejects.toThrow(error);
  class Overriding extends RestEndpoint {}
  Object.assign(Overriding.prototype, { fetchResponse: respond, ...options });
  const overriding = new Overriding({
    name: 'impossibleOptions.returning',
    urlPrefix: 'http://localhost',
    path: '/x',
    schema: Todo,
  });
  await expect(createTestStore().dispatch(overriding.fetch())).rejects.toThrow(error);
});

it('takes data for a response where the endpoint reads it itself', async () => {
  const endpoint = new RestEndpoint({
    path: '/x',
    schema: Todo,
    fetchResponse: async () => ({ id: '1' }) as never,
    parseResponse: async response => response as never,
  });
  await expect(createTestStore().dispatch(endpoint.fetch())).resolves.toMatchObject({ id: '1' });
});

it('says which key an Endpoint has returned to whatever dispatches it', () => {
  const endpoint = new Endpoint(respond, { name: 'impossibleOptions.keyed', key: (() => null) as never });
  const message = 'Cannot call impossibleOptions.keyed(…): its `key` returned null. Return a string';
  const store = createTestStore();
  expect(() => store.dispatch(endpoint.setResponse({ id: '1' }))).toThrow(message);
  expect(() => store.dispatch(endpoint.subscribe())).toThrow(message);
});
