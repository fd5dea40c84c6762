import { configureStore, createListenerMiddleware } from '@reduxjs/toolkit';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { actions, createDataClient, Entity, entityChanged, getSelectors, resource } from 'rdc-toolkit';
import { useController, useDLE } from 'rdc-toolkit/react';
import { Provider } from 'react-redux';
import { DetailView, ListView } from './view';

class Post extends Entity {
  id = 0;
  title = '';
  static key = 'Post';
}

interface PostFields {
  id: number;
  title: string;
}

/** The detail and the mutation have moved. The list is TanStack Query's, and shares its records in both directions. */
export function createApp(baseUrl: string) {
  const PostResource = resource({ path: '/posts/:id', schema: Post, urlPrefix: baseUrl });
  const queryClient = new QueryClient();
  const { selectById } = getSelectors(Post);

  // From the tables into TanStack Query's list.
  const listener = createListenerMiddleware();
  listener.startListening({
    predicate: entityChanged(Post),
    effect: (_action, { getState }) => {
      queryClient.setQueryData<PostFields[]>(['posts'], posts =>
        posts?.map(post => ({
          ...post,
          title: selectById(getState(), String(post.id))?.title ?? post.title,
        })),
      );
    },
  });

  const dataClient = createDataClient();
  const store = configureStore({
    reducer: { [dataClient.reducerPath]: dataClient.reducer },
    middleware: getDefault => getDefault().prepend(listener.middleware).concat(dataClient.middleware),
  });

  // And from there into the tables.
  async function fetchPosts(): Promise<PostFields[]> {
    const posts = await (await fetch(`${baseUrl}/posts`)).json();
    store.dispatch(actions.set([Post], { value: posts }));
    return posts;
  }

  function List() {
    const { data = [] } = useQuery({ queryKey: ['posts'], queryFn: fetchPosts });
    return <ListView posts={data} />;
  }

  function Detail({ id }: { id: number }) {
    const controller = useController();
    const { data } = useDLE(PostResource.get, { id });
    const rename = () => controller.fetch(PostResource.partialUpdate, { id }, { title: 'Renamed' });
    return <DetailView title={data?.title} onRename={rename} />;
  }

  return () => (
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <List />
        <Detail id={1} />
      </QueryClientProvider>
    </Provider>
  );
}
