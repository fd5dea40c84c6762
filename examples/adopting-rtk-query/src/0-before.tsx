import { configureStore } from '@reduxjs/toolkit';
import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import { Provider } from 'react-redux';

interface PostFields {
  id: number;
  title: string;
}

/** The app as it was: tags refetch the list and the detail. */
export function createApp(baseUrl: string) {
  const api = createApi({
    baseQuery: fetchBaseQuery({ baseUrl }),
    tagTypes: ['Post'],
    endpoints: build => ({
      getPosts: build.query<PostFields[], void>({
        query: () => '/posts',
        providesTags: (posts = []) => posts.map(({ id }) => ({ type: 'Post' as const, id })),
      }),
      getPost: build.query<PostFields, number>({
        query: id => `/posts/${id}`,
        providesTags: (_post, _error, id) => [{ type: 'Post', id }],
      }),
      renamePost: build.mutation<PostFields, PostFields>({
        query: ({ id, ...body }) => ({ url: `/posts/${id}`, method: 'PATCH', body }),
        invalidatesTags: (_post, _error, { id }) => [{ type: 'Post', id }],
      }),
    }),
  });
  const { useGetPostsQuery, useGetPostQuery, useRenamePostMutation } = api;

  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: getDefault => getDefault().concat(api.middleware),
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
