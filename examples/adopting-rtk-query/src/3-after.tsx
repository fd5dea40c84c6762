import { configureStore } from '@reduxjs/toolkit';
import { fetchBaseQuery } from '@reduxjs/toolkit/query';
import { createDataClient, Entity, resource, subscriptionManager } from 'rdc-toolkit';
import { useController, useDLE } from 'rdc-toolkit/react';
import { baseQueryManager } from 'rdc-toolkit/rtk-query';
import { Provider } from 'react-redux';

class Post extends Entity {
  id = 0;
  title = '';
  static key = 'Post';
}

/** Nothing of RTK Query is left but its base query. */
export function createApp(baseUrl: string) {
  const PostResource = resource({ path: '/posts/:id', schema: Post });
  const baseQuery = fetchBaseQuery({ baseUrl });
  const dataClient = createDataClient({ managers: [baseQueryManager(baseQuery), subscriptionManager()] });
  const store = configureStore({
    reducer: { [dataClient.reducerPath]: dataClient.reducer },
    middleware: getDefault => getDefault().concat(dataClient.middleware),
  });

  function List() {
    const { data = [] } = useDLE(PostResource.getList);
    return (
      <ul>
        {data.map(post => (
          <li key={post.id}>{post.title}</li>
        ))}
      </ul>
    );
  }

  function Detail({ id }: { id: number }) {
    const { data } = useDLE(PostResource.get, { id });
    const controller = useController();
    const rename = () => controller.fetch(PostResource.partialUpdate, { id }, { title: 'Renamed' });
    return (
      <article>
        <h1>{data?.title}</h1>
        <button type="button" onClick={rename}>
          Rename
        </button>
      </article>
    );
  }

  return () => (
    <Provider store={store}>
      <List />
      <Detail id={1} />
    </Provider>
  );
}
