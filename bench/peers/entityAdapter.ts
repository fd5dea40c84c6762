import {
  configureStore,
  createEntityAdapter,
  createSelector,
  createSlice,
  type PayloadAction,
} from '@reduxjs/toolkit';
import type { Issue, Label, Repository, User } from '../payloads';
import type { Peer } from './Peer';

type RepositoryRow = Omit<Repository, 'owner'> & { readonly owner: number };
type IssueRow = Omit<Issue, 'user' | 'labels' | 'repository'> & {
  readonly user: number;
  readonly labels: readonly string[];
  readonly repository: string;
};

const issueAdapter = createEntityAdapter<IssueRow>();
const userAdapter = createEntityAdapter<User>();
const labelAdapter = createEntityAdapter<Label>();
const repositoryAdapter = createEntityAdapter({ selectId: (row: RepositoryRow) => row.full_name });

const initialState = {
  issues: issueAdapter.getInitialState(),
  users: userAdapter.getInitialState(),
  labels: labelAdapter.getInitialState(),
  repositories: repositoryAdapter.getInitialState(),
  open: [] as number[],
  closed: [] as number[],
};
type State = typeof initialState;

/** Takes nested issues apart, once for each record in them. */
function takeApart(issues: readonly Issue[]) {
  const users = new Map<number, User>();
  const labels = new Map<string, Label>();
  const repositories = new Map<string, RepositoryRow>();
  const rows = issues.map(({ user, labels: ownLabels, repository, ...rest }): IssueRow => {
    users.set(user.id, user).set(repository.owner.id, repository.owner);
    for (const label of ownLabels) labels.set(label.id, label);
    repositories.set(repository.full_name, { ...repository, owner: repository.owner.id });
    return {
      ...rest,
      user: user.id,
      labels: ownLabels.map(({ id }) => id),
      repository: repository.full_name,
    };
  });
  return {
    rows,
    users: [...users.values()],
    labels: [...labels.values()],
    repositories: [...repositories.values()],
  };
}

function upsert(state: State, issues: readonly Issue[]): number[] {
  const { rows, users, labels, repositories } = takeApart(issues);
  issueAdapter.upsertMany(state.issues, rows);
  userAdapter.upsertMany(state.users, users);
  labelAdapter.upsertMany(state.labels, labels);
  repositoryAdapter.upsertMany(state.repositories, repositories);
  return rows.map(row => row.id);
}

const without = (list: number[], id: number) => void list.splice(list.indexOf(id), 1);

const slice = createSlice({
  name: 'data',
  initialState,
  reducers: {
    received: (state, { payload }: PayloadAction<readonly Issue[]>) => {
      state.open = upsert(state as State, payload);
    },
    receivedClosed: (state, { payload }: PayloadAction<readonly Issue[]>) => {
      state.closed = upsert(state as State, payload);
    },
    renamed: (state, { payload }: PayloadAction<{ id: number; changes: { title: string } }>) => {
      issueAdapter.updateOne(state.issues as State['issues'], payload);
    },
    appended: (state, { payload }: PayloadAction<readonly Issue[]>) => {
      state.open.push(...upsert(state as State, payload));
    },
    unshifted: (state, { payload }: PayloadAction<Issue>) => {
      state.open.unshift(...upsert(state as State, [payload]));
    },
    removed: (state, { payload }: PayloadAction<number>) => {
      issueAdapter.removeOne(state.issues as State['issues'], payload);
      without(state.open, payload);
    },
    moved: (state, { payload }: PayloadAction<Issue>) => {
      upsert(state as State, [payload]);
      without(state.open, payload.id);
      state.closed.push(payload.id);
    },
  },
});
const counter = createSlice({
  name: 'counter',
  initialState: 0,
  reducers: { increment: count => count + 1 },
});

export const entityAdapter: Peer = {
  name: 'createEntityAdapter',
  isNormalized: true,
  open() {
    const store = configureStore({ reducer: { data: slice.reducer, counter: counter.reducer } });
    const { actions } = slice;
    const selectJoined = createSelector(
      [
        (state: State) => state.open,
        (state: State) => state.issues.entities,
        (state: State) => state.users.entities,
        (state: State) => state.labels.entities,
        (state: State) => state.repositories.entities,
      ],
      (open, rows, users, labels, repositories) => {
        const owned = new Map<string, Repository>();
        for (const row of Object.values(repositories)) {
          owned.set(row.full_name, { ...row, owner: users[row.owner] as User });
        }
        return open.map((id): Issue => {
          const row = rows[id] as IssueRow;
          return {
            ...row,
            user: users[row.user] as User,
            labels: row.labels.map(label => labels[label] as Label),
            repository: owned.get(row.repository) as Repository,
          };
        });
      },
    );
    return {
      receive: issues => void store.dispatch(actions.received(issues)),
      receiveClosed: issues => void store.dispatch(actions.receivedClosed(issues)),
      read: () => selectJoined(store.getState().data),
      rename: (id, title) => void store.dispatch(actions.renamed({ id, changes: { title } })),
      unrelated: () => void store.dispatch(counter.actions.increment()),
      append: page => void store.dispatch(actions.appended(page)),
      push: issue => void store.dispatch(actions.appended([issue])),
      unshift: issue => void store.dispatch(actions.unshifted(issue)),
      remove: id => void store.dispatch(actions.removed(id)),
      move: issue => void store.dispatch(actions.moved(issue)),
    };
  },
};
