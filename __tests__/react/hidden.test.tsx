import { act, waitFor } from '@testing-library/react';
import { Controller } from 'rdc-toolkit';
import { Suspense, useState } from 'react';
import { createTestStore } from '../helpers/createTestStore';
import { serveTodos } from '../helpers/todos';
import { askingHooks, readerOf } from './everyHook';
import { readPromise } from './readPromise';
import { renderAwaited } from './renderIn';

// React runs outside act() between the steps of a test, as in a browser: responses arrive at any time.
const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
beforeEach(() => {
  environment.IS_REACT_ACT_ENVIRONMENT = false;
});
afterEach(() => {
  environment.IS_REACT_ACT_ENVIRONMENT = true;
});

/** Suspends from a call of `hide` until one of `show`. */
function curtain() {
  let show: (value: string) => void = () => {};
  let hide: () => void = () => {};
  function Curtain() {
    const [promise, setPromise] = useState<Promise<string>>();
    hide = () =>
      setPromise(
        new Promise(resolve => {
          show = resolve;
        }),
      );
    return <i>{promise === undefined ? 'open' : readPromise(promise)}</i>;
  }
  return {
    Curtain,
    hide: () => act(async () => hide()),
    show: () => act(async () => show('open again')),
  };
}

describe.each(askingHooks)('$name, hidden by Suspense', hook => {
  describe.each(['before', 'after'])('%s the component that suspends', place => {
    async function hidden() {
      const api = await serveTodos();
      const store = createTestStore();
      const by = new Controller(store);
      hook.put(by, 1, 'word');
      const { Curtain, ...turn } = curtain();
      const { Reader } = readerOf(hook);
      const page = await renderAwaited(
        store,
        <Suspense fallback="hidden">
          {place === 'before' && <Reader />}
          <Curtain />
          {place === 'after' && <Reader />}
        </Suspense>,
      );
      expect(page.text()).toContain('word');
      await turn.hide();
      expect(page.text()).toContain('hidden');
      return { api, by, page, store, ...turn };
    }

    it.each([
      ['a reset', (by: Controller) => by.resetEntireStore()],
      ['an invalidation', (by: Controller) => by.invalidateAll({ testKey: () => true })],
    ])('fetches once after %s, before it is shown again', async (_what, empty) => {
      const { api, by, page, store, show } = await hidden();

      await act(async () => void empty(by));
      await waitFor(() => expect(api.requests).toEqual(['GET /todos/1']));
      await waitFor(() => expect(store.getState().rdc.inflight.size).toBe(0));
      await show();

      await waitFor(() => expect(page.text()).toContain('one'));
      expect(api.requests).toEqual(['GET /todos/1']);
    });
  });
});
