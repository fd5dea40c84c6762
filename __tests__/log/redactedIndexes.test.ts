import { configureStore } from '@reduxjs/toolkit';
import { Controller, createDataClient, Entity, logRecorder, resource } from 'rdc-toolkit';
import { replayLog } from 'rdc-toolkit/testing';
import { ApiEndpoint, serve } from '../helpers/serve';

class Person extends Entity {
  id = '';
  name = '';
  email = '';
  static key = 'Redacted.Person';
  static indexes = ['email'] as const;
}
const PersonResource = resource({ path: '/people/:id', schema: Person, Endpoint: ApiEndpoint });

async function recorded(redact: (name: string, value: unknown) => unknown) {
  await serve({
    'GET /people': () => [
      { id: '1', name: 'Ada', email: 'ada@example.org' },
      { id: '2', name: 'Bob', email: 'bob@example.org' },
    ],
  });
  const dataClient = createDataClient();
  const recorder = logRecorder({ limit: 2, redact });
  const store = configureStore({
    reducer: { [dataClient.reducerPath]: dataClient.reducer },
    middleware: getDefault => getDefault().concat(dataClient.middleware, recorder.middleware),
  });
  const controller = new Controller(store);
  await controller.fetch(PersonResource.getList);
  // No argument or key of a request or record contains an email address.
  controller.set(Person, { id: '1' }, { id: '1', name: 'Eve', email: 'eve@example.org' });
  controller.set(Person, { id: '2' }, { id: '2', name: 'Mallory', email: 'mallory@example.org' });
  return JSON.stringify(recorder.log());
}

it('redacts an indexed field in the index too', async () => {
  const text = await recorded((name, value) =>
    name === 'email' && typeof value === 'string' ? 'redacted' : value,
  );
  expect(text).toContain('redacted');
  const at = text.indexOf('ada@');
  expect(at < 0 ? '' : text.slice(at - 100, at + 60)).toBe('');
});

it('replays a log with a redacted indexed field, as the docs describe', async () => {
  const errors = jest.spyOn(console, 'error').mockImplementation(() => {});
  const text = await recorded((name, value) => (name === 'email' || name === 'token' ? 'redacted' : value));
  const { states } = replayLog(text, { definitions: [PersonResource] });
  const { data } = PersonResource.getList.select()(states.at(-1));
  expect(errors.mock.calls.map(String)).toEqual([]);
  expect(data?.map(({ name }) => name)).toEqual(['Eve', 'Mallory']);
});
