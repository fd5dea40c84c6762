import {
  configureStore,
  createAsyncThunk,
  createEntityAdapter,
  createSlice,
  isAnyOf,
} from '@reduxjs/toolkit';
import { useEffect } from 'react';
import { Provider, useDispatch, useSelector } from 'react-redux';
import { DetailView, ListView } from './view';

interface Post {
  id: number;
  title: string;
}

/** The app as it was: a thunk for each request, and a slice that merges what they bring. */
export function createApp(baseUrl: string) {
  const send = async (path: string, init?: RequestInit) => (await fetch(`${baseUrl}${path}`, init)).json();
  const fetchPosts = createAsyncThunk('posts/fetch', (): Promise<Post[]> => send('/posts'));
  const fetchPost = createAsyncThunk('posts/fetchOne', (id: number): Promise<Post> => send(`/posts/${id}`));
  const renamePost = createAsyncThunk(
    'posts/rename',
    ({ id, ...body }: Post): Promise<Post> =>
      send(`/posts/${id}`, { method: 'PATCH', body: JSON.stringify(body) }),
  );

  const adapter = createEntityAdapter<Post>();
  const slice = createSlice({
    name: 'posts',
    initialState: adapter.getInitialState(),
    reducers: {},
    extraReducers: builder =>
      builder
        .addCase(fetchPosts.fulfilled, adapter.setAll)
        .addMatcher(isAnyOf(fetchPost.fulfilled, renamePost.fulfilled), adapter.upsertOne),
  });
  const store = configureStore({ reducer: { posts: slice.reducer } });
  type RootState = ReturnType<typeof store.getState>;
  const useAppDispatch = useDispatch.withTypes<typeof store.dispatch>();
  const { selectAll, selectById } = adapter.getSelectors((state: RootState) => state.posts);

  function List() {
    const dispatch = useAppDispatch();
    useEffect(() => void dispatch(fetchPosts()), [dispatch]);
    return <ListView posts={useSelector(selectAll)} />;
  }

  function Detail({ id }: { id: number }) {
    const dispatch = useAppDispatch();
    useEffect(() => void dispatch(fetchPost(id)), [dispatch, id]);
    const post = useSelector((state: RootState) => selectById(state, id));
    return <DetailView title={post?.title} onRename={() => dispatch(renamePost({ id, title: 'Renamed' }))} />;
  }

  return () => (
    <Provider store={store}>
      <List />
      <Detail id={1} />
    </Provider>
  );
}
