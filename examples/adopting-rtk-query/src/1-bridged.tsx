import { configureStore } from '@reduxjs/toolkit';
import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import { createDataClient, Entity } from 'rdc-toolkit';
import { bridgeApi } from 'rdc-toolkit/rtk-query';
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

/** One line more; the tags are gone. */
export function createApp(baseUrl: string) {
  const plainApi = createApi({
    baseQuery: fetchBaseQuery({ baseUrl }),
    endpoints: build => ({
      getPosts: build.query<PostFields[], void>({ query: () => '/posts' }),
      getPost: build.query<PostFields, number>({ query: id => `/posts/${id}` }),
      renamePost: build.mutation<PostFields, PostFields>({
        query: ({ id, ...body }) => ({ url: `/posts/${id}`, method: 'PATCH', body }),
      }),
    }),
  });
  const api = bridgeApi(plainApi, { getPosts: [Post], getPost: Post, renamePost: Post });
  const { useGetPostsQuery, useGetPostQuery, useRenamePostMutation } = api;

  const dataClient = createDataClient();
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
    const { data } = useGetPostQuery(id);
    const [rename] = useRenamePostMutation();
    return (
      <article>
        <h1>{data?.title}</h1>
        <button type="button" onClick={() => rename({ id, title: 'Renamed' })}>
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
