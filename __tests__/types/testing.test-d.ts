import { Entity, resource } from 'rdc-toolkit';
import { createFixtureStore, fixture, interceptor, renderHookWithStore } from 'rdc-toolkit/testing';
import type { Equal, Expect } from './expectType';

class Todo extends Entity {
  id = '';
  title = '';
  static key = 'Todo';
}
const { get, getList, partialUpdate } = resource({ path: '/todos/:id', schema: Todo });

// A fixture takes the arguments of its endpoint and either a response or an error.
fixture({ endpoint: get, args: [{ id: '5' }], response: { id: '5' } });
fixture({ endpoint: get, args: [{ id: 5 }], error: { status: 404 } });
fixture({ endpoint: get, args: [{ id: 5 }], error: new Error('offline') });
fixture({ endpoint: getList, args: [] });
fixture({ endpoint: get, args: [{ id: 5 }], response: ({ id }) => ({ id }) });
// @ts-expect-error there is no parameter with that name
fixture({ endpoint: get, args: [{ name: '5' }], response: {} });
// @ts-expect-error a body is missing
fixture({ endpoint: partialUpdate, args: [{ id: '5' }], response: {} });
// @ts-expect-error it either succeeds or fails
fixture({ endpoint: get, args: [{ id: '5' }], response: {}, error: new Error() });

// A fixture can be spread into another of the same kind.
const milk = fixture({ endpoint: get, args: [{ id: '5' }], response: { id: '5', title: 'Buy milk' } });
const refused = fixture({ endpoint: get, args: [{ id: '6' }], error: { status: 403 } });
createFixtureStore({
  fixtures: [
    { ...milk, response: { id: '5', title: 'Buy bread' } },
    { ...milk, args: [{ id: '7' }], response: async ({ id }: { id: string | number }) => ({ id }) },
    { ...refused, error: new Error('offline'), delay: 20 },
  ],
});
// @ts-expect-error it already has a response
createFixtureStore({ fixtures: [{ ...milk, error: { status: 500 } }] });
declare const isDown: boolean;
fixture({ endpoint: get, args: [{ id: '5' }], ...(isDown ? { error: { status: 503 } } : { response: {} }) });

// An interceptor receives the arguments of its endpoint and its declared state.
interceptor({
  endpoint: partialUpdate,
  respond([{ id }, { title }], state: Map<string, string>) {
    type _Id = Expect<Equal<typeof id, string | number>>;
    type _Title = Expect<Equal<typeof title, string | undefined>>;
    return { id, title: state.get(String(id)) };
  },
});
interceptor({ testKey: key => key.startsWith('GET '), respond: ([first]) => first });

// All interceptors of a store share the state that the store creates.
const titles = interceptor({
  endpoint: get,
  respond: ([{ id }], state: Map<string, string>) => state.get(`${id}`),
});
createFixtureStore({ interceptors: [titles], getInitialState: () => new Map<string, string>() });
// @ts-expect-error the interceptor has another state
createFixtureStore({ interceptors: [titles], getInitialState: () => [1] });

// The state of a store includes the slices of the app.
const store = createFixtureStore({ reducer: { counter: (count: number | undefined) => count ?? 0 } });
type _Counter = Expect<Equal<ReturnType<typeof store.getState>['counter'], number>>;

// Some of its slices can be preloaded.
const session = (user: { name: string } = { name: '' }) => user;
const notices = (texts: readonly string[] = []) => texts;
const some = createFixtureStore({
  reducer: { session, notices },
  preloadedState: { session: { name: 'Ada' } },
});
type _Some = Expect<Equal<ReturnType<typeof some.getState>['notices'], readonly string[]>>;
createFixtureStore({
  reducer: { session, notices },
  // @ts-expect-error the slice contains a user
  preloadedState: { session: 'Ada' },
});
// @ts-expect-error there is no such slice
createFixtureStore({ reducer: { session }, preloadedState: { notices: [] } });

// A rendered hook has the return type of the hook.
declare const renderHook: Parameters<typeof renderHookWithStore>[1]['renderHook'];
const { result } = renderHookWithStore(({ id }: { id: string }) => id.length, {
  renderHook,
  initialProps: { id: '5' },
});
type _Result = Expect<Equal<typeof result.current, number>>;
