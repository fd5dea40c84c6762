import { render, waitFor } from '@testing-library/react';
import { Entity, resource } from 'rdc-toolkit';
import { useDLE, useIsFetching, useSuspense } from 'rdc-toolkit/react';
import { type ReactNode, StrictMode, Suspense } from 'react';
import { Provider } from 'react-redux';
import { createStorage, leave, type Place, type TestStorage, visit } from '../helpers/persisting';
import { startApi, type TestApi } from '../helpers/startApi';

class Note extends Entity {
  id = '';
  text = '';
  static key = 'Restoring.Note';
}

let api: TestApi;
let notes: readonly { readonly id: string; readonly text: string }[];

const NoteResource = resource({ path: '/notes/:id', schema: Note, optimistic: true });
const getList = NoteResource.getList.extend({ name: 'Restoring.getList', url: () => `${api.url}/notes` });
const change = NoteResource.partialUpdate.extend({
  name: 'Restoring.change',
  url: ({ id }: { id: string | number }) => `${api.url}/notes/${id}`,
});

// React runs outside act() between the steps of a test, as in a browser: responses arrive at any time.
const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };

beforeEach(async () => {
  environment.IS_REACT_ACT_ENVIRONMENT = false;
  notes = [{ id: '1', text: 'one' }];
  api = await startApi({
    'GET /notes': () => notes,
    'PATCH /notes/:id': ({ params, body }) => ({ id: params.id, ...(body as object) }),
  });
});

afterEach(() => {
  environment.IS_REACT_ACT_ENVIRONMENT = true;
});

function Notes() {
  const texts = useSuspense(getList).map(({ text }) => text);
  return <p>{texts.join()}</p>;
}

function NotesOrWait() {
  const { data } = useDLE(getList);
  return <p>{data === undefined ? 'wait' : data.map(({ text }) => text).join()}</p>;
}

function Busy() {
  return useIsFetching() ? <i>busy</i> : null;
}

type Visit = ReturnType<typeof visit>;

function show({ store }: Visit, children: ReactNode) {
  const { container } = render(
    <StrictMode>
      <Provider store={store}>
        <Suspense fallback="wait">{children}</Suspense>
        <Busy />
      </Provider>
    </StrictMode>,
  );
  return () => container.textContent;
}

/** A visit that ended while a mutation was in flight. */
async function closed(place: Place): Promise<TestStorage> {
  const storage = createStorage();
  const first = visit(storage, place);
  const persistor = await first.restore();
  await first.store.dispatch(getList.fetch());
  const lost = api.hold('PATCH /notes/1');
  first.store.dispatch(change.fetch({ id: '1' }, { text: 'uno' }));
  await lost.arrived;
  await persistor.flush();
  return storage;
}

describe.each<Place>(['root', 'slice'])('redux-persist around the %s, on a page', place => {
  it('shows restored data while the first request is in flight, then its response', async () => {
    const storage = await closed(place);
    notes = [{ id: '1', text: 'newer' }];
    const next = visit(storage, place);
    const held = api.hold('GET /notes');
    const text = show(next, <NotesOrWait />);
    await held.arrived;
    await waitFor(() => expect(text()).toBe('waitbusy'));

    await next.restore();
    await waitFor(() => expect(text()).toBe('onebusy'));
    await held.release();

    await waitFor(() => expect(text()).toBe('newer'));
    expect(api.requests).toEqual(['GET /notes', 'PATCH /notes/1', 'GET /notes']);
  });

  it('refetches once what an interrupted mutation may have changed', async () => {
    const storage = await closed(place);
    const next = visit(storage, place);
    await next.restore();
    notes = [{ id: '1', text: 'uno' }];

    const text = show(
      next,
      <>
        <Notes />
        <Notes />
      </>,
    );

    await waitFor(() => expect(text()).toBe('unouno'));
    expect(api.requests).toEqual(['GET /notes', 'PATCH /notes/1', 'GET /notes']);
  });

  it('refetches for mounted components when the root reducer resets', async () => {
    const next = visit(await closed(place), place);
    await next.restore();
    const text = show(next, <Notes />);
    await waitFor(() => expect(text()).toBe('one'));
    notes = [{ id: '2', text: 'of another' }];

    next.store.dispatch(leave());

    await waitFor(() => expect(text()).toBe('of another'));
  });
});

describe('where a migration has made the slice `undefined`', () => {
  const migrated = async () => visit(await closed('root'), 'root', saved => ({ ...saved, rdc: undefined }));

  it('what is mounted already is fetched', async () => {
    const next = await migrated();
    notes = [{ id: '2', text: 'new' }];
    const text = show(next, <Notes />);

    await next.restore();

    await waitFor(() => expect(text()).toBe('new'));
  });

  it('what is mounted afterwards is fetched, and nothing is sent again', async () => {
    const next = await migrated();
    await next.restore();
    await next.controller.resume();
    notes = [{ id: '2', text: 'new' }];

    const text = show(next, <Notes />);

    await waitFor(() => expect(text()).toBe('new'));
    expect(api.requests).toEqual(['GET /notes', 'PATCH /notes/1', 'GET /notes']);
  });
});
