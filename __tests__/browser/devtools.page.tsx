import { configureStore, type Middleware } from '@reduxjs/toolkit';
import { createDataClient, Entity, logRecorder, NetworkError, resource } from 'rdc-toolkit';
import { DataDevtools } from 'rdc-toolkit/devtools';
import { AsyncBoundary, useController, useResponseWith, useSuspense } from 'rdc-toolkit/react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';

class Person extends Entity {
  id = '';
  name = '';
  static key = 'Person';
}

class Task extends Entity {
  id = '';
  title = '';
  status = 'open';
  owner = Person.fromJS();
  static key = 'Task';
  static schema = { owner: Person };
}

const people = ['Ada', 'Grace', 'Edsger'].map((name, i) => ({ id: `p${i}`, name }));
const query = new URLSearchParams(location.search);
const count = Number(query.get('tasks') ?? 40);
const rows = Array.from({ length: count }, (_, i) => ({
  id: String(i + 1),
  title:
    ['Write the minutes', 'Mend the fence', 'Book the train', 'Water the garden', 'Call the plumber'][
      i % 5
    ] ?? '',
  status: i % 3 ? 'open' : 'done',
  owner: people[i % 3],
}));

const [first] = rows;
if (query.has('long') && first) first.id = 'x'.repeat(300);

/** A stand-in for a server: rejects a title with `fail`, and delays the rest. */
window.fetch = async (input, init) => {
  const [, , id] = String(input)
    .replace(/^https?:\/\/[^/]+/, '')
    .split('/');
  await new Promise(resolve => setTimeout(resolve, page.latency));
  page.sent++;
  const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
  if (body?.title?.includes('fail')) return Response.json({ message: 'Not so.' }, { status: 422 });
  if (id === undefined) return Response.json(rows);
  const row = rows.find(one => one.id === id);
  return Response.json(Object.assign(row ?? {}, body));
};

const TaskResource = resource({ path: '/tasks/:id', schema: Task, optimistic: true });

const rendered = new Map<string, number>();
const log: string[] = [];
const page = {
  sent: 0,
  latency: 30,
  rendered,
  log,
  rename,
  total: () => [...rendered.values()].reduce((a, b) => a + b, 0),
};
export type DevtoolsPage = typeof page;
Object.assign(window, { page });

const noting: Middleware = () => next => action => {
  log.push((action as { type: string }).type);
  return next(action);
};

/** Everything that leaves the page is without people's names. */
const recorder = query.has('recorder')
  ? logRecorder({
      redact: (name, value) => (name === 'name' && typeof value === 'string' ? 'somebody' : value),
    })
  : undefined;

function makeStore(...more: readonly Middleware[]) {
  const dataClient = createDataClient();
  return configureStore({
    reducer: { [dataClient.reducerPath]: dataClient.reducer },
    middleware: getDefault =>
      getDefault({ serializableCheck: { warnAfter: 1e9 }, immutableCheck: { warnAfter: 1e9 } }).concat(
        dataClient.middleware,
        noting,
        ...more,
      ),
  });
}

const store = makeStore(...(recorder ? [recorder.middleware] : []));
if (recorder) void store.dispatch(TaskResource.getList.fetch());

function rename(id: string, title: string) {
  const renaming = store.dispatch(TaskResource.partialUpdate.fetch({ id }, { title }));
  return renaming.then(
    () => 'done',
    (error: unknown) => (error instanceof NetworkError ? `refused with ${error.status}` : 'failed'),
  );
}

function Row({ id }: { readonly id: string }) {
  rendered.set(id, (rendered.get(id) ?? 0) + 1);
  const task = useSuspense(TaskResource.get, { id });
  const { fetch } = useController();
  return (
    <li>
      <button type="button" onClick={() => fetch(TaskResource.partialUpdate, { id }, { status: 'done' })}>
        Done
      </button>{' '}
      {task.title} · {task.status} · {task.owner.name}
    </li>
  );
}

function Heading() {
  const { data } = useResponseWith({ name: 'Heading', select: tasks => tasks.length }, TaskResource.getList);
  return <h1>Tasks {data === undefined ? '' : `(${data})`}</h1>;
}

/** Throws on one title, outside every boundary. */
function Fragile() {
  const isBroken = (tasks: readonly { readonly title: string }[]) =>
    tasks.some(one => one.title === 'broken');
  const { data } = useResponseWith({ select: isBroken }, TaskResource.getList);
  if (data) throw new Error('A title is broken.');
  return null;
}

function Tasks() {
  const tasks = useSuspense(TaskResource.getList);
  return (
    <ul>
      {tasks.slice(0, 12).map(({ id }) => (
        <Row key={id} id={id} />
      ))}
    </ul>
  );
}

/** An app that opens the panel with its own button. */
function OwnButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Show the data
      </button>
      {isOpen && <DataDevtools onClose={() => setIsOpen(false)} />}
    </>
  );
}

if (query.has('stores')) {
  createRoot(document.body.appendChild(document.createElement('div'))).render(
    <Provider store={makeStore()}>
      <DataDevtools name="Archive" />
    </Provider>,
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <Provider store={store}>
    {query.has('own') ? <OwnButton /> : <DataDevtools />}
    <main>
      <Heading />
      {query.has('fragile') && <Fragile />}
      <AsyncBoundary fallback="Loading">
        <Tasks />
      </AsyncBoundary>
    </main>
  </Provider>,
);
