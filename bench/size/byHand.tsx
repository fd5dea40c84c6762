// What smallApp does, written by hand for this one app: a lower bound for what any library can add to it.
//
// Records by key, lists of keys, a suspending read, one request for a key however many components ask, an optimistic
// creation that is undone. Nothing overlaps, expires, retries, aborts, polls, or stays the same object when a
// response repeats it; the state holds no names, and a log of it could not be replayed.
import { configureStore, createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import { useSelector, useStore } from 'react-redux';

interface Todo {
  readonly id: string;
  readonly title: string;
  readonly completed: boolean;
}
interface Pending {
  readonly id: string;
  readonly todo: Todo;
}

const cache = createSlice({
  name: 'cache',
  initialState: {
    todos: {} as Record<string, Todo>,
    lists: {} as Record<string, string[]>,
    errors: {} as Record<string, string>,
    pending: [] as Pending[],
  },
  reducers: {
    received(state, { payload: { key, todos } }: PayloadAction<{ key: string; todos: readonly Todo[] }>) {
      for (const todo of todos) state.todos[todo.id] = { ...state.todos[todo.id], ...todo };
      state.lists[key] = todos.map(({ id }) => id);
      delete state.errors[key];
    },
    failed(state, { payload: { key, message } }: PayloadAction<{ key: string; message: string }>) {
      state.errors[key] = message;
    },
    begun(state, { payload }: PayloadAction<Pending>) {
      state.pending.push(payload);
    },
    ended(state, { payload: { id, todo } }: PayloadAction<{ id: string; todo?: Todo }>) {
      state.pending = state.pending.filter(pending => pending.id !== id);
      if (todo === undefined) return;
      state.todos[todo.id] = todo;
      state.lists[LIST]?.push(todo.id);
    },
  },
});
const { received, failed, begun, ended } = cache.actions;

export const store = configureStore({ reducer: { cache: cache.reducer } });
type State = ReturnType<typeof store.getState>;

const LIST = '/api/todos';
const requests = new Map<string, Promise<void>>();

async function send(url: string, init?: RequestInit): Promise<never> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${response.status}`);
  return response.json() as never;
}

function request({ dispatch }: typeof store, key: string): Promise<void> {
  const known = requests.get(key);
  if (known !== undefined) return known;
  const promise = send(key).then(
    (todos: readonly Todo[]) => void dispatch(received({ key, todos })),
    (error: Error) => void dispatch(failed({ key, message: error.message })),
  );
  requests.set(key, promise);
  return promise.finally(() => requests.delete(key));
}

const selected = new WeakMap<object, readonly Todo[]>();

function select({ cache: { todos, lists, pending } }: State): readonly Todo[] | undefined {
  const list = lists[LIST];
  if (list === undefined) return undefined;
  const known = selected.get(list);
  const shown = [...list.flatMap(id => todos[id] ?? []), ...pending.map(({ todo }) => todo)];
  const isSame = known?.length === shown.length && shown.every((todo, i) => todo === known[i]);
  if (!isSame) selected.set(list, shown);
  return isSame ? known : shown;
}

export function Todos() {
  const client = useStore() as typeof store;
  const todos = useSelector(select);
  const error = useSelector(({ cache: { errors } }: State) => errors[LIST]);
  if (error !== undefined) throw new Error(error);
  if (todos === undefined) throw request(client, LIST);
  return todos.map(({ id, title }) => <li key={id}>{title}</li>);
}

export function Title({ id }: { id: string }) {
  return useSelector(({ cache: { todos } }: State) => todos[id]?.title);
}

export function Add() {
  const { dispatch } = useStore();
  const add = async (title: string) => {
    const id = nanoid();
    dispatch(begun({ id, todo: { id, title, completed: false } }));
    try {
      const body = JSON.stringify({ title });
      const todo = await send(LIST, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      });
      dispatch(ended({ id, todo }));
    } catch {
      dispatch(ended({ id }));
    }
  };
  return (
    <button type="button" onClick={() => add('Buy milk')}>
      Add
    </button>
  );
}
