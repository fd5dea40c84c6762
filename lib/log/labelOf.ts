import { argsOf } from '../actions/endpointOf';
import { type FetchAction, type FetchMeta, fetch, type RequestedBy } from '../actions/fetch';
import { type Garbage, gc } from '../actions/gc';
import { hydrate } from '../actions/hydrate';
import { type ExpireAllAction, expireAll, invalidate, invalidateAll } from '../actions/invalidate';
import {
  isListKind,
  type Reduction,
  reductionOf,
  requestsMeantBy,
  type Step,
  stepOf,
} from '../actions/reductions';
import { type ResetAction, reset } from '../actions/reset';
import { plainValueOf, type SetAction, set } from '../actions/set';
import { plainErrorOf, type SetResponseAction, setResponse } from '../actions/setResponse';
import { formErrors } from '../errors/formErrors';
import { isPlainObject } from '../plain/isPlainObject';
import type { PlainError } from '../plain/PlainError';
import { metaInFlight } from '../slice/noteOrigins';
import { CONNECTION } from '../types/CONNECTION';
import { withoutDoubts } from '../types/doubts';
import type { Doubts } from '../types/State';
import { changesIn, MAX_NAMED_RECORDS, recordName, recordsText } from './changesText';
import { cutAt, escaped, fieldsOf, joined, short, titleIn, titleOfSubject } from './labelText';

/** Past this many characters, the reason of a failure is cut. */
const MAX_REASON_LENGTH = 60;

/**
 * Describes an action of this library in a few words: `Issue.update 24 → done ✗ 422 · 18 ms`.
 *
 * @param reduction what it changed; like `step`, known already of an action that a reducer has seen in development
 * @param step the states before and after it, in which records have titles
 */
export function labelOf(
  action: { readonly type: string },
  reduction = reductionOf(action),
  step = stepOf(action),
): string {
  try {
    return escaped(describe(action, reduction, step));
  } catch {
    // A log from elsewhere may hold anything, and a label must not fail.
    return escaped(action.type);
  }
}

function describe(
  action: { readonly type: string },
  reduction: Reduction | undefined,
  step: Step | undefined,
): string {
  const unchanged = reduction === 'nothing' ? 'nothing changed' : '';
  if (fetch.match(action)) return requestLabel(action, step, whyOf(action, step));
  if (setResponse.match(action)) return responseLabel(action, reduction, step);
  if (set.match(action)) return setLabel(action, reduction, step);
  if (invalidate.match(action))
    return joined([`invalidate ${requestsText(action, [action.key], step)}`, unchanged]);
  if (invalidateAll.match(action))
    return joined([`invalidate ${requestsText(action, action.keys, step)}`, unchanged]);
  if (expireAll.match(action))
    return joined([`expire ${requestsText(action, action.keys, step)}${whyOf(action, step)}`, unchanged]);
  if (reset.match(action)) return resetLabel(action, step);
  if (gc.match(action)) return `collect ${garbageOf(action)}`;
  if (action.type === hydrate.type)
    return joined([
      'hydrate',
      changesIn(reduction, '', step, undefined, 'loaded') || unchangedText(reduction),
    ]);
  const verb = action.type.replace('rdc/', '');
  const { endpointName } = action as { readonly endpointName?: unknown };
  return typeof endpointName === 'string' ? `${verb} ${requestLabel(action as never, step)}` : verb;
}

function responseLabel(
  action: SetResponseAction,
  reduction: Reduction | undefined,
  step: Step | undefined,
): string {
  const changes = changesIn(reduction, '', step, subjectOf(action));
  // The title is shown once: with what changed.
  const request = requestLabel(action, changes === '' ? step : undefined, whyOf(action, step));
  const effect = changes || (action.error ? '' : unchangedText(reduction));
  return joined([`${request} ${outcomeOf(action)}`, effect, ...consequencesOf(action, step)]);
}

/** Why a request was sent, if neither a component nor the app's code sent it. */
function whyOf(action: FetchAction | SetResponseAction | ExpireAllAction, step: Step | undefined): string {
  if (process.env.NODE_ENV !== 'production') {
    const { cause, by = 'code' }: Partial<FetchMeta> =
      (setResponse.match(action) ? metaInFlight(step?.before, action.meta.requestId) : action.meta) ?? {};
    const why = cause ?? CAUSES[by];
    if (why !== undefined) return ` (${why})`;
  }
  return '';
}

const CAUSES: { readonly [By in RequestedBy]?: string } = { doubt: 'in doubt', poll: 'poll' };

/** Whether an optimistic update was rolled back, and which records are newly in doubt. */
function consequencesOf({ error, meta }: SetResponseAction, step: Step | undefined): readonly string[] {
  if (process.env.NODE_ENV !== 'production' && step !== undefined) {
    const { before, after } = step;
    const isRolledBack = error && before.optimistic.some(({ requestId }) => requestId === meta.requestId);
    const newDoubts = before.doubts === after.doubts ? [] : newlyDoubted(before.doubts, after.doubts);
    return [
      isRolledBack ? 'rolled back' : '',
      newDoubts.length === 0 ? '' : `in doubt: ${newDoubts.join(', ')}`,
    ];
  }
  return [];
}

function newlyDoubted(before: Doubts, after: Doubts): readonly string[] {
  return Object.entries(withoutDoubts(after, before)).flatMap(([kind, records]) => {
    const pks = Object.keys(records);
    const [pk = '', second] = pks;
    if (second === undefined) return recordName(kind, pk);
    return isListKind(kind)
      ? `${pks.length} lists of ${kind.slice(1, -1)}`
      : recordsText(kind, pks, undefined);
  });
}

type Request = Parameters<typeof argsOf>[0] & { readonly endpointName: string; readonly key?: string };

/** `Issue.getList.move 24 → done`, `Issue.getList status=done`; only the key for a request that another store began. */
function requestLabel(action: Request, step: Step | undefined, why = ''): string {
  const subject = subjectOf(action);
  const body = argsOf(action)
    .slice(1)
    // JSON has `null` for `undefined`.
    .map(arg => (arg === null ? '' : fieldsOf(arg, ' ')))
    .filter(text => text !== '');
  const name = action.endpointName || action.key;
  const title = titleOfSubject(action, step);
  return `${name}${subject && ` ${subject}`}${title}${why}${body.length > 0 ? ` → ${body.join(', ')}` : ''}`;
}

/** The subject of a request: its first argument. */
export function subjectOf(action: Parameters<typeof argsOf>[0]): string {
  const [first] = argsOf(action);
  return first === undefined ? '' : fieldsOf(first, '=');
}

function outcomeOf(action: SetResponseAction): string {
  const { date, fetchedAt, requestId } = action.meta;
  // Set by the app or by a stream, without a request to time.
  const duration = requestId === undefined ? 'set' : durationOf(fetchedAt, date);
  if (!action.error) return joined(['✓', duration]);
  const error = plainErrorOf(action) ?? {};
  const { status, name } = error;
  if (name === 'AbortError') return joined(['aborted', duration]);
  // What `fetch` throws without a response is shown like a failure of the server.
  return joined([
    `✗ ${name === 'TypeError' ? 'no response' : `${status ?? name}${reasonOf(error)}`}`,
    duration,
  ]);
}

/** ` “title: Is empty”`: the reason that the server gave, or the error's message if there was no response. */
function reasonOf(error: PlainError): string {
  if (process.env.NODE_ENV !== 'production') {
    const { status, message, code, data } = error;
    const [fieldError] = Object.entries(formErrors(error)).map(
      ([field, [text]]) => `${field && `${field}: `}${text}`,
    );
    const bodyTexts = isPlainObject(data) ? [data.message, data.detail, data.error, data.title] : [data];
    // The message has what a GraphQL server said after the name and the address.
    const graphqlError = code === 'graphql' ? message.replace(/^.*? failed: /, '') : undefined;
    const texts = [graphqlError, fieldError, ...(status === undefined ? [message] : bodyTexts)];
    const reason = texts.find(text => typeof text === 'string' && /^[^<]/.test(text)) as string | undefined;
    return reason === undefined ? '' : ` “${cutAt(reason, MAX_REASON_LENGTH)}”`;
  }
  return '';
}

/** `Issue 24, 31 changed by stream`. */
function setLabel(action: SetAction, reduction: Reduction | undefined, step: Step | undefined): string {
  const connection = connectionIn(action);
  if (connection !== undefined) return connectionLabel([connection]);
  const isOfStream = 'RTK_autoBatch' in action.meta;
  const changes = changesIn(reduction, isOfStream ? ' by stream' : ' by set', step);
  if (changes !== '') return changes;
  const by = isOfStream ? ' by stream' : '';
  const absent = absentIn(reduction, step);
  if (absent !== '') return joined([`${absent} removed${by}`, unchangedText(reduction)]);
  // `Invalidate(Todo)`, `[Todo].push`.
  const { schemaName } = action;
  const [, removedKind, recordKind = removedKind] =
    /^(?:Invalidate\((.+)\)|[[{](.+)[\]}]\.\w+)$/.exec(schemaName) ?? [];
  const value = plainValueOf(action);
  const key = removedKind !== undefined && typeof value !== 'object' ? value : undefined;
  const id = isPlainObject(value) ? value.id : key;
  const kind = recordKind ?? schemaName;
  const subject = id === undefined ? kind : `${kind} ${short(id)}${titleIn(step, kind, String(id))}`;
  const verb = removedKind === undefined ? (isOfStream ? 'sent' : 'set') : 'removed';
  return joined([`${subject} ${verb}${by}`, unchangedText(reduction)]);
}

/** The records that an action removed but that were not there: `changed` lists them, though no record changed. */
function absentIn(reduction: Reduction | undefined, step: Step | undefined): string {
  if (process.env.NODE_ENV !== 'production' && reduction !== 'nothing' && step !== undefined) {
    const kinds = Object.entries(step.after.changed.entities);
    return kinds.map(([kind, pks]) => recordsText(kind, pks, step)).join(', ');
  }
  return '';
}

/** A connection as a log has it: any field may be missing. */
export interface LoggedConnection {
  readonly id: unknown;
  readonly status: unknown;
  readonly error?: { readonly message?: unknown } | null;
}

/** The stream connection in an action; `undefined` for other actions. */
export function connectionIn(action: { readonly type: string }): LoggedConnection | undefined {
  if (!set.match(action) || action.schemaName !== CONNECTION) return undefined;
  return plainValueOf(action) as LoggedConnection;
}

/** `stream → waiting to reconnect (network error)`; with the stream's name, if the app gave it one. */
export function connectionLabel(connections: readonly LoggedConnection[]): string {
  const [first] = connections;
  const [id, error] = [first?.id, connections.find(connection => connection.error)?.error];
  const statuses = new Set(connections.map(({ status }) => status));
  const statusTexts = [...statuses].map(status =>
    status === 'waiting' ? 'waiting to reconnect' : short(status),
  );
  const reason = error?.message === undefined ? '' : ` (${short(error.message)})`;
  return `${id === 'stream' ? id : `stream ${short(id)}`} → ${statusTexts.join(', ')}${reason}`;
}

/** `nothing changed`, if that is known. */
function unchangedText(reduction: Reduction | undefined): string {
  return reduction === undefined ? '' : 'nothing changed';
}

/** A single request by endpoint and arguments, or by key if only that is known; several by number and endpoints. */
function requestsText(action: object, keys: readonly string[], step: Step | undefined): string {
  const requests = requestsMeantBy(action);
  const [only] = requests;
  if (keys.length === 1)
    return only ? requestLabel({ ...only, endpointName: only.endpoint.name }, step) : String(keys[0]);
  const names = [...new Set(requests.map(({ endpoint }) => endpoint.name))];
  const ellipsis = names.length > MAX_NAMED_RECORDS ? '…' : '';
  const ofNames = names.length === 0 ? '' : ` of ${names.slice(0, MAX_NAMED_RECORDS).join(', ')}${ellipsis}`;
  return `${keys.length} responses${ofNames}`;
}

/** A reset follows a failed request, or comes from the app. */
function resetLabel(action: ResetAction, step: Step | undefined): string {
  const { failed } = action.meta ?? {};
  return failed === undefined
    ? 'reset by the app'
    : `reset, since ${requestsText(action, failed.slice(-1), step)} failed`;
}

function garbageOf({ entities, requests }: Garbage): string {
  const records = Object.values(entities).reduce((sum, pks) => sum + pks.length, 0);
  return `${records} records, ${requests.length} responses`;
}

/** How long something took, as text; `0 ms` if the clock was set back meanwhile. */
export function durationOf(from: number, to: number): string {
  return `${Math.max(0, Math.round(to - from))} ms`;
}
