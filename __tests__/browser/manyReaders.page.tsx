import { configureStore, createSlice } from '@reduxjs/toolkit';
import { Controller, createDataClient, Entity, resource } from 'rdc-toolkit';
import { useSuspense } from 'rdc-toolkit/react';
import { memo, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';

const READERS = 10_000;

class Todo extends Entity {
  id = '';
  title = '';
  static key = 'Todo';
}

const TodoResource = resource({ path: '/todos/:id', schema: Todo });

const counter = createSlice({
  name: 'counter',
  initialState: 0,
  reducers: { increment: count => count + 1 },
});

/** The development checks warn if they are slow, which depends on the load of the machine. */
const patient = { warnAfter: Number.POSITIVE_INFINITY };

const dataClient = createDataClient();
const store = configureStore({
  reducer: { [dataClient.reducerPath]: dataClient.reducer, counter: counter.reducer },
  middleware: getDefault =>
    getDefault({ serializableCheck: patient, immutableCheck: patient }).concat(dataClient.middleware),
});
const ids = Array.from({ length: READERS }, (_, i) => String(i));
store.dispatch(TodoResource.getList.setResponse(ids.map(id => ({ id, title: `todo ${id}` }))));

const rendered = new Set<string>();

/** Notes each render, in an effect that the React Compiler must not optimize away. */
function useNoted(id: string) {
  'use no memo';
  rendered.add(id);
}

const Row = memo(function Row({ id }: { readonly id: string }) {
  useNoted(id);
  return <li>{useSuspense(TodoResource.get, { id }).title}</li>;
});

/** What the test can do on this page. */
const page = {
  rename: (id: string, title: string) => new Controller(store).set(Todo, { id }, { id, title }),
  count: () => store.dispatch(counter.actions.increment()),
  /** The components that rendered since the last call, once React has finished. */
  async rendered() {
    await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
    const taken = [...rendered];
    rendered.clear();
    return taken;
  },
};
/** What the window of this page exposes. */
export type ManyReadersPage = typeof page;
Object.assign(window, { page });

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Provider store={store}>
        <Suspense fallback="loading">
          <ul>
            {ids.map(id => (
              <Row key={id} id={id} />
            ))}
          </ul>
        </Suspense>
      </Provider>
    </StrictMode>,
  );
}
