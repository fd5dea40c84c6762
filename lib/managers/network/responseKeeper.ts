import { defaultsOf, type EndpointDefaults } from '../../actions/expiry';
import { type Outcome, takeOutcome } from '../../actions/outcomes';
import { type SetResponseAction, setResponse } from '../../actions/setResponse';
import { reportSchemaFailure } from '../../endpoint/checkResponse';
import { reportError } from '../../plain/reportError';
import { toLiveError } from '../../plain/toPlainError';
import type { StoreHandle } from '../../store/StoreHandle';
import type { EndpointInterface } from '../../types/EndpointInterface';
import { NOT_MODIFIED } from '../../types/NOT_MODIFIED';
import type { PendingRequest } from './PendingRequest';

/**
 * What stores the responses to requests, and their failures.
 *
 * @param defaults of endpoints that do not say how long what they bring is kept
 */
export function responseKeeper(store: StoreHandle, defaults: EndpointDefaults) {
  /**
   * Stores the response, or the error in its place.
   *
   * @returns what has become of it
   * @throws what kept it from the store
   */
  function keep(pendingRequest: PendingRequest, response: unknown): Outcome {
    const action = responseOf(pendingRequest, response);
    let thrown: unknown;
    try {
      store.dispatch(action);
    } catch (error) {
      thrown = error;
    }
    const outcome = takeOutcome(action);
    if (outcome === undefined)
      throw (
        thrown ??
        new Error(
          process.env.NODE_ENV === 'production'
            ? action.key
            : `The response to ${action.key} did not reach the store.`,
        )
      );
    // It has landed: what has thrown is a subscriber, which is no failure of the request.
    if (thrown !== undefined) reportError(thrown);
    reportSchemaFailures(pendingRequest.action.endpoint, outcome);
    return outcome;
  }

  /** Ends a request whose response could not be stored, or that has none. */
  function keepFailure(pendingRequest: PendingRequest, failure: Error) {
    try {
      keep(pendingRequest, failure);
    } catch {
      // What throws for an error as well is not ours to mend: the caller gets the first reason.
    }
  }

  function responseOf(
    { action, args, key, left, since, fetchedAt, head, doubts, isEmpty }: PendingRequest,
    response: unknown,
  ): SetResponseAction {
    const { endpoint, meta } = action;
    return setResponse(endpoint, {
      args,
      key,
      ...(response === NOT_MODIFIED ? { response: null, isUnchanged: true } : { response, head }),
      fetchedAt,
      left,
      since: since ?? left,
      landed: store.nextNumber(),
      requestId: meta.requestId,
      doubts,
      isEmpty,
      ...defaultsOf(defaults, store),
    });
  }

  return { keep, keepFailure };
}

/** Tells an endpoint what of a response was dropped or kept. */
function reportSchemaFailures(endpoint: EndpointInterface, { schemaFailures = [] }: Outcome) {
  for (const failure of schemaFailures) reportSchemaFailure(endpoint, toLiveError(failure));
}
