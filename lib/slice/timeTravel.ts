import { isTravel } from '../actions/travel';
import type { DataState } from '../types/State';

/** The present state, by the state that is shown in its place. */
const journeys = new WeakMap<DataState, { present: DataState }>();

/**
 * The state to show when an action moves the store in time, or arrives during time travel. The present advances in the
 * background, so that responses which land meanwhile are there on return. Development only.
 *
 * @returns `undefined` if the store is in the present and stays there
 */
export function travelled(
  shown: DataState,
  action: unknown,
  reduce: (state: DataState) => DataState,
): DataState | undefined {
  const journey = journeys.get(shown);
  if (!isTravel(action)) {
    if (journey === undefined) return undefined;
    journey.present = reduce(journey.present);
    return shown;
  }
  const present = journey?.present ?? shown;
  if (action.state === undefined) return present;
  journeys.set(action.state, { present });
  return action.state;
}

/** The present state, also while the store shows another one. */
export function presentOf<Slice extends DataState | undefined>(shown: Slice): Slice {
  const journey = shown && process.env.NODE_ENV !== 'production' ? journeys.get(shown) : undefined;
  return (journey?.present as Slice | undefined) ?? shown;
}
