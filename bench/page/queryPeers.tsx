import { configureStore, createEntityAdapter, createSelector, createSlice } from '@reduxjs/toolkit';
import { All, Controller, createDataClient, Entity, Query, RestEndpoint } from 'rdc-toolkit';
import { useQuery } from 'rdc-toolkit/react';
import type { ReactNode } from 'react';
import { Provider, useSelector } from 'react-redux';

/** One record of a table over which there are queries. */
interface Sample {
  readonly id: string;
  readonly group: number;
  readonly isDone: boolean;
}

interface QueryApp {
  Provider(props: { readonly children: ReactNode }): ReactNode;
  /** How many records of a group are done: a query of its own for each group. */
  useCount(group: number): number;
  /** Changes a record of a group so that its count does. */
  change(group: number, round: number): void;
}

const GROUPS = 50;
const samples = (count: number): readonly Sample[] =>
  Array.from({ length: count }, (_, i) => ({ id: String(i), group: i % GROUPS, isDone: false }));
const countIn = (group: number) => (all: readonly Sample[]) => {
  let done = 0;
  for (const sample of all) if (sample.group === group && sample.isDone) done++;
  return done;
};
/** Another record in each round, of the group that is to change. */
const idOf = (group: number, round: number) => String(group + GROUPS * round);

class SampleEntity extends Entity {
  id = '';
  group = 0;
  isDone = false;
  static key = 'Sample';
}
const getSamples = new RestEndpoint({ path: '/samples', schema: [SampleEntity] });

type CountQuery = Query<All<typeof SampleEntity>, readonly [], number>;

function openOurs(records: number, queryOf: (group: number) => CountQuery): QueryApp {
  const client = createDataClient();
  const store = configureStore({
    reducer: { [client.reducerPath]: client.reducer },
    middleware: getDefault => getDefault().concat(client.middleware),
  });
  store.dispatch(getSamples.setResponse(samples(records) as never));
  const controller = new Controller(store);
  const queries = Array.from({ length: GROUPS }, (_, group) => queryOf(group));
  return {
    Provider: ({ children }) => <Provider store={store}>{children}</Provider>,
    useCount: group =>
      (useQuery(queries[group] as CountQuery, undefined as never) as number | undefined) ?? 0,
    change: (group, round) => controller.set(SampleEntity, { id: idOf(group, round), isDone: true }),
  };
}

const sharedAll = new All(SampleEntity);

/** The same 50 queries, as each library would be asked them. */
export const queryPeers: readonly { readonly name: string; open(records: number): QueryApp }[] = [
  {
    name: 'rdc-toolkit',
    open: records => openOurs(records, group => new Query(new All(SampleEntity), countIn(group))),
  },
  {
    name: 'rdc-toolkit, sharing one All',
    open: records => openOurs(records, group => new Query(sharedAll, countIn(group))),
  },
  {
    name: 'createEntityAdapter',
    open(records) {
      const adapter = createEntityAdapter<Sample>();
      const slice = createSlice({
        name: 'samples',
        initialState: adapter.getInitialState(undefined, samples(records)),
        reducers: { changed: adapter.updateOne },
      });
      const store = configureStore({ reducer: { samples: slice.reducer } });
      const { selectAll } = adapter.getSelectors((state: ReturnType<typeof store.getState>) => state.samples);
      const selectors = Array.from({ length: GROUPS }, (_, group) =>
        createSelector(selectAll, countIn(group)),
      );
      return {
        Provider: ({ children }) => <Provider store={store}>{children}</Provider>,
        useCount: group => useSelector(selectors[group] as (state: unknown) => number),
        change: (group, round) =>
          void store.dispatch(slice.actions.changed({ id: idOf(group, round), changes: { isDone: true } })),
      };
    },
  },
];
