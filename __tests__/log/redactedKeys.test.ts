import { configureStore } from '@reduxjs/toolkit';
import { Controller, createDataClient, Entity, logRecorder, resource } from 'rdc-toolkit';
import { ApiEndpoint, serve } from '../helpers/serve';

class Person extends Entity {
  email = '';
  name = '';
  static key = 'RedactedKeys.Person';
  override pk() {
    return this.email;
  }
}
const People = resource({ path: '/people/:email', schema: Person, Endpoint: ApiEndpoint });
const all = new ApiEndpoint({ path: '/everyone', schema: [Person], name: 'redactedKeys.everyone' });

it('keeps the records with redacted keys in the lists at the start of a log', async () => {
  await serve({
    'GET /people': () => [{ email: 'ada@example.org', name: 'Ada' }],
    'GET /everyone': () => [{ email: 'ada@example.org', name: 'Ada' }],
  });
  const client = createDataClient();
  const recorder = logRecorder({
    limit: 1,
    // As the logRecorder page says, keys arrive as `key`, even where they are property names.
    redact: (name, value) =>
      name === 'key' || name === 'email' ? String(value).replace('ada@', 'someone@') : value,
  });
  const store = configureStore({
    reducer: { rdc: client.reducer },
    middleware: getDefault => getDefault().concat(client.middleware, recorder.middleware),
  });
  const controller = new Controller(store);
  await controller.fetch(People.getList);
  await controller.fetch(all);
  controller.set(Person, { email: 'bob' }, { email: 'bob', name: 'Bob' });
  const { start } = recorder.log();

  expect({
    list: People.getList
      .select()(start as never)
      .data?.map(({ name }) => name),
    array: all
      .select()(start as never)
      .data?.map(({ name }) => name),
    leaks: JSON.stringify(start).includes('ada@'),
  }).toEqual({ list: ['Ada'], array: ['Ada'], leaks: false });
});
