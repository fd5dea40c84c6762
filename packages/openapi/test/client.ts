import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configureStore } from '@reduxjs/toolkit';
import { createDataClient, type RestEndpoint } from 'rdc-toolkit';
import { afterEach, expect } from 'vitest';
import {
  apiOf,
  command,
  compile,
  describeApi,
  load,
  type Mock,
  newFolder,
  ok,
  ref,
  startMock,
} from './helpers.js';

export const text = { type: 'string' };
export const record = (...fields: readonly string[]) => ({
  type: 'object',
  required: fields,
  properties: Object.fromEntries(fields.map(field => [field, text])),
});
export const inPath = (name: string) => ({ name, in: 'path', required: true, schema: text });
export const listOf = (name: string) => ok({ type: 'array', items: ref(name) });
export const gone = { 204: { description: 'gone' } };

let mock: Mock | undefined;
afterEach(async () => {
  await mock?.close();
  mock = undefined;
});

/** Generates the client of a description and starts a mock server for it; `usage` is code that must compile. */
export async function clientOf(paths: object, schemas: object, usage = '', flags: readonly string[] = []) {
  const api = apiOf(paths, schemas);
  const started = await startMock(api);
  mock = started;
  const folder = newFolder();
  const ran = await command(describeApi(folder, api), '--out', folder, '--url-prefix', started.url, ...flags);
  expect(ran).toMatchObject({ code: 0, error: '' });
  writeFileSync(join(folder, 'usage.ts'), `${usage}\nexport {};\n`);
  expect(compile(folder)).toBe('');
  return {
    mock: started,
    ran,
    text: (name: string) => readFileSync(join(folder, `generated/${name}.ts`), 'utf8'),
    endpoints: (name: string) =>
      load<Readonly<Record<'listShapes' | 'deleteShape' | 'send', RestEndpoint>>>(
        folder,
        `generated/${name}.ts`,
      ),
    resource: async (name: string) =>
      (await load<Record<string, Members>>(folder, `generated/${name}.ts`))[name] as Members,
  };
}

/** A resource whose members are only known at run time. */
export type Members = Readonly<
  Record<'get' | 'update' | 'partialUpdate' | 'create' | 'delete', RestEndpoint>
> & {
  readonly getList: Omit<RestEndpoint, 'push' | 'getPage'> &
    Readonly<Record<'push' | 'getPage', RestEndpoint>>;
};

export function newStore() {
  const client = createDataClient();
  return configureStore({
    reducer: { [client.reducerPath]: client.reducer },
    middleware: getDefault => getDefault().concat(client.middleware),
  });
}
