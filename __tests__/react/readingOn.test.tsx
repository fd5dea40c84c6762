import { act, waitFor } from '@testing-library/react';
import {
  All,
  Controller,
  createDataClient,
  denormalize,
  Entity,
  gcManager,
  normalize,
  resource,
  Union,
} from 'rdc-toolkit';
import { AsyncBoundary, useQuery, useSuspense } from 'rdc-toolkit/react';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';
import { renderIn } from './renderIn';

class Note extends Entity {
  id = '';
  login = '';
  static key = 'ReadingOn.Note';
  static indexes = ['login'] as const;
}

const getNote = new ApiEndpoint({
  path: '/notes/:id',
  schema: Note,
  name: 'ReadingOn.getNote',
  errorExpiryLength: 60_000,
});

it('hides a failure during a retry, even if it expires meanwhile', async () => {
  const api = await serve({ 'GET /notes/:id': () => reply(500, { message: 'no' }) });
  const store = createTestStore();
  let retry = () => {};
  const Failed = ({ resetErrorBoundary }: { readonly resetErrorBoundary: () => void }) => {
    retry = resetErrorBoundary;
    return <>failed</>;
  };
  const Show = (_props: { readonly render: number }) => useSuspense(getNote, { id: '1' }).login;
  const App = ({ render = 0 }) => (
    <AsyncBoundary fallback="waiting" errorComponent={Failed}>
      <Show render={render} />
    </AsyncBoundary>
  );
  const page = renderIn(store, <App />);
  await waitFor(() => expect(page.text()).toBe('failed'));
  const held = api.hold('GET /notes/1');
  await act(async () => retry());
  await act(async () => held.arrived);
  await act(async () => new Controller(store).expireAll(getNote));
  page.rerender(<App render={1} />);

  expect(page.text()).toBe('waiting');
  await act(() => held.release({ id: '1', login: 'ada' }));
  await waitFor(() => expect(page.text()).toBe('ada'));
});

it('shows a record by an indexed value again once a response repeats the record', async () => {
  await serve({ 'GET /notes/:id': ({ params }) => ({ id: params.id, login: 'ada' }) });
  const store = createTestStore();
  const controller = new Controller(store);
  await controller.fetch(getNote, { id: '1' });
  controller.set(Note, { id: '2' }, { login: 'ada' });
  controller.set(Note, { id: '2' }, { login: 'bob' });
  const Reader = () => useQuery(Note, { login: 'ada' })?.id ?? 'nothing';
  const page = renderIn(store, <Reader />);
  expect(page.text()).toBe('nothing');
  await act(() => controller.fetch(getNote, { id: '1' }));

  expect(page.text()).toBe('1');
});

it('has no data for a kind once its empty table is dropped', async () => {
  const managers = [gcManager({ keepUnusedMs: 0, intervalMs: 5 })];
  const store = createTestStore({
    client: createDataClient({ managers, dataExpiryLength: 0 }),
  });
  const controller = new Controller(store);
  const Reader = () => JSON.stringify(useQuery(new All(Note))) ?? 'nothing';
  controller.set(Note, { id: '1' }, { login: 'ada' });
  await waitFor(() => expect(controller.get(Note, { id: '1' })).toBeUndefined());
  const page = renderIn(store, <Reader />);
  expect(page.text()).toBe('[]');
  await act(async () => controller.resetEntireStore());

  expect(page.text()).toBe('nothing');
});

it('returns the same list of a kind if a response repeats it while a creation is pending', async () => {
  const Notes = resource({ path: '/notes/:id', schema: Note, optimistic: true, Endpoint: ApiEndpoint });
  const getAll = new ApiEndpoint({ path: '/notes', schema: new All(Note), name: 'ReadingOn.getAll' });
  const api = await serve({
    'GET /notes': () => [{ id: '1', login: 'ada' }],
    'POST /notes': ({ body }) => ({ id: '2', ...(body as object) }),
  });
  const store = createTestStore();
  const controller = new Controller(store);
  await controller.fetch(getAll);
  const held = api.hold('POST /notes');
  const creating = controller.fetch(Notes.getList.push, { login: 'bob' });
  await held.arrived;
  const before = controller.getResponse(getAll).data;
  await controller.fetch(getAll);

  expect(controller.getResponse(getAll).data).toBe(before);
  await held.release();
  await creating;
});

describe('beyond maxEntityDepth', () => {
  class Post extends Entity {
    id = '';
    type = 'post';
    static override maxEntityDepth = 1;
    static key = 'ReadingOn.Post';
  }
  class Remark extends Entity {
    id = '';
    target: Post | Note = Post.fromJS();
    static key = 'ReadingOn.Remark';
    static schema = { target: new Union({ post: Post, note: Note }, 'type') };
  }

  it('a record is shown without its union field', () => {
    const { entities } = normalize(Remark, { id: '1', target: { id: '5', type: 'post' } });

    expect(denormalize(Remark, '1', entities)).toMatchObject({ id: '1' });
  });
});

describe('a snapshot', () => {
  const getProfile = new ApiEndpoint({
    path: '/profiles/:id',
    schema: { note: Note, total: 0 },
    name: 'ReadingOn.getProfile',
  });

  it('has no response that was not fetched or is invalid', async () => {
    await serve({ 'GET /notes/:id': ({ params }) => ({ id: params.id, login: 'ada' }) });
    const controller = new Controller(createTestStore());
    await controller.fetch(getNote, { id: '1' });

    expect(controller.snapshot().getResponse(getProfile, { id: '1' }).data).toBeUndefined();
    expect(controller.snapshot().getResponse(getNote, { id: '1' }).data?.login).toBe('ada');
    controller.invalidate(getNote, { id: '1' });
    expect(controller.snapshot().getResponse(getNote, { id: '1' }).data).toBeUndefined();
  });
});

it('variants of an endpoint, one with `invalidIfStale`, memoize separately', async () => {
  await serve({ 'GET /notes/:id': ({ params }) => ({ id: params.id, login: 'ada' }) });
  const store = createTestStore();
  const strict = getNote.extend({ invalidIfStale: true });
  await store.dispatch(getNote.extend({ dataExpiryLength: 0 }).fetch({ id: '1' }));
  const [select, selectStrict] = [getNote.select({ id: '1' }), strict.select({ id: '1' })];
  const before = select(store.getState());
  selectStrict(store.getState());
  new Controller(store).set(Note, { id: '9' }, { login: 'x' });

  expect(select(store.getState())).toBe(before);
});

it('an optimistic update that counts a kind follows every new record of it', async () => {
  class Line extends Entity {
    id = '';
    static key = 'ReadingOn.Line';
  }
  class Board extends Entity {
    id = '';
    count = 0;
    lines: readonly Line[] = [];
    static key = 'ReadingOn.Board';
    static schema = { lines: new All(Line) };
  }
  const getBoard = new ApiEndpoint({ path: '/boards/:id', schema: Board, name: 'ReadingOn.getBoard' });
  const getLine = new ApiEndpoint({ path: '/lines/:id', schema: Line, name: 'ReadingOn.getLine' });
  const count = getBoard.extend({
    method: 'PATCH',
    name: 'ReadingOn.count',
    getOptimisticResponse: (snapshot, { id }) => ({
      id,
      count: snapshot.get(Board, { id })?.lines.length ?? 0,
    }),
  });
  const api = await serve({
    'GET /boards/:id': () => ({ id: '1', count: 0, lines: [{ id: '1' }] }),
    'GET /lines/:id': ({ params }) => ({ id: params.id }),
    'PATCH /boards/:id': () => ({ id: '1', count: 2 }),
  });
  const controller = new Controller(createTestStore());
  await controller.fetch(getBoard, { id: '1' });
  const held = api.hold('PATCH /boards/1');
  const counting = controller.fetch(count, { id: '1' });
  await held.arrived;
  expect(controller.get(Board, { id: '1' })?.count).toBe(1);
  await controller.fetch(getLine, { id: '2' });

  expect(controller.get(Board, { id: '1' })?.count).toBe(2);
  await held.release();
  await counting;
});
