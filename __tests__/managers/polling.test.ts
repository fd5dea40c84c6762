import {
  All,
  actions,
  Controller,
  createDataClient,
  Endpoint,
  Entity,
  type ListenToPage,
  type Manager,
  networkManager,
  RestEndpoint,
  resource,
  subscriptionManager,
} from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';

// Time is faked: the test sends the responses and advances the clock.
const asked: { readonly at: number; readonly respond: () => void }[] = [];
const ask = (id: string) =>
  new Promise<{ id: string }>(resolve =>
    asked.push({ at: performance.now(), respond: () => resolve({ id }) }),
  );

const getTicker = new Endpoint(ask, { name: 'polling.slow', pollFrequency: 1_000 });
const getTickerOften = getTicker.extend({
  name: 'polling.often',
  pollFrequency: 300,
  key: id => getTicker.key(id),
});
const getTickerOnce = getTicker.extend({
  name: 'polling.once',
  pollFrequency: undefined,
  key: id => getTicker.key(id),
});

let page: Parameters<ListenToPage>[0] | undefined;
const listen: ListenToPage = handlers => {
  page = handlers;
  return () => {
    page = undefined;
  };
};

function createStore() {
  const client = createDataClient({ managers: [networkManager(), subscriptionManager({ listen })] });
  return createTestStore({ client });
}

beforeEach(() => {
  asked.length = 0;
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Advances time; requests sent meanwhile get their responses at once. */
async function pass(length: number) {
  const end = performance.now() + length;
  while (performance.now() < end) {
    await jest.advanceTimersByTimeAsync(Math.min(50, end - performance.now()));
    for (const { respond } of asked) respond();
  }
}

const timesFrom = (start: number) => asked.map(({ at }) => Math.round(at - start));

it('polls at pollFrequency, starting one interval after the subscription', async () => {
  const store = createStore();
  const start = performance.now();

  store.dispatch(getTicker.subscribe('5'));
  await pass(3_500);

  expect(timesFrom(start)).toEqual([1_000, 2_000, 3_000]);
  store.client.cleanup(store);
});

it('keeps polling after a subscriber of the store has thrown', async () => {
  const store = createStore();
  const start = performance.now();
  store.dispatch(getTicker.subscribe('5'));
  const unsubscribe = store.subscribe(() => {
    throw new Error('of a subscriber');
  });
  expect(() => store.dispatch(getTicker.setResponse('5', { id: '5' }))).toThrow('of a subscriber');
  unsubscribe();

  await pass(2_500);

  expect(timesFrom(start)).toEqual([1_000, 2_000]);
  store.client.cleanup(store);
});

it('polls at the shortest frequency of all subscribers, and slows down when that one leaves', async () => {
  const store = createStore();
  const start = performance.now();

  store.dispatch(getTicker.subscribe('5'));
  store.dispatch(getTickerOften.subscribe('5'));
  await pass(700);
  store.dispatch(getTickerOften.unsubscribe('5'));
  await pass(2_000);

  expect(timesFrom(start)).toEqual([300, 600, 1_600, 2_600]);
  store.client.cleanup(store);
});

it('keeps its pace when the last subscriber is replaced in the same turn', async () => {
  const store = createStore();
  const start = performance.now();
  store.dispatch(getTicker.subscribe('5'));

  for (let i = 0; i < 5; i++) {
    await pass(600);
    store.dispatch(getTicker.unsubscribe('5'));
    store.dispatch(getTicker.subscribe('5'));
  }

  expect(timesFrom(start)).toEqual([1_000, 2_000, 3_000]);
  store.client.cleanup(store);
});

it('does not poll for subscribers without a frequency', async () => {
  const store = createStore();

  store.dispatch(getTickerOnce.subscribe('5'));
  await pass(5_000);

  expect(asked).toEqual([]);
  expect(jest.getTimerCount()).toBe(0);
  store.client.cleanup(store);
});

it('stops on the last unsubscribe, and leaves no timer or listener', async () => {
  const store = createStore();
  store.dispatch(getTicker.subscribe('5'));
  store.dispatch(getTicker.subscribe('5'));
  await pass(1_500);

  store.dispatch(getTicker.unsubscribe('5'));
  await pass(1_000);
  expect(asked).toHaveLength(2);
  store.dispatch(getTicker.unsubscribe('5'));
  await pass(5_000);

  expect(asked).toHaveLength(2);
  expect(jest.getTimerCount()).toBe(0);
  expect(page).toBeUndefined();
});

it('listens to the page once while it polls, and again when it polls again', async () => {
  let started = 0;
  let stopped = 0;
  const counting: ListenToPage = handlers => {
    started++;
    page = handlers;
    return () => {
      stopped++;
    };
  };
  const managers = [networkManager(), subscriptionManager({ listen: counting })];
  const store = createTestStore({ client: createDataClient({ managers }) });
  store.dispatch(getTicker.subscribe('5'));
  store.dispatch(getTicker.subscribe('6'));
  store.dispatch(getTickerOften.subscribe('5'));
  expect([started, stopped]).toEqual([1, 0]);

  store.dispatch(getTicker.unsubscribe('5'));
  store.dispatch(getTicker.unsubscribe('6'));
  store.dispatch(getTickerOften.unsubscribe('5'));
  await pass(10);
  expect([started, stopped]).toEqual([1, 1]);
  store.dispatch(getTicker.subscribe('5'));
  expect([started, stopped]).toEqual([2, 1]);
  page?.onOffline();
  await pass(3_000);

  expect(asked).toEqual([]);
  store.client.cleanup(store);
  expect([started, stopped]).toEqual([2, 2]);
});

it('stops however often subscribers come and go in one turn', async () => {
  const store = createStore();
  const comeAndGo = () => {
    store.dispatch(getTicker.subscribe('5'));
    store.dispatch(getTicker.unsubscribe('5'));
  };

  comeAndGo();
  queueMicrotask(comeAndGo);
  comeAndGo();
  await pass(3_000);

  expect(asked).toEqual([]);
  expect(jest.getTimerCount()).toBe(0);
  expect(page).toBeUndefined();
  store.client.cleanup(store);
});

it('polls with the endpoint of the latest subscriber, as after a hot reload', async () => {
  const sent: string[] = [];
  const version = (name: string) =>
    new Endpoint(
      async (id: string) => {
        sent.push(name);
        return { id };
      },
      { name: `polling.version ${name}`, key: id => `polling.version ${id}`, pollFrequency: 1_000 },
    );
  const [old, edited] = [version('old'), version('edited')];
  const store = createStore();
  store.dispatch(old.subscribe('5'));
  store.dispatch(edited.subscribe('5'));

  await pass(1_100);

  expect(sent).toEqual(['edited']);
  store.client.cleanup(store);
});

it('stays stopped after the clean-up when a subscriber leaves', async () => {
  const store = createStore();
  store.dispatch(getTicker.subscribe('5'));
  store.dispatch(getTicker.subscribe('5'));

  store.client.cleanup(store);
  store.dispatch(getTicker.unsubscribe('5'));
  await pass(5_000);

  expect(asked).toEqual([]);
  expect(jest.getTimerCount()).toBe(0);
});

it('does not drift, even if its timers fire late', async () => {
  const { setTimeout: punctual } = globalThis;
  const late = jest
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(((run: () => void, length = 0) => punctual(run, length + 40)) as never);
  const store = createStore();
  const start = performance.now();
  store.dispatch(getTicker.subscribe('5'));

  await pass(3_500);
  late.mockRestore();

  expect(timesFrom(start)).toEqual([1_040, 2_040, 3_040]);
  store.client.cleanup(store);
});

it('polls once per interval even if its timers fire early', async () => {
  const times: number[] = [];
  const getQuickly = new Endpoint(
    async (id: string) => {
      times.push(Math.round(performance.now() - start));
      return { id };
    },
    { name: 'polling.quick', pollFrequency: 1_000 },
  );
  const { setTimeout: punctual } = globalThis;
  const early = jest
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(((run: () => void, length = 0) => punctual(run, Math.max(0, length - 5))) as never);
  const store = createStore();
  const start = performance.now();
  store.dispatch(getQuickly.subscribe('5'));

  await pass(3_500);
  early.mockRestore();

  expect(times).toEqual([995, 1_995, 2_995]);
  store.client.cleanup(store);
});

it('polls one interval after the first subscriber with a frequency', async () => {
  const store = createStore();
  const start = performance.now();
  store.dispatch(getTickerOnce.subscribe('5'));
  await pass(700);

  store.dispatch(getTicker.subscribe('5'));
  await pass(1_500);

  expect(timesFrom(start)).toEqual([1_700]);
  store.client.cleanup(store);
});

it('keeps its pace when the clock is set', async () => {
  const store = createStore();
  const start = performance.now();
  store.dispatch(getTicker.subscribe('5'));
  await pass(1_500);

  jest.setSystemTime(Date.now() - 3_600_000);
  await pass(2_000);

  expect(timesFrom(start)).toEqual([1_000, 2_000, 3_000]);
  store.client.cleanup(store);
});

it('does not poll while the previous poll is in flight', async () => {
  const polls: string[] = [];
  // Before the network manager, which would dedupe two reads of one key.
  const counting: Manager = () => next => action => {
    if (actions.fetch.match(action)) polls.push(action.key);
    return next(action);
  };
  const managers = [counting, networkManager(), subscriptionManager({ listen })];
  const store = createTestStore({ client: createDataClient({ managers }) });
  const start = performance.now();
  store.dispatch(getTicker.subscribe('5'));

  await jest.advanceTimersByTimeAsync(3_500);
  expect(polls).toHaveLength(1);
  expect(timesFrom(start)).toEqual([1_000]);
  asked[0]?.respond();
  await jest.advanceTimersByTimeAsync(1_000);

  expect(timesFrom(start)).toEqual([1_000, 4_000]);
  asked[1]?.respond();
  store.client.cleanup(store);
});

it('polls once after a long sleep, not once per missed interval', async () => {
  const store = createStore();
  store.dispatch(getTicker.subscribe('5'));
  page?.onOffline();
  await pass(60_000);
  expect(asked).toEqual([]);

  page?.onOnline();
  await pass(10);

  expect(asked).toHaveLength(1);
  store.client.cleanup(store);
});

it('pauses when offline, and resumes in step when online', async () => {
  const store = createStore();
  const start = performance.now();
  store.dispatch(getTicker.subscribe('5'));

  await pass(1_500);
  page?.onOffline();
  await pass(1_800);
  page?.onOnline();
  await pass(1_000);

  expect(timesFrom(start)).toEqual([1_000, 3_300, 4_000]);
  store.client.cleanup(store);
});

it('resumes if the connection came back without an event', async () => {
  const store = createStore();
  store.dispatch(getTicker.subscribe('5'));
  page?.onOffline();
  store.dispatch(getTicker.unsubscribe('5'));
  await pass(1);

  store.dispatch(getTicker.subscribe('5'));
  await pass(1_100);

  expect(asked).toHaveLength(1);
  store.client.cleanup(store);
});

it('keeps what setupListeners reported while nothing was polled', async () => {
  const store = createStore();
  store.dispatch({ type: '__rtkq/offline' });

  store.dispatch(getTicker.subscribe('5'));
  await pass(3_000);
  expect(asked).toEqual([]);
  store.dispatch({ type: '__rtkq/online' });
  await pass(10);

  expect(asked).toHaveLength(1);
  store.client.cleanup(store);
});

it('keeps what setupListeners reported when polling ends and begins again', async () => {
  const store = createStore();
  store.dispatch({ type: '__rtkq/offline' });
  store.dispatch({ type: '__rtkq/focused' });
  store.dispatch(getTicker.subscribe('5'));
  store.dispatch(getTicker.unsubscribe('5'));
  await pass(1);

  store.dispatch(getTicker.subscribe('5'));
  await pass(3_000);

  expect(asked).toEqual([]);
  store.client.cleanup(store);
});

it('gets the connection from setupListeners too', async () => {
  const store = createStore();
  store.dispatch(getTicker.subscribe('5'));

  store.dispatch({ type: '__rtkq/offline' });
  await pass(3_000);
  expect(asked).toEqual([]);
  store.dispatch({ type: '__rtkq/online' });
  await pass(10);

  expect(asked).toHaveLength(1);
  store.client.cleanup(store);
});

describe('while the page is hidden', () => {
  const getAlways = getTicker.extend({
    name: 'polling.always',
    pollFrequency: 2_000,
    pollWhileHidden: true,
    key: id => getTicker.key(id),
  });

  it('does not poll, and polls once when visible again if due', async () => {
    const store = createStore();
    const start = performance.now();
    store.dispatch(getTicker.subscribe('5'));

    await pass(1_500);
    page?.onFocusLost();
    await pass(5_200);
    page?.onFocus();
    await pass(500);

    expect(timesFrom(start)).toEqual([1_000, 6_700, 7_000]);
    store.client.cleanup(store);
  });

  it('keeps its pace if nothing became due meanwhile', async () => {
    const store = createStore();
    const start = performance.now();
    store.dispatch(getTicker.subscribe('5'));

    await pass(1_200);
    page?.onFocusLost();
    await pass(500);
    page?.onFocus();
    await pass(500);

    expect(timesFrom(start)).toEqual([1_000, 2_000]);
    store.client.cleanup(store);
  });

  it('polls for the subscribers that opt in, at their frequency', async () => {
    const store = createStore();
    const start = performance.now();
    store.dispatch(getTicker.subscribe('5'));
    store.dispatch(getAlways.subscribe('5'));

    await pass(2_500);
    page?.onFocusLost();
    await pass(3_600);
    store.dispatch(getAlways.unsubscribe('5'));
    await pass(3_000);

    expect(timesFrom(start)).toEqual([1_000, 2_000, 4_000, 6_000]);
    store.client.cleanup(store);
  });

  it('waits for both the connection and the page', async () => {
    const store = createStore();
    store.dispatch(getTicker.subscribe('5'));

    page?.onOffline();
    page?.onFocusLost();
    page?.onFocus();
    await pass(3_000);
    expect(asked).toEqual([]);
    page?.onFocusLost();
    page?.onOnline();
    await pass(3_000);

    expect(asked).toEqual([]);
    store.client.cleanup(store);
  });

  it('goes on for the subscriber that opts in when another one leaves', async () => {
    const getBriefly = getAlways.extend({
      name: 'polling.briefly',
      pollWhileHidden: false,
      key: id => getTicker.key(id),
    });
    const store = createStore();
    const start = performance.now();
    store.dispatch(getAlways.subscribe('5'));
    store.dispatch(getBriefly.subscribe('5'));
    page?.onFocusLost();

    store.dispatch(getBriefly.unsubscribe('5'));
    await pass(2_500);
    expect(timesFrom(start)).toEqual([2_000]);
    store.dispatch(getBriefly.subscribe('5'));
    store.dispatch(getAlways.unsubscribe('5'));
    await pass(5_000);

    expect(timesFrom(start)).toEqual([2_000]);
    store.client.cleanup(store);
  });

  it('gets the visibility from setupListeners too', async () => {
    const store = createStore();
    store.dispatch(getTicker.subscribe('5'));

    store.dispatch({ type: '__rtkq/unfocused' });
    await pass(3_000);
    expect(asked).toEqual([]);
    store.dispatch({ type: '__rtkq/focused' });
    await pass(10);

    expect(asked).toHaveLength(1);
    store.client.cleanup(store);
  });
});

it('keeps polling after a failed poll', async () => {
  let count = 0;
  const failing = new Endpoint(
    async () => {
      count++;
      throw new Error('no');
    },
    { name: 'polling.failing', pollFrequency: 1_000 },
  );
  const store = createStore();

  store.dispatch(failing.subscribe());
  await pass(3_500);

  expect(count).toBe(3);
  store.client.cleanup(store);
});

it('polls each store separately', async () => {
  const [one, other] = [createStore(), createStore()];
  one.dispatch(getTicker.subscribe('5'));
  other.dispatch(getTicker.subscribe('5'));
  one.client.cleanup(one);

  await pass(1_500);

  expect(asked).toHaveLength(1);
  other.client.cleanup(other);
  expect(jest.getTimerCount()).toBe(0);
});

describe('a mutation with a pollFrequency', () => {
  const send = getTicker.extend({ name: 'polling.send', sideEffect: true });

  it('cannot be subscribed to', () => {
    const store = createStore();
    const refused =
      /subscribe\(polling\.send\): the endpoint has a side effect.*controller\.fetch\(polling\.send/;
    expect(() => send.subscribe('a')).toThrow(refused);
    // @ts-expect-error a mutation
    expect(() => new Controller(store).subscribe(send, 'a')).toThrow(refused);
  });

  it('is not polled in production either', async () => {
    const store = createStore();
    const { NODE_ENV } = process.env;
    process.env.NODE_ENV = 'production';
    try {
      store.dispatch(send.subscribe('a'));
      await pass(3_000);
    } finally {
      process.env.NODE_ENV = NODE_ENV;
    }
    expect(asked).toEqual([]);
  });
});

describe('a record that is being created', () => {
  class Ticker extends Entity {
    id = '';
    price = 0;
    static key = 'Polling.Ticker';
  }
  /** Responds to reads as time passes, and to creations when the test says so. */
  class AnsweredEndpoint extends RestEndpoint {
    override async fetchResponse(input: string, { method }: RequestInit): Promise<Response> {
      const isRead = method === 'GET';
      const answer = () => Response.json({ id: '7', price: 1 });
      return new Promise<Response>(resolve => {
        const respond = () => resolve(answer());
        if (!isRead) creations.push(respond);
        else {
          asked.push({ at: performance.now(), respond });
          paths.push(input);
        }
      });
    }
  }
  const creations: (() => void)[] = [];
  const paths: string[] = [];
  const { get, getList } = resource({
    path: '/tickers/:id',
    schema: Ticker,
    Endpoint: AnsweredEndpoint,
    optimistic: true,
    pollFrequency: 1_000,
  });

  it('is polled once for its temporary key and its own', async () => {
    const store = createStore();
    const creating = store.dispatch(getList.push.fetch({ price: 1 }));
    const [{ id = '' } = {}] = new Controller(store).get(new All(Ticker)) ?? [];
    expect(id).toMatch(/^optimistic:/);
    store.dispatch(get.subscribe({ id }));
    const start = performance.now();
    await pass(100);
    for (const respond of creations) respond();
    await creating;
    await pass(400);
    store.dispatch(get.subscribe({ id: '7' }));
    await pass(3_000);

    expect(new Set(paths)).toEqual(new Set(['/tickers/7']));
    // The server created it after 100.
    expect(timesFrom(start)).toEqual([1_100, 2_100, 3_100]);

    store.dispatch(get.unsubscribe({ id: '7' }));
    await pass(1_000);
    expect(asked).toHaveLength(4);
    store.dispatch(get.unsubscribe({ id }));
    await pass(3_000);
    expect(asked).toHaveLength(4);
    expect(jest.getTimerCount()).toBe(0);
    expect(page).toBeUndefined();
    store.dispatch(get.subscribe({ id: '7' }));
    store.dispatch(get.subscribe({ id }));
    await pass(1_000);
    expect(asked).toHaveLength(5);
    expect(new Set(paths)).toEqual(new Set(['/tickers/7']));
    store.client.cleanup(store);
  });
});
