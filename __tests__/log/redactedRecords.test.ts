import { configureStore } from '@reduxjs/toolkit';
import { Controller, createDataClient, Entity, logRecorder, type } from 'rdc-toolkit';
import { ApiEndpoint, serve } from '../helpers/serve';

class User extends Entity {
  id = '';
  login = '';
  static key = 'RedactedRecords.User';
}
const register = new ApiEndpoint({
  path: '/register',
  method: 'POST',
  body: type<{ login: string; password: string }>(),
  schema: User,
  name: 'RedactedRecords.register',
});
const slow = new ApiEndpoint({ path: '/slow', schema: User, name: 'RedactedRecords.slow' });
class Page extends Entity {
  id = '';
  endpoints: readonly string[] = [];
  links: object = {};
  static key = 'RedactedRecords.Page';
}
const getPage = new ApiEndpoint({ path: '/pages/:id', schema: Page, name: 'RedactedRecords.page' });
class Doc extends Entity {
  id = '';
  landed = '';
  fetchedAt = 0;
  fields: object = {};
  static key = 'RedactedRecords.Doc';
}
const getDoc = new ApiEndpoint({ path: '/docs/:id', schema: Doc, name: 'RedactedRecords.doc' });
class Shelf extends Entity {
  id = '';
  endpoints: readonly string[] = [];
  indexes: object = {};
  static key = 'RedactedRecords.Shelf';
}
const getShelf = new ApiEndpoint({ path: '/shelves/:id', schema: Shelf, name: 'RedactedRecords.shelf' });

function start() {
  const dataClient = createDataClient();
  const recorder = logRecorder({
    limit: 2,
    redact: (name, value) => (/password|email/.test(name) ? 'redacted' : value),
  });
  const store = configureStore({
    reducer: { [dataClient.reducerPath]: dataClient.reducer },
    middleware: getDefault => getDefault().concat(dataClient.middleware, recorder.middleware),
  });
  return { recorder, controller: new Controller(store) };
}

it('redacts a secret in a failed mutation, wherever the log starts', async () => {
  const api = await serve({
    'POST /register': () => {
      throw new Error('down');
    },
    'GET /slow': () => ({ id: '1', login: 'x' }),
  });
  const { controller, recorder } = start();
  const held = api.hold('GET /slow');
  const reading = controller.fetch(slow);
  await held.arrived;
  await controller.fetch(register, { login: 'ada', password: 'hunter2' }).catch(() => {});
  // Two actions later, the failure is in the log's start state and no longer among its actions.
  controller.set(User, { id: '5' }, { id: '5', login: 'a' });
  controller.set(User, { id: '5' }, { id: '5', login: 'b' });
  const text = JSON.stringify(recorder.log());
  await held.release();
  await reading;
  const at = text.indexOf('hunter2');
  expect(at < 0 ? '' : text.slice(at - 120, at + 40)).toBe('');
});

it.each([
  ['links', getPage, { id: '1', endpoints: ['a'], links: { email: 'ada@example.org' } }, '/pages/:id'],
  [
    'fields',
    getDoc,
    { id: '1', landed: 'x', fetchedAt: 1, fields: { email: 'ada@example.org' } },
    '/docs/:id',
  ],
  [
    'indexes',
    getShelf,
    {
      id: '1',
      endpoints: ['a'],
      indexes: { a: { password: 'secret ada@example.org' }, email: { at: 'ada@example.org' } },
    },
    '/shelves/:id',
  ],
  [
    'flat indexes',
    getShelf,
    { id: '1', endpoints: ['a'], indexes: { email: 'ada@example.org', n: null } },
    '/shelves/:id',
  ],
])('redacts a record with a field named %s', async (_name, endpoint, row, path) => {
  await serve({ [`GET ${path}`]: () => row });
  const { controller, recorder } = start();
  await controller.fetch(endpoint as typeof getPage, { id: '1' });
  const text = JSON.stringify(recorder.log());
  const at = text.indexOf('ada@');
  expect(at < 0 ? '' : text.slice(at - 100, at + 60)).toBe('');
});
