import { configureStore, createAsyncThunk, createListenerMiddleware } from '@reduxjs/toolkit';
import { actions, createDataClient, Entity, resource } from 'rdc-toolkit';
import { useDLE } from 'rdc-toolkit/react';
import { Provider, useDispatch } from 'react-redux';
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

/** Reads have moved: no effects that fetch, no flags. The mutation is still a thunk. */
export function createApp(baseUrl: string) {
  const PostResource = resource({ path: '/posts/:id', schema: Post, urlPrefix: baseUrl });
  const renamePost = createAsyncThunk(
    'posts/rename',
    async ({ id, ...body }: PostFields): Promise<PostFields> => {
      const response = await fetch(`${baseUrl}/posts/${id}`, { method: 'PATCH', body: JSON.stringify(body) });
      return response.json();
    },
  );

  const listener = createListenerMiddleware();
  listener.startListening({
    actionCreator: renamePost.fulfilled,
    effect: ({ payload }, { dispatch }) => {
      dispatch(actions.set(Post, { value: payload }));
    },
  });

  const dataClient = createDataClient();
  const store = configureStore({
    reducer: { [dataClient.reducerPath]: dataClient.reducer },
    middleware: getDefault => getDefault().prepend(listener.middleware).concat(dataClient.middleware),
  });
  const useAppDispatch = useDispatch.withTypes<typeof store.dispatch>();

  function List() {
    return <ListView posts={useDLE(PostResource.getList).data ?? []} />;
  }

  function Detail({ id }: { id: number }) {
    const dispatch = useAppDispatch();
    const { data } = useDLE(PostResource.get, { id });
    return <DetailView title={data?.title} onRename={() => dispatch(renamePost({ id, title: 'Renamed' }))} />;
  }

  return () => (
    <Provider store={store}>
      <List />
      <Detail id={1} />
    </Provider>
  );
}
