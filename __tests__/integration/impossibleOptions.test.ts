import { configureStore } from '@reduxjs/toolkit';
import { createDataClient, logRecorder, networkManager, RestEndpoint } from 'rdc-toolkit';
import { baseQueryManager, bridgeApi } from 'rdc-toolkit/rtk-query';
import { streamManager } from 'rdc-toolkit/stream';
import { zodEntity } from 'rdc-toolkit/zod';
import { z } from 'zod';
import { createTestStore } from '../helpers/createTestStore';

function storeWith(managers: unknown) {
  const client = createDataClient({ managers: managers as never });
  return configureStore({
    reducer: { rdc: client.reducer },
    middleware: getDefault => getDefault().concat(client.middleware),
  });
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
