import { hangUp, reply } from '../helpers/startApi';

/** A request that has arrived: the server acts on it and responds when the script says so. */
export interface Visit {
  /** The client's name for it, in a header. */
  readonly name: string;
  readonly request: string;
  readonly isMutation: boolean;
  /** What the server does with it: `cut` acts and never responds; `late` acts, but a gateway times out. */
  act(): void;
  respond(how?: 'respond' | 'cut' | 'fail' | 'vanish' | 'late'): void;
  readonly hasActed: boolean;
}

/** When an attempt of a mutation was acted on and got its response, among all such events. */
export interface Timing {
  /** The same for each attempt of a mutation. */
  readonly mutation: number;
  acted?: number;
  responded?: number;
}

/** What a server does with a request. */
export type ScriptedHandler<Body, Query> = (
  params: Readonly<Record<string, unknown>>,
  body: Body,
  query: Query,
) => unknown;

/**
 * Routes of a server whose requests wait until the script decides their outcome.
 *
 * @param nextEvent numbers the events
 * @param now numbers the moments at which responses leave; a client has every response of an earlier moment
 */
export function scriptedRoutes(nextEvent: () => number, now = nextEvent) {
  const visits: Visit[] = [];
  const timings: Timing[] = [];
  const route = (request: string, handler: ScriptedHandler<never, never>) => {
    const isMutation = !request.startsWith('GET');
    const handle = (arrived: {
      params: object;
      body: unknown;
      query: object;
      url: string;
      headers: object;
    }) =>
      new Promise<unknown>(resolve => {
        let result: unknown;
        const { visit: name, mutation } = arrived.headers as Readonly<Record<string, string | undefined>>;
        const timing: Timing = { mutation: Number(mutation) };
        if (isMutation) timings.push(timing);
        const visit = {
          name: String(name),
          request: `${request.split(' ')[0]} ${arrived.url}`,
          isMutation,
          hasActed: false,
          act() {
            if (visit.hasActed) return;
            visit.hasActed = true;
            timing.acted = nextEvent();
            result = handler(arrived.params as never, (arrived.body ?? {}) as never, arrived.query as never);
          },
          respond(how: Parameters<Visit['respond']>[0] = 'respond') {
            if (how !== 'fail' && how !== 'vanish') visit.act();
            timing.responded = now();
            visits.splice(visits.indexOf(visit), 1);
            if (how === 'cut' || how === 'vanish') return resolve(hangUp());
            if (how === 'late') return resolve(reply(408, { message: how }));
            resolve(how === 'fail' ? reply(visit.hasActed ? 503 : 409, { message: how }) : result);
          },
        };
        visits.push(visit);
      });
    return [request, handle] as const;
  };
  return { visits, timings, route };
}
