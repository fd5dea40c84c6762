import { configureStore } from '@reduxjs/toolkit';
import { Collection, Entity, RestEndpoint, createDataClient, resource } from 'rdc-toolkit';
import { startApi } from '../helpers/startApi';

class User extends Entity {
  id = '';
  name = '';
  static key = 'User';
}
class Todo extends Entity {
  id = '';
  title = '';
  author = User.fromJS();
  static key = 'Todo';
  static schema = { author: User };
}

function createStore() {
  const client = createDataClient();
  return configureStore({
    reducer: { [client.reducerPath]: client.reducer },
    middleware: getDefault => getDefault().concat(client.middleware),
  });
}

const todoServer = () => {
  const todos = [
    { id: '1', title: 'one', author: { id: '7', name: 'Ada' } },
    { id: '2', title: 'two', author: { id: '7', name: 'Ada' } },
  ];
  return startApi({
    'GET /todos': () => todos,
    'GET /todos/:id': ({ params }) => todos.find(t => t.id === params.id),
    'POST /todos': ({ body }) => ({ id: '3', author: todos[0]?.author, ...(body as object) }),
    'PATCH /todos/:id': ({ params, body }) => ({ ...todos.find(t => t.id === params.id), ...(body as object) }),
    'DELETE /todos/:id': () => null,
  });
};

it('walks the whole path', async () => {
  const api = await todoServer();
  const TodoResource = resource({ path: '/todos/:id', schema: Todo, urlPrefix: api.url });
  const store = createStore();
  const list = await store.dispatch(TodoResource.getList.fetch());
  expect(list).toHaveLength(2);
  expect(list[0]).toBeInstanceOf(Todo);
  expect(list[0]?.author).toBe(list[1]?.author);
  expect(TodoResource.getList.select()(store.getState()).data).toBe(list);
  const made = await store.dispatch(TodoResource.getList.push.fetch({ title: 'three' }));
  expect(made.title).toBe('three');
  expect(TodoResource.getList.select()(store.getState()).data).toEqual([...list, made]);
  const changed = await store.dispatch(TodoResource.partialUpdate.fetch({ id: '1' }, { title: 'uno' }));
  const after = TodoResource.getList.select()(store.getState()).data;
  expect(after?.[0]).toBe(changed);
  expect(after?.[1]).toBe(list[1]);
  await store.dispatch(TodoResource.delete.fetch({ id: '2' }));
  expect(TodoResource.getList.select()(store.getState()).data?.map(t => t.id)).toEqual(['1', '3']);
  expect(JSON.parse(JSON.stringify(store.getState().rdc))).toEqual(store.getState().rdc);
  console.log(JSON.stringify(store.getState().rdc, null, 1).slice(0, 3000), api.requests);
});
