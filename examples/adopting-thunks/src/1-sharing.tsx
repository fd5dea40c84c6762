import { configureStore, createAsyncThunk, createListenerMiddleware, isAnyOf } from '@reduxjs/toolkit';
import { actions, createDataClient, Entity, getSelectors } from 'rdc-toolkit';
import { useEffect } from 'react';
import { Provider, useDispatch, useSelector } from 'react-redux';
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

/** The thunks stay. What they bring goes into the tables, of which the selectors have the names of the adapter's. */
export function createApp(baseUrl: string) {
  const send = async (path: string, init?: RequestInit) => (await fetch(`${baseUrl}${path}`, init)).json();
  const fetchPosts = createAsyncThunk('posts/fetch', (): Promise<PostFields[]> => send('/posts'));
  const fetchPost = createAsyncThunk(
    'posts/fetchOne',
    (id: number): Promise<PostFields> => send(`/posts/${id}`),
  );
  const renamePost = createAsyncThunk(
    'posts/rename',
    ({ id, ...body }: PostFields): Promise<PostFields> =>
      send(`/posts/${id}`, { method: 'PATCH', body: JSON.stringify(body) }),
  );

  const listener = createListenerMiddleware();
  listener.startListening({
    matcher: isAnyOf(fetchPosts.fulfilled, fetchPost.fulfilled, renamePost.fulfilled),
    effect: ({ payload }, { dispatch }) => {
      dispatch(actions.set([Post], { value: [payload].flat() }));
    },
  });

  const dataClient = createDataClient();
  const store = configureStore({
    reducer: { [dataClient.reducerPath]: dataClient.reducer },
    middleware: getDefault => getDefault().prepend(listener.middleware).concat(dataClient.middleware),
  });
  const useAppDispatch = useDispatch.withTypes<typeof store.dispatch>();
  const { selectAll, selectById } = getSelectors(Post);

  function List() {
    const dispatch = useAppDispatch();
    useEffect(() => void dispatch(fetchPosts()), [dispatch]);
    return <ListView posts={useSelector(selectAll)} />;
  }

  function Detail({ id }: { id: number }) {
    const dispatch = useAppDispatch();
    useEffect(() => void dispatch(fetchPost(id)), [dispatch, id]);
    const post = useSelector(state => selectById(state, String(id)));
    return <DetailView title={post?.title} onRename={() => dispatch(renamePost({ id, title: 'Renamed' }))} />;
  }

  return () => (
    <Provider store={store}>
      <List />
      <Detail id={1} />
    </Provider>
  );
}
