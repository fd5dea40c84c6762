import { Entity, resource, type } from 'rdc-toolkit';
import { ApiEndpoint, serve } from './serve';
import { reply } from './startApi';

export class User extends Entity {
  id = '';
  name = '';
  static key = 'User';
}

export class Todo extends Entity {
  id = '';
  title = '';
  status = 'open';
  author = User.fromJS();
  static key = 'Todo';
  static schema = { author: User };
}

/** Todos as a user of the library would define them. */
export const TodoResource = resource({
  path: '/todos/:id',
  schema: Todo,
  searchParams: type<{ status?: string; orderBy?: string } | undefined>(),
  Endpoint: ApiEndpoint,
});

export const UserResource = resource({ path: '/users/:id', schema: User, Endpoint: ApiEndpoint });

/** A todo from the server. */
export interface TodoRow {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly author: { readonly id: string; readonly name: string };
}

const ada = { id: '7', name: 'Ada' };

/** Three todos: two of Ada's that are open, one that is done. */
const ROWS: readonly TodoRow[] = [
  { id: '1', title: 'one', status: 'open', author: ada },
  { id: '2', title: 'two', status: 'done', author: ada },
  { id: '3', title: 'three', status: 'open', author: ada },
];

/** A server that stores todos and assigns ids. `rows` is its data; change it to simulate other clients. */
export async function serveTodos() {
  const rows = new Map(ROWS.map(row => [row.id, row]));
  const found = (id: unknown, respond: (row: TodoRow) => unknown) => {
    const row = rows.get(String(id));
    return row === undefined ? reply(404, { message: `No todo ${id}` }) : respond(row);
  };
  const save = (row: TodoRow) => {
    rows.set(row.id, row);
    return row;
  };
  const api = await serve({
    'GET /users/:id': ({ params }) => ({ ...ada, id: params.id }),
    'GET /todos': ({ query }) =>
      [...rows.values()].filter(row => query.status === undefined || row.status === query.status),
    'GET /todos/:id': ({ params }) => found(params.id, row => row),
    'POST /todos': ({ query, body }) =>
      save({ ...ROWS[0], ...query, ...(body as TodoRow), id: String(rows.size + 1) } as TodoRow),
    'PUT /todos/:id': ({ params, body }) =>
      found(params.id, row => save({ ...row, ...(body as Partial<TodoRow>) })),
    'PATCH /todos/:id': ({ params, body }) =>
      found(params.id, row => save({ ...row, ...(body as Partial<TodoRow>) })),
    'DELETE /todos/:id': ({ params }) =>
      found(params.id, row => {
        rows.delete(row.id);
        return null;
      }),
  });
  return Object.assign(api, { rows });
}
