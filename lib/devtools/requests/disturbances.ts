import type { FetchAction } from '../../actions/fetch';
import { wait } from '../../managers/wait';
import { kept } from '../../plain/kept';
import type { SendRequest, StoreHandle } from '../../store/StoreHandle';
import { panelFailure } from './panelFailure';

/** What is done to requests of the app, so that a person sees what the app makes of it. */
export interface Disturbance {
  /** By how much they are held up, in milliseconds. */
  readonly delay: number;
  /** Which of them fail with a server error, and are not sent. */
  readonly fails: 'never' | 'next' | 'always';
}

/** The disturbances of one store. */
export interface Disturbances {
  /** What is done to the requests of one key, besides what is done to all. */
  of(key: string): Disturbance;
  /** The same in words; empty for nothing. */
  textOf(key: string): string;
  /** The keys whose requests are disturbed, besides all of them. */
  keys(): readonly string[];
  /** Disturbs the requests of one key, or of `EVERY`, from now on. */
  change(key: string, change: Partial<Disturbance>): void;
}

/** Stands for all requests. No key is empty. */
export const EVERY = '';

const NONE: Disturbance = { delay: 0, fails: 'never' };

const byStore = new WeakMap<StoreHandle, Disturbances>();

/** The disturbances of a store. Its network manager knows of them once there was one. */
export function disturbancesOf(handle: StoreHandle): Disturbances {
  return kept(byStore, handle, disturbing);
}

function disturbing(handle: StoreHandle): Disturbances {
  const byKey = new Map<string, Disturbance>();
  /** Requests that were the next of their key: their retries fail, too. */
  const failing = new WeakSet<FetchAction>();
  const of = (key: string) => byKey.get(key) ?? NONE;

  function change(key: string, changed: Partial<Disturbance>) {
    const { delay, fails } = { ...of(key), ...changed };
    if (delay > 0 || fails !== 'never') byKey.set(key, { delay, fails });
    else byKey.delete(key);
    handle.disturb = disturbed;
  }

  /** What sends an attempt of a request in place of `request`; `undefined` where nothing is disturbed. */
  function disturbed(action: FetchAction, request: SendRequest): SendRequest | undefined {
    if (byKey.size === 0 && !failing.has(action)) return undefined;
    return async (endpoint, args, how) => {
      const { key = action.key, signal = new AbortController().signal } = how;
      // A request that names a new record began under another key than it is sent under.
      const keys = [EVERY, action.key, key];
      if (keys.some(one => of(one).fails === 'next')) failing.add(action);
      const isFailing = failing.has(action) || keys.some(one => of(one).fails === 'always');
      const delay = Math.max(...keys.map(one => of(one).delay));
      for (const one of keys) if (of(one).fails === 'next') change(one, { fails: 'never' });
      // What is held up counts as in flight.
      if (isFailing || delay > 0) how.onLeave?.();
      if (delay > 0) {
        await wait(delay, signal);
        signal.throwIfAborted();
      }
      if (isFailing) throw panelFailure(key);
      return request(endpoint, args, delay > 0 ? { ...how, onLeave: undefined } : how);
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
