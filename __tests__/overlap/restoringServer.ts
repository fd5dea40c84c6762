import { Collection, Endpoint, Entity, type RestOptions, resource, type } from 'rdc-toolkit';
import { ApiEndpoint, serveWith } from '../helpers/serve';
import { reply, startApi } from '../helpers/startApi';
import { asVisit } from './playing';
import { type ScriptedHandler, scriptedRoutes } from './scriptedRoutes';

/** A task of the server. Each field has few values, so that they recur. */
export interface Row {
  readonly id: string;
  readonly isDone: boolean;
  readonly title: string;
  readonly votes: number;
  readonly project: string;
}

export class Task extends Entity {
  id = '';
  isDone = false;
  title = '';
  votes = 0;
  project = '';
  static key = 'Restoring.Task';
}

class Project extends Entity {
  id = '';
  name = '';
  tasks: readonly Task[] = [];
  static key = 'Restoring.Project';
  static schema = {
    tasks: new Collection([Task], {
      nestKey: (project: Project) => ({ project: project.id }),
      belongs: (task, { project }) => task.project === project,
    }),
  };
}

/** Names each request, so that a schedule can wait until the server has it. */
class Visited<const Options extends RestOptions = RestOptions> extends ApiEndpoint<Options> {
  /** A day, so that nothing expires on a busy machine. */
  override dataExpiryLength = 86_400_000;
  override fetchResponse(input: string, init: RequestInit): Promise<Response> {
    return asVisit(visit => super.fetchResponse(input, { ...init, headers: { ...init.headers, visit } }));
  }
}
interface Changes {
  readonly ids: readonly string[];
  readonly changes: Partial<Row>;
}

/** The requests, with or without optimistic updates. */
export type Api = ReturnType<typeof apiOf>;

function apiOf(optimistic: boolean) {
  const urlPrefix = optimistic ? '/shown' : '';
  const name = (what: string) => `restoring${urlPrefix}.${what}`;
  const options = { Endpoint: Visited, urlPrefix, optimistic };
  const Tasks = resource({
    path: '/tasks/:id',
    searchParams: {} as { isDone?: boolean },
    schema: Task,
    belongs: (task: Task, { isDone }) => isDone === undefined || String(task.isDone) === String(isDone),
    ...options,
  });
  const post = (what: string) =>
    Tasks.get.extend({ name: name(what), path: `/tasks/:id/${what}`, method: 'POST' });
  const bulk = (what: string) =>
    new Visited({
      name: name(what),
      path: `/bulk/${what}`,
      method: 'PATCH',
      body: type<Changes>(),
      schema: [Task],
      getOptimisticResponse: (_snapshot, { ids, changes }) => ids.map((id: string) => ({ id, ...changes })),
    });
  /** A plain function: nothing tells what it sends. */
  const byFunction = (what: string) => {
    const request = new Visited({
      name: name(`${what} of a function`),
      path: `/tasks/:id/${what}`,
      method: 'POST',
    });
    return new Endpoint(({ id }: { readonly id: string }): Promise<unknown> => request({ id }), {
      name: name(`function ${what}`),
      schema: Task,
      sideEffect: true,
    });
  };
  return {
    Tasks,
    Projects: resource({ path: '/projects/:id', schema: Project, ...options }),
    finish: post('finish'),
    reopen: post('reopen'),
    toggle: post('toggle'),
    vote: post('vote').extend({ writes: ['votes'] }),
    rows: bulk('rows'),
    untold: bulk('untold'),
    finishByFunction: byFunction('finish'),
    reopenByFunction: byFunction('reopen'),
    createIn: new Visited({
      name: name('createIn'),
      path: '/projects/:project/tasks',
      method: 'POST',
      body: type<Pick<Row, 'id' | 'isDone' | 'title'>>(),
      schema: Task,
    }),
  };
}

/** Both, defined once as in an app. */
export const apis = [apiOf(false), apiOf(true)] as const;

export type RestoringServer = Awaited<ReturnType<typeof startRestoringServer>>;

/** Starts a server of two projects and their tasks, which acts on each request when the script says so. */
export async function startRestoringServer() {
  let tasks: readonly Row[] = [];
  let names: Readonly<Record<string, string>> = {};
  let events = 0;
  const { visits, route } = scriptedRoutes(() => ++events);
  const find = (id: unknown) => tasks.find(task => task.id === id);
  const put = (row: Row) => {
    tasks = [...tasks.filter(({ id }) => id !== row.id), row];
    return row;
  };
  const changing =
    (change: (row: Row) => Partial<Row> = () => ({})) =>
    ({ id }: { readonly id?: unknown }, body: Partial<Row>) => {
      const row = find(id);
      return row === undefined ? reply(404, {}) : put({ ...row, ...body, ...change(row) });
    };
  const listed = ({ isDone }: { readonly isDone?: unknown }) =>
    tasks.filter(task => isDone === undefined || String(task.isDone) === String(isDone));
  const projectOf = (id: string) => ({
    id,
    name: names[id],
    tasks: tasks.filter(({ project }) => project === id),
  });
  const handlers: Readonly<Record<string, ScriptedHandler<never, never>>> = {
    'GET /tasks': (_params, _body, query: { isDone?: string }) => listed(query),
    'GET /tasks/:id': ({ id }) => find(id) ?? reply(404, {}),
    'POST /tasks': (_params, body: Row) => put(body),
    'POST /projects/:project/tasks': ({ project }, body: Omit<Row, 'votes'>) =>
      put({ votes: 0, ...body, project: String(project) }),
    'PATCH /tasks/:id': changing(),
    'PUT /tasks/:id': changing(),
    'DELETE /tasks/:id'({ id }) {
      if (find(id) === undefined) return reply(404, {});
      tasks = tasks.filter(task => task.id !== id);
      return undefined;
    },
    'PATCH /bulk/:how'({ how }, { ids, changes }: Changes) {
      tasks = tasks.map(task => (ids.includes(task.id) ? { ...task, ...changes } : task));
      return how === 'rows' ? tasks.filter(({ id }) => ids.includes(id)) : undefined;
    },
    'POST /tasks/:id/finish': changing(() => ({ isDone: true })),
    'POST /tasks/:id/reopen': changing(() => ({ isDone: false })),
    'POST /tasks/:id/toggle': changing(({ isDone }) => ({ isDone: !isDone })),
    'POST /tasks/:id/vote': changing(({ votes }) => ({ votes: 1 - votes })),
    'GET /projects/:id': ({ id }) => projectOf(String(id)),
    'PATCH /projects/:id'({ id }, body: { readonly name: string }) {
      names = { ...names, [String(id)]: body.name };
      return projectOf(String(id));
    },
  };
  const routes = Object.entries(handlers).flatMap(([request, handler]) => [
    route(request, handler),
    route(request.replace(' ', ' /shown'), handler),
  ]);
  return {
    api: serveWith(await startApi(Object.fromEntries(routes))),
    visits,
    find,
    listed,
    projectOf,
    /** Another person changes a task. */
    write: (id: string, changes: Partial<Row>) => void changing()({ id }, changes),
    reset(isDone: boolean) {
      visits.length = 0;
      tasks = ['1', '2'].map(id => ({
        id,
        isDone: isDone && id === '1',
        title: 'a',
        votes: 0,
        project: 'p',
      }));
      names = { p: 'a', q: 'a' };
    },
  };
}
