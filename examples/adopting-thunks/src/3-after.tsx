import { configureStore } from '@reduxjs/toolkit';
import { createDataClient, Entity, resource } from 'rdc-toolkit';
import { useController, useDLE } from 'rdc-toolkit/react';
import { Provider } from 'react-redux';
import { DetailView, ListView } from './view';

class Post extends Entity {
  id = 0;
  title = '';
  static key = 'Post';
}

/** Nothing of the library before is left. */
export function createApp(baseUrl: string) {
  const PostResource = resource({ path: '/posts/:id', schema: Post, urlPrefix: baseUrl, optimistic: true });
  const dataClient = createDataClient();
  const store = configureStore({
    reducer: { [dataClient.reducerPath]: dataClient.reducer },
    middleware: getDefault => getDefault().concat(dataClient.middleware),
  });

  function List() {
    return <ListView posts={useDLE(PostResource.getList).data ?? []} />;
  }

  function Detail({ id }: { id: number }) {
    const controller = useController();
    const { data } = useDLE(PostResource.get, { id });
    const rename = () => controller.fetch(PostResource.partialUpdate, { id }, { title: 'Renamed' });
    return <DetailView title={data?.title} onRename={rename} />;
  }

  return () => (
    <Provider store={store}>
      <List />
      <Detail id={1} />
    </Provider>
  );
}
