import { argsOf, endpointOf } from '../actions/endpointOf';
import { expiresAt } from '../actions/expiry';
import {
  plainErrorOf,
  plainResponseOf,
  type SetResponseAction,
  type SetResponseMeta,
} from '../actions/setResponse';
import { type Answer, writeResponse } from '../normalize/writeResponse';
import { isPlainObject } from '../plain/isPlainObject';
import type { PlainError } from '../plain/PlainError';
import { toPlain } from '../plain/toPlain';
import { toPlainError } from '../plain/toPlainError';
import { warnOnce } from '../plain/warnOnce';
import { getCell } from '../tables/getCell';
import { createOwner, type Owner } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { Freshness } from '../types/Freshness';
import type { DataState, ResponseMeta } from '../types/State';
import { commit, type Write } from './commit';
import { ended } from './inflight';
import { missingRecord } from './missingRecord';
import { named } from './named';
import { reported } from './reported';
import { withLinks } from './withLinks';

/** Ends a request, and stores what it brought: data, or the reason why there is none. */
export function onSetResponse(state: DataState, action: SetResponseAction): DataState {
  const owner = createOwner();
  const isOfFormerSession = action.meta.fetchedAt < state.lastReset;
  const { parts, ...changes } = isOfFormerSession ? { parts: {} } : outcome(state, action, owner);
  const { requestId } = action.meta;
  const pending = state.optimistic.find(update => update.requestId === requestId);
  const settled = {
    // A request for a record that had no name yet was begun under another key than it was sent under.
    inflight: ended(state.inflight, pending?.key ?? action.key, requestId, owner),
    optimistic:
      pending === undefined ? state.optimistic : state.optimistic.filter(update => update !== pending),
  };
  return commit(state, { parts: { ...parts, ...settled }, ...changes }, owner);
}

function outcome(state: DataState, action: SetResponseAction, owner: Owner): Write {
  const { key, meta } = action;
  const endpoint = reported(() => endpointOf(action));
  if (action.error) {
    const error = toPlain(plainErrorOf(action)) as PlainError;
    // A request that was given up has failed nobody: it only takes back what it had shown.
    if (error.name === 'AbortError') return { parts: {}, requests: [key] };
    const stamp = endpoint === undefined ? meta : { ...meta, ...stampOf(state, action, endpoint) };
    return failure(state, key, error, stamp, owner);
  }
  return endpoint === undefined ? { parts: {} } : success(state, action, endpoint, owner);
}

function success(
  state: DataState,
  action: SetResponseAction,
  endpoint: EndpointInterface,
  owner: Owner,
): Write {
  const { key, meta } = action;
  const { entities, deleted, indexes, endpoints } = state;
  const before = { entities, deleted, indexes, endpoints };
  const answer = {
    endpoint,
    args: argsOf(action),
    key,
    response: plainResponseOf(action),
    meta: stampOf(state, action, endpoint),
    invalidIfStale: meta.invalidIfStale,
  };
  const failureStamp = { ...answer.meta, expiresAt: expiresAt(meta.date, true, endpoint) };
  try {
    const { stored, changed, requests, failures } = writeResponse(before, answer, owner);
    reportFailures(failures, endpoint);
    const links = withLinks(state, endpoint.schema);
    const parts = { ...named(state, stored, key, changed, meta.requestId, owner), links };
    const write = { parts, changed, requests: [...new Set([key, ...requests])] };
    const isLate = !requests.includes(key);
    return isLate
      ? write
      : { ...write, parts: noteMissing({ ...state, ...parts }, answer, failureStamp, owner) };
  } catch (error) {
    return failure(state, key, toPlainError(error), failureStamp, owner);
  }
}

/** The tables after an answer; where it needs a record that is not there, with a note of that beside it. */
function noteMissing(
  written: DataState,
  { endpoint, args, key }: Pick<Answer, 'endpoint' | 'args' | 'key'>,
  stamp: SetResponseMeta,
  owner: Owner,
): Write['parts'] {
  const { entities, deleted, indexes, endpoints, aliases, links } = written;
  const missing = missingRecord(endpoint, args, getCell(endpoints, key)?.value, entities);
  const parts = { entities, deleted, indexes, endpoints, aliases, links };
  if (missing === undefined) return parts;
  const noted = failure(written, key, toPlainError(missing), { ...stamp, errorPolicy: 'soft' }, owner);
  return { ...parts, ...noted.parts };
}

/** Says on the console which records did not fit their schema and yet were no reason to fail. */
function reportFailures(failures: readonly Error[], { schemaFailurePolicy: policy }: EndpointInterface) {
  const outcome = policy === 'keep' ? 'It is kept all the same' : 'It is left out';
  for (const { message } of failures)
    warnOnce(message, `${message} ${outcome}, as schemaFailurePolicy says.`);
}

/**
 * Notes why a request failed beside what it brought earlier, which is kept.
 *
 * Where a later read has been answered, only whoever made this one has to know.
 */
function failure(
  state: DataState,
  key: string,
  error: PlainError,
  { fetchedAt, sentAt, date, expiresAt, errorPolicy = 'hard' }: SetResponseMeta,
  owner: Owner,
): Write {
  const cell = getCell(state.endpoints, key);
  const isLate = sentAt === undefined && cell !== undefined && cell.meta.fetchedAt > fetchedAt;
  if (isLate) return { parts: {}, requests: [key] };
  const errorMeta = { error, errorPolicy, errorExpiresAt: expiresAt };
  const meta: ResponseMeta =
    cell === undefined ? { fetchedAt, date, expiresAt: 0, ...errorMeta } : { ...cell.meta, ...errorMeta };
  const content = cell !== undefined && 'value' in cell ? { value: cell.value, meta } : { meta };
  return { parts: { endpoints: putCell(state.endpoints, key, content, owner) }, requests: [key] };
}

/** A mutation knows which fields it was asked to change: those it showed as changed, or those that were sent. */
function stampOf(
  { optimistic }: DataState,
  action: SetResponseAction,
  { sideEffect }: EndpointInterface,
): Freshness {
  const { fetchedAt, date, expiresAt, requestId } = action.meta;
  if (!sideEffect) return { fetchedAt, date, expiresAt };
  const sent = argsOf(action).slice(1).at(-1);
  const shown = optimistic.find(update => update.requestId === requestId)?.writes;
  const writes = shown ?? (isPlainObject(sent) ? Object.keys(sent) : undefined);
  return { fetchedAt, sentAt: fetchedAt, date, expiresAt, ...(writes !== undefined && { writes }) };
}
