import { configureStore } from '@reduxjs/toolkit';
import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import { act, render } from '@testing-library/react';
import { actions, createDataClient, Entity } from 'rdc-toolkit';
import { bridgeApi } from 'rdc-toolkit/rtk-query';
import { memo } from 'react';
import { Provider } from 'react-redux';
import { cpuTime } from '../../helpers/cpuTime';
import { growth } from '../../helpers/growth';
import { startApi } from '../../helpers/startApi';

class Row extends Entity {
  id = 0;
  title = '';
  static key = 'ManyRows.Row';
}
class Other extends Entity {
  id = 0;
  count = 0;
  static key = 'ManyRows.Other';
}

/** The time of an unrelated change while each of some rows selects its record from one list. */
async function timeOfChange(count: number): Promise<number> {
  const ids = [...Array(count).keys()];
  const server = await startApi({ 'GET /rows': () => ids.map(id => ({ id, title: `row ${id}` })) });
  const plainApi = createApi({
    reducerPath: 'rows',
    baseQuery: fetchBaseQuery({ baseUrl: server.url }),
    endpoints: build => ({ getRows: build.query<Row[], void>({ query: () => 'rows' }) }),
  });
  const api = bridgeApi(plainApi, { getRows: [Row] });
  const client = createDataClient();
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer, [client.reducerPath]: client.reducer },
    middleware: getDefault =>
      getDefault({ serializableCheck: false, immutableCheck: false }).concat(
        api.middleware,
        client.middleware,
      ),
  });
  const Title = memo(({ at }: { readonly at: number }) => {
    const { title } = api.useGetRowsQuery(undefined, {
      selectFromResult: ({ data }) => ({ title: data?.[at]?.title }),
    });
    return <>{title};</>;
  });
  await store.dispatch(api.endpoints.getRows.initiate());
  const page = render(
    <Provider store={store}>
      {ids.map(id => (
        <Title key={id} at={id} />
      ))}
    </Provider>,
  );
  expect(page.container.textContent).toContain(`row ${count - 1};`);
  let quickest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 8; i++) {
    const startedAt = cpuTime();
    act(() => {
      store.dispatch(actions.set(Other, { args: [], value: { id: 1, count: i } }));
    });
    quickest = Math.min(quickest, cpuTime() - startedAt);
  }
  page.unmount();
  client.cleanup(store);
  store.dispatch(api.util.resetApiState());
  return quickest;
}

it('searches a list once, however many components select a part of it', async () => {
  // Four times as many rows; if each searched the list, it would take sixteen times as long.
  expect(await growth(timeOfChange, { few: 250, many: 1_000, limit: 8 })).toBeLessThan(8);
});

it('searches the other queries once, however often a stored record is added to a list manually', async () => {
  let looked = 0;
  class Counted extends Entity {
    id = 0;
    title = '';
    static key = 'ManyRows.Counted';
    static override pk({ id }: { readonly id?: unknown }) {
      looked++;
      return String(id);
    }
  }
  const server = await startApi({
    'GET /rows/:page': ({ params }) =>
      [...Array(20).keys()].map(i => ({ id: Number(params.page) * 20 + i, title: 'old' })),
  });
  const plainApi = createApi({
    reducerPath: 'counted',
    baseQuery: fetchBaseQuery({ baseUrl: server.url }),
    endpoints: build => ({ getRows: build.query<Partial<Row>[], number>({ query: page => `rows/${page}` }) }),
  });
  const api = bridgeApi(plainApi, { getRows: [Counted] });
  const client = createDataClient();
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer, [client.reducerPath]: client.reducer },
    middleware: getDefault => getDefault().concat(api.middleware, client.middleware),
  });
  await Promise.all(
    [...Array(20).keys()].map(page => store.dispatch(api.endpoints.getRows.initiate(page) as never)),
  );
  const put = (id: number) => {
    looked = 0;
    const change = plainApi.util.updateQueryData(
      'getRows',
      0,
      draft => void draft.push({ id, title: 'new' }),
    );
    store.dispatch(change as never);
    return looked;
  };
  expect(put(100)).toBeGreaterThan(20 * 19);

  expect(put(101)).toBeLessThan(20 * 10);
  client.cleanup(store);
  store.dispatch(api.util.resetApiState());
});
