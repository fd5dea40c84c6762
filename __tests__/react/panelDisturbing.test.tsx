import { act, fireEvent, waitFor, within } from '@testing-library/react';
import {
  createDataClient,
  Entity,
  GQLEndpoint,
  type NetworkError,
  networkManager,
  resource,
} from 'rdc-toolkit';
import { DataDevtools } from 'rdc-toolkit/devtools';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { layOut, type Panel, panelOf } from './panelPage';
import { renderIn } from './renderIn';

class Note extends Entity {
  id = '';
  text = '';
  static key = 'disturbing.Note';
}
const NoteResource = resource({ path: '/notes/:id', schema: Note, Endpoint: ApiEndpoint });
const { get, getList } = NoteResource;
const ofUser = resource({ path: '/users/:user/notes/:id', schema: Note, Endpoint: ApiEndpoint });

const serveNotes = () =>
  serve({
    'GET /notes': () => [{ id: '1', text: 'Mow' }],
    'GET /users/:user/notes': () => [{ id: '2', text: 'Sow' }],
    'GET /notes/:id': ({ params }) => ({ ...params, text: 'Mow' }),
    'POST /graphql': () => ({ data: { note: { id: '1', text: 'Mow' } } }),
  });

type Store = ReturnType<typeof createTestStore>;
type Thunk = Parameters<Store['dispatch']>[0];

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  layOut();
});
afterEach(() => jest.restoreAllMocks());

const press = (panel: Panel, name: string) => act(() => panel.getByRole('button', { name }).click());

/** What the caller of a request gets, in one word. */
async function outcomeIn(store: Store, thunk: unknown) {
  let outcome = '';
  await act(async () => {
    outcome = await (store.dispatch(thunk as Thunk) as unknown as Promise<unknown>).then(
      () => 'data',
      (error: NetworkError) => `${error.name} ${error.status}`,
    );
  });
  return outcome;
}

const FAILED = 'NetworkError 500';

/** A store that has sent a request, selected in the panel. */
async function sent(thunk: unknown, store = createTestStore()) {
  renderIn(store, <DataDevtools isOpen />);
  expect(await outcomeIn(store, thunk)).toBe('data');
  const panel = within(panelOf(document));
  fireEvent.click(panel.getByRole('tab', { name: /Requests/ }));
  await waitFor(() => fireEvent.click(panel.getByRole('option')));
  return { store, panel };
}

it('fails the requests of one key, not those whose URL has the same ending', async () => {
  const api = await serveNotes();
  const { store, panel } = await sent(getList.fetch());
  press(panel, 'Fail from now on');
  expect(await outcomeIn(store, ofUser.getList.fetch({ user: '5' }))).toBe('data');
  expect(await outcomeIn(store, get.fetch({ id: '1' }))).toBe('data');
  expect(await outcomeIn(store, getList.fetch())).toBe(FAILED);
  expect(api.requests).toEqual(['GET /notes', 'GET /users/5/notes', 'GET /notes/1']);
});

it.each([
  ['a GraphQL query', (url: string) => graphql(url).fetch({ id: '1' })],
  ['an endpoint with a key of its own', () => counted.fetch()],
])('fails the next request of %s, and no other', async (_of, thunkAt) => {
  const { url } = await serveNotes();
  const thunk = thunkAt(url);
  const { store, panel } = await sent(thunk);
  press(panel, 'Fail next');
  expect(await outcomeIn(store, thunk)).toBe(FAILED);
  expect(await outcomeIn(store, thunk)).toBe('data');
});

const counted = getList.extend({
  name: 'disturbing.counted',
  key: (...args: unknown[]) => `counted ${JSON.stringify(args)}`,
});

const graphql = (url: string) =>
  new GQLEndpoint(`${url}/graphql`).query(
    (_: { id: string }) => 'query note($id: ID!) { note(id: $id) { id text } }',
    { note: Note },
  );

it('fails what an app sends with its own function', async () => {
  const request = async () => ({ id: '1', text: 'Mow' });
  const client = createDataClient({ managers: [networkManager({ request })] });
  const { store, panel } = await sent(get.fetch({ id: '1' }), createTestStore({ client }));
  press(panel, 'Fail next');
  expect(await outcomeIn(store, get.fetch({ id: '1' }))).toBe(FAILED);
});

it('fails every attempt of the next request, so that the app gets the error', async () => {
  const api = await serveNotes();
  const retrying = get.extend({ name: 'disturbing.retrying', retry: { limit: 2, baseDelayMs: 1 } });
  const { store, panel } = await sent(retrying.fetch({ id: '1' }));
  press(panel, 'Fail next');
  expect(await outcomeIn(store, retrying.fetch({ id: '1' }))).toBe(FAILED);
  expect(api.requests).toEqual(['GET /notes/1']);
  await waitFor(() => expect(panel.getAllByRole('option')[1]?.textContent).toContain('3 attempts'));
  expect(await outcomeIn(store, retrying.fetch({ id: '1' }))).toBe('data');
});

it('ignores the requests of other stores, and those that the page sends itself', async () => {
  const { url } = await serveNotes();
  const fetchBefore = globalThis.fetch;
  const { store, panel } = await sent(getList.fetch());
  press(panel, 'Fail from now on');
  press(panel, '+1 s');
  expect(globalThis.fetch).toBe(fetchBefore);
  const began = Date.now();
  expect(await outcomeIn(createTestStore(), getList.fetch())).toBe('data');
  expect((await fetch(`${url}/notes`)).status).toBe(200);
  expect(Date.now() - began).toBeLessThan(900);
  press(panel, 'Full speed');
  expect(await outcomeIn(store, getList.fetch())).toBe(FAILED);
});

it('shows a delayed request as in flight, and aborts it at once', async () => {
  const api = await serveNotes();
  const { store, panel } = await sent(get.fetch({ id: '1' }));
  press(panel, 'Slow from now on');
  const abort = new AbortController();
  const ended = store.dispatch(get.fetch({ id: '1' }, abort.signal)).catch((error: Error) => error.name);
  await waitFor(() => fireEvent.click(panel.getAllByRole('option')[1] as HTMLElement));
  await waitFor(() => {
    const fact = panel.getByRole('rowheader', { name: 'In flight' }).nextElementSibling;
    expect(fact?.textContent).toBe('still');
  });
  const began = Date.now();
  abort.abort();
  expect(await ended).toBe('AbortError');
  expect(Date.now() - began).toBeLessThan(1_000);
  expect(api.requests).toEqual(['GET /notes/1']);
});
