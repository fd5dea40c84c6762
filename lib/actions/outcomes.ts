import type { PlainError } from '../plain/PlainError';
import type { DataState } from '../types/State';

/** What became of a response; nothing of one that belongs to a session that is over. */
export interface Outcome {
  /** The response with keys in place of records, where it was written. */
  readonly result?: unknown;
  /** Why the request failed or was aborted, or why its response could not be stored. */
  readonly error?: PlainError;
  /** What of the response did not match its schema and was dropped or kept. */
  readonly schemaFailures?: readonly PlainError[];
  /** The state to which the response has led. */
  readonly state: DataState;
}

/** Outcomes by the `meta` of the action: they last as long as it, and what takes one lets go of it. */
const outcomes = new WeakMap<object, Outcome>();

/** Notes what a reducer has made of an action: a pure function of state and action, kept so that it is worked out once. */
export function noteOutcome(action: { readonly meta: object }, outcome: Outcome): void {
  outcomes.set(action.meta, outcome);
}

/** What became of the response that an action brought; `undefined` where no reducer has seen it. */
export function takeOutcome(action: { readonly meta: object }): Outcome | undefined {
  const outcome = outcomes.get(action.meta);
  outcomes.delete(action.meta);
  return outcome;
}
