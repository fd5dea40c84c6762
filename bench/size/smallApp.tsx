// A list, a record and a form: the least that an app does with the library.
import { configureStore } from '@reduxjs/toolkit';
import { createDataClient, Entity, resource } from 'rdc-toolkit';
import { useController, useQuery, useSuspense } from 'rdc-toolkit/react';

class Todo extends Entity {
  id = '';
  title = '';
  completed = false;
  static key = 'Todo';
}
const TodoResource = resource({ path: '/api/todos/:id', schema: Todo, optimistic: true });

const dataClient = createDataClient();
export const store = configureStore({
  reducer: { rdc: dataClient.reducer },
  middleware: getDefault => getDefault().concat(dataClient.middleware),
});

export function Todos() {
  const todos = useSuspense(TodoResource.getList);
  return todos.map(({ id, title }) => <li key={id}>{title}</li>);
}

export function Title({ id }: { id: string }) {
  return useQuery(Todo, { id })?.title;
}

export function Add() {
  const controller = useController();
  const add = (title: string) => controller.fetch(TodoResource.getList.push, { title });
  return (
    <button type="button" onClick={() => add('Buy milk')}>
      Add
    </button>
  );
}
