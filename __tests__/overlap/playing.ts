import { isDeepStrictEqual } from 'node:util';
import { type Action, configureStore, type Middleware, type Store } from '@reduxjs/toolkit';
import fc from 'fast-check';
import type { DataClient, DataState } from 'rdc-toolkit';
import type { TestApi } from '../helpers/startApi';
import type { Visit } from './scriptedRoutes';

/** A server that acts on each request when the script says so. */
interface Server {
  readonly api: TestApi;
  readonly visits: readonly Visit[];
}

/** How many requests have left, and the names of those without a response. */
export const requests = { sent: 0, open: new Set<string>() };

/** Sends a request with its own name, so that a script can wait until the server has it. */
export async function asVisit<Sent>(send: (visit: string) => Promise<Sent>): Promise<Sent> {
  const visit = String(++requests.sent);
  requests.open.add(visit);
  try {
    return await send(visit);
  } finally {
    requests.open.delete(visit);
  }
}

/** Memoizes a function, as an app defines its resources once. */
export function memoized<Args extends readonly unknown[], Value>(make: (...args: Args) => Value) {
  const made = new Map<string, Value>();
  return (...args: Args): Value => {
    const key = args.join();
    const value = made.get(key) ?? make(...args);
    made.set(key, value);
    return value;
  };
}

/** A store with only a client, a log of its actions, and the state that they produce from its start elsewhere. */
export function recordedStore(client: DataClient<'rdc'>, start?: DataState) {
  const log: Action[] = [];
  const record: Middleware = () => next => action => {
    log.push(action as Action);
    return next(action);
  };
  const store = configureStore({
    reducer: { [client.reducerPath]: client.reducer },
    middleware: getDefault =>
      getDefault({ immutableCheck: false, serializableCheck: false }).concat(client.middleware, record),
    ...(start && { preloadedState: { rdc: start } }),
  });
  const replayed = () =>
    log.reduce<DataState | undefined>((state, action) => client.reducer(state, action), start);
  return { store, log, replayed };
}

/** Like `expect(actual).toEqual(expected)`, which takes many times as long for equal values. */
export function expectEqual(actual: unknown, expected: unknown) {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}

/** Runs whatever is due. */
export const turn = () => new Promise<void>(resolve => setImmediate(resolve));

/**
 * Waits until the server has each request that has left, and what has landed is stored.
 *
 * @param isBusy whether something is pending that neither the server nor the state shows
 */
export async function settled(
  { visits }: Pick<Server, 'visits'>,
  store: Store,
  isBusy: (state: DataState) => boolean = () => false,
) {
  let before: unknown;
  for (let quiet = 0; quiet < 3; ) {
    await turn();
    const areAllHere = [...requests.open].every(name => visits.some(visit => visit.name === name));
    const now = (store.getState() as { readonly rdc: DataState }).rdc;
    quiet = areAllHere && !isBusy(now) && now === before ? quiet + 1 : 0;
    before = now;
  }
}

/** Responds to all requests until a promise is settled. */
export async function serve({ visits }: Pick<Server, 'visits'>, promise: Promise<unknown>) {
  let isDone = false;
  void promise
    .catch(() => {})
    .finally(() => {
      isDone = true;
    });
  while (!isDone) {
    await turn();
    for (const visit of [...visits]) visit.respond();
  }
}

/** Prints the log of a play that `FCPATH` has repeated. */
export function printRepeated(log: readonly Action[]) {
  if (process.env.FCPATH === undefined) return;
  const lines = log.map(action => JSON.stringify(action).slice(0, 1_500));
  console.log(JSON.stringify(lines, null, 1));
}

/** How often each mode is played: `usual` times in the suite. */
export const runsOf = (usual: number) => Number(process.env.RUNS ?? usual);

/** The timeout for so many plays, in milliseconds. */
export const patienceFor = (runs: number) => Math.max(120_000, runs * 4_000);

/** The same plays each time in the suite, others in long runs. */
const SEED = process.env.SEED ?? (process.env.RUNS === undefined ? '1' : undefined);

const RUNS_PER_SERVER = 200;

/** A play that once failed, as a failure prints it. */
export interface Repeated {
  readonly seed: number;
  readonly path: string;
}

/**
 * Plays scripts, each with its own choices.
 *
 * @param repeated plays only this one
 */
export async function playAll<Started extends Server, Script>(
  start: () => Promise<Started>,
  scripts: fc.Arbitrary<Script>,
  runs: number,
  play: (server: Started, script: Script, choose: (below: number) => number) => Promise<void>,
  repeated?: Repeated,
) {
  let server = await start();
  let played = 0;
  await fc.assert(
    fc.asyncProperty(scripts, fc.infiniteStream(fc.nat(9_999)), async (script, choices) => {
      // A server remembers everything it saw.
      if (++played % RUNS_PER_SERVER === 0) {
        await server.api.close();
        server = await start();
      }
      const choose = (below: number) => (below === 0 ? 0 : (choices.next().value ?? 0) % below);
      // A play that failed leaves requests that no one answers, and its shorter variants would wait for them.
      requests.open.clear();
      await play(server, script, choose);
    }),
    {
      numRuns: runs,
      ...(SEED !== undefined && { seed: Number(SEED), path: process.env.FCPATH }),
      ...repeated,
    } as never,
  );
}
