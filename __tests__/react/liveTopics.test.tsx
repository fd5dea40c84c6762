import { act, waitFor } from '@testing-library/react';
import { createDataClient, Entity, networkManager, subscriptionManager } from 'rdc-toolkit';
import { useLive } from 'rdc-toolkit/react';
import { streamManager } from 'rdc-toolkit/stream';
import { type ReactNode, Suspense } from 'react';
import { createTestStore } from '../helpers/createTestStore';
import { heldSource } from '../helpers/heldSource';
import { ApiEndpoint, serve } from '../helpers/serve';
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

const within = (children: ReactNode) => <Suspense fallback="loading">{children}</Suspense>;

const first = (
  <p>
    <Amount id="1" />
  </p>
);

it.each([
  ['its id changes', '20', ['1', '2'], <Amount key="2" id="2" />],
  [
    'another page shows the same',
    '10',
    ['1'],
    <h1 key="1">
      <Amount id="1" />
    </h1>,
  ],
])('a stream with topics keeps its connection if %s, and fetches once', async (_, text, ids, next) => {
  const api = await serve({ 'GET /prices/:id': ({ params: { id } }) => ({ id, amount: Number(id) * 10 }) });
  const { connections, source } = heldSource();
  const stream = streamManager({
    source,
    read: (value: { id: string }) => ({ schema: Price, value }),
    feeds: [getPrice],
    topicOf: ({ key }) => ({ subscribe: key }),
  });
  const client = createDataClient({ managers: [networkManager(), subscriptionManager(), stream] });
  const store = createTestStore({ client });
  const page = renderIn(store, within(first));
  await waitFor(() => expect(page.text()).toBe('10'));
  act(() => connections[0]?.onOpen());

  page.rerender(within(next));
  await waitFor(() => expect(page.text()).toBe(text));
  await act(() => new Promise<void>(resolve => setTimeout(resolve, 20)));

  expect(connections).toHaveLength(1);
  expect(api.requests).toEqual(ids.map(id => `GET /prices/${id}`));
  page.unmount();
  client.cleanup(store);
});
