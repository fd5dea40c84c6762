import { Controller, createDataClient, Entity, networkManager, resource } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';

class Note extends Entity {
  id = '';
  text = '';
  static key = 'Elsewhere.Note';
}

const NoteResource = resource({ path: '/notes/:id', schema: Note });

it.each([
  ['null', null],
  ['undefined', undefined],
  ['an empty text', ''],
  ['the key', '1'],
  ['the record', { id: '1', text: 'a' }],
])('removes the record when the request function of a deletion returns %s', async (_what, deleted) => {
  const request: NonNullable<Parameters<typeof networkManager>[0]>['request'] & {} = async ({ method }) =>
    method === 'DELETE'
      ? deleted
      : [
          { id: '1', text: 'a' },
          { id: '2', text: 'b' },
        ];
  const client = createDataClient({ managers: [networkManager({ request })] });
  const controller = new Controller(createTestStore({ client }));
  await controller.fetch(NoteResource.getList);

  await controller.fetch(NoteResource.delete, { id: '1' });

  expect(controller.getResponse(NoteResource.getList).data?.map(({ id }) => id)).toEqual(['2']);
});

it("passes a signal to the request function that aborts with the endpoint's signal", async () => {
  const abort = new AbortController();
  const request = (_endpoint: unknown, _args: unknown, { signal }: { signal?: AbortSignal | undefined }) =>
    new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  const client = createDataClient({ managers: [networkManager({ request })] });
  const get = NoteResource.get.extend({ name: 'Elsewhere.signalled', signal: abort.signal });
  const sent = createTestStore({ client }).dispatch(get.fetch({ id: '1' }));

  abort.abort();

  await expect(sent).rejects.toMatchObject({ name: 'AbortError' });
});
