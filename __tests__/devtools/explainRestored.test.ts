import { configureStore } from '@reduxjs/toolkit';
import { Controller, createDataClient, Entity, resource, Union } from 'rdc-toolkit';
import { explain } from 'rdc-toolkit/devtools';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';

class Author extends Entity {
  id = '';
  name = '';
  static key = 'restored.Author';
}
class Text extends Entity {
  id = '';
  title = '';
  author = Author.fromJS();
  static key = 'restored.Text';
  static schema = { author: Author };
}
class Picture extends Entity {
  id = '';
  static key = 'restored.Picture';
}

const authors = resource({ path: '/authors/:id', schema: Author, Endpoint: ApiEndpoint });
const texts = resource({ path: '/texts/:id', schema: Text, Endpoint: ApiEndpoint });
const getPlain = new ApiEndpoint({ path: '/plain', schema: [Author], name: 'restored.getPlain' });
const getRaw = new ApiEndpoint({ path: '/raw', name: 'restored.getRaw' });
const getFeed = new ApiEndpoint({
  path: '/feed/:day',
  schema: [new Union({ text: Text, picture: Picture }, 'type')],
  name: 'restored.getFeed',
});

const requests = [
  authors.getList.fetch(),
  authors.get.fetch({ id: '1' }),
  getPlain.fetch(),
  texts.get.fetch({ id: '1' }),
  getRaw.fetch(),
  getFeed.fetch({ day: 'today' }),
];

/** The responses of each record; some keys are equal across entities. */
const expected = [
  [Author, '1', ['GET /authors', 'GET /authors/1', 'GET /plain']],
  [Author, '2', ['GET /texts/1', 'GET /feed/today']],
  [Text, '1', ['GET /texts/1', 'GET /feed/today']],
  [Picture, '2', ['GET /feed/today']],
] as const;

const serveTexts = () =>
  serve({
    'GET /authors': () => [{ id: '1', name: 'Ada' }],
    'GET /plain': () => [{ id: '1', name: 'Ada' }],
    'GET /authors/:id': ({ params }) => ({ id: params.id, name: 'Ada' }),
    'GET /texts/:id': ({ params }) => ({ id: params.id, title: 'On', author: { id: '2', name: 'Bob' } }),
    'GET /raw': () => ({ ids: ['1', '2'] }),
    'GET /feed/:day': () => [
      { type: 'text', id: '1', title: 'On', author: { id: '2', name: 'Bob' } },
      { type: 'picture', id: '2' },
    ],
  });

const responsesOf = (state: object) =>
  expected.map(([Kind, id]) => [Kind, id, explain(Kind, id)(state)?.responses]);

async function saved() {
  await serveTexts();
  const store = createTestStore();
  for (const request of requests) await store.dispatch(request as never);
  expect(responsesOf(store.getState())).toEqual(expected);
  return JSON.parse(JSON.stringify(store.getState().rdc));
}

it('lists the same responses after a state is saved and restored', async () => {
  const store = createTestStore();
  new Controller(store).hydrate(await saved());
  expect(responsesOf(store.getState())).toEqual(expected);
});

it('lists the same references after a state is saved and restored', async () => {
  const referencesOf = (state: object) => expected.map(([Kind, id]) => explain(Kind, id)(state)?.references);
  const state = await saved();
  const store = createTestStore();
  new Controller(store).hydrate(state);
  expect(referencesOf(store.getState())).toEqual(referencesOf({ rdc: state }));
  expect(explain(Author, '2')(store.getState())?.references).toEqual([
    { kind: 'restored.Text', pk: '1', field: 'author' },
  ]);
});

it('falls back to the strings in a response without a loaded endpoint', async () => {
  const state = await saved();
  const { endpoints } = state;
  const text = JSON.stringify({ ...state, endpoints }).replaceAll('GET /plain', 'GET /gone');
  const store = createTestStore();
  new Controller(store).hydrate(JSON.parse(text));
  const [, , responses] = responsesOf(store.getState())[0] ?? [];
  expect(responses).toEqual(['GET /authors', 'GET /authors/1', 'GET /gone']);
});

it('lists the same responses in production, where requests are not recorded', async () => {
  await serveTexts();
  const { NODE_ENV } = process.env;
  Object.assign(process.env, { NODE_ENV: 'production' });
  try {
    const { reducer, middleware } = createDataClient();
    const store = configureStore({
      reducer: { rdc: reducer },
      middleware: getDefault => getDefault().concat(middleware),
    });
    for (const request of requests) await store.dispatch(request as never);
    expect(responsesOf(store.getState())).toEqual(expected);
  } finally {
    Object.assign(process.env, { NODE_ENV });
  }
});
