import { configureStore } from '@reduxjs/toolkit';
import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import { createDataClient, Entity, resource, subscriptionManager } from 'rdc-toolkit';
import { useController, useDLE } from 'rdc-toolkit/react';
import { baseQueryManager, bridgeApi } from 'rdc-toolkit/rtk-query';
import { Provider } from 'react-redux';

interface PostFields {
  id: number;
  title: string;
}

class Post extends Entity {
  id = 0;
  title = '';
  static key = 'Post';
}

/** The detail and the mutation have moved; the list has not. All requests go through the same base query. */
export function createApp(baseUrl: string) {
  const PostResource = resource({ path: '/posts/:id', schema: Post });
  const baseQuery = fetchBaseQuery({ baseUrl });
  const plainApi = createApi({
    baseQuery,
    endpoints: build => ({
      getPosts: build.query<PostFields[], void>({ query: () => '/posts' }),
    }),
  });
  const api = bridgeApi(plainApi, { getPosts: [Post] });
  const { useGetPostsQuery } = api;

  const dataClient = createDataClient({ managers: [baseQueryManager(baseQuery), subscriptionManager()] });
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer, [dataClient.reducerPath]: dataClient.reducer },
    middleware: getDefault => getDefault().concat(api.middleware, dataClient.middleware),
  });

  function List() {
    const { data = [] } = useGetPostsQuery();
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
