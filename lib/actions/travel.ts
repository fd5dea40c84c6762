import type { DataState } from '../types/State';
import { hide } from './hiddenFields';

/** Moves a store to another time, in development. Only Redux DevTools notes it; what reads a log leaves it out. */
export interface TravelAction {
  readonly type: typeof TRAVEL;
  /** The state to show; `undefined` for the present. Not enumerable. */
  readonly state?: DataState;
}

/** The `type` of a journey in time. */
const TRAVEL = 'rdc/travel';

/** Shows a state in place of the present, which goes on unseen. Without one the store is back in the present. */
export function travel(state?: DataState): TravelAction {
  return hide({ type: TRAVEL }, 'state', state);
}

/** Whether an action moves the store to another time, or back. */
export function isTravel(action: unknown): action is TravelAction {
  return (action as { readonly type?: unknown } | null)?.type === TRAVEL;
}
