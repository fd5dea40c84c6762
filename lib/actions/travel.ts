import type { DataState } from '../types/State';
import { hide } from './hiddenFields';

/** Moves a store to another time, in development. Only Redux DevTools logs it; readers of a log skip it. */
export interface TravelAction {
  readonly type: typeof TRAVEL;
  /** The state to show; `undefined` for the present. Not enumerable. */
  readonly state?: DataState;
}

/** The `type` of time travel. */
const TRAVEL = 'rdc/travel';

/** Shows a state in place of the present, which advances in the background. Without one, it shows the present again. */
export function travel(state?: DataState): TravelAction {
  return hide({ type: TRAVEL }, 'state', state);
}

/** Whether an action moves the store to another time, or back. */
export function isTravel(action: unknown): action is TravelAction {
  return (action as { readonly type?: unknown } | null)?.type === TRAVEL;
}
