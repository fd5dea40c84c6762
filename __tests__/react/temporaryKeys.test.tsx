import { act, waitFor } from '@testing-library/react';
import { Controller, Entity, resource } from 'rdc-toolkit';
import {
  useCache,
  useCancelling,
  useDLE,
  useError,
  useIsFetching,
  usePages,
  useResponse,
  useResponses,
  useSubscription,
  useSuspense,
} from 'rdc-toolkit/react';
import { Suspense } from 'react';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';
import { until } from '../helpers/until';
import { renderIn } from './renderIn';

class Note extends Entity {
  id = '';
  text = '';
  static key = 'TemporaryKeys.Note';
}

const Notes = resource({ path: '/notes/:id', schema: Note, optimistic: true, Endpoint: ApiEndpoint });
const getHistory = new ApiEndpoint({
  path: '/notes/:id/history',
  schema: { lines: [''] as string[] },
  name: 'temporaryKeys.getHistory',
});

/** A creation in flight, with the key of its note, and a function that lets the server respond. */
async function startCreating() {
  let count = 0;
  const api = await serve({
    'GET /notes': () => [],
    'POST /notes': ({ body }) => ({ id: '3', ...(body as object) }),
    'GET /notes/:id': ({ params }) => ({ id: params.id, text: `read ${++count}` }),
    'PATCH /notes/:id': ({ params, body }) => ({ id: params.id, ...(body as object) }),
    'GET /notes/:id/history': () => ({ lines: [`line ${++count}`] }),
  });
  const store = createTestStore();
  const controller = new Controller(store);
  await controller.fetch(Notes.getList);
  const held = api.hold('POST /notes');
  const creating = controller.fetch(Notes.getList.push, { text: 'new' });
  await held.arrived;
  const [note] = controller.getResponse(Notes.getList).data ?? [];
  const create = async () => {
    await held.release();
    await creating;
  };
  return { api, store, controller, id: note?.id ?? '', create };
}

it.each([
  ['useDLE', (id: string) => useDLE(Notes.get, { id }).data?.text],
  ['useSuspense', (id: string) => useSuspense(Notes.get, { id }).text],
])(
  '%s that started with the temporary key fetches what is invalidated under the real one',
  async (_name, useText) => {
    const { api, store, controller, id, create } = await startCreating();
    const Detail = () => useText(id);
    const page = renderIn(
      store,
      <Suspense>
        <Detail />
      </Suspense>,
    );
    await act(create);
    expect(page.text()).toBe('new');
    await act(async () => {
      await controller.fetch(Notes.get, { id: '3' });
    });
    expect(page.text()).toBe('read 1');

    await act(async () => controller.invalidateAll(Notes.get));
    await waitFor(() => expect(page.text()).toBe('read 2'));
    expect(api.requests.slice(2)).toEqual(['GET /notes/3', 'GET /notes/3']);
  },
);

it.each([
  ['useDLE', (id: string) => useDLE(getHistory, { id }).data?.lines.join()],
  ['useResponse', (id: string) => useResponse(getHistory, { id }).data?.lines.join()],
  ['useCache', (id: string) => useCache(getHistory, { id })?.lines.join()],
  [
    'useResponses',
    (id: string) => useResponses(getHistory, [id], one => [{ id: one }])[0]?.data?.lines.join(),
  ],
  [
    'usePages',
    (id: string) => usePages(getHistory, () => [{ id }], { next: () => undefined }).pages[0]?.lines.join(),
  ],
])('%s with the temporary key shows what arrives under the real one', async (_name, useText) => {
  const { store, controller, id, create } = await startCreating();
  await create();
  const History = () => useText(id) ?? 'nothing';
  const page = renderIn(store, <History />);
  await waitFor(() => expect(page.text()).toMatch(/line 1|nothing/));

  await act(async () => {
    await controller.fetch(getHistory, { id: '3' });
  });
  expect(page.text()).toBe(controller.getResponse(getHistory, { id: '3' }).data?.lines.join());
});

it('useError with the temporary key returns the error of a request by the real one', async () => {
  const { api, store, controller, id, create } = await startCreating();
  await create();
  const History = () => useError(getHistory, { id })?.status ?? 'none';
  const page = renderIn(store, <History />);
  const held = api.hold('GET /notes/3/history');
  await act(async () => {
    const failing = controller.fetch(getHistory, { id: '3' });
    await held.arrived;
    await held.release(reply(500, {}));
    await Promise.allSettled([failing]);
  });

  expect(page.text()).toBe('500');
});

it.each([
  ['useDLE', (id: string) => useDLE(getHistory, { id }).data?.lines],
  ['useResponses', (id: string) => useResponses(getHistory, [id], one => [{ id: one }])[0]?.data?.lines],
  [
    'usePages',
    (id: string) => usePages(getHistory, () => [{ id }], { next: () => undefined }).pages[0]?.lines,
  ],
])(
  'two components with %s, by the temporary and by the real key, send one request',
  async (_name, useLines) => {
    const { api, store, id, create } = await startCreating();
    await create();
    const History = (props: { readonly id: string }) => useLines(props.id)?.join() ?? 'loading';
    const page = renderIn(
      store,
      <>
        <History id={id} />
        <History id="3" />
      </>,
    );
    await waitFor(() => expect(page.text()).toBe('line 1line 1'));

    expect(api.requests.filter(request => request.includes('history'))).toEqual(['GET /notes/3/history']);
  },
);

it('useIsFetching with the temporary key reports a request by the real one', async () => {
  const { api, store, controller, id, create } = await startCreating();
  await create();
  const Spinner = () => String(useIsFetching(getHistory, { id }));
  const page = renderIn(store, <Spinner />);
  const held = api.hold('GET /notes/3/history');
  let fetching: Promise<unknown> | undefined;
  await act(async () => {
    fetching = controller.fetch(getHistory, { id: '3' });
    await held.arrived;
  });
  await waitFor(() => expect(page.text()).toBe('true'));

  await act(async () => {
    await held.release();
    await fetching;
  });
  expect(page.text()).toBe('false');
});

it('useIsFetching reports a mutation that began before the server assigned a key', async () => {
  const { api, store, controller, id, create } = await startCreating();
  const Spinner = () =>
    `${useIsFetching(Notes.partialUpdate, { id }, {})} ${useDLE(Notes.get, { id }).data?.id}`;
  const page = renderIn(store, <Spinner />);
  const held = api.hold('PATCH /notes/3');
  let patching: Promise<unknown> | undefined;
  await act(async () => {
    patching = controller.fetch(Notes.partialUpdate, { id }, { text: 'changed' });
    await create();
  });
  await act(() => held.arrived);
  await waitFor(() => expect(page.text()).toBe('true 3'));

  await act(async () => {
    await held.release();
    await patching;
  });
  expect(page.text()).toBe('false 3');
});

it('useSubscription with the temporary and with the real key polls one request', async () => {
  const { store, id, create } = await startCreating();
  await create();
  const getPolled = getHistory.extend({ name: 'temporaryKeys.getPolled', pollFrequency: 60_000 });
  const Subscribed = (props: { readonly id: string }) => {
    useSubscription(getPolled, props);
    return null;
  };
  const page = renderIn(
    store,
    <>
      <Subscribed id={id} />
      <Subscribed id="3" />
    </>,
  );
  const keysOf = (name: string) =>
    new Set(store.log.filter(({ type }) => type === name).map(action => action.key));
  expect(keysOf('rdc/subscribe')).toEqual(new Set(['GET /notes/3/history']));

  page.unmount();
  expect(keysOf('rdc/unsubscribe')).toEqual(new Set(['GET /notes/3/history']));
});

it('useCancelling with the temporary key aborts on unmount', async () => {
  const { api, store, id, create } = await startCreating();
  await create();
  const held = api.hold('GET /notes/3/history');
  const History = () => useDLE(useCancelling(getHistory, { id }), { id }).data?.lines.join() ?? 'loading';
  const page = renderIn(store, <History />);
  await act(() => held.arrived);

  page.unmount();
  await held.aborted;
  await until(() => store.getState().rdc.inflight.size === 0);
  expect(api.requests.slice(2)).toEqual(['GET /notes/3/history']);
});

it('a read with the temporary key shares the request by the real one', async () => {
  const { controller, id, create, api } = await startCreating();
  await create();

  const [one, two] = await Promise.all([
    controller.fetch(getHistory, { id }),
    controller.fetch(getHistory, { id: '3' }),
  ]);

  expect(two).toBe(one);
  expect(api.requests.filter(request => request.includes('history'))).toEqual(['GET /notes/3/history']);
});
