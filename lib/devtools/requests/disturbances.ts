import type { FetchAction } from '../../actions/fetch';
import { wait } from '../../managers/wait';
import { getOrCreate } from '../../plain/getOrCreate';
import type { SendRequest, StoreHandle } from '../../store/StoreHandle';
import { panelFailure } from './panelFailure';

/** What is done to requests of the app, to see how it reacts. */
export interface Disturbance {
  /** How long they are delayed, in milliseconds. */
  readonly delay: number;
  /** Which of them fail with a server error, without being sent. */
  readonly fails: 'never' | 'next' | 'always';
}

/** The disturbances of one store. */
export interface Disturbances {
  /** What is done to the requests of one key, in addition to all requests. */
  of(key: string): Disturbance;
  /** The same in words; empty for nothing. */
  textOf(key: string): string;
  /** The keys with disturbances of their own, without `EVERY`. */
  keys(): readonly string[];
  /** Disturbs the requests of one key, or of `EVERY`, from now on. */
  change(key: string, change: Partial<Disturbance>): void;
}

/** The key for all requests. No real key is empty. */
export const EVERY = '';

const NONE: Disturbance = { delay: 0, fails: 'never' };

const byStore = new WeakMap<StoreHandle, Disturbances>();

/** The disturbances of a store. Its network manager sees them from the first change on. */
export function disturbancesOf(handle: StoreHandle): Disturbances {
  return getOrCreate(byStore, handle, createDisturbances);
}

function createDisturbances(handle: StoreHandle): Disturbances {
  const byKey = new Map<string, Disturbance>();
  /** Requests that failed as the next of their key: their retries fail, too. */
  const failing = new WeakSet<FetchAction>();
  const of = (key: string) => byKey.get(key) ?? NONE;

  function change(key: string, changed: Partial<Disturbance>) {
    const { delay, fails } = { ...of(key), ...changed };
    if (delay > 0 || fails !== 'never') byKey.set(key, { delay, fails });
    else byKey.delete(key);
    handle.disturb = disturb;
  }

  /** The function that sends a request in place of `request`; `undefined` if nothing is disturbed. */
  function disturb(action: FetchAction, request: SendRequest): SendRequest | undefined {
    if (byKey.size === 0 && !failing.has(action)) return undefined;
    return async (endpoint, args, options) => {
      const { key = action.key, signal = new AbortController().signal } = options;
      // The key of a request that names a new record can change before it is sent.
      const keys = [EVERY, action.key, key];
      if (keys.some(candidate => of(candidate).fails === 'next')) failing.add(action);
      const isFailing = failing.has(action) || keys.some(candidate => of(candidate).fails === 'always');
      const delay = Math.max(...keys.map(candidate => of(candidate).delay));
      for (const candidate of keys) if (of(candidate).fails === 'next') change(candidate, { fails: 'never' });
      // A delayed request counts as in flight.
      if (isFailing || delay > 0) options.onLeave?.();
      if (delay > 0) {
        await wait(delay, signal);
        signal.throwIfAborted();
      }
      if (isFailing) throw panelFailure(key);
      return request(endpoint, args, delay > 0 ? { ...options, onLeave: undefined } : options);
    };
  }

  return {
    of,
    textOf(key) {
      const { fails, delay } = of(key);
      const text = { never: '', next: 'fails next', always: 'fails from now on' }[fails];
      return [text, delay > 0 ? `slower by ${delay / 1_000} s` : ''].filter(part => part !== '').join(', ');
    },
    keys: () => [...byKey.keys()].filter(key => key !== EVERY),
    change,
  };
}
