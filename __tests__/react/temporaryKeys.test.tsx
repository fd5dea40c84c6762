import { act, waitFor } from '@testing-library/react';
import { Controller, Entity, resource } from 'rdc-toolkit';
import { useCache, useDLE, useError, useResponse, useSuspense } from 'rdc-toolkit/react';
import { Suspense } from 'react';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';
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

/** A creation that is in flight, with the key of its note; and what lets the server respond. */
async function startCreating() {
  let count = 0;
  const api = await serve({
    'GET /notes': () => [],
    'POST /notes': ({ body }) => ({ id: '3', ...(body as object) }),
    'GET /notes/:id': ({ params }) => ({ id: params.id, text: `read ${++count}` }),
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
  '%s that began with the temporary key fetches what is invalidated under the real one',
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
])('%s shows by the temporary key what comes under the real one', async (_name, useText) => {
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

it('useError shows by the temporary key the error of a request by the real one', async () => {
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

it('two components, by the temporary key and by the real one, send one request', async () => {
  const { api, store, id, create } = await startCreating();
  await create();
  const History = (props: { readonly id: string }) =>
    useDLE(getHistory, props).data?.lines.join() ?? 'loading';
  const page = renderIn(
    store,
    <>
      <History id={id} />
      <History id="3" />
    </>,
  );
  await waitFor(() => expect(page.text()).toBe('line 1line 1'));

  expect(api.requests.filter(request => request.includes('history'))).toEqual(['GET /notes/3/history']);
});

it('a read by the temporary key shares the request by the real one', async () => {
  const { controller, id, create, api } = await startCreating();
  await create();

  const [one, two] = await Promise.all([
    controller.fetch(getHistory, { id }),
    controller.fetch(getHistory, { id: '3' }),
  ]);

  expect(two).toBe(one);
  expect(api.requests.filter(request => request.includes('history'))).toEqual(['GET /notes/3/history']);
});
