import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { useDLE, useSuspense } from 'rdc-toolkit/react';
import { createElement, type FunctionComponent, type ReactNode, Suspense } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import { Provider } from 'react-redux';
import { createTestStore, type TestStore } from '../helpers/createTestStore';
import { serveTodos, TodoResource } from '../helpers/todos';

const { get, getList } = TodoResource;

function Title({ id }: { readonly id: number }) {
  return createElement('p', null, useSuspense(get, { id }).title);
}

function Status() {
  const { data, loading } = useDLE(getList);
  return createElement('i', null, loading ? 'loading' : data?.length);
}

// Its own type requires children as a prop, where createElement does not accept them.
const StoreProvider = Provider as unknown as FunctionComponent<{ readonly store: TestStore }>;

const inStore = (store: TestStore, ...children: ReactNode[]) =>
  createElement(StoreProvider, { store }, createElement(Suspense, { fallback: 'waiting' }, ...children));

it('streams a page that suspends', async () => {
  const api = await serveTodos();
  const store = createTestStore();

  const html = await text(
    renderToPipeableStream(
      inStore(store, createElement(Title, { id: 1 }), createElement(Title, { id: 1 })),
    ).pipe(new PassThrough()),
  );

  expect(html.match(/<p>one<\/p>/g)).toHaveLength(2);
  expect(api.requests).toEqual(['GET /todos/1']);
});

it('keeps what two requests render at once apart', async () => {
  const api = await serveTodos();
  const [one, two] = [createTestStore(), createTestStore()];
  const held = api.hold('GET /todos/1');
  const first = text(
    renderToPipeableStream(inStore(one, createElement(Title, { id: 1 }))).pipe(new PassThrough()),
  );
  await held.arrived;

  const second = await text(
    renderToPipeableStream(inStore(two, createElement(Title, { id: 2 }))).pipe(new PassThrough()),
  );
  await held.release();

  expect(second).toContain('<p>two</p>');
  expect(await first).toContain('<p>one</p>');
  expect(one.getState().rdc.endpoints.size).toBe(1);
});

it('renders stored data and sends no request that nothing waits for', async () => {
  const api = await serveTodos();
  const store = createTestStore();
  await store.dispatch(get.fetch({ id: 1 }));

  const html = renderToString(inStore(store, createElement(Title, { id: 1 }), createElement(Status)));

  expect(html).toContain('<p>one</p>');
  expect(html).toContain('<i>loading</i>');
  expect(api.requests).toEqual(['GET /todos/1']);
});
