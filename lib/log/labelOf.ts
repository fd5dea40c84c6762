import { actionTypes } from '../actions/actionTypes';
import { argsOf } from '../actions/endpointOf';
import { fetch } from '../actions/fetch';
import { type Garbage, gc } from '../actions/gc';
import { expireAll, invalidate, invalidateAll } from '../actions/invalidate';
import { type Reduction, reductionOf, requestsMeantBy } from '../actions/reductions';
import { type ResetAction, reset } from '../actions/reset';
import { plainValueOf, set } from '../actions/set';
import { plainErrorOf, type SetResponseAction, setResponse } from '../actions/setResponse';
import { isPlainObject } from '../plain/isPlainObject';
import { toPlain } from '../plain/toPlain';

/** Past this many characters one value of a label is cut. */
const MAX_VALUE_LENGTH = 24;

/** Up to this many records a label names, of more it tells the number. */
const MAX_NAMED_RECORDS = 3;

/** Past this many, the fields of one argument are not spelled out. */
const MAX_FIELDS = 3;

/**
 * What an action of this library is about, in a few words: `Issue.update 24 → done ✗ 422 · 18 ms`.
 *
 * What it changed is shown for actions that a reducer has seen in development.
 */
export function labelOf(action: { readonly type: string }): string {
  try {
    return describe(action);
  } catch {
    // A log from elsewhere may hold anything, and a label is no place to fail.
    return action.type;
  }
}

function describe(action: { readonly type: string }): string {
  const named = { ...action } as Readonly<Record<string, unknown>>;
  if (fetch.match(action)) return requestLabel(action);
  if (setResponse.match(action))
    return joined([`${requestLabel(action)} ${outcomeOf(action)}`, effect(action)]);
  if (set.match(action)) return setLabel(action, action.schemaName, plainValueOf(action));
  if (invalidate.match(action)) return joined([`invalidate ${some(action, [action.key])}`, nothing(action)]);
  if (invalidateAll.match(action))
    return joined([`invalidate ${some(action, action.keys)}`, nothing(action)]);
  if (expireAll.match(action)) return joined([`expire ${some(action, action.keys)}`, nothing(action)]);
  if (reset.match(action)) return resetLabel(action);
  if (gc.match(action)) return `collect ${garbageOf(action)}`;
  if (action.type === actionTypes.HYDRATE) return joined(['hydrate', effect(action)]);
  const verb = action.type.replace('rdc/', '');
  return typeof named.endpointName === 'string' ? `${verb} ${requestLabel(named as never)}` : verb;
}

function joined(parts: readonly string[]): string {
  return parts.filter(part => part !== '').join(' · ');
}

/** `Issue.getList.move 24 → done`, `Issue.getList status=done`. */
function requestLabel(action: Parameters<typeof argsOf>[0] & { readonly endpointName: string }): string {
  const [first, ...rest] = argsOf(action).map(arg => toPlain(arg));
  const subject = first === undefined ? '' : ` ${fieldsOf(first, '=')}`;
  const body = rest.length === 0 ? '' : ` → ${rest.map(arg => fieldsOf(arg, ' ')).join(', ')}`;
  return `${action.endpointName}${subject}${body}`;
}

/** The values of an argument; the only one without its name. */
function fieldsOf(value: unknown, between: string): string {
  if (!isPlainObject(value)) return short(value);
  const fields = Object.entries(value).filter(([, part]) => part !== undefined);
  if (fields.length > MAX_FIELDS) return `{ ${fields.map(([name]) => name).join(', ')} }`;
  const [only] = fields;
  if (fields.length === 1 && only !== undefined && (between === ' ' || only[0] === 'id'))
    return short(only[1]);
  return fields.map(([name, part]) => `${name}${between}${short(part)}`).join(', ');
}

function short(value: unknown): string {
  const text = typeof value === 'string' && value !== '' ? value : (JSON.stringify(value) ?? '');
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
}

function outcomeOf(action: SetResponseAction): string {
  const { date, fetchedAt, requestId } = action.meta;
  // Put there by the app, or by a stream: no request took that long.
  const took = requestId === undefined ? 'set' : durationOf(fetchedAt, date);
  if (!action.error) return joined(['✓', took]);
  const { status, name } = plainErrorOf(action) ?? {};
  if (name === 'AbortError') return joined(['aborted', took]);
  // What fetch throws without a response counts as a failure of the server.
  return joined([`✗ ${name === 'TypeError' ? 'no response' : (status ?? name)}`, took]);
}

/** What changed in the store; empty where that is not known. */
function effect(action: { readonly type: string; readonly error?: boolean }): string {
  const reduction = reductionOf(action);
  const records = reduction === undefined ? '' : changesIn(reduction);
  if (records !== '' || reduction === undefined || action.error) return records;
  return reduction !== 'nothing' && reduction.hasOwnData ? 'response changed' : 'nothing changed';
}

function nothing(action: object): string {
  return reductionOf(action) === 'nothing' ? 'nothing changed' : '';
}

/** The schema of the record that says whether a stream is open. */
const CONNECTION = 'rdc.Connection';

/** `Issue 24, 31 changed by stream`. */
function setLabel(action: object, schemaName: string, value: unknown): string {
  const reduction = reductionOf(action);
  const what = reduction === undefined ? '' : changesIn(reduction);
  const { RTK_autoBatch: isBatched } = (action as { readonly meta: Readonly<Record<string, unknown>> }).meta;
  const by = isBatched === true ? ' by stream' : ' by set';
  const { id, status } = (isPlainObject(value) ? value : {}) as {
    readonly id?: unknown;
    readonly status?: unknown;
  };
  if (schemaName === CONNECTION) return `${CONNECTION} ${short(id)} → ${short(status)}`;
  if (what !== '') return `${what}${by}`;
  const subject = `${schemaName}${id === undefined ? '' : ` ${short(id)}`}`;
  return joined([
    `${subject} set${by === ' by set' ? '' : by}`,
    reduction === undefined ? '' : 'nothing changed',
  ]);
}

/** The records that changed, and those that are gone; lists are named only where there is nothing else. */
function changesIn(reduction: Reduction): string {
  if (reduction === 'nothing') return '';
  const kinds = Object.entries(reduction.entities);
  const records = kinds.filter(([kind]) => !isListKind(kind));
  const shown = records.length > 0 ? records : kinds;
  const isRemoved = ([kind]: (typeof shown)[number]) => reduction.removed.includes(kind);
  const told = (some: typeof shown, verb: string) =>
    some.length === 0 ? '' : `${some.map(([kind, pks]) => countOf(kind, pks)).join(', ')} ${verb}`;
  return joined([
    told(
      shown.filter(kind => !isRemoved(kind)),
      'changed',
    ),
    told(shown.filter(isRemoved), 'removed'),
  ]);
}

function isListKind(kind: string): boolean {
  return kind.startsWith('[') || kind.startsWith('{');
}

function countOf(kind: string, pks: readonly string[] | true): string {
  if (pks === true) return `many ${kind}`;
  return pks.length > MAX_NAMED_RECORDS || isListKind(kind)
    ? `${pks.length} ${kind}`
    : `${kind} ${pks.map(short).join(', ')}`;
}

/** The only request by endpoint and arguments, or how many of which endpoints; by its key where nothing else is known. */
function some(action: object, keys: readonly string[]): string {
  const meant = requestsMeantBy(action);
  const [only] = meant;
  if (keys.length === 1)
    return only ? requestLabel({ endpointName: only.endpoint.name, args: only.args }) : String(keys[0]);
  const names = [...new Set(meant.map(({ endpoint }) => endpoint.name))];
  const more = names.length > MAX_NAMED_RECORDS ? '…' : '';
  const of = names.length === 0 ? '' : ` of ${names.slice(0, MAX_NAMED_RECORDS).join(', ')}${more}`;
  return `${keys.length} responses${of}`;
}

/** A session ends because a request was refused, or because the app says so. */
function resetLabel(action: ResetAction): string {
  const { failed } = action.meta ?? {};
  return failed === undefined ? 'reset by the app' : `reset, since ${some(action, [failed])} failed`;
}

function garbageOf({ entities, requests }: Garbage): string {
  const records = Object.values(entities).reduce((sum, pks) => sum + pks.length, 0);
  return `${records} records, ${requests.length} responses`;
}

/** How long something took, as people read it; nothing where a clock was set back meanwhile. */
export function durationOf(from: number, to: number): string {
  return `${Math.max(0, Math.round(to - from))} ms`;
}
