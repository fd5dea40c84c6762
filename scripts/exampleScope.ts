// What an app would have around the @example blocks of lib/: they may use these names without an import, like the
// public names. Pages of docs/ may not, since readers copy them whole.
import { configureStore } from '@reduxjs/toolkit';
import { createDataClient, Entity, resource } from 'rdc-toolkit';

export class Todo extends Entity {
  id = '';
  title = '';
  completed = false;
  static key = 'Todo';
}

export const TodoResource = resource({
  urlPrefix: 'https://api.example.com',
  path: '/todos/:id',
  schema: Todo,
});

export const dataClient = createDataClient();

export const store = configureStore({
  reducer: { [dataClient.reducerPath]: dataClient.reducer },
  middleware: getDefault => getDefault().concat(dataClient.middleware),
});

export declare const id: string;

export declare const todos: readonly Todo[];

export declare function report(...what: unknown[]): void;
