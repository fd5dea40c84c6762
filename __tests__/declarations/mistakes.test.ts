import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Common mistakes, and what TypeScript underlines.
 *
 * Mistakes that it cannot see throw at run time: see integration/typicalMistakes.
 */
const mistakes: readonly (readonly [code: string, underlined: string, says?: string])[] = [
  // ------------------------------------------------------------------------------------------------------- options
  ["resource({ path: '/todos/:id', schema: Todo, pagination: 'page' });", 'pagination'],
  ["resource({ path: '/todos/:id', schema: Todo, endpoint: RestEndpoint });", 'endpoint'],
  ["new RestEndpoint({ path: '/todos/:id', shcema: Todo });", 'shcema'],
  ["new RestEndpoint({ path: '/todos/:id', dataExpiry: 5 });", 'dataExpiry'],
  ["TodoResource.get.extend({ methode: 'PUT' });", 'methode'],
  ['useSuspense(TodoResource.get.extend({ conditional: {} }), { id: 5 }).id.length;', 'conditional'],
  ['TodoResource.extend({ get: { dataExpiry: 5 } });', 'dataExpiry'],
  ["TodoResource.extend({ gett: { path: '/x/:id' } });", 'gett'],
  ["TodoResource.extend('get', { path: '/x/:id' });", "'get'"],
  ["createDataClient({ reducerpath: 'x' });", 'reducerpath'],
  ['networkManager({ retries: 3 });', 'retries'],
  ['gcManager({ interval: 5 });', 'interval'],
  ['logoutManager({ shouldLogOut: () => true });', 'shouldLogOut'],
  ["streamManager({ sorce: webSocketSource('wss://x'), read: () => undefined });", 'sorce'],
  ['new Collection([Todo], { argKey: () => ({}) });', 'argKey'],
  ["TodoResource.get.extend({ pollFrequency: '5s' });", 'pollFrequency'],
  ["TodoResource.getList.extend({ urlPrefix: new URL('https://x') });", 'urlPrefix'],
  ["TodoResource.get.extend({ errorPolicy: () => 'softly' });", 'errorPolicy'],
  ["new RestEndpoint({ path: '/todos/:id', process: 5 });", 'process'],
  ["new RestEndpoint({ path: '/todos/:id', update: () => 5 });", 'update'],
  ['TodoResource.update.extend({ getOptimisticResponse: () => 42 });', 'getOptimisticResponse'],
  ["resource({ path: '/todos/:id', schema: Todo, addTo: 'top', belongs: () => true });", 'addTo'],
  ["resource({ path: '/todos/:id', schema: Todo, belongs: () => 'yes' });", 'belongs'],
  ["resource({ path: '/todos/:id', schema: Todo, belongs: todo => todo.titel === '' });", 'titel'],
  // ----------------------------------------------------------------------------------------------- what is missing
  ["resource({ path: '/todos/:id' });", '{'],
  ['resource({ schema: Todo });', '{'],
  ['new Union({ todo: Todo });', 'new Union'],
  ['new Query(Todo);', 'new Query'],
  ['zodEntity(z.object({ id: z.string() }));', 'zodEntity'],
  ["useDebounce('a');", 'useDebounce'],
  ['isPending(Todo);', 'isPending'],
  ['showing(Todo);', 'showing'],
  ['useQuery(Todo);', 'useQuery'],
  // ------------------------------------------------------------------------------------------------------ arguments
  ['useSuspense(TodoResource.get);', 'useSuspense'],
  ['useSuspense(TodoResource.get, 5);', '5'],
  ["useQuery(Todo, { di: '5' });", 'di'],
  ["isPending(Todo, { di: '5' });", 'di'],
  ["showing(Todo, { di: '5' });", 'di'],
  ["controller.get(Todo, { di: '5' });", 'di'],
  ["createDataClient().selectors.selectQuery(Todo, { di: '5' });", 'di'],
  ["TodoResource.update.extend({ getOptimisticResponse: now => now.get(Todo, { di: '5' }) ?? {} });", 'di'],
  ['useQuery(Todo, true);', 'true'],
  ['TodoResource.update.extend({ scope: ({ iid }) => iid });', 'iid'],
  ['TodoResource.update.extend({ scope: () => 5 });', 'scope'],
  ['useSuspense(TodoResource.get, { ids: 5 });', 'ids'],
  ['useSuspense(TodoResource.getList, { dun: true });', 'dun'],
  ['useSubscription(TodoResource.getList, { dun: 1 });', 'dun'],
  ['controller.fetch(TodoResource.delete);', 'fetch'],
  ['controller.fetch(TodoResource.getList.getPage, {});', '{'],
  ['dispatch(TodoResource.getList.invalidate({ dun: true }));', 'dun'],
  ['usePages(TodoResource.getList.getPage, page => [{ pag: page }], { first: 1, next: () => 2 });', 'pag'],
  ["usePages(ByState.getList, page => [{ state: 'opn', page }], { next: () => undefined });", 'state'],
  ["useResponses(ByState.getList, [1], () => [{ state: 'opn' }]);", 'state'],
  ["fixture({ endpoint: TodoResource.get, args: [{ ids: '5' }], response: {} });", 'ids'],
  ["controller.setError(TodoResource.get, { id: 5 }, 'failed');", "'failed'"],
  // --------------------------------------------------------------------------------------------------------- bodies
  ['controller.fetch(TodoResource.update, { id: 5 });', 'fetch'],
  ["controller.fetch(TodoResource.update, { id: 5 }, { titel: '' });", 'titel'],
  ["controller.fetch(TodoResource.getList.push, { titel: '' });", 'titel'],
  ['TodoResource.getList.push.fetch({ done: true });', 'done'],
  ["controller.fetch(TodoResource.update, { id: 5 }, { author: { nme: '' } });", 'nme'],
  ['controller.fetch(TodoResource.update, { id: 5 }, { author: true });', 'author'],
  [
    'TodoResource.update.extend({ getOptimisticResponse: now => now.getResponse(TodoResource.get, { ids: 5 }).data ?? {} });',
    'ids',
  ],
  ['TodoResource.update.fetch({ id: 5 }, { title: 5 });', 'title'],
  // --------------------------------------------------------------------------------------------------------- fields
  ['useSuspense(TodoResource.get, { id: 5 }).titel;', 'titel'],
  ['useDLE(TodoResource.get, { id: 5 }).data.title;', 'useDLE'],
  ['useResponse(TodoResource.get, { id: 5 }).isLoading;', 'isLoading'],
  ["controller.set(Todo, { id: 5 }, { titel: '' });", 'titel'],
  ["controller.set(Todo, { id: 5 }, { ...Todo.fromJS(), titel: '' });", 'titel'],
  ["controller.set(Todo, { id: 5 }, draft => { draft.titel = ''; });", 'titel'],
  ['controller.set(Todo, { id: 5 }, todo => ({ titel: todo.title }));', '{ id: 5 }, todo'],
  ['controller.set(Todo, { id: 5 }, () => 42);', '{ id: 5 }, ()'],
  // ------------------------------------------------------------------------------------- one thing in place of another
  ['useSuspense(TodoResource, { id: 5 });', 'TodoResource'],
  ['useQuery(TodoResource);', 'TodoResource'],
  ['useQuery(TodoResource.get, { id: 5 });', 'TodoResource.get'],
  ['controller.get(TodoResource, { id: 5 });', 'TodoResource'],
  ['useSuspense(TodoResource.get({ id: 5 }));', 'TodoResource.get('],
  ["useSuspense(TodoResource.update, { id: 5 }, { title: '' });", 'TodoResource.update'],
  ['controller.fetch(TodoResource, { id: 5 });', 'TodoResource'],
  ['controller.invalidateAll(Todo);', 'Todo'],
  ['controller.expireAll(Todo);', 'Todo'],
  [
    "streamManager({ source: webSocketSource('wss://x'), read: todo => ({ schem: Todo, value: todo }) });",
    '({ schem',
    "Property 'schema' is missing",
  ],
  ['useLoading(controller.fetch(TodoResource.delete, { id: 5 }));', 'controller.fetch('],
  ['new Collection(Todo);', 'Todo'],
  ['new Lazy(Todo);', 'Todo'],
  ["EntityMixin(Todo, { key: 'X', pk: 'slug' });", 'pk'],
  ['getSelectors(TodoResource);', 'TodoResource'],
  ['entityChanged(TodoResource);', 'TodoResource'],
  ["AsyncBoundary({ fallback: '', errorComponent: 'x', children: '' });", 'errorComponent'],
  ['configureStore({ reducer: { rdc: createDataClient() } });', 'rdc'],
  // -------------------------------------------------------------------------------------------------------- matchers
  ['TodoResource.get.matchFullfilled;', 'matchFullfilled'],
  [
    'createReducer({}, builder => builder.addMatcher(TodoResource.get.matchFulfilled, (_, { payload }) => payload));',
    'payload',
  ],
  [
    'createListenerMiddleware().startListening({ actionCreator: TodoResource.get.matchFulfilled, effect() {} });',
    'actionCreator',
  ],
  [
    'createReducer({}, builder => builder.addCase(TodoResource.get.matchFulfilled, () => {}));',
    'TodoResource.get',
  ],
  // ------------------------------------------------------------------------------------------------------- dispatch
  ['dispatch(TodoResource.get({ id: 5 }));', 'TodoResource.get('],
  ['dispatch(TodoResource.get.fetch);', 'TodoResource.get.fetch'],
  ['dispatch(TodoResource.get);', 'TodoResource.get'],
  ['store.dispatch(TodoResource.get({ id: 5 }));', 'TodoResource.get('],
  ['store.dispatch(TodoResource.get.fetch);', 'TodoResource.get.fetch'],
  ['store.dispatch(TodoResource.get);', 'TodoResource.get'],
  ['store.dispatch(TodoResource.get.fetch({ ids: 5 }));', 'ids'],
  // ------------------------------------------------------------------------ as with RTK Query, or TanStack Query
  ['useSuspense(TodoResource.get, { id: 5 }, { skip: true });', '{ skip'],
  ['useDLE(TodoResource.get, { id: 5 }, { enabled: false });', '{ enabled'],
  ["useDLE({ queryKey: ['todos'], queryFn: () => [] });", 'queryKey'],
  ['({ ...useSuspense(TodoResource.get, { id: 5 }) }).data;', 'data'],
  ['useResponse(TodoResource.get, { id: 5 }).isSuccess;', 'isSuccess'],
  ['TodoResource.get.useQuery({ id: 5 });', 'useQuery'],
  ["controller.invalidateAll(['Todo']);", "['Todo']"],
  ["controller.invalidateAll({ queryKey: ['todos'] });", 'queryKey'],
  ["new RestEndpoint({ path: '/todos/:id', providesTags: ['Todo'] });", 'providesTags'],
  ['TodoResource.get.extend({ staleTime: 5 });', 'staleTime'],
  ['TodoResource.extend({ get: { keepUnusedDataFor: 5 } });', 'keepUnusedDataFor'],
  ["createDataClient({ baseQuery: () => ({ data: '' }) });", 'baseQuery'],
  ['useSuspense(TodoResource.get, { id: undefined });', 'id'],
  ["controller.fetch(TodoResource.getList.push, { title: '' }).then(todo => todo.id);", 'todo.id'],
  ['TodoResource.update.extend({ getOptimisticResponse: (_now, { idd }) => ({ idd }) });', 'idd'],
  ['controller.fetch(TodoResource.get.fetch({ id: 5 }));', 'TodoResource.get.fetch'],
  ['controller.set(TodoResource.get, { id: 5 }, 5, 6).data;', 'data'],
];

const root = join(__dirname, '../..');

const head = `
import { createListenerMiddleware, createReducer, configureStore, type Dispatch, type EnhancedStore, type StoreEnhancer, type ThunkDispatch, type Tuple, type UnknownAction } from '@reduxjs/toolkit';
import { Collection, type Controller, createDataClient, Entity, EntityMixin, entityChanged, gcManager, getSelectors, isPending, Lazy, logoutManager, networkManager, Query, RestEndpoint, resource, showing, type, Union } from 'rdc-toolkit';
import { AsyncBoundary, useDebounce, useDLE, useLoading, usePages, useQuery, useResponse, useResponses, useSubscription, useSuspense } from 'rdc-toolkit/react';
import { streamManager, webSocketSource } from 'rdc-toolkit/stream';
import { fixture } from 'rdc-toolkit/testing';
import { zodEntity } from 'rdc-toolkit/zod';
import { z } from 'zod';

class User extends Entity { id = ''; static key = 'User'; }
class Todo extends Entity {
  id = ''; title = ''; author = User.fromJS();
  static key = 'Todo';
  static schema = { author: User };
}
const TodoResource = resource({
  path: '/todos/:id',
  schema: Todo,
  searchParams: type<{ done?: boolean } | undefined>(),
  paginationField: 'page',
});
const ByState = resource({
  path: '/todos/:id',
  schema: Todo,
  searchParams: type<{ state?: 'open' | 'done' }>(),
  paginationField: 'page',
});
declare const controller: Controller;
declare const dispatch: Dispatch;
declare const store: EnhancedStore<{}, UnknownAction, Tuple<[StoreEnhancer<{ dispatch: ThunkDispatch<{}, undefined, UnknownAction> }>]>>;
`.split('\n');

interface Complaint {
  readonly at: string;
  lines: number;
  said: string;
}

/** The compiler's messages by line, each with the text that it underlines. */
function complaints(code: readonly string[]) {
  // Inside the repository, so that packages are found.
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'mistakes-'));
  try {
    writeFileSync(join(folder, 'mistakes.tsx'), code.join('\n'));
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: join(root, 'tsconfig.json'),
        compilerOptions: { types: ['node'] },
        files: ['mistakes.tsx'],
        include: [],
      }),
    );
    const tsc = join(root, 'node_modules/typescript7/bin/tsc');
    const { stdout } = spawnSync('node', [tsc, '-p', folder, '--pretty', 'false', '--checkers', '1'], {
      encoding: 'utf8',
      env: { ...process.env, GOGC: 'off' }, // as in scripts/typecheck.mjs
    });
    const found = new Map<number, Complaint[]>();
    let last: Complaint | undefined;
    for (const text of stdout.trimEnd().split('\n')) {
      const place = /mistakes\.tsx\((\d+),(\d+)\): error /.exec(text);
      if (place === null) {
        if (last === undefined) throw new Error(stdout.slice(0, 500));
        last.lines++;
        last.said += text;
        continue;
      }
      const [line, column] = [Number(place[1]) - 1, Number(place[2]) - 1];
      last = { at: code[line]?.slice(column) ?? '', lines: 1, said: text };
      found.set(line, [...(found.get(line) ?? []), last]);
    }
    return found;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('TypeScript underlines each mistake where it is, in five lines at most', () => {
  const found = complaints([...head, ...mistakes.map(([code]) => code)]);

  const told = mistakes.map(([code, underlined, says = ''], i) => {
    const said = found.get(head.length + i) ?? [];
    const [first] = said.filter(({ at }) => at.startsWith(underlined));
    if (said.length === 0) return `silent: ${code}`;
    if (first === undefined) return `elsewhere, at ${said.map(({ at }) => at).join(' and ')}: ${code}`;
    if (!first.said.includes(/\(TodoResource, \{/.test(code) ? 'pass one of its endpoints' : says))
      return `without the way out: ${first.said}`;
    return said.some(({ lines }) => lines > 5) ? `too long: ${code}` : code;
  });
  expect(told).toEqual(mistakes.map(([code]) => code));
  // A wrong option of an endpoint is one mistake: code that reads the endpoint is right.
  const reader = mistakes.findIndex(([code]) => code.includes('.id.length'));
  expect(found.get(head.length + reader)).toHaveLength(1);
  expect([...found.keys()].filter(line => line < head.length)).toEqual([]);
}, 120_000);
