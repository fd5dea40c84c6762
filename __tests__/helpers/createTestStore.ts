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

/** What a store of a test may be told; all parts have defaults. */
export interface TestStoreOptions {
  readonly client?: DataClient<'rdc'>;
  /** Put before all other middleware. */
  readonly first?: readonly Middleware[];
  /** Slices besides. */
  readonly reducers?: Readonly<Record<string, Reducer>>;
  /** Put after those of Redux Toolkit. */
  readonly enhancers?: readonly StoreEnhancer[];
  /** Whether the store has the autobatch enhancer. @default true */
  readonly isBatching?: boolean;
  /** Whether the state is that of the log; not so where the test travels in time. @default true */
  readonly isReplayed?: boolean;
}

/** Anything but a request: for actions that do not concern the client. */
export const counter = createSlice({
  name: 'counter',
  initialState: 0,
  reducers: { increment: count => count + 1 },
});

/**
 * A store as a user makes one: `configureStore`, its default checks, and the two lines.
 *
 * It holds the promises that no test may break. After every action, state and action must be plain JSON data. After
 * every test, replaying the log of `rdc/*` actions must give the state, and so must replaying it after a JSON round
 * trip; and nothing may have been said on the console, nor have been rejected unhandled.
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

/** The checks say so when they take long, which is a matter of how busy the machine is. */
const patient = { warnAfter: Number.POSITIVE_INFINITY };

/** A store of a test. */
export type TestStore = ReturnType<typeof createTestStore>;

/** An action of the client, in the order in which they reached the reducer. */
export type LoggedAction = { readonly type: string } & Readonly<Record<string, unknown>>;

interface Watched {
  readonly client: DataClient<'rdc'>;
  readonly log: readonly LoggedAction[];
  readonly isReplayed: boolean;
  getState(): { readonly rdc: unknown };
}

const stores: Watched[] = [];
/** What was said on the console. A test that is about such a sentence takes it out: `store.complaints.splice(0)`. */
export const complaints: string[] = [];
/** What may be said at any time, as by a timer that has outlived what it is about. */
export const expected: RegExp[] = [];
/** Of actions and states that are no plain data; a middleware must not throw them. */
const breaches: unknown[] = [];

/** Notes what reaches the reducer, and looks at it and at what it made. */
function recorder(log: LoggedAction[]): Middleware {
  return api => next => action => {
    if (!isOfClient(action)) return next(action);
    // Noted before it is handled: a subscriber may dispatch the next one from within.
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

/** As `toStrictEqual`, which takes many times as long where there is no difference to tell. */
function expectPlain(value: unknown) {
  const again = JSON.parse(JSON.stringify(value)) as unknown;
  if (!isDeepStrictEqual(again, value)) expect(again).toStrictEqual(value);
}

/** As `toEqual`, likewise. */
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
      // How long Redux Toolkit's checks take says how busy the machine is.
      if (!CHECK_TOOK_LONG.test(text)) complaints.push(`console.${method}: ${text}`);
    };
  }
});

afterEach(async () => {
  const watched = stores.splice(0);
  // Jest fails a test on rejections that nobody handles, but learns of them only when the event loop comes round.
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
    // A replay says again what the test has expected to be said.
    Object.assign(console, original);
    complaints.splice(0);
  }
});
