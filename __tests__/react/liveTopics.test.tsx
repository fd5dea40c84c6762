import { act, render, waitFor } from '@testing-library/react';
import { createDataClient, Entity, networkManager, subscriptionManager } from 'rdc-toolkit';
import { useLive } from 'rdc-toolkit/react';
import { type StreamHandlers, streamManager, webSocketSource } from 'rdc-toolkit/stream';
import { type ReactNode, Suspense } from 'react';
import { Provider } from 'react-redux';
import { WebSocket } from 'ws';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { startSocketServer } from '../helpers/startSocketServer';
import { renderIn } from './renderIn';

class Price extends Entity {
  id = '';
  amount = 0;
  static key = 'liveTopics.Price';
}
const getPrice = new ApiEndpoint({ path: '/prices/:id', schema: Price, name: 'liveTopics.get' });

function Amount({ id }: { readonly id: string }) {
  return <>{useLive(getPrice, { id }).amount}</>;
}

const page = (id: string) => (
  <Suspense fallback="loading">
    <Amount id={id} />
  </Suspense>
);

it('a stream with topics keeps its connection, and fetches once, where the id of useLive changes', async () => {
  const server = await startSocketServer();
  const api = await serve({
    'GET /prices/:id': ({ params }) => ({ id: params.id, amount: Number(params.id) * 10 }),
  });
  // As in docs/api/streamManager.md.
  const stream = streamManager({
    source: webSocketSource(server.url, { WebSocket: WebSocket as never }),
    read: (price: { id: string }) => ({ schema: Price, value: price }),
    feeds: [getPrice],
    topicOf({ key, args }) {
      if (!getPrice.testKey(key)) return undefined;
      const { id } = args[0] as { id: string };
      return { subscribe: { on: id }, unsubscribe: { off: id } };
    },
  });
  const client = createDataClient({ managers: [networkManager(), subscriptionManager(), stream] });
  const store = createTestStore({ client });
  const { rerender, text, unmount } = renderIn(store, page('1'));
  await waitFor(() => expect(text()).toBe('10'));
  await waitFor(() => expect(server.received).toEqual([{ on: '1' }]));

  rerender(page('2'));
  await waitFor(() => expect(text()).toBe('20'));
  await waitFor(() => expect(server.received).toContainEqual({ on: '2' }));
  await act(() => new Promise<void>(resolve => setTimeout(resolve, 100)));
  const outcome = { requests: [...api.requests], connections: server.connections() };
  unmount();
  client.cleanup(store);
  await server.close();

  expect(outcome).toEqual({ requests: ['GET /prices/1', 'GET /prices/2'], connections: 1 });
});

/** A stream with topics whose connections open at once, in a store of its own, and a page outside of Strict Mode. */
async function openPage(first: ReactNode) {
  const api = await serve({
    'GET /prices/:id': ({ params }) => ({ id: params.id, amount: Number(params.id) * 10 }),
  });
  const sent: unknown[] = [];
  let connections = 0;
  const source = ({ onOpen }: StreamHandlers) => {
    connections++;
    setTimeout(onOpen, 1);
    return { close() {}, send: (message: unknown) => void sent.push(message) };
  };
  const stream = streamManager({
    source,
    read: (price: { id: string }) => ({ schema: Price, value: price }),
    feeds: [getPrice],
    topicOf: ({ key }) => ({ subscribe: `on ${key}`, unsubscribe: `off ${key}` }),
  });
  const client = createDataClient({ managers: [networkManager(), subscriptionManager(), stream] });
  const store = createTestStore({ client });
  const within = (children: ReactNode) => (
    <Provider store={store}>
      <Suspense fallback="loading">{children}</Suspense>
    </Provider>
  );
  const { rerender, container, unmount } = render(within(first));
  const text = () => container.textContent;
  await waitFor(() => expect(text()).toBe('10'));
  await act(() => new Promise<void>(resolve => setTimeout(resolve, 50)));
  return {
    show: (children: ReactNode) => rerender(within(children)),
    outcome: () => ({ requests: [...api.requests], connections, sent: [...sent] }),
    end() {
      unmount();
      client.cleanup(store);
    },
  };
}

it('a stream with topics keeps its connection where a page makes way for another that reads the same', async () => {
  const page = await openPage(
    <p>
      <Amount id="1" />
    </p>,
  );

  page.show(
    <h1>
      <Amount id="1" />
    </h1>,
  );
  await act(() => new Promise<void>(resolve => setTimeout(resolve, 100)));
  const outcome = page.outcome();
  page.end();

  // What is on screen is fresh, and was streamed all the time.
  expect(outcome).toEqual({
    requests: ['GET /prices/1'],
    connections: 1,
    sent: ['on GET /prices/1'],
  });
});
