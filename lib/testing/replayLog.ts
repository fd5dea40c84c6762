import { combineReducers, type Reducer, type ReducersMapObject } from '@reduxjs/toolkit';
import { isOwn } from '../actions/isOwn';
import { createDataClient } from '../client/createDataClient';
import { registerSchemas } from '../definitions/schemas';
import { argumentError } from '../errors/argumentError';
import { describeValue } from '../errors/describeValue';
import { setupError } from '../errors/setupError';
import { gcManager } from '../garbage/gcManager';
import { hydrationManager } from '../hydration/hydrationManager';
import { labelOf } from '../log/labelOf';
import { escaped } from '../log/labelText';
import { readLog } from '../log/readLog';
import type { Manager } from '../managers/Manager';
import { isPlainObject } from '../plain/isPlainObject';
import { isEntityClass } from '../schema/isEntityClass';
import { Connection } from '../stream/Connection';
import { DEFAULT_REDUCER_PATH } from '../types/DEFAULT_REDUCER_PATH';
import { initialState } from '../types/initialState';
import { createFixtureStore, type FixtureState, type FixtureStore } from './createFixtureStore';

/** Options of a replay. */
export interface ReplayOptions<
  Slices extends object = object,
  Path extends string = typeof DEFAULT_REDUCER_PATH,
> {
  /**
   * The endpoints, resources and entities that the log names. Passing them ensures that their modules are loaded, and
   * that entities are found that no endpoint uses.
   */
  readonly definitions: unknown;
  /** The reducers of the app's other slices, if the log has their actions, too. */
  readonly reducer?: { readonly [Name in keyof Slices]: Reducer<Slices[Name]> };
  /**
   * The managers whose actions have their own reducers. None of them is started.
   *
   * @default [gcManager(), hydrationManager()]
   */
  readonly managers?: readonly Manager[];
  /** Where the slice is mounted, in the app as in the log. @default 'rdc' */
  readonly reducerPath?: Path;
}

/** A log, and a store that shows any moment of it. */
export interface Replay<Slices extends object = object, Path extends string = typeof DEFAULT_REDUCER_PATH> {
  /**
   * The store at one step, at first the last one. It sends nothing, and only `jump` changes it: what a component
   * dispatches has no effect.
   */
  readonly store: FixtureStore<Slices, Path>;
  /** The state before the first action, and after each one. */
  readonly states: readonly FixtureState<Slices, Path>[];
  /** Each action in a few words, at the index of the state that it led to; the first label is for the start. */
  readonly labels: readonly string[];
  /** Moves the store, and what is rendered from it, to `states[step]`. */
  jump(step: number): void;
}

/**
 * Replays a log: every state that the app went through, and a store that shows them.
 *
 * It takes what `logRecorder` recorded, a list of actions, or what Redux DevTools exports, raw or as
 * `devToolsOptions()` shows it.
 *
 * @throws {UsageError} when it is not a log, or the log of a slice at another path
 * @example
 * ```ts
 * import { replayLog } from 'rdc-toolkit/testing';
 *
 * const log = [{ type: 'rdc/reset', date: 1_700_000_000_000, meta: {} }];
 * const { store, states, jump } = replayLog(log, { definitions: [TodoResource] });
 * jump(states.length - 2); // the state before the last action
 * ```
 */
export function replayLog<
  Slices extends object = object,
  const Path extends string = typeof DEFAULT_REDUCER_PATH,
>(log: unknown, options: ReplayOptions<Slices, Path>): Replay<Slices, Path> {
  if (process.env.NODE_ENV !== 'production' && !isPlainObject(options)) {
    const fix = 'Pass the definitions that the log names: { definitions: [TodoResource] }.';
    throw argumentError('replayLog()', `its options are ${describeValue(options)}`, fix);
  }
  const {
    definitions,
    reducer,
    managers = [gcManager(), hydrationManager()],
    reducerPath = DEFAULT_REDUCER_PATH as Path,
  } = options;
  // Nothing else registers an entity that no endpoint uses, or that of a stream if the app's is not loaded.
  for (const definition of [definitions, Connection].flat())
    if (isEntityClass(definition)) registerSchemas(definition);
  const { actions, start } = readLog('replayLog', log);
  const mountedPaths = Object.keys(start ?? {});
  if (process.env.NODE_ENV !== 'production' && mountedPaths.length > 0 && !mountedPaths.includes(reducerPath))
    throw setupError(
      'replayLog()',
      `Cannot replay the log: its start has no "${reducerPath}", but ${mountedPaths}. Pass the app's \`reducerPath\`.`,
    );
  const { reducer: clientReducer } = createDataClient({ managers });
  const slices = { ...reducer, [reducerPath]: clientReducer } as ReducersMapObject;
  const reduce = combineReducers(slices) as unknown as (
    state: unknown,
    action: unknown,
  ) => FixtureState<Slices, Path>;

  const states = [reduce(start, { type: 'the start' })];
  const labels = ['start'];
  for (const action of actions as { readonly type: string }[]) {
    states.push(reduce(states.at(-1), action));
    const { type } = action;
    labels.push(isOwn(action) ? labelOf(action) : escaped(type));
  }

  const store = createFixtureStore<unknown, Slices, Path>({
    ...(reducer && { reducer }),
    managers: [],
    reducerPath,
    preloadedState: { [reducerPath]: PRESENT } as never,
  });
  // Tells the store its present: any other state is time travel, in which nothing is fetched.
  store.dispatch({ type: 'the present' });
  const jump = (step: number) => {
    const state = states[step];
    if (state === undefined)
      throw new RangeError(`There is no step ${step}: the log has ${states.length - 1}.`);
    store.replaceReducer(() => state);
  };
  jump(states.length - 1);
  return { store, states, labels, jump };
}

/** A state that no log leads to, later than all others. */
const PRESENT = { ...initialState, version: Number.MAX_SAFE_INTEGER };
