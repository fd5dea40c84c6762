import { All, Entity, resource } from 'rdc-toolkit';
import {
  AsyncBoundary,
  useCache,
  useController,
  useDLE,
  useError,
  useFetch,
  useIsFetching,
  useLive,
  usePages,
  useQuery,
  useSuspense,
} from 'rdc-toolkit/react';
import { type ReactNode, StrictMode, Suspense, useEffect, useState } from 'react';
import { Provider } from 'react-redux';
import type { Store } from 'redux';
import { readPromise } from '../../react/readPromise';

export class Todo extends Entity {
  id = '';
  title = '';
  static key = 'Rendered.Todo';
}

/** Where the data is: the origin of the page, in the browser and on the server. */
const urlPrefix = `${process.env.PAGE_ORIGIN ?? globalThis.location.origin}/api`;

export const TodoResource = resource({ urlPrefix, path: '/todos/:id', schema: Todo });
const AllTodos = new All(Todo);
/** Its response expires at once, and expired data must not be shown. */
const strict = TodoResource.get.extend({ name: 'strict', dataExpiryLength: 0, invalidIfStale: true });

interface InStore {
  readonly store: Store;
}

/** A document. */
export function Page({ store }: InStore) {
  return (
    <html lang="en">
      <head>
        <title>Todos</title>
      </head>
      <body>
        <Todos store={store} />
      </body>
    </html>
  );
}

/** Uses each of the hooks that read, most of them before their data arrives. */
export function Todos({ store }: InStore) {
  return (
    <StrictMode>
      <Provider store={store}>
        <main>
          <Early />
          <div>
            <AsyncBoundary fallback={<p>waiting for the list</p>}>
              <List />
              <Early />
            </AsyncBoundary>
          </div>
          <div>
            <Suspense fallback={<p>waiting for the second</p>}>
              <Second />
              <Early />
            </Suspense>
          </div>
          <div>
            <Suspense fallback={<p>waiting for the third</p>}>
              <Strict />
            </Suspense>
          </div>
        </main>
      </Provider>
    </StrictMode>
  );
}

/** Never suspends: it shows what is stored when it renders. */
function Early() {
  const cached = useCache(TodoResource.getList);
  const { data, loading } = useDLE(TodoResource.get, { id: '2' });
  const failure = useError(TodoResource.get, { id: 'none' });
  const isFetching = useIsFetching();
  const all = useQuery(AllTodos);
  const { pages } = usePages(TodoResource.getList, () => [], { first: 0, next: () => undefined });
  return (
    <ul className="early">
      <li>{cached?.length ?? 'no list'}</li>
      <li>{loading ? 'loading' : data?.title}</li>
      <li>{failure?.message ?? 'no failure'}</li>
      <li>{isFetching ? 'fetching' : 'at rest'}</li>
      <li>{all?.map(({ title }) => title).join(' ') ?? 'none'}</li>
      <li>{pages.length} pages</li>
    </ul>
  );
}

function List() {
  const todos = useSuspense(TodoResource.getList);
  const controller = useController();
  const [clicks, setClicks] = useState(0);
  const [isAlive, setAlive] = useState(false);
  // A click before hydration is lost.
  useEffect(() => setAlive(true), []);
  return (
    <section>
      {todos.map(({ id, title }) => (
        <p key={id}>{title}</p>
      ))}
      <button type="button" disabled={!isAlive} onClick={() => setClicks(clicks + 1)}>
        clicked {clicks}
      </button>
      <button
        type="button"
        disabled={!isAlive}
        onClick={() => controller.set(Todo, { id: '2', title: 'mine' })}
      >
        rename
      </button>
      <button type="button" disabled={!isAlive} onClick={() => controller.fetch(TodoResource.getList)}>
        refresh
      </button>
    </section>
  );
}

function Second(): ReactNode {
  const { title } = useSuspense(TodoResource.get, { id: '2' });
  const first = useLive(TodoResource.get, { id: '1' });
  const third = readPromise(useFetch(TodoResource.get, { id: '3' }));
  return (
    <section>
      <h2>{title}</h2>
      <h3>{first.title}</h3>
      <h3>{third.title}</h3>
    </section>
  );
}

function Strict() {
  return <h4>{useSuspense(strict, { id: '3' }).title}</h4>;
}
