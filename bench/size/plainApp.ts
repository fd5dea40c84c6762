// Without React: endpoints, thunks and selectors on a store, as in a worker or a service.
import { configureStore } from '@reduxjs/toolkit';
import { createDataClient, Entity, RestEndpoint } from 'rdc-toolkit';

class Todo extends Entity {
  id = '';
  title = '';
  static key = 'Todo';
}
const getTodo = new RestEndpoint({ path: '/api/todos/:id', schema: Todo, name: 'getTodo' });
const addTodo = new RestEndpoint({ path: '/api/todos', method: 'POST', schema: Todo, name: 'addTodo' });

const dataClient = createDataClient();
export const store = configureStore({
  reducer: { rdc: dataClient.reducer },
  middleware: getDefault => getDefault().concat(dataClient.middleware),
});

export const load = (id: string) => store.dispatch(getTodo.fetch({ id }));
export const add = (title: string) => store.dispatch(addTodo.fetch({ title }));
export const titleOf = (id: string) => getTodo.select({ id })(store.getState()).data?.title;
