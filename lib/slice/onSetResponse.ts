import { argsOf, endpointOf } from '../actions/endpointOf';
import { expiresAt } from '../actions/expiry';
import { noteOutcome, type Outcome } from '../actions/outcomes';
import { isKnownPlain, plainErrorOf, plainResponseOf, type SetResponseAction } from '../actions/setResponse';
import type { MissingRecordError } from '../errors/MissingRecordError';
import { isLater, type ResponseToWrite, writeResponse } from '../normalize/writeResponse';
import { overlapWriter } from '../overlap/overlapWriter';
import type { PlainError } from '../plain/PlainError';
import { toPlain } from '../plain/toPlain';
import { toPlainError } from '../plain/toPlainError';
import { warnOnce } from '../plain/warnOnce';
import { namedInParts } from '../schema/addressedRecord';
import { partsOf, targetKinds } from '../schema/responseParts';
import { getCell } from '../tables/getCell';
import { createOwner, type Owner } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import type { Cell } from '../tables/Table';
import type { EndpointInterface } from '../types/EndpointInterface';
import { NO_OVERLAPS } from '../types/initialState';
import type { DataState, ResponseMeta } from '../types/State';
import { shownIn } from '../types/shownIn';
import { updateOf } from '../types/updateOf';
import { boundedBookkeeping } from './boundedBookkeeping';
import { castDoubt } from './castDoubt';
import { commit, type Write } from './commit';
import { ended } from './inflight';
import { isContended, landingOf } from './landingOf';
import { isMissing, leavesDoubt, mayHaveBeenDone } from './leavesDoubt';
import { assertNothingRequired, missingRecord, warnOfOtherFields } from './missingRecord';
import { recastDoubts, spentDoubts } from './spentDoubts';
import { tryOrReport } from './tryOrReport';
import { withAlias } from './withAlias';

/** What a response writes, and its outcome. */
type Ending = Write & { readonly outcome: Omit<Outcome, 'state'>; readonly isLate?: boolean };

/** Ends a request and stores its data or its error. */
export function onSetResponse(before: DataState, action: SetResponseAction): DataState {
  const owner = createOwner();
  const { requestId, landed = before.order + 1 } = action.meta;
  const pending = updateOf(before, requestId);
  const { outcome, parts, isLate, ...changes } = endingOf(before, action, owner);
  const written: DataState = { ...before, ...parts };
  const remaining = ended(before, requestId, owner);
  const isQuiet = remaining.inflight.size === 0;
  const settled = {
    ...remaining,
    overlaps: isQuiet ? NO_OVERLAPS : written.overlaps,
    effects: isQuiet && written.effects.length > 0 ? [] : written.effects,
    doubts:
      outcome.error?.name === 'AbortError'
        ? recastDoubts(written, action.meta.doubts)
        : spentDoubts(written, action.meta.doubts, isLate && landed),
    optimistic:
      pending === undefined ? before.optimistic : before.optimistic.filter(update => update !== pending),
  };
  const isMutation = remaining.mutating < before.mutating;
  const bounded = boundedBookkeeping(before, { ...written, ...settled }, action, isMutation, owner);
  const after = commit(
    before,
    { ...changes, parts: { ...parts, ...settled, ...bounded }, order: landed },
    owner,
  );
  // No one reads other outcomes, and each would keep its state alive.
  if (requestId !== undefined || outcome.error !== undefined)
    noteOutcome(action, { ...outcome, state: after });
  return after;
}

function endingOf(state: DataState, action: SetResponseAction, owner: Owner): Ending {
  const { meta } = action;
  const endpoint =
    process.env.NODE_ENV !== 'production' && isUnnamed(action)
      ? undefined
      : tryOrReport(() => endpointOf(action), action);
  const { left = meta.landed ?? Infinity } = meta;
  if (left < state.session || (endpoint === undefined && !action.error)) return { parts: {}, outcome: {} };
  if (endpoint !== undefined && !action.error) return success(state, action, endpoint, owner);
  const error = toPlain(plainErrorOf(action)) as PlainError;
  const doubtParts = endpoint === undefined ? {} : doubtAfter(state, action, endpoint, error);
  return failed(state, action, endpoint, error, doubtParts, owner);
}

/** Whether the action ends a request of unknown endpoint, so that no name can be reported as missing. */
function isUnnamed({ error, endpointName, endpoint }: SetResponseAction): boolean {
  return error && endpointName === '' && endpoint === undefined;
}

/** The doubts that a failed request casts. */
function doubtAfter(
  state: DataState,
  action: SetResponseAction,
  endpoint: EndpointInterface,
  error: PlainError,
): Partial<DataState> {
  const isUnsure = !!endpoint.sideEffect && mayHaveBeenDone(action, error);
  // A read that misses a record matters to overlapping mutations, which may bring it or have brought it.
  const isContested = state.mutating > 0 || state.overlaps !== NO_OVERLAPS;
  const isGone = isMissing(error) && (endpoint.sideEffect || isContested);
  return isUnsure || isGone ? castDoubt(state, action, endpoint, isUnsure) : {};
}

/** The ending of a request without data. */
function failed(
  state: DataState,
  action: SetResponseAction,
  endpoint: EndpointInterface | undefined,
  error: PlainError,
  doubtParts: Partial<DataState>,
  owner: Owner,
): Ending {
  // An abort is no failure: it only rolls back the optimistic update.
  const failureParts = error.name === 'AbortError' ? {} : failure(state, action, endpoint, error, owner);
  return { parts: { ...failureParts, ...doubtParts }, requests: [action.key], outcome: { error } };
}

function success(
  state: DataState,
  action: SetResponseAction,
  endpoint: EndpointInterface,
  owner: Owner,
): Ending {
  const { key, meta } = action;
  const landing = landingOf(state, action, endpoint);
  const overlap = overlapWriter(state, landing, isContended(state, landing), owner);
  let kinds: readonly string[] | undefined;
  const response: ResponseToWrite = {
    endpoint,
    args: argsOf(action),
    addressed: () => namedInParts(endpoint, argsOf(action), state.entities),
    key,
    response: plainResponseOf(action),
    isPlain: isKnownPlain(action),
    meta: landing,
    overlap,
    shown: shownIn(state),
    invalidIfStale: meta.invalidIfStale,
    head: meta.head,
    isUnchanged: meta.isUnchanged,
    creates(kind: string, pk: string) {
      if (landing.mutation === undefined) return false;
      kinds ??= targetKinds(endpoint);
      return kinds.includes(kind) && landing.mutation.creates(kind, pk, true);
    },
  };
  try {
    const { stored, result, isLate, changed, requests, failures } = writeResponse(state, response, owner);
    if (process.env.NODE_ENV !== 'production') reportFailures(failures, endpoint);
    const isRead = landing.mutation === undefined;
    if (process.env.NODE_ENV !== 'production' && !endpoint.sideEffect)
      warnOfOtherFields(endpoint, response.response);
    if (isRead && (result ?? undefined) === undefined) assertNothingRequired(endpoint);
    const parts = {
      ...withAlias(state, stored, endpoint, result, meta.requestId, owner),
      ...overlap.result(stored.entities),
    };
    for (const [part, partResult] of isRead ? [] : partsOf(endpoint, result))
      if (leavesDoubt(state, stored, changed, action, part, partResult, landing.left))
        Object.assign(parts, castDoubt({ ...state, ...parts }, action, part));
    const write = { parts, changed, requests: [...new Set([key, ...requests])] };
    const schemaFailures = failures.map(toPlainError);
    const missing = isRead && !isLate ? missingRecord(endpoint, response.args, result, parts) : undefined;
    if (missing === undefined) return { ...write, isLate, outcome: { result, schemaFailures } };
    // Deleted while the request was in flight: invalidate, so that readers refetch at once.
    const invalidated = deletedAt(state, missing);
    if (invalidated > landing.left) {
      const { endpoints = state.endpoints } = parts as Partial<DataState>;
      const { meta, ...cell } = getCell(endpoints, key) as Cell<unknown, ResponseMeta>;
      const invalidCell = { ...cell, meta: { ...meta, invalidated } };
      const invalid = { ...parts, endpoints: putCell(endpoints, key, invalidCell, owner) };
      return { ...write, parts: invalid, outcome: { result, schemaFailures } };
    }
    const error = toPlainError(missing);
    const failureParts = failure({ ...state, ...parts }, action, endpoint, error, owner, 'soft');
    return { ...write, parts: { ...parts, ...failureParts }, outcome: { error } };
  } catch (thrown) {
    const doubtParts = landing.mutation === undefined ? {} : castDoubt(state, action, endpoint);
    return failed(state, action, endpoint, toPlainError(thrown), doubtParts, owner);
  }
}

/** The number under which the missing record was deleted; 0 if it was not. */
function deletedAt(
  { deleted }: Pick<DataState, 'deleted'>,
  { entityKey, pk = '' }: MissingRecordError,
): number {
  return getCell(deleted[entityKey], pk)?.meta.landed ?? 0;
}

/** Warns about records that did not match their schema but did not fail the request. */
function reportFailures(failures: readonly Error[], { schemaFailurePolicy: policy }: EndpointInterface) {
  const outcome = policy === 'keep' ? 'It was stored anyway' : 'It was dropped';
  for (const { message } of failures)
    warnOnce(message, `${message} ${outcome}: schemaFailurePolicy is '${policy}'.`);
}

/**
 * Stores the error of a request, and keeps earlier data.
 *
 * If a later read has succeeded, only the caller of this one gets the error.
 */
function failure(
  state: DataState,
  { key, meta, error: isError }: SetResponseAction,
  endpoint: EndpointInterface | undefined,
  error: PlainError,
  owner: Owner,
  errorPolicy = meta.errorPolicy ?? 'hard',
): Pick<DataState, 'endpoints'> {
  const { fetchedAt, date, landed = state.order + 1, left = landed } = meta;
  const { endpoints } = state;
  const cell = getCell(endpoints, key);
  const isRead = !endpoint?.sideEffect;
  // A mutation's failure is stored however late; a read that left before an invalidation is sent again.
  if (isRead && (isLater(cell, left) || (cell?.meta.invalidated ?? 0) > left)) return { endpoints };
  const errorExpiresAt = isError || endpoint === undefined ? meta.expiresAt : expiresAt(date, true, endpoint);
  const stamps: ResponseMeta = cell?.meta ?? { fetchedAt, date, expiresAt: 0, left };
  // A hard failure hides the data, so the entry is as recent as this request.
  const currentMeta = isRead && errorPolicy === 'hard' ? { ...stamps, left } : stamps;
  const failedCell = {
    ...cell,
    meta: { ...currentMeta, error, errorPolicy, errorExpiresAt, failedAt: date },
  };
  return { endpoints: putCell(endpoints, key, failedCell, owner) };
}
