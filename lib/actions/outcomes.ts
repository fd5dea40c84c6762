import type { PlainError } from '../plain/PlainError';
import type { DataState } from '../types/State';

/** The outcome of a response; empty for a response of an earlier session. */
export interface Outcome {
  /** The response with keys in place of records, if it was written. */
  readonly result?: unknown;
  /** Why the request failed or was aborted, or why its response could not be stored. */
  readonly error?: PlainError;
  /** What of the response did not match its schema and was dropped or kept. */
  readonly schemaFailures?: readonly PlainError[];
  /** The state after the response. */
  readonly state: DataState;
}

/** Outcomes by the `meta` of the action; taking one deletes it. */
const outcomes = new WeakMap<object, Outcome>();

/** Notes the outcome of an action: a pure function of state and action, kept so that it is computed only once. */
export function noteOutcome(action: { readonly meta: object }, outcome: Outcome): void {
  outcomes.set(action.meta, outcome);
}

/** Takes the outcome of an action's response; `undefined` if no reducer has seen it. */
export function takeOutcome(action: { readonly meta: object }): Outcome | undefined {
  const outcome = outcomes.get(action.meta);
  outcomes.delete(action.meta);
  return outcome;
}
