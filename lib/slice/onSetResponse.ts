import { argsOf, endpointOf } from '../actions/endpointOf';
import { expiresAt } from '../actions/expiry';
import { noteOutcome, type Outcome } from '../actions/outcomes';
import { isKnownPlain, plainErrorOf, plainResponseOf, type SetResponseAction } from '../actions/setResponse';
import { type ResponseToWrite, writeResponse } from '../normalize/writeResponse';
import { overlapWriter } from '../overlap/overlapWriter';
import type { PlainError } from '../plain/PlainError';
import { toPlain } from '../plain/toPlain';
import { toPlainError } from '../plain/toPlainError';
import { warnOnce } from '../plain/warnOnce';
import { getCell } from '../tables/getCell';
import { createOwner, type Owner } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import { withoutDoubts } from '../types/doubts';
import type { EndpointInterface } from '../types/EndpointInterface';
import { leftOf } from '../types/Freshness';
import type { Landing } from '../types/Landing';
import { NO_OVERLAPS } from '../types/NO_OVERLAPS';
import type { DataState, ResponseMeta } from '../types/State';
import { boundedBookkeeping } from './boundedBookkeeping';
import { commit, type Write } from './commit';
import { castDoubt, mayBeDouble, mayHaveBeenDone, recastDoubts } from './doubts';
import { ended } from './inflight';
import { isContended, landingOf } from './landingOf';
import { assertNothingRequired, missingRecord } from './missingRecord';
import { tryOrReport } from './tryOrReport';
import { withAlias } from './withAlias';

/** What a response writes, and what becomes of it. */
type Ending = Write & { readonly outcome: Omit<Outcome, 'state'> };

/** Ends a request, and stores what it brought: data, or the reason why there is none. */
export function onSetResponse(before: DataState, action: SetResponseAction): DataState {
  const owner = createOwner();
  const { requestId, landed = before.order + 1 } = action.meta;
  const { outcome, parts, ...changes } = endingOf(before, action, owner);
  const written: DataState = { ...before, ...parts };
  const pending = before.optimistic.find(update => update.requestId === requestId);
  // A request for a record that had no key yet has begun under another key than it was sent under.
  const left = ended(before, pending?.key ?? action.key, requestId, owner);
  const isQuiet = left.inflight.size === 0;
  const settled = {
    ...left,
    overlaps: isQuiet ? NO_OVERLAPS : written.overlaps,
    effects: isQuiet && written.effects.length > 0 ? [] : written.effects,
    doubts:
      outcome.kind === 'aborted'
        ? recastDoubts(written, action.meta.doubts)
        : withoutDoubts(written.doubts, action.meta.doubts ?? {}),
    optimistic:
      pending === undefined ? before.optimistic : before.optimistic.filter(update => update !== pending),
  };
  const isMutation = left.mutating < before.mutating;
  const all = boundedBookkeeping(before, { ...written, ...settled }, action, isMutation, owner);
  const after = commit(before, { ...changes, parts: { ...parts, ...settled, ...all }, order: landed }, owner);
  noteOutcome(action, { ...outcome, state: after });
  return after;
}

function endingOf(state: DataState, action: SetResponseAction, owner: Owner): Ending {
  const { key, meta } = action;
  const isNothing = action.error && action.endpointName === '' && action.endpoint === undefined;
  const endpoint = isNothing ? undefined : tryOrReport(() => endpointOf(action));
  const { left = meta.landed ?? Number.POSITIVE_INFINITY } = meta;
  if (left < state.session) return { parts: {}, outcome: { kind: 'over' } };
  if (action.error) {
    const error = toPlain(plainErrorOf(action)) as PlainError;
    const doubts =
      endpoint && mayHaveBeenDone(action, endpoint, error)
        ? castDoubt(state, action, endpoint)
        : state.doubts;
    // An aborted request has failed for nobody: it only rolls back what it had shown.
    if (error.name === 'AbortError') {
      return { parts: { doubts }, requests: [key], outcome: { kind: 'aborted', error } };
    }
    const stamp = failureStamp(state, action, endpoint);
    const { parts, ...changes } = failure(state, key, error, stamp, owner);
    return { ...changes, parts: { ...parts, doubts }, outcome: { kind: 'failed', error } };
  }
  if (endpoint === undefined) return { parts: {}, outcome: { kind: 'failed' } };
  return success(state, action, endpoint, owner);
}

function success(
  state: DataState,
  action: SetResponseAction,
  endpoint: EndpointInterface,
  owner: Owner,
): Ending {
  const { key, meta } = action;
  const { entities, deleted, indexes, endpoints } = state;
  const before = { entities, deleted, indexes, endpoints };
  const landing = landingOf(state, action, endpoint);
  const overlap = overlapWriter(state, landing, isContended(state, landing), owner);
  const response: ResponseToWrite = {
    endpoint,
    args: argsOf(action),
    key,
    response: plainResponseOf(action),
    isPlain: isKnownPlain(action),
    meta: landing,
    overlap,
    invalidIfStale: meta.invalidIfStale,
    head: meta.head,
    isUnchanged: meta.isUnchanged,
  };
  const stamp = failureStamp(state, action, endpoint);
  try {
    const { stored, result, isLate, changed, requests, failures } = writeResponse(before, response, owner);
    if (process.env.NODE_ENV !== 'production') reportFailures(failures, endpoint);
    const isRead = landing.mutation === undefined;
    if (isRead && (result ?? undefined) === undefined) assertNothingRequired(endpoint);
    const parts = {
      ...withAlias(state, stored, result, changed, meta.requestId, owner),
      ...overlap.result(),
    };
    if (mayBeDouble(action, endpoint)) parts.doubts = castDoubt({ ...state, ...parts }, action, endpoint);
    const write = { parts, changed, requests: [...new Set([key, ...requests])] };
    const schemaFailures = failures.map(toPlainError);
    if (isLate) return { ...write, outcome: { kind: 'late', result, schemaFailures } };
    const missing = isRead ? missingRecord(endpoint, response.args, result, parts) : undefined;
    if (missing === undefined) return { ...write, outcome: { kind: 'stored', result, schemaFailures } };
    const error = toPlainError(missing);
    const noted = failure({ ...state, ...parts }, key, error, { ...stamp, errorPolicy: 'soft' }, owner);
    return { ...write, parts: { ...parts, ...noted.parts }, outcome: { kind: 'failed', error } };
  } catch (thrown) {
    const error = toPlainError(thrown);
    const { parts, ...changes } = failure(state, key, error, stamp, owner);
    const doubts = landing.mutation === undefined ? state.doubts : castDoubt(state, action, endpoint);
    return { ...changes, parts: { ...parts, doubts }, outcome: { kind: 'failed', error } };
  }
}

/** Reports on the console which records did not match their schema without failing the request. */
function reportFailures(failures: readonly Error[], { schemaFailurePolicy: policy }: EndpointInterface) {
  const outcome = policy === 'keep' ? 'It was stored anyway' : 'It was dropped';
  for (const { message } of failures)
    warnOnce(message, `${message} ${outcome}: schemaFailurePolicy is '${policy}'.`);
}

/** What is noted of a failure besides its reason. */
interface FailureStamp extends Pick<Landing, 'fetchedAt' | 'date' | 'left'> {
  /** First instant at which the request may be tried again. */
  readonly errorExpiresAt: number;
  readonly errorPolicy: 'soft' | 'hard';
  /** Whether it is that of a mutation, which is noted however late. */
  readonly isMutation: boolean;
}

function failureStamp(
  state: DataState,
  action: SetResponseAction,
  endpoint: EndpointInterface | undefined,
): FailureStamp {
  const { fetchedAt, date, landed = state.order + 1, left = landed, errorPolicy = 'hard' } = action.meta;
  const isMutation = endpoint?.sideEffect === true;
  const errorExpiresAt =
    action.error || endpoint === undefined ? action.meta.expiresAt : expiresAt(date, true, endpoint);
  return { fetchedAt, date, left, errorExpiresAt, errorPolicy, isMutation };
}

/**
 * Notes why a request failed beside what it brought earlier, which is kept.
 *
 * Where a later read has succeeded, only the caller of this one has to know.
 */
function failure(
  { endpoints }: Pick<DataState, 'endpoints'>,
  key: string,
  error: PlainError,
  { fetchedAt, date, left, errorExpiresAt, errorPolicy, isMutation }: FailureStamp,
  owner: Owner,
): Write {
  const cell = getCell(endpoints, key);
  if (!isMutation && cell !== undefined && leftOf(cell.meta) > left) return { parts: {}, requests: [key] };
  const errorMeta = { error, errorPolicy, errorExpiresAt };
  const meta: ResponseMeta =
    cell === undefined
      ? { fetchedAt, date, expiresAt: 0, left, ...errorMeta }
      : { ...cell.meta, ...errorMeta };
  const content = cell !== undefined && 'value' in cell ? { value: cell.value, meta } : { meta };
  return { parts: { endpoints: putCell(endpoints, key, content, owner) }, requests: [key] };
}
