import { skipToken } from '@reduxjs/toolkit/query';
import { act, screen, waitFor } from '@testing-library/react';
import { Controller, type RestOptions } from 'rdc-toolkit';
import { startTransition, useDeferredValue, useState } from 'react';
import { counter, createTestStore, type TestStore } from '../helpers/createTestStore';
import { ApiEndpoint } from '../helpers/serve';
import { reply } from '../helpers/startApi';
import { stopClock } from '../helpers/stopClock';
import { serveTodos, Todo, TodoResource } from '../helpers/todos';
import {
  askingHooks,
  everyHook,
  type HookCase,
  type ReaderProps,
  readerOf,
  suspendingHooks,
} from './everyHook';
import { renderAwaited } from './renderIn';

const { get } = TodoResource;
/** The same requests by another endpoint. */
const twin = get.extend({ name: 'todos.twin' });
let isGivenUp = false;
/** The same requests, which abort while `isGivenUp`. */
class GivingUp<const Options extends RestOptions> extends ApiEndpoint<Options> {
  override fetchResponse(input: string, init: RequestInit): Promise<Response> {
    if (isGivenUp) throw new DOMException('given up', 'AbortError');
    return super.fetchResponse(input, init);
  }
}
const abandoned = new GivingUp({
  path: '/todos/:id',
  method: 'GET',
  schema: Todo,
  name: 'todos.abandoned',
});

/** Its failures can be retried at once. */
const eager = get.extend({ name: 'todos.eager', errorExpiryLength: 0 });

// React runs outside act() between the steps of a test, as in a browser: responses arrive at any time.
const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
beforeEach(() => {
  environment.IS_REACT_ACT_ENVIRONMENT = false;
});
afterEach(() => {
  environment.IS_REACT_ACT_ENVIRONMENT = true;
});

/** A hook on a page, and the tools to change it. */
async function shown(hook: HookCase, store = createTestStore(), props: ReaderProps = {}) {
  const { Reader, take } = readerOf(hook);
  const page = await renderAwaited(store, <Reader {...props} />);
  return {
    store,
    page,
    take,
    Reader,
    by: new Controller(store),
    text: () => page.text(),
    show: (next: ReaderProps | null, where = store) =>
      act(async () => page.rerender(next === null ? null : <Reader {...next} />, where)),
  };
}

/** Longer than hooks treat what they waited for as fresh, and than they wait before they fetch again. */
const settle = () => act(() => new Promise(resolve => setTimeout(resolve, 600)));

const untilNothingIsInFlight = ({ getState }: TestStore) =>
  waitFor(() => expect(getState().rdc.inflight.size).toBe(0));

describe.each(everyHook)('$name', hook => {
  const { asks, suspends, put } = hook;
  /** What it shows if there is no data and can be none. */
  const nothing = asks ? 'loading' : 'none';
  const rendered = (word: string) => (suspends && word === 'loading' ? {} : { [word]: 1 });

  /** A page that shows a word without having fetched it. */
  async function holding(word: string) {
    const api = await serveTodos();
    const store = createTestStore();
    put(new Controller(store), 1, word);
    const reader = await shown(hook, store);
    expect(reader.text()).toBe(word);
    expect(reader.take()).toEqual({ [word]: 1 });
    return { api, ...reader };
  }

  it('swaps stores in one render and ignores the first', async () => {
    const { api, by, show, take, text } = await holding('of the first');
    const second = createTestStore();
    put(new Controller(second), 1, 'of the second');

    await show({}, second);
    expect(text()).toBe('of the second');
    expect(take()).toEqual({ 'of the second': 1 });

    await act(async () => void put(by, 1, 'changed in the first'));
    expect(take()).toEqual({});
    await act(async () => void put(new Controller(second), 1, 'changed in the second'));
    expect(text()).toBe('changed in the second');
    expect(take()).toEqual({ 'changed in the second': 1 });
    expect(api.requests).toEqual([]);
  });

  it('shows nothing of a store that was replaced', async () => {
    const { api, show, take, text } = await holding('of the first');
    const held = api.hold('GET /todos/1');
    const second = createTestStore();

    await show({}, second);
    expect(text()).toBe(nothing);
    expect(take()).toEqual(rendered(nothing));
    if (!asks) return expect(api.requests).toEqual([]);
    await held.arrived;
    await held.release();

    await waitFor(() => expect(text()).toBe('one'));
    expect(take()).toEqual({ one: 1 });
    expect(api.requests).toEqual(['GET /todos/1']);
  });

  it.each([
    ['null', null],
    ['skipToken', skipToken],
  ])('has no data for %s, and shows the data again afterwards', async (_what, none) => {
    const { api, by, show, take, text } = await holding('word');

    await show({ id: none });
    expect(text()).toBe('none');
    await act(async () => void put(by, 1, 'other'));
    expect(take()).toEqual({ none: 1 });
    await show({ id: 1 });

    expect(text()).toBe('other');
    expect(take()).toEqual({ other: 1 });
    expect(api.requests).toEqual([]);
  });

  it('shows the last of several quick changes of its arguments', async () => {
    const { api, by, page, Reader, take, text } = await holding('first');
    put(by, 2, 'second');
    put(by, 3, 'third');

    await act(async () => {
      for (const id of [2, 3, 1, 2, 3]) page.rerender(<Reader id={id} />);
    });

    expect(text()).toBe('third');
    take();
    await act(async () => void put(by, 2, 'not shown'));
    expect(take()).toEqual({});
    await act(async () => void put(by, 3, 'shown'));
    expect(take()).toEqual({ shown: 1 });
    expect(api.requests).toEqual([]);
  });

  it('keeps its data when it gets another endpoint with the same key', async () => {
    const { api, by, show, take, text } = await holding('word');

    await show({ endpoint: twin });
    expect(text()).toBe('word');
    expect(take()).toEqual({ word: 1 });
    await act(async () => void put(by, 1, 'changed'));

    expect(text()).toBe('changed');
    expect(take()).toEqual({ changed: 1 });
    expect(api.requests).toEqual([]);
  });

  it('survives unmounting and remounting in quick succession', async () => {
    const { api, by, page, Reader, take, text } = await holding('word');

    await act(async () => {
      for (const isThere of [false, true, false, true]) page.rerender(isThere && <Reader />);
    });
    expect(text()).toBe('word');
    take();
    await act(async () => void put(by, 1, 'changed'));

    expect(take()).toEqual({ changed: 1 });
    expect(api.requests).toEqual([]);
  });

  it('renders once per batch, and never for other data', async () => {
    const { store, by, take } = await holding('word');

    await act(async () => {
      put(by, 1, 'a');
      put(by, 1, 'b');
      put(by, 2, 'other');
      store.dispatch(counter.actions.increment());
    });
    expect(take()).toEqual({ b: 1 });
    await act(async () => {
      put(by, 2, 'another');
      store.dispatch(counter.actions.increment());
    });

    expect(take()).toEqual({});
  });

  it('starts over when the store is reset', async () => {
    const { api, by, take, text } = await holding('word');
    const held = api.hold('GET /todos/1');

    await act(async () => void by.resetEntireStore());
    expect(text()).toBe(nothing);
    expect(take()).toEqual(rendered(nothing));
    if (!asks) return expect(api.requests).toEqual([]);
    await held.arrived;
    await held.release();

    await waitFor(() => expect(text()).toBe('one'));
    expect(take()).toEqual({ one: 1 });
    expect(api.requests).toEqual(['GET /todos/1']);
  });

  it('stops showing a deleted record', async () => {
    const { api, store, take, text } = await holding('word');

    await act(() => store.dispatch(TodoResource.delete.fetch({ id: 1 })));
    // The error of a request does not belong to the record.
    const last = { useError: 'word' }[hook.name] ?? (asks ? 'failed: 404' : 'none');
    await waitFor(() => expect(text()).toBe(last));

    if (asks) await settle();
    expect(take()).not.toHaveProperty('word');
    expect(api.requests).toEqual(asks ? ['DELETE /todos/1', 'GET /todos/1'] : ['DELETE /todos/1']);
  });

  it('leaves nothing behind on unmount', async () => {
    const { by, page, take } = await holding('word');

    page.unmount();
    await act(async () => void put(by, 1, 'too late'));

    expect(take()).toEqual({});
  });
});

describe.each(askingHooks)('$name, fetching', hook => {
  const rendered = (...words: string[]) =>
    Object.fromEntries(words.filter(word => !hook.suspends || word !== 'loading').map(word => [word, 1]));

  it('sends one request in Strict Mode, and renders once for its response', async () => {
    const api = await serveTodos();
    const held = api.hold('GET /todos/1');
    const { take, text } = await shown(hook);
    await held.arrived;
    expect(text()).toBe('loading');
    expect(take()).toEqual(rendered('loading'));

    await held.release();
    await waitFor(() => expect(text()).toBe('one'));

    await settle();
    expect(take()).toEqual({ one: 1 });
    expect(api.requests).toEqual(['GET /todos/1']);
  });

  it('shows the latest arguments, whichever response arrives first', async () => {
    const api = await serveTodos();
    const [first, second, third] = [1, 2, 3].map(id => api.hold(`GET /todos/${id}`));
    const { show, store, take, text } = await shown(hook);
    await first?.arrived;
    await show({ id: 2 });
    await second?.arrived;
    await show({ id: 3 });
    await third?.arrived;
    expect(text()).toBe('loading');
    take();

    await third?.release();
    await waitFor(() => expect(text()).toBe('three'));
    await first?.release();
    await second?.release();

    await untilNothingIsInFlight(store);
    expect(text()).toBe('three');
    expect(take()).toEqual({ three: 1 });
    expect(api.requests).toEqual(['GET /todos/1', 'GET /todos/2', 'GET /todos/3']);
  });

  it('does not refetch if it returns to arguments whose request is in flight', async () => {
    const api = await serveTodos();
    const held = api.hold('GET /todos/1');
    const { show, text } = await shown(hook);
    await held.arrived;
    await show({ id: 2 });
    await waitFor(() => expect(text()).toBe('two'));

    await show({ id: 1 });
    expect(text()).toBe('loading');
    await held.release();

    await waitFor(() => expect(text()).toBe('one'));
    expect(api.requests).toEqual(['GET /todos/1', 'GET /todos/2']);
  });

  it.each([null, skipToken])('stops loading when its arguments become %s', async none => {
    const api = await serveTodos();
    const held = api.hold('GET /todos/1');
    const { show, store, take, text } = await shown(hook);
    await held.arrived;

    await show({ id: none });
    expect(text()).toBe('none');
    take();
    await held.release();
    await untilNothingIsInFlight(store);
    expect(take()).toEqual({});
    await show({ id: 1 });

    expect(text()).toBe('one');
    expect(take()).toEqual({ one: 1 });
    expect(api.requests).toEqual(['GET /todos/1']);
  });

  it('refetches as soon as the response to an invalidated request arrives', async () => {
    const api = await serveTodos();
    const [first, second] = [api.hold('GET /todos/1'), api.hold('GET /todos/1')];
    const { by, take, text } = await shown(hook);
    await first.arrived;
    by.invalidate(get, { id: 1 });
    take();
    const timers = jest.spyOn(globalThis, 'setTimeout');
    await first.release();
    await second.arrived;
    expect(timers.mock.calls.filter(([, delay = 0]) => delay >= 500)).toEqual([]);
    timers.mockRestore();
    expect(text()).toBe('loading');

    await second.release();
    await waitFor(() => expect(text()).toBe('one'));
    await settle();
    expect(take()).toEqual({ one: 1 });
    expect(api.requests).toEqual(['GET /todos/1', 'GET /todos/1']);
  });

  it('sends one request if it mounts and unmounts before the response', async () => {
    const api = await serveTodos();
    const held = api.hold('GET /todos/1');
    const { show, text } = await shown(hook);
    for (const next of [null, {}, null, {}, null, {}]) await show(next);
    await held.arrived;

    await held.release();

    await waitFor(() => expect(text()).toBe('one'));
    await settle();
    expect(api.requests).toEqual(['GET /todos/1']);
  });

  it('can unmount while it loads, and leaves nothing behind', async () => {
    const api = await serveTodos();
    const held = api.hold('GET /todos/1');
    const { page, store, take } = await shown(hook);
    await held.arrived;
    take();

    page.unmount();
    await held.release();

    await untilNothingIsInFlight(store);
    expect(take()).toEqual({});
    expect(api.requests).toEqual(['GET /todos/1']);
    const types = store.log.map(({ type }) => type);
    expect(types.filter(type => type === 'rdc/subscribe')).toHaveLength(
      types.filter(type => type === 'rdc/unsubscribe').length,
    );
  });

  it('does not show a failure of another store', async () => {
    const api = await serveTodos();
    const held = api.hold('GET /todos/1');
    const { show, take, text } = await shown(hook);
    await held.arrived;
    await held.release(reply(404));
    await waitFor(() => expect(text()).toBe('failed: 404'));
    const second = createTestStore();
    const again = api.hold('GET /todos/1');
    take();

    await show({}, second);
    // A boundary shows its error until it is reset.
    if (hook.suspends) await act(async () => screen.getByText('failed: 404').click());
    await again.arrived;
    expect(text()).toBe('loading');
    await again.release();
    await waitFor(() => expect(text()).toBe('one'));

    expect(take()).toEqual(rendered('loading', 'one'));
    expect(api.requests).toHaveLength(2);
  });

  it('fetches in another store what was aborted in the first', async () => {
    const api = await serveTodos();
    isGivenUp = true;
    const { show, take, text } = await shown(hook, createTestStore(), { endpoint: abandoned });
    await waitFor(() => expect(text()).toBe('GET /todos/1 was aborted.'));
    isGivenUp = false;
    const held = api.hold('GET /todos/1');
    take();

    await show({ endpoint: abandoned }, createTestStore());
    if (hook.suspends) await act(async () => screen.getByRole('button').click());
    await held.arrived;
    expect(text()).toBe('loading');
    await held.release();
    await waitFor(() => expect(text()).toBe('one'));

    expect(take()).toEqual(rendered('loading', 'one'));
    expect(api.requests).toEqual(['GET /todos/1']);
  });
});

describe.each(suspendingHooks)('$name, suspending', hook => {
  it.each([
    [
      'a transition',
      () => {
        const [id, setId] = useState(1);
        return [id, (next: number) => startTransition(() => setId(next))] as const;
      },
    ],
    [
      'a deferred value',
      () => {
        const [id, setId] = useState(1);
        return [useDeferredValue(id), setId] as const;
      },
    ],
  ])('keeps its content while %s waits, and shows the last of several', async (_what, useId) => {
    const api = await serveTodos();
    const [second, third] = [2, 3].map(id => api.hold(`GET /todos/${id}`));
    const { Reader, take } = readerOf(hook);
    let choose: (id: number) => void = () => {};
    const Chosen = () => {
      const [id, setId] = useId();
      choose = setId;
      return <Reader id={id} />;
    };
    const store = createTestStore();
    const page = await renderAwaited(store, <Chosen />);
    await waitFor(() => expect(page.text()).toBe('one'));
    take();

    await act(async () => choose(2));
    await second?.arrived;
    expect(page.text()).toBe('one');
    await act(async () => choose(3));
    await third?.arrived;
    expect(page.text()).toBe('one');
    await act(async () => hook.put(new Controller(store), 1, 'uno'));
    expect(page.text()).toBe('uno');
    await third?.release();
    await waitFor(() => expect(page.text()).toBe('three'));
    await second?.release();

    await untilNothingIsInFlight(store);
    expect(page.text()).toBe('three');
    expect(take()).toMatchObject({ uno: expect.any(Number), three: 1 });
    expect(api.requests).toEqual(['GET /todos/1', 'GET /todos/2', 'GET /todos/3']);
  });

  it('throws to the boundary, and sends one request per reset', async () => {
    const api = await serveTodos();
    const moveOn = stopClock();
    const { text } = await shown(hook, createTestStore(), { id: 99, endpoint: eager });
    for (const tries of [1, 2, 3]) {
      await screen.findByText('failed: 404');
      moveOn(600);
      await settle();
      expect(api.requests).toHaveLength(tries);
      if (tries === 3) api.rows.set('99', { ...api.rows.get('1'), id: '99', title: 'there' } as never);
      await act(async () => screen.getByText('failed: 404').click());
    }

    await waitFor(() => expect(text()).toBe('there'));
    expect(api.requests).toHaveLength(4);
  });
});
