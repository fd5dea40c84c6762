// The exports of a library built on this one: every kind of inferred type must have a name in its declarations.
import {
  All,
  Collection,
  type Controller,
  createDataClient,
  Endpoint,
  Entity,
  EntityMixin,
  entityChanged,
  GQLEndpoint,
  getSelectors,
  Invalidate,
  Lazy,
  Query,
  RestEndpoint,
  resource,
  type,
  Union,
  Values,
} from 'rdc-toolkit';

export class User extends Entity {
  id = '';
  name = '';
  static key = 'User';
}
export class Todo extends Entity {
  id = '';
  title = '';
  author = User.fromJS();
  createdAt = new Date(0);
  static key = 'Todo';
  static schema = { author: User, createdAt: (iso: string) => new Date(iso) };
}
export class Member extends Entity {
  id = '';
  leader: Member | null = null;
  static key = 'Member';
  static schema = { leader: new Lazy((): typeof Member => Member) };
}
export const getMember = new RestEndpoint({ path: '/members/:id', schema: Member });
class Base {
  id = '';
}
export class Mixed extends EntityMixin(Base, { key: 'Mixed' }) {}

export const TodoResource = resource({
  path: '/:list/todos/:id',
  schema: Todo,
  searchParams: type<{ done?: boolean }>(),
  paginationField: 'page',
  optimistic: true,
});
export const extended = TodoResource.extend(base => ({
  vote: base.get.extend({ path: '/todos/:id/vote', method: 'POST' }),
  getMine: base.getList.extend({ schema: { results: new Collection([Todo]), total: 0 } }),
}));
export const changed = TodoResource.extend({
  getList: { schema: { items: new Collection([Todo]), next: '' } },
});
export const added = TodoResource.extend('archive', { path: '/todos/:id/archive', method: 'POST' });
export const { get, getList, update, partialUpdate, delete: remove } = TodoResource;
export const { push, unshift, move, getPage } = getList;
export const paged = getList.paginated(({ cursor: _, ...rest }: { list: string; cursor: string }) => [rest]);

export const getUser = new RestEndpoint({ path: '/users/:id', schema: User });
export const renameUser = getUser.extend({ method: 'PATCH', body: type<{ name: string }>() });
export const sum = new Endpoint(async (a: number, b: number) => a + b, { name: 'sum' });
export const gql = new GQLEndpoint('/graphql');
export const viewer = gql.query((_variables: { id: string }) => 'query viewer { viewer }', { user: User });
export const renameViewer = gql.mutation('mutation rename { rename }', { user: User });

export const union = new Union({ user: User, todo: Todo }, 'type');
export const values = new Values(Todo);
export const lists = new Collection([Todo]);
export const maps = new Collection(new Values(Todo));
export const pushed = lists.push;
export const adding = lists.addWith(
  (a, b) => [...a, ...b],
  () => () => true,
);
export const all = new All(Todo);
export const found = new Query(all, (todos, { q }: { q: string }) =>
  todos.filter(({ title }) => title === q),
);
export const gone = new Invalidate(Todo);
export const lazy = new Lazy(() => Todo);

export const client = createDataClient();
export const selectors = getSelectors(Todo);
export const isChanged = entityChanged(Todo);
export const thunk = get.fetch({ list: 'a', id: 1 });
export const thunkIfStale = get.fetchIfStale({ list: 'a', id: 1 });
export const select = get.select({ list: 'a', id: 1 });
export const { matchPending, matchFulfilled, matchRejected } = get;
export const isLoaded = getMember.matchFulfilled;
export const loadTodo = (id: string) => get({ list: 'a', id });
export const loadMember = (id: string) => getMember({ id });
export const fetching = ({ fetch }: Controller) => fetch(get, { list: 'a', id: 1 });
export const known = ({ getResponse }: Controller) => getResponse(get, { list: 'a', id: 1 });
export const setting = ({ set }: Controller) => set;
export const shown = ({ snapshot }: Controller) => snapshot();

/** Creates a resource for its own users. */
export function makeResource<const Path extends string>(path: Path) {
  return resource({ path, schema: Todo });
}
