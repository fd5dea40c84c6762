import { configureStore, createSlice } from '@reduxjs/toolkit';
import { Controller, createDataClient, Entity, resource } from 'rdc-toolkit';
import type { Issue, IssueState } from '../payloads';
import type { Peer } from './Peer';

class UserEntity extends Entity {
  id = 0;
  login = '';
  avatar_url = '';
  html_url = '';
  type = '';
  site_admin = false;
  static key = 'User';
}

export class LabelEntity extends Entity {
  id = '';
  name = '';
  color = '';
  description: string | null = null;
  static key = 'Label';
}

class RepositoryEntity extends Entity {
  full_name = '';
  name = '';
  private = false;
  description = '';
  stargazers_count = 0;
  owner = UserEntity.fromJS();
  static key = 'Repository';
  static schema = { owner: UserEntity };
  override pk() {
    return this.full_name;
  }
}

export class IssueEntity extends Entity {
  id = 0;
  number = 0;
  title = '';
  body = '';
  state: IssueState = 'open';
  locked = false;
  comments = 0;
  html_url = '';
  created_at = '';
  updated_at = '';
  closed_at: string | null = null;
  user = UserEntity.fromJS();
  labels: readonly LabelEntity[] = [];
  repository = RepositoryEntity.fromJS();
  static key = 'Issue';
  static schema = { user: UserEntity, labels: [LabelEntity], repository: RepositoryEntity };
}

export const IssueResource = resource({
  urlPrefix: 'http://bench.test',
  path: '/issues/:id',
  schema: IssueEntity,
  searchParams: {} as { state: string },
  paginationField: 'page',
  optimistic: true,
});

const counter = createSlice({
  name: 'counter',
  initialState: 0,
  reducers: { increment: count => count + 1 },
});

/** A store as `configureStore` makes it, with another slice in it. */
export function openStore() {
  const client = createDataClient();
  const store = configureStore({
    reducer: { [client.reducerPath]: client.reducer, counter: counter.reducer },
    middleware: getDefault => getDefault().concat(client.middleware),
  });
  return { client, store, controller: new Controller(store) };
}

const { getList } = IssueResource;
const OPEN = { state: 'open' };

export const ours: Peer = {
  name: 'rdc-toolkit',
  isNormalized: true,
  open() {
    const { client, store, controller } = openStore();
    const select = client.selectors.selectResponse(getList, OPEN);
    return {
      receive: issues => void store.dispatch(getList.setResponse(OPEN, issues as never)),
      receiveClosed: issues => void store.dispatch(getList.setResponse({ state: 'closed' }, issues as never)),
      read: () => select(store.getState()).data as unknown as readonly Issue[],
      rename: (id, title) => controller.set(IssueEntity, { id, title }),
      unrelated: () => void store.dispatch(counter.actions.increment()),
      append: page => void store.dispatch(getList.getPage.setResponse({ ...OPEN, page: 2 }, page as never)),
      push: issue => void store.dispatch(getList.push.setResponse(OPEN, {}, issue as never)),
      unshift: issue => void store.dispatch(getList.unshift.setResponse(OPEN, {}, issue as never)),
      remove: id => void store.dispatch(IssueResource.delete.setResponse({ id }, { id } as never)),
      move: issue =>
        void store.dispatch(getList.move.setResponse({ id: issue.id }, { state: 'closed' }, issue as never)),
    };
  },
};
