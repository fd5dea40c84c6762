import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { configureStore } from '@reduxjs/toolkit';
import { createDataClient, Entity, gcManager, networkManager, resource } from 'rdc-toolkit';
import { useSuspense } from 'rdc-toolkit/react';
import { streamState } from 'rdc-toolkit/server';
import { createElement, type FunctionComponent, Suspense } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { Provider } from 'react-redux';
import type { Store } from 'redux';

class Item extends Entity {
  id = '';
  static key = 'Item';
}

const server = createServer(({ url = '' }, response) => {
  response
    .setHeader('content-type', 'application/json')
    .end(JSON.stringify({ id: url.slice('/items/'.length) }));
});

function makeStore() {
  const client = createDataClient({ managers: [networkManager(), gcManager({ intervalMs: 10 })] });
  return configureStore({
    reducer: { [client.reducerPath]: client.reducer },
    middleware: getDefault => getDefault().concat(client.middleware),
  });
}

// Its type requires children among the props, which createElement does not.
const StoreProvider = Provider as unknown as FunctionComponent<{ readonly store: Store }>;

/** Prints how many of 20 pages were rendered, and the data of how many is still in memory. */
server.listen(0, '127.0.0.1', async () => {
  const urlPrefix = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ItemResource = resource({ urlPrefix, path: '/items/:id', schema: Item });
  const Name = ({ id }: { readonly id: string }) =>
    createElement('p', null, useSuspense(ItemResource.get, { id }).id);

  async function render(id: string) {
    const store = makeStore();
    const name = createElement('div', null, createElement(Suspense, null, createElement(Name, { id })));
    const page = renderToPipeableStream(createElement(StoreProvider, { store }, name));
    const html = await text(page.pipe(streamState(store).into(new PassThrough())));
    return { data: new WeakRef(store.getState().rdc.entities), isRendered: html.includes(`<p>${id}</p>`) };
  }

  const pages: Awaited<ReturnType<typeof render>>[] = [];
  for (let id = 0; id < 20; id++) pages.push(await render(String(id)));
  // React keeps what it rendered last.
  await text(renderToPipeableStream(createElement('p')).pipe(new PassThrough()));
  server.closeAllConnections();
  server.close();
  // What a timer or the latest response still references is released within the next turns.
  const held = () => pages.filter(({ data }) => data.deref()).length;
  for (let turn = 0; turn < 100 && held() > 0; turn++) {
    await new Promise(resolve => setTimeout(resolve, 20));
    globalThis.gc?.();
  }
  console.log(
    JSON.stringify({ rendered: pages.filter(({ isRendered }) => isRendered).length, held: held() }),
  );
});
