import { configureStore, type Middleware } from '@reduxjs/toolkit';
import {
  Controller,
  createDataClient,
  Entity,
  NetworkError,
  RestEndpoint,
  type RestOptions,
  resource,
} from 'rdc-toolkit';

class Person extends Entity {
  login = '';
  name = '';
  static key = 'LargeSession.Person';
  override pk() {
    return this.login;
  }
}

class Issue extends Entity {
  id = '';
  title = '';
  body = '';
  status = '';
  points = 0;
  labels: string[] = [];
  updatedAt = '';
  assignee = Person.fromJS();
  static key = 'LargeSession.Issue';
  static schema = { assignee: Person };
}

const PAGE_LENGTH = 50;
const statuses = ['todo', 'in-progress', 'review', 'done'];

const serverIssues = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: String(i + 1),
    title: `Issue ${i + 1}: the gate sticks in winter`,
    body: 'It has to be lifted to close, and then it does not open again before noon.',
    status: statuses[i % 4] ?? '',
    points: i % 13,
    labels: ['bug', 'planning'],
    updatedAt: new Date(1.7e12 + i * 1e6).toISOString(),
    assignee: { login: `person-${i % 50}`, name: `Person ${i % 50}` },
  }));

/** An action of the session and the root state after it. */
export interface Step {
  readonly action: { readonly type: string };
  readonly state: unknown;
}

/**
 * A session with many records in the store: lists and pages, reads, optimistic updates that succeed or fail, pushed
 * records one by one and a hundred at a time, invalidation, and a refetch of the whole list once in a while.
 *
 * @param onStep called after each action
 */
export async function largeSession(
  count: number,
  rounds: number,
  onStep: (step: Step) => void,
): Promise<void> {
  const issues = serverIssues(count);
  const respond = async (input: string, init: RequestInit): Promise<Response> => {
    const { pathname, searchParams } = new URL(input);
    const issue = issues[Number(pathname.split('/')[2]) - 1];
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    if (body?.title === '') return Response.json({ message: 'A title, please.' }, { status: 422 });
    if (issue !== undefined) return Response.json(Object.assign(issue, body));
    const status = searchParams.get('status');
    const found = status === null ? issues : issues.filter(one => one.status === status);
    const page = searchParams.get('page');
    const start = Number(page) * PAGE_LENGTH;
    return Response.json(page === null ? found : found.slice(start, start + PAGE_LENGTH));
  };
  class LocalEndpoint<const Options extends RestOptions = RestOptions> extends RestEndpoint<Options> {
    override async fetchResponse(input: string, init: RequestInit): Promise<Response> {
      const response = await respond(input, init);
      if (response.ok) return response;
      throw new NetworkError(`${this.method} ${input}`, response, await response.json());
    }
  }
  const IssueResource = resource({
    urlPrefix: 'http://large.test',
    path: '/issues/:id',
    searchParams: {} as { readonly status?: string; readonly page?: number } | undefined,
    schema: Issue,
    optimistic: true,
    Endpoint: LocalEndpoint,
  });
  const noting: Middleware = api => next => action => {
    const result = next(action);
    onStep({ action: action as Step['action'], state: api.getState() });
    return result;
  };
  const client = createDataClient();
  const store = configureStore({
    reducer: { [client.reducerPath]: client.reducer },
    middleware: getDefault =>
      getDefault({ serializableCheck: false, immutableCheck: false }).concat(client.middleware, noting),
  });
  const controller = new Controller(store);
  const { get, getList, partialUpdate } = IssueResource;
  await store.dispatch(getList.fetch());
  for (let round = 0; round < rounds; round++) {
    const id = String(((round * 7919) % count) + 1);
    const status = statuses[round % 4] ?? '';
    await store.dispatch(getList.fetch({ status, page: round % 40 }));
    await store.dispatch(get.fetch({ id }));
    await store.dispatch(partialUpdate.fetch({ id }, { status }));
    await store.dispatch(partialUpdate.fetch({ id }, { title: '' })).catch(() => undefined);
    controller.set(Issue, { id }, { id, points: round });
    controller.set(Issue, { id }, { id, points: round });
    controller.invalidate(get, { id });
    if (round % 5 === 0)
      controller.set(
        [Issue],
        issues.slice(round, round + 100).map(issue => ({ ...issue, points: round })) as never,
      );
    if (round % 25 === 24) await store.dispatch(getList.fetch());
    if (round % 25 === 12) controller.expireAll(getList);
  }
}
