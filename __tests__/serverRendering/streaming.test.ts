import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createGunzip, createGzip } from 'node:zlib';
import type { UnknownAction } from '@reduxjs/toolkit';
import {
  All,
  Controller,
  createDataClient,
  type DataState,
  Entity,
  hydrationManager,
  networkManager,
  resource,
  subscriptionManager,
} from 'rdc-toolkit';
import { useSuspense } from 'rdc-toolkit/react';
import { receiveState, streamState } from 'rdc-toolkit/server';
import { createElement, type FunctionComponent, type ReactNode, Suspense } from 'react';
import * as server from 'react-dom/server.node';
import { Provider } from 'react-redux';
import { createTestStore, type TestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';
import { until } from '../helpers/until';

const { renderToPipeableStream, renderToReadableStream, renderToString } = server;

class Item extends Entity {
  id = '';
  name = '';
  static key = 'Streaming.Item';
}

const ItemResource = resource({ path: '/items/:id', schema: Item, Endpoint: ApiEndpoint, optimistic: true });

/** Long, with several bytes per letter: it arrives in several pieces, none of which ends at a safe place to cut. */
const LONG = '\u{1f600}'.repeat(10_000);

const serveItems = () =>
  serve({
    'GET /items/:id': ({ params }) => ({
      id: params.id,
      name: params.id === 'long' ? LONG : `item ${params.id}`,
    }),
    'GET /items': () => Array.from({ length: 100 }, (_, id) => ({ id: String(id), name: `item ${id}` })),
  });

function Name({ id }: { readonly id: string }) {
  return createElement('p', null, useSuspense(ItemResource.get, { id }).name);
}

// Its type requires children among the props, which createElement does not.
const StoreProvider = Provider as unknown as FunctionComponent<{ readonly store: TestStore }>;

const waitingFor = (...ids: readonly string[]) =>
  ids.map(id =>
    createElement(
      'div',
      { key: id },
      createElement(Suspense, { fallback: `waiting for ${id}` }, createElement(Name, { id })),
    ),
  );

const inStore = (store: TestStore, ...children: readonly ReactNode[]) =>
  createElement(StoreProvider, { store }, ...children);

const documentOf = (store: TestStore, ...children: readonly ReactNode[]) =>
  inStore(
    store,
    createElement(
      'html',
      null,
      createElement('head', null, createElement('title', null, 'Items')),
      createElement('body', null, ...children),
    ),
  );

/** Runs the scripts of a page that pass its state, as a browser does. */
function runScripts(html: string) {
  Object.assign(globalThis, { self: globalThis });
  for (const [, source = ''] of html.matchAll(/<script[^>]*>(\(\(self.*?)<\/script>/gs))
    new Function(source)();
}

/** The store of a browser that has hydrated a page. */
function storeOf(html: string) {
  return takeOver(createTestStore(), html);
}

function takeOver(store: TestStore, html: string): TestStore {
  Object.assign(globalThis, { 'rdc-toolkit': undefined });
  runScripts(html);
  receiveState(store);
  return store;
}

const nameIn = (store: TestStore, id: string) => ItemResource.get.select({ id })(store.getState()).data?.name;

/** The reader of a page: its whole text, and the arrival of a part. */
function browserOf(page: NodeJS.ReadableStream) {
  let html = '';
  const waiting = new Map<string, () => void>();
  page.setEncoding('utf8');
  page.on('data', (piece: string) => {
    html += piece;
    for (const [awaited, arrived] of waiting) if (html.includes(awaited)) arrived();
  });
  return {
    arrival: (awaited: string) => new Promise<void>(arrived => waiting.set(awaited, arrived)),
    whole: new Promise<string>(resolve => page.on('end', () => resolve(html))),
  };
}

it('sends the state of each part before the part, and nothing twice', async () => {
  const api = await serveItems();
  const store = createTestStore();
  const late = api.hold('GET /items/2');
  const page = new PassThrough();
  const browser = browserOf(page);
  const first = browser.arrival('<p>item 1</p>');
  const state = streamState(store, { nonce: 'abc"&' });
  renderToPipeableStream(documentOf(store, ...waitingFor('1', '2'))).pipe(state.into(page));
  await first;
  await late.release();

  const html = await browser.whole;
  const script = '<script nonce="abc&#34;&#38;">((self';
  const places: number[] = [];
  for (const part of [script, 'item 1', '<p>item 1</p>', script, 'item 2', '<p>item 2</p>']) {
    places.push(html.indexOf(part, places.at(-1)));
  }
  expect(places).not.toContain(-1);
  expect(html.split('GET /items/1"')).toHaveLength(2);
  expect(nameIn(storeOf(html), '1')).toBe('item 1');
  expect(nameIn(storeOf(html), '2')).toBe('item 2');
});

it.each([
  ['a document', documentOf, /^<!DOCTYPE html><html><head>.*<title>Items<\/title>.*<script>\(\(self/s],
  ['a part of one', inStore, /^<script>\(\(self/],
])(
  'sends the state that is stored before %s, at the end of the head if it has one',
  async (_, view, begin) => {
    await serveItems();
    const store = createTestStore();
    await store.dispatch(ItemResource.get.fetch({ id: '1' }));
    const page = new PassThrough();
    const state = streamState(store);
    renderToPipeableStream(view(store, ...waitingFor('1'))).pipe(state.into(page));

    const html = await text(page);
    expect(html).toMatch(begin);
    expect(html.indexOf('((self')).toBeLessThan(html.indexOf('<p>item 1</p>'));
    if (view === documentOf) expect(html.indexOf('((self')).toBeLessThan(html.indexOf('</head>'));
  },
);

it('ignores the end of the head inside a script or a style', async () => {
  await serveItems();
  const store = createTestStore();
  await store.dispatch(ItemResource.get.fetch({ id: '1' }));
  // biome-ignore lint/security/noDangerouslySetInnerHtml: as a page holds JSON-LD, which React does not escape
  const raw = (type: string, __html: string) => createElement(type, { dangerouslySetInnerHTML: { __html } });
  const view = inStore(
    store,
    createElement(
      'html',
      null,
      createElement('head', null, raw('script', '"</head><b>"'), raw('style', '/* </HEAD> */')),
      createElement('body', null, ...waitingFor('1')),
    ),
  );
  const page = new PassThrough();
  const state = streamState(store);
  renderToPipeableStream(view).pipe(state.into(page));

  const html = await text(page);
  expect(html).toContain('<script>"</head><b>"</script>');
  expect(html).toContain('/* </HEAD> */</style>');
  expect(html).toMatch(/<script>\(\(self[^<]*<\/script><\/head><body>/);
});

/** React 18 has no renderer to web streams on Node. */
const KINDS = 'renderToReadableStream' in server ? ['node', 'web'] : ['node'];

it.each(KINDS)('streams pages of many pieces to slow readers (%s)', async kind => {
  await serveItems();
  const store = createTestStore();
  const state = streamState(store);
  const view = documentOf(store, ...waitingFor('long', '1'));
  const html =
    kind === 'node'
      ? await slowly(
          Readable.toWeb(
            renderToPipeableStream(view).pipe(state.into(new PassThrough({ highWaterMark: 1 }))),
          ),
        )
      : await slowly((await renderToReadableStream(view)).pipeThrough(state.through()));

  expect(html.split(LONG)).toHaveLength(3);
  expect(html).not.toContain('\ufffd');
  expect(nameIn(storeOf(html), 'long')).toBe(LONG);
  expect(nameIn(storeOf(html), '1')).toBe('item 1');
});

/** Reads a piece, and yields before it reads the next one. */
async function slowly(stream: { getReader(): ReadableStreamDefaultReader<unknown> }): Promise<string> {
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  let html = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return html + decoder.decode();
    html += decoder.decode(value as Uint8Array, { stream: true });
    await new Promise(resolve => setImmediate(resolve));
  }
}

it('waits for its target to drain, not for what is behind that', async () => {
  await serveItems();
  const store = createTestStore();
  const front = Object.assign(new PassThrough({ highWaterMark: 1 }), { flush() {} });
  const html = text(front);
  // Compression middleware reports the `needDrain` of the response, though it buffers and drains separately.
  Object.defineProperty(front, 'writableNeedDrain', { value: true });
  const response = streamState(store).into(front);
  const isTaken = () => response.write('<!-- -->');

  expect(isTaken()).toBe(true);
  const drained = once(front, 'drain');
  response.flush();
  expect(isTaken()).toBe(false);
  await drained;
  expect(isTaken()).toBe(true);

  renderToPipeableStream(documentOf(store, ...waitingFor('1', '2'))).pipe(response);
  expect(await html).toContain('<p>item 2</p>');
});

it('writes the argument of end(), and calls back for each write and the end', async () => {
  const page = new PassThrough();
  const html = text(page);
  const response = streamState(createTestStore()).into(page);
  const called = (call: (callback: () => void) => unknown) => new Promise<void>(resolve => call(resolve));

  await called(callback => response.write('<!doctype html><body><div>', callback));
  await called(callback => response.write('page', 'utf8', callback));
  await called(callback => response.end('</div></body>', callback));
  expect(await html).toBe('<!doctype html><body><div>page</div></body>');

  const empty = streamState(createTestStore()).into(new PassThrough().resume());
  await called(callback => empty.end(callback));
});

it.each(['the browser leaves', 'the page fails'])('ends quietly when %s between two parts', async end => {
  const { readable, writable } = streamState(createTestStore()).through();
  const [reader, writer] = [readable.getReader(), writable.getWriter()];

  // Within one task: the written chunk is still to be passed on.
  await writer.write(new TextEncoder().encode('<p>'));
  const reason = new Error(end);
  await (end === 'the browser leaves' ? reader.cancel(reason) : writer.abort(reason));
  await expect(writer.closed).rejects.toThrow(end);
  // An exception in a timer would end the process.
  await new Promise(resolve => setTimeout(resolve));
});

it('lets a compressing stream send each part once it is ready', async () => {
  const api = await serveItems();
  const store = createTestStore();
  const late = api.hold('GET /items/2');
  const [gzip, gunzip] = [createGzip(), createGunzip()];
  const browser = browserOf(gzip.pipe(gunzip));
  const first = browser.arrival('<p>item 1</p>');
  renderToPipeableStream(documentOf(store, ...waitingFor('1', '2'))).pipe(streamState(store).into(gzip));

  await first;
  await late.release();
  expect(nameIn(storeOf(await browser.whole), '2')).toBe('item 2');
});

it('embeds the state of a page that was rendered without streaming', async () => {
  await serveItems();
  const store = createTestStore();
  await store.dispatch(ItemResource.getList.fetch());
  const state = streamState(store);
  renderToString(inStore(store, ...waitingFor('1')));

  const browser = storeOf(state.script());
  const ids = ItemResource.getList
    .select()(browser.getState())
    .data?.map(({ id }) => id);
  expect(ids).toEqual(Array.from({ length: 100 }, (_, id) => String(id)));
  expect(
    browser.client.selectors
      .selectQuery(new All(Item))(browser.getState())
      ?.map(({ id }) => id),
  ).toEqual(ids);
  expect(state.script()).toBe('');
  expect(state.source()).toBe('');
});

it('sends kinds of which only keys have arrived: the browser shows what the server did', async () => {
  await serve({ 'GET /boxes': () => ({ items: ['1'] }) });
  const getBoxes = new ApiEndpoint({ path: '/boxes', name: 'Streaming.boxes', schema: { items: [Item] } });
  const server = createTestStore();
  const state = streamState(server);
  await server.dispatch(getBoxes.fetch());
  const browser = storeOf(state.script());

  const shown = [server, browser].map(store => getBoxes.select()(store.getState()));

  expect(shown.map(({ data }) => data)).toEqual([{ items: [] }, { items: [] }]);
  expect(shown.map(({ expiryStatus }) => expiryStatus)).toEqual(['valid', 'valid']);
  await until(() => server.complaints.length > 0);
  expect(server.complaints.splice(0)).toEqual([expect.stringContaining('only its key has come')]);
});

it('sends no failure, no request in flight, and no optimistic update', async () => {
  const api = await serve({
    'GET /items/1': () => ({ id: '1', name: 'item 1' }),
    'GET /items/2': () => reply(500, { message: 'inner' }),
    'PATCH /items/1': () => ({ id: '1', name: 'changed' }),
  });
  const store = createTestStore();
  const state = streamState(store);
  await store.dispatch(ItemResource.get.fetch({ id: '1' }));
  await store.dispatch(ItemResource.get.fetch({ id: '2' })).catch(() => undefined);
  const held = api.hold('PATCH /items/1');
  const change = store.dispatch(ItemResource.partialUpdate.fetch({ id: '1' }, { name: 'hoped for' }));
  await held.arrived;

  const script = state.script();
  await held.release();
  await change;
  expect(script).not.toMatch(/inner|hoped for|PATCH/);
  const { inflight, optimistic, endpoints } = storeOf(script).getState().rdc;
  expect([inflight.size, optimistic.length, endpoints.size]).toEqual([0, 0, 1]);
});

it('includes when it was sent, so that data from a clock that is ahead does not undo later changes', () => {
  const [server, store] = [createTestStore(), createTestStore()];
  const [now, ahead] = [Date.now(), 3_600_000];
  const clock = jest.spyOn(Date, 'now').mockReturnValue(now + ahead);
  new Controller(server).set(Item, { id: '1' }, { id: '1', name: 'old' });
  const state = streamState(server);
  clock.mockReturnValue(now + ahead + 5_000);
  const html = state.script();
  clock.mockReturnValue(now + 1);
  const controller = new Controller(store);
  controller.set(Item, { id: '1' }, { id: '1', name: 'new' });
  clock.mockReturnValue(now + 5_000);
  Object.assign(globalThis, { 'rdc-toolkit': undefined });
  runScripts(html);
  receiveState(store);
  clock.mockRestore();

  expect(html).toContain('old');
  expect(controller.get(Item, { id: '1' })?.name).toBe('new');
});

/** A client whose slice other code of the app replaces as well. */
function replaceableClient() {
  const client = createDataClient({
    managers: [networkManager(), subscriptionManager(), hydrationManager()],
  });
  const reducer = (state: DataState | undefined, given: unknown) => {
    const action = given as UnknownAction;
    if (action.type === 'app/reset') return client.reducer(undefined, action);
    return client.reducer(state && action.type === 'app/restore' ? { ...state, session: 7 } : state, action);
  };
  return { ...client, reducer };
}

const logOut = (store: TestStore) => new Controller(store).resetEntireStore();
it.each<[string, boolean, (store: TestStore) => void]>([
  ['a reset', true, logOut],
  ['a root reducer that resets', true, store => store.dispatch({ type: 'app/reset' })],
  [
    'a reset of a state that was restored',
    true,
    store => {
      store.dispatch({ type: 'app/restore' });
      logOut(store);
    },
  ],
  ['no reset, but a state that was restored', false, store => store.dispatch({ type: 'app/restore' })],
])('chunks of a page that arrive after the end of its session are not stored: %s', async (_, isOver, act) => {
  const api = await serveItems();
  const late = api.hold('GET /items/2');
  const server = createTestStore();
  const page = new PassThrough();
  const browser = browserOf(page);
  const first = browser.arrival('<p>item 1</p>');
  renderToPipeableStream(documentOf(server, ...waitingFor('1', '2'))).pipe(streamState(server).into(page));
  await first;
  await late.release();
  const html = await browser.whole;
  const end = html.indexOf('<p>item 1</p>');
  const store = createTestStore({ client: replaceableClient(), isReplayed: false });
  takeOver(store, html.slice(0, end));
  expect(nameIn(store, '1')).toBe('item 1');

  act(store);
  runScripts(html.slice(end));

  expect([nameIn(store, '1'), nameIn(store, '2')]).toEqual(
    isOver ? [undefined, undefined] : ['item 1', 'item 2'],
  );
});

it('throws if two pages share a store', () => {
  const store = createTestStore();
  streamState(store);
  expect(() => streamState(store)).toThrow(expect.objectContaining({ name: 'UsageError', code: 'setup' }));
  expect(() => streamState(store)).toThrow('Create one store per request');
});

it('does nothing on a page that no server rendered', () => {
  const store = storeOf('<p>nothing</p>');
  expect(store.log).toEqual([]);
});

it('hydrates each store of a page, as Strict Mode creates two', async () => {
  await serveItems();
  const server = createTestStore();
  const state = streamState(server);
  await server.dispatch(ItemResource.get.fetch({ id: '1' }));
  const thrownAway = storeOf(state.script());
  const store = createTestStore();
  receiveState(store);
  await server.dispatch(ItemResource.get.fetch({ id: '2' }));
  runScripts(state.script());

  expect([thrownAway, store].map(each => nameIn(each, '1'))).toEqual(['item 1', 'item 1']);
  expect([thrownAway, store].map(each => nameIn(each, '2'))).toEqual(['item 2', 'item 2']);
});
