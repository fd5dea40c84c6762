import { configureStore } from '@reduxjs/toolkit';
import {
  Collection,
  createDataClient,
  Endpoint,
  Entity,
  focusManager,
  keyOf,
  logRecorder,
  networkManager,
  normalize,
  Query,
  RestEndpoint,
  resource,
  subscriptionManager,
} from 'rdc-toolkit';
import { baseQueryManager, bridgeApi } from 'rdc-toolkit/rtk-query';
import { streamState } from 'rdc-toolkit/server';
import { serverSentEventSource, streamManager, webSocketSource } from 'rdc-toolkit/stream';
import { createFixtureStore, fixtureManager, fixturesFromLog, replayLog } from 'rdc-toolkit/testing';
import { zodEntity } from 'rdc-toolkit/zod';
import { z } from 'zod';
import { createTestStore } from '../helpers/createTestStore';
import { Todo, TodoResource } from '../helpers/todos';
import { until } from '../helpers/until';

function storeWith(managers: unknown) {
  const client = createDataClient({ managers: managers as never });
  return configureStore({
    reducer: { rdc: client.reducer },
    middleware: getDefault => getDefault().concat(client.middleware),
  });
}

/** Called without types, as from JavaScript. */
function streamWith(options: object) {
  return streamManager({ source: () => () => {}, read: () => undefined, ...options } as never);
}

function socketWith(options: unknown) {
  return webSocketSource('ws://x', options as never);
}

const { selectResponse } = createDataClient().selectors;

const no = undefined as never;

class ImpossibleNew extends Entity {
  id = '';
  name: string;
  static key = 'ImpossibleNew';

  constructor(person: { readonly name: string }) {
    super();
    this.name = person.name;
  }
}

it.each<[message: string, call: () => unknown]>([
  [
    'Cannot call networkManager: a store called it as a manager, and it makes one. ' +
      'Call it where it is listed: managers: [networkManager()].',
    () => storeWith([networkManager]),
  ],
  ['Cannot call createDataClient: `managers` is an object without members. ', () => storeWith({})],
  [
    'Cannot call createDataClient: it has no option `dataExpiry`. The options are reducerPath, managers, onError, dataExpiryLength',
    () => createDataClient({ dataExpiry: 5 } as never),
  ],
  ['Cannot call networkManager: it has no option `retries`. ', () => networkManager({ retries: 3 } as never)],
  [
    'Cannot call new Collection(): it has no option `argKey`. The options are argsKey, nestKey, ',
    () => new Collection([Todo], { argKey: () => ({}) } as never),
  ],
  [
    'Cannot call createFixtureStore: it has no option `fixture`. The options are initialFixtures, ',
    () => createFixtureStore({ fixture: [] } as never),
  ],
  [
    'Cannot call fixtureManager: it has no option `fixture`. ',
    () => fixtureManager({ fixture: [] } as never),
  ],
  ['Cannot call createDataClient: `managers[0]` is undefined. ', () => storeWith([undefined])],
  [
    '`managers[0]` is an object with middleware. A manager is Redux middleware, api => next => action => …',
    () => storeWith([{ middleware: () => () => () => undefined }]),
  ],
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
  ['Cannot call keyOf(): it was given the class Todo. Pass a record', () => keyOf(Todo as never)],
  ['Cannot call focusManager: `listen` is null. ', () => focusManager({ listen: null as never })],
  ['Cannot call subscriptionManager: `listen` is 5. ', () => subscriptionManager({ listen: 5 as never })],
  [
    'Cannot call focusManager: its `listen` returned undefined. Return a function that ends listening.',
    () => storeWith([networkManager(), focusManager({ listen: (() => {}) as never })]),
  ],
  ['Cannot call streamManager: `name` is NaN. ', () => streamWith({ name: Number.NaN })],
  [
    'Cannot call streamManager: `feeds` is a function. Pass a list: feeds: […].',
    () => streamWith({ feeds: TodoResource.get }),
  ],
  [
    'Cannot call streamManager: `feeds` contains an object with ',
    () => streamWith({ feeds: [TodoResource.get, TodoResource] }),
  ],
  ['Cannot call streamManager: `read` is the class Todo. Pass a function.', () => streamWith({ read: Todo })],
  ['Cannot call webSocketSource: `protocols` is "json". ', () => socketWith({ protocols: 'json' })],
  ['Cannot call webSocketSource: `serialize` is null. ', () => socketWith({ serialize: null })],
  ['Cannot call webSocketSource: it was given null. Pass an object of options', () => socketWith(null)],
  ['webSocketSource(): its address is the class Todo. ', () => webSocketSource(Todo as never)],
  [
    'Cannot call serverSentEventSource: it was given null. ',
    () => serverSentEventSource('/events', null as never),
  ],
  ['Cannot call streamState: it was given null. ', () => streamState(storeWith([]), null as never)],
  ['Cannot call fixturesFromLog: it was given null. ', () => fixturesFromLog('[]', null as never)],
  ['replayLog(): its options are null. ', () => replayLog('[]', null as never)],
  ['Cannot call createFixtureStore: `managers` is 5. ', () => createFixtureStore({ managers: 5 as never })],
  [
    'Cannot call createFixtureStore: `fixtures` is a promise. ',
    () => createFixtureStore({ fixtures: Promise.resolve([]) as never }),
  ],
  ['Cannot call fixture(): it is null. ', () => createFixtureStore({ fixtures: [null as never] })],
  ['Cannot call new Endpoint(): its options are null. ', () => new Endpoint(async () => 1, null as never)],
  [
    'Cannot define an Endpoint: option `send` is the class Todo, not a function. ',
    () => new Endpoint(Todo as never),
  ],
  [
    'Cannot call new Collection(): `argsKey` is the class Todo. Pass a function.',
    () => new Collection([Todo], { argsKey: Todo as never }),
  ],
  [
    'Cannot call new Collection(): `belongs` is "id". ',
    () => new Collection([Todo], { belongs: 'id' as never }),
  ],
  ['Cannot call new Query(): its function is the class Todo', () => new Query(Todo, Todo as never)],
  [
    'Cannot define the resource Todo: option `extend` was given the class Todo. ',
    () => TodoResource.extend(Todo as never),
  ],
  [
    'Cannot call selectResponse(): its endpoint is undefined. Either there is no',
    () => selectResponse(no, ...([] as never)),
  ],
  [
    'Cannot call selectResponse(): its endpoint is an object with ',
    () => selectResponse(TodoResource as never, ...([] as never)),
  ],
  ['the response of normalize(): expected', () => normalize(Todo, 10n as never)],
  [
    "Cannot call zodEntity(): its key is Symbol(s). Pass the key first: zodEntity('Todo', z.object({ … })).",
    () => zodEntity(Symbol('s') as never, no),
  ],
  [
    'Cannot use the entity ImpossibleNew: its constructor throws where it is given no arguments. Give the fields defaults',
    () => normalize(ImpossibleNew as never, { id: '1' }),
  ],
  [
    'A selector was given the slice of the data client in place of the root state. Pass that: select(store.getState()).',
    () => TodoResource.getList.select()(createTestStore().getState().rdc as never),
  ],
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

it.each(
  (
    [
      [10n, '10n'],
      [5, '5'],
      [Symbol('s'), 'Symbol(s)'],
      [{}, 'an object without members'],
      [['/x/:id'], 'an array of 1'],
      [null, 'null'],
    ] as const
  ).flatMap(
    ([value, given]) =>
      [
        [
          `Cannot define a GET endpoint: option \`path\` is ${given}. Write path: '/things/:id'.`,
          () => new RestEndpoint({ path: value as never }),
        ],
        [
          `Cannot define a resource: option \`path\` is ${given}. Write resource({`,
          () => resource({ path: value as never, schema: Todo }),
        ],
        [
          `Cannot define GET /x: option \`urlPrefix\` is ${given}. Pass a string.`,
          () => new RestEndpoint({ path: '/x', urlPrefix: value as never }),
        ],
        [
          `Cannot define GET /x: option \`name\` is ${given}. Pass a string.`,
          () => new RestEndpoint({ path: '/x', name: value as never }),
        ],
      ] as const,
  ),
)('says %s', (message, call) => {
  expect(call).toThrow(message);
});

it.each([
  'errorPolicy',
  'fetchResponse',
  'getHeaders',
  'getOptimisticResponse',
  'getRequestInit',
  'key',
  'parseResponse',
  'process',
  'scope',
  'testKey',
  'update',
  'url',
] as const)('rejects a class as `%s` of an endpoint', option => {
  expect(() => new RestEndpoint({ path: '/x', [option]: Todo as never })).toThrow(
    `Cannot define GET /x: option \`${option}\` is the class Todo. Pass a function.`,
  );
});

it('reports that `redact` returned nothing', () => {
  const recorder = logRecorder({ redact: () => undefined });
  expect(() => recorder.log()).toThrow(
    'Cannot call logRecorder: its `redact` returned undefined. Return the value where there is nothing to redact.',
  );
});

it("reports that a stream's source returned nothing", async () => {
  const stream = streamWith({ source: () => undefined });
  const store = createTestStore({ client: createDataClient({ managers: [networkManager(), stream] }) });
  await until(() => store.complaints.length > 0);
  expect(store.complaints.splice(0)).toEqual([
    expect.stringContaining(
      'The stream "stream" cannot connect: Cannot call streamManager: its `source` returned undefined. ' +
        'Return an object with close(), as webSocketSource() does.',
    ),
  ]);
  store.client.cleanup(store);
});

it.each([
  ['null', () => null],
  ['a promise', async () => ({})],
])('reports that conditional returned %s', async (given, conditional) => {
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

it('accepts data as a response if the endpoint parses it itself', async () => {
  const endpoint = new RestEndpoint({
    path: '/x',
    schema: Todo,
    fetchResponse: async () => ({ id: '1' }) as never,
    parseResponse: async response => response as never,
  });
  await expect(createTestStore().dispatch(endpoint.fetch())).resolves.toMatchObject({ id: '1' });
});

it('rejects a key that is not a string in setResponse and subscribe', () => {
  const endpoint = new Endpoint(respond, { name: 'impossibleOptions.keyed', key: (() => null) as never });
  const message = 'Cannot call impossibleOptions.keyed(…): its `key` returned null. Return a string';
  const store = createTestStore();
  expect(() => store.dispatch(endpoint.setResponse({ id: '1' }))).toThrow(message);
  expect(() => store.dispatch(endpoint.subscribe())).toThrow(message);
});
