import { isDeepStrictEqual } from 'node:util';
import {
  configureStore,
  createSlice,
  type Middleware,
  type Reducer,
  type StoreEnhancer,
} from '@reduxjs/toolkit';
import {
  createDataClient,
  type DataClient,
  hydrationManager,
  networkManager,
  subscriptionManager,
} from 'rdc-toolkit';

/** The options of a test store; all have defaults. */
export interface TestStoreOptions {
  readonly client?: DataClient<'rdc'>;
  /** Runs before all other middleware. */
  readonly first?: readonly Middleware[];
  /** Additional slices. */
  readonly reducers?: Readonly<Record<string, Reducer>>;
  /** Runs after the middleware of Redux Toolkit. */
  readonly enhancers?: readonly StoreEnhancer[];
  /** Whether the store has the autobatch enhancer. @default true */
  readonly isBatching?: boolean;
  /** Whether to compare the state with a replay of the log; false for tests that travel in time. @default true */
  readonly isReplayed?: boolean;
}

/** Anything but a request, for actions that do not concern the client. */
export const counter = createSlice({
  name: 'counter',
  initialState: 0,
  reducers: { increment: count => count + 1 },
});

/**
 * A store set up like a user's: `configureStore` with its default checks and the two lines.
 *
 * It checks invariants of all tests. After every action, state and action must be plain JSON data. After every test,
 * replaying the log of `rdc/*` actions must give the same state, also after a JSON round trip. Nothing may be logged to
 * the console, and no rejection may be unhandled.
 */
export function createTestStore(options: TestStoreOptions = {}) {
  const {
    client = createDataClient({ managers: [networkManager(), subscriptionManager(), hydrationManager()] }),
    first = [],
    reducers = {},
    enhancers = [],
    isBatching = true,
    isReplayed = true,
  } = options;
  const log: LoggedAction[] = [];
  const store = configureStore({
    reducer: { [client.reducerPath]: client.reducer, counter: counter.reducer, ...reducers },
    middleware: getDefault => {
      const usual = getDefault({ serializableCheck: patient, immutableCheck: patient }).concat(
        client.middleware,
        recorder(log),
      );
      return usual.prepend(...first) as typeof usual;
    },
    enhancers: getDefault => getDefault({ autoBatch: isBatching }).concat(...enhancers),
  });
  stores.push({ client, log, isReplayed, getState: store.getState });
  return Object.assign(store, { client, log: log as readonly LoggedAction[], complaints });
}

/** The checks warn when they are slow, which depends on how busy the machine is. */
const patient = { warnAfter: Number.POSITIVE_INFINITY };

/** A store for a test. */
export type TestStore = ReturnType<typeof createTestStore>;

/** The client's actions, in the order in which they reached the reducer. */
export type LoggedAction = { readonly type: string } & Readonly<Record<string, unknown>>;

interface Watched {
  readonly client: DataClient<'rdc'>;
  readonly log: readonly LoggedAction[];
  readonly isReplayed: boolean;
  getState(): { readonly rdc: unknown };
}

const stores: Watched[] = [];
/** The console output. A test of such a message removes it: `store.complaints.splice(0)`. */
export const complaints: string[] = [];
/** Messages that may appear at any time, such as from a timer that outlives its subject. */
export const expected: RegExp[] = [];
/** Errors about actions and states that are not plain data; a middleware must not throw them. */
const breaches: unknown[] = [];

/** Records the actions that reach the reducer, and checks them and the new state. */
function recorder(log: LoggedAction[]): Middleware {
  return api => next => action => {
    if (!isOfClient(action)) return next(action);
    // Recorded before it is handled, because a subscriber may dispatch the next one inside.
    log.push(action);
    const result = next(action);
    try {
      const { rdc } = api.getState();
      expectPlain(rdc);
      expectPlain(action);
    } catch (error) {
      breaches.push(error);
    }
    return result;
  };
}

/** Like `toStrictEqual`, which is many times slower for equal values. */
function expectPlain(value: unknown) {
  const again = JSON.parse(JSON.stringify(value)) as unknown;
  if (!isDeepStrictEqual(again, value)) expect(again).toStrictEqual(value);
}

/** Like `toEqual`, with the same shortcut. */
function expectEqual(actual: unknown, expected: unknown) {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}

function isOfClient(action: unknown): action is LoggedAction {
  return String((action as LoggedAction).type).startsWith('rdc/');
}

function replay({ client }: Watched, log: readonly LoggedAction[]): unknown {
  return log.reduce<ReturnType<typeof client.reducer>>(client.reducer, client.getInitialState());
}

const METHODS = ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const;
const CHECK_TOOK_LONG = /Middleware took \d+ms, which is more than the warning threshold/;
const original = { ...console };
const { setTimeout: wait } = globalThis;

beforeEach(() => {
  for (const method of METHODS) {
    console[method] = (...said: unknown[]) => {
      const text = said.map(String).join(' ');
      // The duration of Redux Toolkit's checks depends on how busy the machine is.
      if (!CHECK_TOOK_LONG.test(text)) complaints.push(`console.${method}: ${text}`);
    };
  }
});

afterEach(async () => {
  const watched = stores.splice(0);
  // Jest fails a test on unhandled rejections, but notices them only in the next turn of the event loop.
  await new Promise(resolve => wait(resolve, 0));
  const found = { breaches: breaches.splice(0), complaints: complaints.splice(0) };
  try {
    const [breach] = found.breaches;
    if (breach !== undefined) throw breach;
    expect(found.complaints.filter(said => !expected.some(text => text.test(said)))).toEqual([]);
    for (const store of watched.filter(({ isReplayed }) => isReplayed)) {
      const { log } = store;
      const { rdc } = store.getState();
      expectEqual(replay(store, log), rdc);
      expectEqual(replay(store, JSON.parse(JSON.stringify(log))), rdc);
    }
  } finally {
    // A replay repeats the messages that the test expected.
    Object.assign(console, original);
    complaints.splice(0);
  }
});
