// A board that stays up to date: pages, relations, unions, polling, a stream, collection of garbage, error boundaries.
import { configureStore } from '@reduxjs/toolkit';
import {
  All,
  Collection,
  createDataClient,
  Entity,
  focusManager,
  gcManager,
  hydrationManager,
  logoutManager,
  networkManager,
  Query,
  resource,
  subscriptionManager,
  Union,
} from 'rdc-toolkit';
import {
  AsyncBoundary,
  useController,
  useDLE,
  useLive,
  useLoading,
  usePages,
  useQuery,
} from 'rdc-toolkit/react';
import { serverSentEventSource, streamManager } from 'rdc-toolkit/stream';

class User extends Entity {
  id = '';
  name = '';
  static key = 'User';
}
class Task extends Entity {
  id = '';
  type = 'task';
  title = '';
  author?: User;
  static key = 'Task';
  static schema = { author: User };
}
class Bug extends Task {
  override type = 'bug';
  static override key = 'Bug';
}
const cards = new Union({ task: Task, bug: Bug }, 'type');
const CardResource = resource({
  path: '/api/cards/:id',
  schema: cards,
  paginationField: 'page',
  searchParams: {} as { text?: string } | undefined,
  pollFrequency: 30_000,
});
const users = new Query(new Collection([User]), (list: readonly User[]) => list.length);
const everyTask = new All(Task);

const dataClient = createDataClient({
  managers: [
    networkManager({ retry: 3 }),
    subscriptionManager(),
    focusManager(),
    logoutManager(),
    gcManager(),
    hydrationManager(),
    streamManager({
      source: serverSentEventSource('/api/events'),
      read: (user: { id: string }) => ({ schema: User, value: user }),
    }),
  ],
});
export const store = configureStore({
  reducer: { rdc: dataClient.reducer },
  middleware: getDefault => getDefault().concat(dataClient.middleware),
});

export function Cards() {
  const pages = usePages(CardResource.getList.getPage, (page: number) => [{ page }], {
    first: 1,
    next: (page, number) => (page.length > 0 ? number + 1 : undefined),
  });
  return [pages, useQuery(users), useQuery(everyTask)];
}

export function Card({ id }: { id: string }) {
  const card = useLive(CardResource.get, { id });
  const { data, loading } = useDLE(CardResource.getList);
  const controller = useController();
  const [remove, removing] = useLoading(() => controller.fetch(CardResource.delete, { id }));
  return (
    <AsyncBoundary fallback="…">
      <button type="button" disabled={removing || loading} onClick={remove}>
        Remove {card.title} of {data?.length}
      </button>
    </AsyncBoundary>
  );
}
