import { createRequire } from 'node:module';
import { join } from 'node:path';
import { configureStore, type Middleware } from '@reduxjs/toolkit';
import { buildSync } from 'esbuild';
import type * as Library from 'rdc-toolkit';
import * as library from 'rdc-toolkit';

const root = join(__dirname, '../..');

/** The library as an app bundles it for production, without the packages that the app has anyway. */
function bundle(): string {
  const { outputFiles } = buildSync({
    entryPoints: [join(root, 'lib/index.ts')],
    bundle: true,
    minifySyntax: true,
    format: 'cjs',
    platform: 'neutral',
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    external: ['@reduxjs/toolkit', 'redux', 'path-to-regexp'],
  });
  return outputFiles[0]?.text ?? '';
}

const code = bundle();
const lib = load(code);

function load(source: string): typeof Library {
  const module = { exports: {} as typeof Library };
  new Function('module', 'exports', 'require', source)(module, module.exports, createRequire(__filename));
  return module.exports;
}

class Todo extends lib.Entity {
  id = '';
  static key = 'production.Todo';
}

it.each([
  ['a text', 'found no key'],
  ['a way out', 'Add it in configureStore'],
  ['a check of options', 'Did you mean'],
  ['a check of paths', 'is not the last token'],
  ['a check of an entity', 'it has no static key'],
  ['a check of logs', 'an object of arrays of strings'],
  ['a message about lists', 'only its key has come'],
])('a production build leaves out %s', (_what, text) => {
  expect(code.includes(text)).toBe(false);
});

it('an error in production has its class, code and fields, and names what to read', async () => {
  const getTodo = new lib.Endpoint(async () => ({ title: 'without id' }), { name: 'getTodo', schema: Todo });
  const dataClient = lib.createDataClient();
  const store = configureStore({
    reducer: { rdc: dataClient.reducer },
    middleware: getDefault => getDefault().concat(dataClient.middleware),
  });

  const error: unknown = await store.dispatch(getTodo.fetch()).catch((reason: unknown) => reason);

  expect(error).toBeInstanceOf(lib.MissingKeyError);
  expect(error).toMatchObject({
    name: 'MissingKeyError',
    code: 'missing-key',
    entityKey: 'production.Todo',
    message: 'production.Todo from getTodo: see rdc-toolkit/docs/errors.md#missing-key',
  });
});

it('what depends on data is checked in production too', () => {
  const getTodo = new lib.RestEndpoint({ path: '/todos/:id', schema: Todo });
  const refused = expect.objectContaining({ code: 'path-argument', about: 'id in /todos/:id' });
  expect(() => getTodo.url({ id: '..' })).toThrow(refused);
  expect(() => getTodo.url({} as { id: string })).toThrow(refused);
  expect(() => getTodo.url(5 as never)).toThrow(refused);
  expect(() => lib.resource({ path: '/todos/:id', schema: Todo, paths: 1 } as never)).not.toThrow();
});

it('a log leads to the same states as in development, the numbers of its requests included', async () => {
  const development = thingsOf(library);
  const log: { readonly type: string }[] = [];
  const states: unknown[] = [];
  const noting: Middleware = api => next => action => {
    const result = next(action);
    log.push(action as { readonly type: string });
    states.push(api.getState().rdc);
    return result;
  };
  const store = configureStore({
    reducer: { rdc: development.client.reducer },
    middleware: getDefault => getDefault().concat(development.client.middleware, noting),
  });
  await store.dispatch(development.getThings.fetch());
  await store.dispatch(development.rename.fetch({ id: '1' }, { name: 'uno' }));
  await store.dispatch(development.rename.fetch({ id: '2' }, { name: '' })).catch(() => undefined);
  expect(log.map(({ type }) => type)).toEqual(Array(3).fill(['rdc/fetch', 'rdc/setresponse']).flat());

  const { client } = thingsOf(lib);
  let state: Library.DataState | undefined;
  for (const [step, action] of log.entries()) {
    state = client.reducer(state, JSON.parse(JSON.stringify(action)));
    expect(known(state)).toEqual(known(states[step]));
  }
});

/** A state without what production notes only for `gcManager`, and which no step reads. */
function known(state: unknown): object {
  const { links: _links, ...rest } = JSON.parse(JSON.stringify(state));
  return rest;
}

/** Things and their endpoints, by one copy of the library. */
function thingsOf({ createDataClient, Endpoint, Entity }: typeof Library) {
  class Thing extends Entity {
    id = '';
    name = '';
    static key = 'production.Thing';
  }
  const getThings = new Endpoint(async () => ['1', '2'].map(id => ({ id, name: `thing ${id}` })), {
    name: 'production.getThings',
    schema: [Thing],
  });
  const rename = new Endpoint(
    async ({ id }: { readonly id: string }, { name }: { readonly name: string }) => {
      if (name === '') throw Object.assign(new Error('A name, please.'), { status: 422 });
      return { id, name };
    },
    {
      name: 'production.rename',
      schema: Thing,
      sideEffect: true,
      getOptimisticResponse: (_snapshot: unknown, { id }: { id: string }, body: { name: string }) => ({
        id,
        ...body,
      }),
    },
  );
  return { client: createDataClient(), getThings, rename };
}
