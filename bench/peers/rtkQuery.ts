import { configureStore, createSlice } from '@reduxjs/toolkit';
import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query';
import type { Issue, IssueState } from '../payloads';
import type { Peer } from './Peer';

const counter = createSlice({
  name: 'counter',
  initialState: 0,
  reducers: { increment: count => count + 1 },
});

/** A store with an API in it, as the docs of RTK Query set it up. */
function openApi() {
  const api = createApi({
    baseQuery: fetchBaseQuery({ baseUrl: 'http://bench.test' }),
    endpoints: build => ({
      getIssues: build.query<readonly Issue[], IssueState>({ query: state => `/issues?state=${state}` }),
    }),
  });
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer, counter: counter.reducer },
    middleware: getDefault => getDefault().concat(api.middleware),
  });
  return { api, store };
}

export const rtkQuery: Peer = {
  name: 'RTK Query',
  isNormalized: false,
  open() {
    const { api, store } = openApi();
    const selectOpen = api.endpoints.getIssues.select('open');
    const upsert = (state: IssueState, value: readonly Issue[]) =>
      void store.dispatch(api.util.upsertQueryEntries([{ endpointName: 'getIssues', arg: state, value }]));
    const update = (state: IssueState, recipe: (list: Issue[]) => unknown) =>
      void store.dispatch(
        api.util.updateQueryData('getIssues', state, draft => {
          recipe(draft as Issue[]);
        }),
      );
    const dropFrom = (list: Issue[], id: number) =>
      list.splice(
        list.findIndex(issue => issue.id === id),
        1,
      );
    return {
      receive: issues => upsert('open', issues),
      receiveClosed: issues => upsert('closed', issues),
      read: () => selectOpen(store.getState()).data ?? [],
      rename: (id, title) =>
        update('open', list => Object.assign(list.find(issue => issue.id === id) ?? {}, { title })),
      unrelated: () => void store.dispatch(counter.actions.increment()),
      append: page => update('open', list => list.push(...page)),
      push: issue => update('open', list => list.push(issue)),
      unshift: issue => update('open', list => list.unshift(issue)),
      remove: id => update('open', list => dropFrom(list, id)),
      move: issue => {
        update('open', list => dropFrom(list, issue.id));
        update('closed', list => list.push(issue));
      },
    };
  },
};
