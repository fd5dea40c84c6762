import { act, fireEvent, screen } from '@testing-library/react';
import { Controller, Entity, resource } from 'rdc-toolkit';
import { AsyncBoundary, useDLE, useSuspense } from 'rdc-toolkit/react';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { renderIn } from './renderIn';

class Event extends Entity {
  id = '';
  startsAt = '';
  static key = 'Dated.Event';
  static schema = { startsAt: (iso: string) => new Date(iso).toISOString() };
}

const EventResource = resource({ path: '/events/:id', schema: Event, Endpoint: ApiEndpoint });

const MESSAGE =
  'Cannot read "startsAt" of a Dated.Event with the key "2": its function in static schema has thrown: ' +
  'Invalid time value.';

/** Serves two events, of which the second one has an invalid start until `mend` is called. */
async function serveEvents() {
  let startsAt = 'soon';
  const api = await serve({
    'GET /events': () => [
      { id: '1', startsAt: '2024-01-01' },
      { id: '2', startsAt },
    ],
  });
  return {
    api,
    mend() {
      startsAt = '2024-01-02';
    },
  };
}

function Counting() {
  const { data, loading, error } = useDLE(EventResource.getList);
  return <p>{loading ? 'loading' : (error?.message ?? `${data?.length} events`)}</p>;
}

function Suspending() {
  return <p>{useSuspense(EventResource.getList).length} events</p>;
}

it('rejects the promise with an error that names the field and the record', async () => {
  await serveEvents();
  await expect(createTestStore().dispatch(EventResource.getList.fetch())).rejects.toMatchObject({
    name: 'UnreadableFieldError',
    code: 'unreadable-field',
    entityKey: 'Dated.Event',
    field: 'startsAt',
    pk: '2',
    message: expect.stringContaining(MESSAGE),
    cause: expect.objectContaining({ name: 'RangeError' }),
  });
});

it('selects the error of a record that only a list has brought', async () => {
  await serveEvents();
  const store = createTestStore();
  await expect(store.dispatch(EventResource.getList.fetch())).rejects.toThrow();
  const select = () => EventResource.get.select({ id: '2' })(store.getState());
  const selected = select();
  expect(selected).toMatchObject({ data: undefined, expiryStatus: 'invalid', expiresAt: 0 });
  expect(selected.error?.message).toContain(MESSAGE);
  new Controller(store).set(Event, { id: '1' }, { id: '1', startsAt: '2024-01-03' });

  expect(select()).toBe(selected);
});

it('useDLE returns the error until the data is readable, without a loop of requests', async () => {
  const { api, mend } = await serveEvents();
  const store = createTestStore();
  renderIn(store, <Counting />);
  await screen.findByText(MESSAGE, { exact: false });
  expect(api.requests).toHaveLength(1);

  mend();
  await act(() => store.dispatch(EventResource.getList.fetch()));

  await screen.findByText('2 events');
  expect(api.requests).toHaveLength(2);
});

it('useSuspense throws the error to a boundary', async () => {
  await serveEvents();
  renderIn(
    createTestStore(),
    <AsyncBoundary fallback="loading">
      <Suspending />
    </AsyncBoundary>,
  );
  expect((await screen.findByRole('alert')).textContent).toContain(MESSAGE);
});

it('refetches on retry, however fresh the response is', async () => {
  const { api, mend } = await serveEvents();
  renderIn(
    createTestStore(),
    <AsyncBoundary fallback="loading">
      <Suspending />
    </AsyncBoundary>,
  );
  await screen.findByRole('alert');

  mend();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));

  await screen.findByText('2 events');
  expect(api.requests).toHaveLength(2);
});
