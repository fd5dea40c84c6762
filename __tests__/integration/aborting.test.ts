import { getEventListeners } from 'node:events';
import { AbortError, Controller, Endpoint } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { serveTodos, TodoResource } from '../helpers/todos';

const { get, getList, partialUpdate } = TodoResource;

it('aborts a request: the promise rejects, the connection closes, and no error is stored', async () => {
  const api = await serveTodos();
  const store = createTestStore();
  const held = api.hold('GET /todos/1');
  const asked = store.dispatch(get.fetch({ id: 1 }));
  await held.arrived;

  asked.abort('the user left');

  await expect(asked).rejects.toThrow(AbortError);
  await expect(asked).rejects.toThrow('GET /todos/1 was aborted: the user left.');
  await held.aborted;
  expect(get.select({ id: 1 })(store.getState())).toMatchObject({ error: undefined, isFetching: false });
});

it('continues a shared request until every caller has aborted', async () => {
  const api = await serveTodos();
  const store = createTestStore();
  const held = api.hold('GET /todos/1');
  const [first, second] = [store.dispatch(get.fetch({ id: 1 })), store.dispatch(get.fetch({ id: 1 }))];
  await held.arrived;

  first.abort();
  await expect(first).rejects.toThrow(AbortError);
  expect(get.select({ id: 1 })(store.getState()).isFetching).toBe(true);
  second.abort();

  await expect(second).rejects.toThrow(AbortError);
  await held.aborted;
  expect(get.select({ id: 1 })(store.getState()).isFetching).toBe(false);
});

it('resolves for the remaining callers', async () => {
  const api = await serveTodos();
  const store = createTestStore();
  const held = api.hold('GET /todos/1');
  const [first, second] = [store.dispatch(get.fetch({ id: 1 })), store.dispatch(get.fetch({ id: 1 }))];
  await held.arrived;
  first.abort();

  await held.release();

  expect((await second).title).toBe('one');
  expect(api.requests).toHaveLength(1);
});

it('rolls back the optimistic update, and nothing else', async () => {
  const api = await serveTodos();
  const store = createTestStore();
  const todo = await store.dispatch(get.fetch({ id: 1 }));
  const rename = partialUpdate.extend({
    name: 'rename',
    getOptimisticResponse: (_snapshot, { id }, body) => ({ id: String(id), ...body }),
  });
  const held = api.hold('PATCH /todos/1');
  const renaming = store.dispatch(rename.fetch({ id: 1 }, { title: 'uno' }));
  await held.arrived;
  expect(get.select({ id: 1 })(store.getState()).data?.title).toBe('uno');

  renaming.abort();

  await expect(renaming).rejects.toThrow(AbortError);
  expect(get.select({ id: 1 })(store.getState()).data).toBe(todo);
});

it('does nothing to a request that has ended', async () => {
  await serveTodos();
  const store = createTestStore();
  const asked = store.dispatch(get.fetch({ id: 1 }));
  const todo = await asked;

  asked.abort();

  expect(get.select({ id: 1 })(store.getState()).data).toBe(todo);
  expect(store.log).toHaveLength(2);
});

it('sends a new request after an abort', async () => {
  const api = await serveTodos();
  const store = createTestStore();
  store.dispatch(get.fetch({ id: 1 })).abort();

  expect((await store.dispatch(get.fetch({ id: 1 }))).title).toBe('one');
  expect(api.requests.length).toBeLessThanOrEqual(2);
});

describe('a signal after the arguments', () => {
  it.each([
    ['fetch', get.fetch.bind(get)],
    ['fetchIfStale', get.fetchIfStale.bind(get)],
  ] as const)('aborts the request of %s', async (_name, fetch) => {
    const api = await serveTodos();
    const held = api.hold('GET /todos/1');
    const loader = new AbortController();
    const request = createTestStore().dispatch(fetch({ id: 1 }, loader.signal));
    await held.arrived;
    loader.abort();
    await expect(request).rejects.toMatchObject({ name: 'AbortError' });
    await held.aborted;
    expect(request).toMatchObject({
      key: get.key({ id: 1 }),
      args: [{ id: 1 }],
      abort: expect.any(Function),
    });
  });

  it.each<[reason: string, given: unknown, said: string]>([
    ['without a reason', undefined, 'was aborted.'],
    ['with a reason', new Error('the page was left'), 'was aborted: the page was left.'],
    ['with a text', 'left', 'was aborted: left.'],
  ])('rejects with an error that names the request when aborted %s', async (_what, reason, said) => {
    const api = await serveTodos();
    for (const by of ['the caller', 'the endpoint'] as const) {
      const held = api.hold('GET /todos/1');
      const abort = new AbortController();
      const store = createTestStore();
      const request =
        by === 'the caller'
          ? store.dispatch(get.fetch({ id: 1 }, abort.signal))
          : store.dispatch(get.extend({ signal: abort.signal }).fetch({ id: 1 }));
      await held.arrived;
      abort.abort(reason);

      await expect(request).rejects.toMatchObject({
        name: 'AbortError',
        code: 'aborted',
        key: request.key,
        message: expect.stringContaining(said),
        cause: abort.signal.reason,
      });
      await held.aborted;
      expect(store.log.at(-1)).toMatchObject({
        error: true,
        response: { name: 'AbortError', code: 'aborted' },
      });
    }
  });

  it('also works with the controller, without arguments and with a body', async () => {
    const api = await serveTodos();
    const controller = new Controller(createTestStore());
    const aborted = AbortSignal.abort();
    await expect(controller.fetch(getList, undefined, aborted)).rejects.toMatchObject({ name: 'AbortError' });
    await expect(
      controller.fetch(TodoResource.partialUpdate, { id: 1 }, { title: 'uno' }, aborted),
    ).rejects.toMatchObject({ name: 'AbortError' });
    expect(api.requests).toEqual([]);
    await expect(controller.fetch(get, { id: 1 }, new AbortController().signal)).resolves.toMatchObject({
      title: 'one',
    });
  });

  it('does not reject fetchIfStale for fresh data, which returns a full fetch promise', async () => {
    const api = await serveTodos();
    const controller = new Controller(createTestStore());
    const todo = await controller.fetch(get, { id: 1 });
    const known = controller.fetchIfStale(get, { id: 1 }, AbortSignal.abort());
    known.abort();
    expect(await known.unwrap()).toBe(todo);
    expect([known.key, known.requestId, api.requests.length]).toEqual([get.key({ id: 1 }), '', 1]);
  });
});

it('listens to the signal of a caller only while the request is in flight', async () => {
  await serveTodos();
  const store = createTestStore();
  const { signal } = new AbortController();

  const asked = store.dispatch(get.fetch({ id: 1 }, signal));
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  await asked;
  await store.dispatch(get.fetch({ id: 99 }, signal)).catch(() => undefined);
  expect(() => store.dispatch(get.fetch({} as never, signal)).catch(() => undefined)).not.toThrow();

  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

it('rejects with an error that names the request if its function aborts itself', async () => {
  const cause = new DOMException('the picker was closed', 'AbortError');
  const pick = new Endpoint(() => Promise.reject(cause), { name: 'aborting.pick' });

  const picking = createTestStore().dispatch(pick.fetch());

  await expect(picking).rejects.toThrow(AbortError);
  await expect(picking).rejects.toMatchObject({ code: 'aborted', key: picking.key, cause });
});

it("never calls an endpoint's function if the signal is already aborted", async () => {
  const store = createTestStore();
  let calls = 0;
  const pay = new Endpoint(async (_amount: number) => ++calls, { name: 'aborting.pay', sideEffect: true });

  await expect(store.dispatch(pay.fetch(5, AbortSignal.abort()))).rejects.toThrow(AbortError);
  await new Promise(resolve => setTimeout(resolve, 0));

  expect(calls).toBe(0);
});
