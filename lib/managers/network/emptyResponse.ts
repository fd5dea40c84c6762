import { isObject } from '../../plain/isObject';
import { reportError } from '../../plain/reportError';
import { toPlain } from '../../plain/toPlain';
import { addressedRecord, isNameless, ofAddressed } from '../../schema/addressedRecord';
import { shownResponse } from '../../selectors/optimisticLayer';
import { ABORT } from '../../selectors/snapshotOf';
import type { EndpointInterface } from '../../types/EndpointInterface';
import type { DataState } from '../../types/State';
import { updateOf } from '../../types/updateOf';

/**
 * The response of a mutation to which the server sends no body, as with 204.
 *
 * It has done what was requested. So what was shown meanwhile stays, computed
 * again from what is confirmed by now; of a mutation that showed nothing, what
 * the endpoint says of an empty response.
 *
 * @returns `null` where neither tells: only a server can give a new record its key.
 */
export function emptyResponse(
  state: DataState,
  endpoint: EndpointInterface,
  args: readonly unknown[],
  requestId: string,
): unknown {
  const update = updateOf(state, requestId);
  if (update !== undefined && endpoint.getOptimisticResponse !== undefined) {
    try {
      const { response } = shownResponse(state, endpoint, args, update.fetchedAt);
      if (response !== ABORT) return isNameless(endpoint.schema, response, args) ? null : response;
    } catch (error) {
      reportError(error);
      return null;
    }
  }
  // What removes a record removes the one that the arguments name.
  const said =
    endpoint.whenEmpty === undefined && isRemoval(endpoint) && addressedRecord(endpoint, args, state.entities)
      ? args[0]
      : endpoint.whenEmpty?.(...args);
  return ofAddressed(endpoint, args, toPlain(said), state.entities) ?? null;
}

function isRemoval({ schema }: EndpointInterface): boolean {
  return isObject(schema) && 'kinds' in schema;
}
