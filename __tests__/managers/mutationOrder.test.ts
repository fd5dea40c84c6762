import { actions, createDataClient, Entity, networkManager, resource } from 'rdc-toolkit';
import { createRestorableStore } from '../helpers/createRestorableStore';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';

const changeBy = (concurrency?: 'parallel' | 'serial' | 'latest') =>
  new ApiEndpoint({
    path: '/things/:id',
    method: 'PATCH',
    body: {} as { readonly n: number },
    name: `mutationOrder.${concurrency}`,
    concurrency,
  });
const endpoints = {
  unsaid: changeBy(),
  parallel: changeBy('parallel'),
  serial: changeBy('serial'),
  latest: changeBy('latest'),
};
const remove = new ApiEndpoint({
  path: '/things/:id',
  method: 'DELETE',
  concurrency: 'serial',
  name: 'mutationOrder.remove',
});

class Note extends Entity {
  id = '';
  title = '';
  static key = 'mutationOrder.Note';
}
const latest = { concurrency: 'latest' } as const;
const post = {
  path: '/notes',
  method: 'POST',
  body: {} as { readonly title: string },
  schema: Note,
} as const;
const NoteResource = resource({ path: '/notes/:id', schema: Note, Endpoint: ApiEndpoint });
const latestNotes = {
  change: new ApiEndpoint({
    ...latest,
    path: '/things/:id',
    method: 'PATCH',
    body: {} as { readonly n?: number; readonly title?: string },
    name: 'mutationOrder.change',
  }),
  archive: new ApiEndpoint({
    path: '/things/:id/archive',
    method: 'POST',
    body: undefined,
    name: 'mutationOrder.archive',
  }),
  remove: new ApiEndpoint({ path: '/things/:id', method: 'DELETE', name: 'mutationOrder.removeAtOnce' }),
  post: new ApiEndpoint({ ...post, name: 'mutationOrder.post' }),
  push: NoteResource.getList.push,
  draft: new ApiEndpoint({ ...post, ...latest, scope: () => 'draft', name: 'mutationOrder.draft' }),
};

const ofNote = { ...latest, schema: Note };
const tag = new ApiEndpoint({
  ...ofNote,
  path: '/notes/:id/tags/:tag',
  method: 'PUT',
  body: undefined,
  name: 'mutationOrder.tag',
});
const flag = new ApiEndpoint({
  ...ofNote,
  path: '/notes/:id/flags',
  method: 'POST',
  body: undefined,
  searchParams: {} as { readonly red?: boolean; readonly blue?: boolean },
  name: 'mutationOrder.flag',
});
const changeAll = new ApiEndpoint({
  ...latest,
  path: '/notes',
  method: 'PATCH',
  body: [] as readonly { readonly id: string; readonly title: string }[],
  schema: [Note],
  name: 'mutationOrder.changeAll',
});
const upload = new ApiEndpoint({
  ...ofNote,
  path: '/notes/:id',
  method: 'PATCH',
  body: {} as FormData,
  name: 'mutationOrder.upload',
});
type Args = Parameters<typeof upload.key>;
type Sent = readonly [what: string, endpoint: typeof upload, before: Args, now: Args];

function formOf(name: string): FormData {
  const form = new FormData();
  form.set(name, 'x');
  return form;
}

const things = {
  'PATCH /things/:id': ({ params, body }: { params: object; body: unknown }) => ({
    ...params,
    ...(body as object),
  }),
  'DELETE /things/:id': () => null,
};

it('sends mutations of one record in parallel by default', async () => {
  const api = await serve(things);
  const held = api.hold('PATCH /things/1');
  const store = createTestStore();

  const first = store.dispatch(endpoints.unsaid.fetch({ id: '1' }, { n: 1 }));
  await store.dispatch(endpoints.unsaid.fetch({ id: '1' }, { n: 2 }));

  expect(api.bodies).toEqual([{ n: 1 }, { n: 2 }]);
  await held.release();
  await first;
});

describe('serial mutations', () => {
  it('of one record are sent one by one, in the order of the calls', async () => {
    const api = await serve(things);
    const held = api.hold('PATCH /things/1');
    const store = createTestStore();

    const requests = [1, 2, 3].map(n => store.dispatch(endpoints.serial.fetch({ id: '1' }, { n })));
    await held.arrived;
    await soon();
    expect(api.bodies).toEqual([{ n: 1 }]);
    await held.release();
    await Promise.all(requests);

    expect(api.bodies).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });

  it('of other records do not wait', async () => {
    const api = await serve(things);
    const held = api.hold('PATCH /things/1');
    const store = createTestStore();

    const first = store.dispatch(endpoints.serial.fetch({ id: '1' }, { n: 1 }));
    await store.dispatch(endpoints.serial.fetch({ id: '2' }, { n: 2 }));

    expect(api.requests).toEqual(['PATCH /things/1', 'PATCH /things/2']);
    await held.release();
    await first;
  });

  it('wait for those with another method too', async () => {
    const api = await serve(things);
    const held = api.hold('PATCH /things/1');
    const store = createTestStore();

    const change = store.dispatch(endpoints.serial.fetch({ id: '1' }, { n: 1 }));
    const removal = store.dispatch(remove.fetch({ id: '1' }));
    await held.arrived;
    await soon();
    expect(api.requests).toEqual(['PATCH /things/1']);
    await held.release();
    await Promise.all([change, removal]);

    expect(api.requests).toEqual(['PATCH /things/1', 'DELETE /things/1']);
  });

  it('continue when one of them fails', async () => {
    const api = await serve({
      'PATCH /things/:id': ({ body }) => ((body as { n: number }).n === 1 ? reply(500) : body),
    });
    const store = createTestStore();

    const first = store.dispatch(endpoints.serial.fetch({ id: '1' }, { n: 1 }));
    const second = store.dispatch(endpoints.serial.fetch({ id: '1' }, { n: 2 }));

    await expect(first).rejects.toMatchObject({ status: 500 });
    await expect(second).resolves.toEqual({ n: 2 });
    expect(api.bodies).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('that are aborted while queued are never sent', async () => {
    const api = await serve(things);
    const held = api.hold('PATCH /things/1');
    const store = createTestStore();

    const first = store.dispatch(endpoints.serial.fetch({ id: '1' }, { n: 1 }));
    const second = store.dispatch(endpoints.serial.fetch({ id: '1' }, { n: 2 }));
    const third = store.dispatch(endpoints.serial.fetch({ id: '1' }, { n: 3 }));
    second.abort();
    await expect(second).rejects.toMatchObject({ name: 'AbortError' });
    await held.release();
    await Promise.all([first, third]);

    expect(api.bodies).toEqual([{ n: 1 }, { n: 3 }]);
  });

  it('in the queue are aborted by a reset', async () => {
    const api = await serve(things);
    const held = api.hold('PATCH /things/1');
    const store = createTestStore();

    const requests = [1, 2].map(n => store.dispatch(endpoints.serial.fetch({ id: '1' }, { n })));
    await held.arrived;
    store.dispatch(actions.reset());

    for (const request of requests) await expect(request).rejects.toMatchObject({ name: 'ResetError' });
    await held.aborted;
    await soon();
    expect(api.bodies).toEqual([{ n: 1 }]);
  });

  it('count from when they were sent, not called', async () => {
    const api = await serve(things);
    const held = api.hold('PATCH /things/1');
    const store = createTestStore();

    const first = store.dispatch(endpoints.serial.fetch({ id: '1' }, { n: 1 }));
    const second = store.dispatch(endpoints.serial.fetch({ id: '1' }, { n: 2 }));
    await held.arrived;
    await soon();
    const releasedAt = Date.now();
    await held.release();
    await Promise.all([first, second]);

    const last = store.log.at(-1) as unknown as { meta: { fetchedAt: number } };
    expect(last.meta.fetchedAt).toBeGreaterThanOrEqual(releasedAt);
  });

  it('overlap none, even if the slice was replaced while one was queued', async () => {
    const api = await serve({
      'GET /notes/:id': ({ params }) => ({ ...params, title: 'old' }),
      'PATCH /notes/:id': ({ params, body }) => ({ ...params, ...(body as object) }),
    });
    const client = createDataClient({ managers: [networkManager({ concurrency: 'serial' })] });
    const store = createRestorableStore(client);
    const { get, partialUpdate } = NoteResource;
    await store.dispatch(get.fetch({ id: '1' }));
    const saved = store.getState();
    const held = api.hold('PATCH /notes/1');

    const first = store.dispatch(partialUpdate.fetch({ id: '1' }, { title: 'a' }));
    await held.arrived;
    const second = store.dispatch(partialUpdate.fetch({ id: '1' }, { title: 'b' }));
    store.dispatch({ type: 'restore', payload: saved });
    await held.release();
    await Promise.all([first, second]);

    const { data, expiryStatus } = get.select({ id: '1' })(store.getState());
    expect([data?.title, expiryStatus]).toEqual(['b', 'valid']);
  });
});

describe('the latest mutation', () => {
  it('of one record aborts the earlier ones', async () => {
    const api = await serve(things);
    const held = api.hold('PATCH /things/1');
    const store = createTestStore();

    const first = store.dispatch(endpoints.latest.fetch({ id: '1' }, { n: 1 }));
    await held.arrived;
    const second = store.dispatch(endpoints.latest.fetch({ id: '1' }, { n: 2 }));

    await expect(first).rejects.toMatchObject({
      name: 'AbortError',
      message: expect.stringContaining('a later mutation of the same record replaced it'),
    });
    await expect(second).resolves.toEqual({ id: '1', n: 2 });
    await held.aborted;
    expect(store.getState().rdc.inflight.size).toBe(0);
  });

  it('of other records aborts nothing', async () => {
    const api = await serve(things);
    const held = api.hold('PATCH /things/1');
    const store = createTestStore();

    const first = store.dispatch(endpoints.latest.fetch({ id: '1' }, { n: 1 }));
    await store.dispatch(endpoints.latest.fetch({ id: '2' }, { n: 2 }));
    await held.release();

    await expect(first).resolves.toEqual({ id: '1', n: 1 });
  });

  it('does not abort other endpoints, or mutations of fields that it does not send', async () => {
    const api = await serve({ ...things, 'POST /things/:id/archive': ({ params }) => params });
    const held = ['DELETE /things/1', 'POST /things/1/archive', 'PATCH /things/1', 'PATCH /things/1'].map(
      route => api.hold(route),
    );
    const store = createTestStore();
    const { change, archive, remove } = latestNotes;

    const sent = [
      store.dispatch(remove.fetch({ id: '1' })),
      store.dispatch(archive.fetch({ id: '1' })),
      store.dispatch(change.fetch({ id: '1' }, { n: 1 })),
      store.dispatch(change.fetch({ id: '1' }, { title: 'a' })),
    ];
    await Promise.all(held.map(({ arrived }) => arrived));
    await Promise.all(held.map(one => one.release()));

    await expect(Promise.all(sent)).resolves.toHaveLength(4);
    expect(api.requests).toHaveLength(4);
  });

  it('replaces one that set fewer fields', async () => {
    const api = await serve(things);
    const held = api.hold('PATCH /things/1');
    const store = createTestStore();
    const { change } = latestNotes;

    const first = store.dispatch(change.fetch({ id: '1' }, { n: 1 }));
    await held.arrived;
    await store.dispatch(change.fetch({ id: '1' }, { n: 2, title: 'a' }));

    await expect(first).rejects.toMatchObject({ name: 'AbortError' });
  });

  it.each([
    ['to other addresses of the record', tag, [{ id: '1', tag: 'a' }], [{ id: '1', tag: 'b' }]],
    ['with other search parameters', flag, [{ id: '1', red: true }], [{ id: '1', blue: true }]],
    ['of other records', changeAll, [[{ id: '1', title: 'a' }]], [[{ id: '2', title: 'b' }]]],
    ['of other fields of a form', upload, [{ id: '1' }, formOf('photo')], [{ id: '1' }, formOf('cover')]],
  ] as unknown as readonly Sent[])('does not abort a mutation %s', async (_, endpoint, before, now) => {
    const api = await serve({
      'PUT /notes/:id/tags/:tag': ({ params }) => params,
      'POST /notes/:id/flags': ({ params }) => params,
      'PATCH /notes': () => [],
      'PATCH /notes/:id': ({ params }) => params,
    });
    const store = createTestStore();
    const held = api.hold(endpoint.key(...before).replace(/\?.*/, ''));

    const first = store.dispatch(endpoint.fetch(...before));
    await held.arrived;
    await store.dispatch(endpoint.fetch(...now));
    await held.release();

    await expect(first).resolves.toBeDefined();
  });

  it('replaces one that set the same fields of the same records', async () => {
    const api = await serve({ 'PATCH /notes': () => [] });
    const held = api.hold('PATCH /notes');
    const store = createTestStore();

    const first = store.dispatch(changeAll.fetch([{ id: '1', title: 'a' }]));
    await held.arrived;
    await store.dispatch(
      changeAll.fetch([
        { id: '2', title: 'b' },
        { id: '1', title: 'c' },
      ]),
    );

    await expect(first).rejects.toMatchObject({ name: 'AbortError' });
  });

  it.each(['push', 'post'] as const)('creates each record with %s', async by => {
    let count = 0;
    const api = await serve({
      'POST /notes': ({ body }) => ({ ...(body as object), id: `${++count}` }),
    });
    const held = api.hold('POST /notes');
    const client = createDataClient({ managers: [networkManager({ concurrency: 'latest' })] });
    const store = createTestStore({ client });

    const first = store.dispatch(latestNotes[by].fetch({ title: 'a' }));
    await held.arrived;
    await store.dispatch(latestNotes[by].fetch({ title: 'b' }));
    await held.release();

    await expect(first).resolves.toMatchObject({ id: '1', title: 'a' });
  });

  it('replaces whatever its scope covers, even a creation', async () => {
    const api = await serve({ 'POST /notes': ({ body }) => ({ ...(body as object), id: '1' }) });
    const held = api.hold('POST /notes');
    const store = createTestStore();

    const first = store.dispatch(latestNotes.draft.fetch({ title: 'a' }));
    await held.arrived;
    await store.dispatch(latestNotes.draft.fetch({ title: 'ab' }));

    await expect(first).rejects.toMatchObject({ name: 'AbortError' });
  });
});

it("uses the manager's setting if the endpoint has none", async () => {
  const api = await serve(things);
  const held = api.hold('PATCH /things/1');
  const client = createDataClient({ managers: [networkManager({ concurrency: 'serial' })] });
  const store = createTestStore({ client });

  const waiting = [1, 2].map(n => store.dispatch(endpoints.unsaid.fetch({ id: '1' }, { n })));
  await held.arrived;
  await store.dispatch(endpoints.parallel.fetch({ id: '1' }, { n: 3 }));
  expect(api.bodies).toEqual([{ n: 1 }, { n: 3 }]);
  await held.release();
  await Promise.all(waiting);

  expect(api.bodies).toEqual([{ n: 1 }, { n: 3 }, { n: 2 }]);
});

const soon = () => new Promise(resolve => setTimeout(resolve, 20));
