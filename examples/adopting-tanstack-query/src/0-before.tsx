import {
  QueryClient,
  QueryClientProvider,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { DetailView, ListView } from './view';

interface Post {
  id: number;
  title: string;
}

/** The app as it was: a mutation invalidates the list and the detail. */
export function createApp(baseUrl: string) {
  const send = async (path: string, init?: RequestInit) => (await fetch(`${baseUrl}${path}`, init)).json();
  const queryClient = new QueryClient();

  function List() {
    const { data = [] } = useQuery<Post[]>({ queryKey: ['posts'], queryFn: () => send('/posts') });
    return <ListView posts={data} />;
  }

  function Detail({ id }: { id: number }) {
    const client = useQueryClient();
    const { data } = useQuery<Post>({ queryKey: ['posts', id], queryFn: () => send(`/posts/${id}`) });
    const { mutate } = useMutation({
      mutationFn: (title: string) =>
        send(`/posts/${id}`, { method: 'PATCH', body: JSON.stringify({ title }) }),
      onSuccess: () => client.invalidateQueries({ queryKey: ['posts'] }),
    });
    return <DetailView title={data?.title} onRename={() => mutate('Renamed')} />;
  }

  return () => (
    <QueryClientProvider client={queryClient}>
      <List />
      <Detail id={1} />
    </QueryClientProvider>
  );
}
