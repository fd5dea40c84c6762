import { Controller, createDataClient, networkManager } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { serve } from '../helpers/serve';
import type { TestApi } from '../helpers/startApi';
import { mount } from './mount';
import { type ScriptedHandler, scriptedRoutes, type Visit } from './scriptedRoutes';

/** What a script says to a server that acts and responds when told to. */
export function script(
  store: ReturnType<typeof createTestStore>,
  visits: readonly Visit[],
  api: Pick<TestApi, 'requests'>,
) {
  const taken = new Set<Visit>();

  /** The next matching request that arrives, or has arrived and was not returned yet. */
  async function arrival(request: string): Promise<Visit> {
    for (let patience = 15_000; patience > 0; patience--) {
      const visit = visits.find(one => one.request === request && !taken.has(one));
      if (visit !== undefined) {
        taken.add(visit);
        return visit;
      }
      await new Promise(resolve => setTimeout(resolve, 2));
    }
    throw new Error(
      `No ${request} has arrived, but ${visits.map(one => one.request).join(', ') || 'nothing'}.`,
    );
  }

  /** Sends a request, which the server has then; `land` responds to it. */
  async function send(thunk: object, request: string) {
    const response = store.dispatch(thunk as never) as unknown as Promise<unknown>;
    const visit = await arrival(request);
    const land = async () => {
      visit.respond();
      await response;
    };
    return { act: () => visit.act(), land };
  }

  /** Sends a request that the server acts on and responds to at once. */
  async function done<T>(thunk: (...given: never[]) => Promise<T>): Promise<T> {
    const before = new Set(visits);
    const promise = store.dispatch(thunk as never) as Promise<T>;
    let isDone = false;
    const settle = () => {
      isDone = true;
    };
    promise.then(settle, settle);
    while (!isDone) {
      await new Promise(resolve => setTimeout(resolve, 1));
      for (const visit of [...visits]) if (!before.has(visit)) visit.respond();
    }
    return promise;
  }

  /** Responds to everything until nothing arrives any more; returns the requests. */
  async function settle(): Promise<readonly string[]> {
    const served: string[] = [];
    for (let quiet = 0; quiet < 4; ) {
      await new Promise(resolve => setTimeout(resolve, 4));
      const waiting = [...visits];
      for (const visit of waiting) visit.respond();
      served.push(...waiting.map(({ request }) => request));
      quiet = waiting.length === 0 && store.getState().rdc.inflight.size === 0 ? quiet + 1 : 0;
    }
    return served;
  }

  /** The requests that the server has seen since. */
  function newRequests() {
    const from = api.requests.length;
    return () => api.requests.slice(from);
  }

  return { arrival, send, done, settle, newRequests };
}

/** Sends a request, and waits until the server has it. */
type Sending = () => Promise<readonly [response: Promise<unknown>, visit: Visit]>;

/**
 * Lets two requests overlap: the server has both, acts on the first and then on the second, and responds to both.
 *
 * @param leavesFirst whether the first leaves before the second
 * @param landsFirst whether the first gets its response before the second
 */
export async function letOverlap(
  [first, second]: readonly [Sending, Sending],
  leavesFirst: boolean,
  landsFirst: boolean,
): Promise<void> {
  const one = await (leavesFirst ? first : second)();
  const other = await (leavesFirst ? second : first)();
  const sent = leavesFirst ? [one, other] : [other, one];
  for (const [, visit] of sent) visit.act();
  for (const [response, visit] of landsFirst ? sent : sent.reverse()) {
    visit.respond();
    await response;
  }
}

/** A store, and a server with some routes that acts and responds when the test says so. */
export async function startScript(
  routes: Readonly<Record<string, ScriptedHandler<never, never>>>,
  options: Parameters<typeof networkManager>[0] = {},
) {
  let events = 0;
  const { visits, route } = scriptedRoutes(() => ++events);
  const api = await serve(
    Object.fromEntries(Object.entries(routes).map(([request, handler]) => route(request, handler))),
  );
  const store = createTestStore({ client: createDataClient({ managers: [networkManager(options)] }) });
  return {
    store,
    controller: new Controller(store),
    ...script(store, visits, api),
    mount: (endpoint: Parameters<typeof mount>[1], ...args: readonly unknown[]) =>
      mount(store, endpoint, args),
    doubts: () => store.getState().rdc.doubts,
  };
}
