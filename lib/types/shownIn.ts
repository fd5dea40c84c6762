import type { DataState, Entities, OptimisticUpdate } from './State';

type Pending = Pick<DataState, 'optimistic'>;

const shown = new WeakMap<OptimisticUpdate, Entities>();

/** Notes which records readers see; kept for as long as the latest update is pending. */
export function noteShown({ optimistic }: Pending, entities: Entities): void {
  const latest = optimistic.at(-1);
  if (latest !== undefined) shown.set(latest, entities);
}

/** The records that readers saw last, where some of them are only shown; a hint, which may be missing. */
export function shownIn({ optimistic }: Pending): Entities | undefined {
  const latest = optimistic.at(-1);
  return latest && shown.get(latest);
}
