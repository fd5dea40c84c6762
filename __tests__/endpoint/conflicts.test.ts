import { Entity, isPending, type } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';

class Note extends Entity {
  id = '';
  title = '';
  static key = 'conflicts.Note';
}

// As in the guide on mutations.
const getNote = new ApiEndpoint({
  path: '/notes/:id',
  schema: Note,
  name: 'conflicts.get',
  meta: response => ({ etag: response.headers.get('ETag') }),
});
const patchNote = getNote.extend({
  method: 'PATCH',
  name: 'conflicts.patch',
  body: type<{ title: string }>(),
});
const saveNote = patchNote.extend({
  name: 'conflicts.save',
  conditional: (state, _endpoint, [note]) => {
    const [latest] = [getNote.select(note), patchNote.select(note, { title: '' })]
      .map(select => select({ rdc: state }))
      .sort((a, b) => b.fetchedAt - a.fetchedAt);
    return latest?.meta?.etag ? { 'If-Match': latest.meta.etag } : undefined;
  },
});

/** A server that makes a version of each change and rejects stale ones. */
function serveNotes() {
  let version = 1;
  let title = 'one';
  const shown = () => reply(200, { id: '1', title }, { ETag: `"${version}"` });
  return serve({
    'GET /notes/:id': shown,
    'PATCH /notes/:id': ({ headers, body }) => {
      if (headers['if-match'] !== undefined && headers['if-match'] !== `"${version}"`) return reply(412);
      ({ title } = body as { title: string });
      version++;
      return shown();
    },
  });
}

const id = { id: '1' };
const pause = () => new Promise(resolve => setTimeout(resolve, 2));

const saveAndShow = saveNote.extend({
  name: 'conflicts.saveAndShow',
  getOptimisticResponse: (_snapshot, params, body) => ({ ...params, ...body }),
});

it.each([
  ['', saveNote],
  [', when it is shown at once, too', saveAndShow],
])('sends the ETag of the latest response, from a read or a mutation%s', async (_when, save) => {
  const api = await serveNotes();
  const store = createTestStore();
  await store.dispatch(getNote.fetch(id));
  await pause();
  await store.dispatch(save.fetch(id, { title: 'two' }));
  await pause();
  await store.dispatch(save.fetch(id, { title: 'three' }));
  await pause();
  await store.dispatch(getNote.fetch(id));
  await pause();
  await store.dispatch(save.fetch(id, { title: 'four' }));

  expect(api.seen.map(({ headers }) => headers['if-match'])).toEqual([
    undefined,
    '"1"',
    '"2"',
    undefined,
    '"3"',
  ]);
});

it('leaves a conflict to the app, which can refetch the record and save again', async () => {
  await serveNotes();
  const store = createTestStore();
  await store.dispatch(getNote.fetch(id));
  await pause();
  await saveNote(id, { title: 'of someone else' });

  await expect(store.dispatch(saveNote.fetch(id, { title: 'mine' }))).rejects.toMatchObject({ status: 412 });
  expect(getNote.select(id)(store.getState()).data?.title).toBe('one');
  expect(isPending(Note, id)(store.getState())).toBe(false);

  await store.dispatch(getNote.fetch(id));
  expect(getNote.select(id)(store.getState()).data?.title).toBe('of someone else');
  await pause();
  await store.dispatch(saveNote.fetch(id, { title: 'mine' }));
  expect(getNote.select(id)(store.getState()).data?.title).toBe('mine');
});
