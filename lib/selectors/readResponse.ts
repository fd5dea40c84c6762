import { trace } from '../denormalize/denormalize';
import { keepSame, type MadeBySchema } from '../denormalize/keepSame';
import { KEYS, LOOK_UP, Memo, NESTED } from '../denormalize/Memo';
import { UnreadableFieldError } from '../errors/UnreadableFieldError';
import type { Stored } from '../normalize/writeResponse';
import { isObject } from '../plain/isObject';
import { toLiveError } from '../plain/toPlainError';
import { getCell } from '../tables/getCell';
import type { Cell } from '../tables/Table';
import { type EndpointInterface, schemaOf } from '../types/EndpointInterface';
import { leftOf } from '../types/Freshness';
import { INVALID } from '../types/INVALID';
import type { Lifetime } from '../types/isFresh';
import type { Schema } from '../types/Schema';
import type { DataState, ResponseMeta } from '../types/State';
import { doubtsAmong } from './doubtsAmong';
import { keyOfResponse, notingLookUps } from './queryKey';
import { viewOf } from './viewOf';
import { watchGaps } from './watchGaps';
import { withShownKeys } from './withShownKeys';

/** What a reader shows; the same object for as long as nothing in it changes. */
export interface Shown {
  /** `undefined` while there is nothing to show. */
  readonly data: unknown;
  /** Why the latest request failed, if nothing older may be shown instead. */
  readonly error: Error | undefined;
  /** Whether data has to be fetched before anything is shown. */
  readonly isInvalid: boolean;
}

/** Whether there is neither data nor an error to show. */
export function isMissing({ isInvalid, error }: Shown): boolean {
  return isInvalid && error === undefined;
}

/** What the store knows about one request at one moment. */
export interface Reading {
  readonly shown: Shown;
  /** When `data` was received; 0 when there is none. */
  readonly date: number;
  /** First instant at which `data` is stale; 0 when there is none. */
  readonly expiresAt: number;
  /** When the request failed, and when it may be tried again; `undefined` when it did not fail. */
  readonly failure: Lifetime | undefined;
  /** Whether stale data must not be shown. */
  readonly invalidIfStale: boolean;
  /** Whether the state of anything in `data` is uncertain because mutations overlapped. */
  readonly isDoubtful: boolean;
  /** What `data` was made from, or where it was searched for without being found. */
  readonly memo: Memo | undefined;
  /** What is stored about the request itself; another object after each response. */
  readonly cell: Cell<unknown, ResponseMeta> | undefined;
}

/** Neither data nor an error. */
export const NOTHING_STORED: Shown = Object.freeze({ data: undefined, error: undefined, isInvalid: true });

/** Reads the response to one request from what is shown, optimistic updates included. */
export function readResponse(
  state: DataState,
  endpoint: EndpointInterface,
  givenKey: string,
  givenArgs: readonly unknown[],
): Reading {
  const view = viewOf(state);
  const args = withShownKeys(state, givenArgs);
  const key = args === givenArgs ? givenKey : endpoint.key(...args);
  const cell = getCell(view.endpoints, key);
  const schema = schemaOf(endpoint);
  const isStored = cell !== undefined && 'value' in cell;
  const searched: unknown[] = [];
  const result = isStored
    ? cell.value
    : cell?.meta.invalidated
      ? undefined
      : keyOfResponse(endpoint, args, view, notingLookUps(searched));
  let found: { readonly value: unknown; readonly memo: Memo | undefined } | undefined;
  let thrown: UnreadableFieldError | undefined;
  try {
    if (isStored || result !== undefined) found = trace(schema, result, view, args);
  } catch (error) {
    // App code that throws on a value fails the readers of that value, as a failed request does.
    if (!(error instanceof UnreadableFieldError)) throw error;
    thrown = error;
  }
  if (process.env.NODE_ENV !== 'production' && found?.memo !== undefined)
    watchGaps(state, found.memo, {
      where: ` in the response of ${endpoint.name} (${key})`,
      read: laterState => readResponse(laterState, endpoint, givenKey, givenArgs).memo,
    });
  const value = found === undefined ? INVALID : found.value;
  const memo =
    found?.memo === undefined ? emptyReadMemo(schema, searched) : withSearches(found.memo, searched);
  const isInvalid = value === INVALID || cell?.meta.invalidated !== undefined;
  const isFailureResolved = isFailureObsolete(cell, view, schema, result);
  const error = thrown ?? (isFailureResolved ? undefined : errorIn(cell?.meta, isInvalid));
  return {
    shown:
      isInvalid && cell === undefined && error === undefined
        ? NOTHING_STORED
        : shownOf(schema, thrown ?? cell ?? value, { data: isInvalid ? undefined : value, error, isInvalid }),
    ...(isInvalid
      ? NEVER
      : isStored
        ? lifetimeOf(cell.meta)
        : foundLifetime(state, view, found?.memo as Memo)),
    // The server may send a readable value instead, but only with the next fetch.
    failure:
      thrown === undefined
        ? failureOf(isFailureResolved ? undefined : cell)
        : lifetimeOf(cell?.meta ?? NEVER),
    invalidIfStale: endpoint.invalidIfStale ?? cell?.meta.invalidIfStale ?? false,
    isDoubtful: doubtsAmong(state.doubts, memo) !== undefined,
    memo,
    cell,
  };
}

const NEVER: Lifetime = { date: 0, expiresAt: 0 };

function lifetimeOf({ date, expiresAt }: Lifetime): Lifetime {
  return { date, expiresAt };
}

function failureOf(cell: Cell<unknown, ResponseMeta> | undefined): Lifetime | undefined {
  const { errorExpiresAt, failedAt = 0 } = cell?.meta ?? {};
  return errorExpiresAt === undefined ? undefined : { date: failedAt, expiresAt: errorExpiresAt };
}

/** Whether a failed request is about a record or list that a later one has brought, such as a creation. */
function isFailureObsolete(
  cell: Cell<unknown, ResponseMeta> | undefined,
  { entities }: Stored,
  schema: Schema,
  result: unknown,
): boolean {
  if (cell?.meta.error === undefined || typeof result !== 'string') return false;
  const { key: kind = '' } = (schema ?? {}) as { readonly key?: string };
  return leftOf(getCell(entities[kind], result)?.meta ?? {}) > leftOf(cell.meta);
}

/** A read that found nothing depends on where it searched; one that threw, on all records of its kind. */
function emptyReadMemo(schema: Schema, searched: unknown[]): Memo | undefined {
  const { key: kind } = (schema ?? {}) as { readonly key?: unknown };
  if (searched.length === 0 && typeof kind === 'string') searched.push(KEYS, kind, undefined);
  return searched.length === 0 ? undefined : new Memo(INVALID, searched, 0, true);
}

/** Data that was found also depends on earlier searches; a record found by its key, only on that record. */
function withSearches(found: Memo, searched: readonly unknown[]): Memo {
  if (searched.length === 0 || (searched.length === 3 && searched[0] === LOOK_UP)) return found;
  return new Memo(found.value, [...searched, NESTED, undefined, found], 0, true);
}

/** An error is shown if it is hard, or if there is nothing else to show. */
function errorIn(meta: ResponseMeta | undefined, isInvalid: boolean): Error | undefined {
  if (meta?.error === undefined) return undefined;
  return isInvalid || meta.errorPolicy === 'hard' ? toLiveError(meta.error) : undefined;
}

/**
 * A record found without a request is as fresh as its confirmed version, without optimistic updates, and fresh while
 * it is being created. Everything else is stale.
 */
function foundLifetime(confirmed: Stored, shown: Stored, { dependencies: [schema, pk] }: Memo): Lifetime {
  const { key: kind = '' } = (schema ?? {}) as { readonly key?: string };
  const cell = getCell(confirmed.entities[kind], pk as string);
  const { expiresAt } = (cell ?? getCell(shown.entities[kind], pk as string))?.meta ?? NEVER;
  return { date: cell?.meta.date ?? 0, expiresAt };
}

const lastShown: MadeBySchema<Shown> = new WeakMap();

/** One object for the same content, kept by the response or record that it came from. */
function shownOf(schema: Schema, source: unknown, shown: Shown): Shown {
  return isObject(source) ? keepSame(lastShown, schema, source, shown) : shown;
}
