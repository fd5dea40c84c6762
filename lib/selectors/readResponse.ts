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
import { keyOfResponse, notedIn } from './queryKey';
import { viewOf } from './viewOf';
import { watchGaps } from './watchGaps';
import { withShownKeys } from './withShownKeys';

/** What a reader shows; the same object for as long as nothing in it changes. */
export interface Shown {
  /** `undefined` while there is nothing to show. */
  readonly data: unknown;
  /** Why the latest request failed, where nothing older may be shown in its place. */
  readonly error: Error | undefined;
  /** Whether data has to be fetched before anything is shown. */
  readonly isInvalid: boolean;
}

/** Whether there is nothing to show, and no error either. */
export function isMissing({ isInvalid, error }: Shown): boolean {
  return isInvalid && error === undefined;
}

/** What the store knows of one request at one moment. */
export interface Reading {
  readonly shown: Shown;
  /** When `data` came; 0 when there is none. */
  readonly date: number;
  /** First instant at which `data` is stale; 0 when there is none. */
  readonly expiresAt: number;
  /** When the request failed, and when it may be tried again; `undefined` when it did not fail. */
  readonly failure: Lifetime | undefined;
  /** Whether stale data must not be shown. */
  readonly invalidIfStale: boolean;
  /** Whether it cannot be known how anything in `data` ended, since mutations overlapped. */
  readonly isDoubtful: boolean;
  /** What `data` was made from, or where it was searched for and not found. */
  readonly memo: Memo | undefined;
  /** What is stored of the request itself; another object after each response. */
  readonly cell: Cell<unknown, ResponseMeta> | undefined;
}

/** Where there is nothing, and no error either. */
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
      : keyOfResponse(endpoint, args, view, notedIn(searched));
  let found: { readonly value: unknown; readonly memo: Memo | undefined } | undefined;
  let thrown: UnreadableFieldError | undefined;
  try {
    if (isStored || result !== undefined) found = trace(schema, result, view, args);
  } catch (error) {
    // An app's own code that throws on a value fails those who read it, as a failed request does.
    if (!(error instanceof UnreadableFieldError)) throw error;
    thrown = error;
  }
  if (process.env.NODE_ENV !== 'production' && found?.memo !== undefined)
    watchGaps(state, found.memo, {
      where: ` in the response of ${endpoint.name} (${key})`,
      read: now => readResponse(now, endpoint, givenKey, givenArgs).memo,
    });
  const value = found === undefined ? INVALID : found.value;
  const memo = found?.memo === undefined ? unread(schema, searched) : searchedFor(found.memo, searched);
  const isInvalid = value === INVALID || cell?.meta.invalidated !== undefined;
  const isOver = isFailureOver(cell, view, schema, result);
  const error = thrown ?? (isOver ? undefined : errorIn(cell?.meta, isInvalid));
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
    // The server may send another value for one that cannot be read, but not before the next fetch.
    failure: thrown === undefined ? failureOf(isOver ? undefined : cell) : lifetimeOf(cell?.meta ?? NEVER),
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

/** Whether a failed request is about a record, or a list, that a later one has brought: a creation, say. */
function isFailureOver(
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
function unread(schema: Schema, searched: unknown[]): Memo | undefined {
  const { key: kind } = (schema ?? {}) as { readonly key?: unknown };
  if (searched.length === 0 && typeof kind === 'string') searched.push(KEYS, kind, undefined);
  return searched.length === 0 ? undefined : new Memo(INVALID, searched, 0, true);
}

/** What was found depends, too, on where it was searched for before; a record by its key on that record alone. */
function searchedFor(found: Memo, searched: readonly unknown[]): Memo {
  if (searched.length === 0 || (searched.length === 3 && searched[0] === LOOK_UP)) return found;
  return new Memo(found.value, [...searched, NESTED, undefined, found], 0, true);
}

/** An error shows when it is hard, or when there is nothing else to show. */
function errorIn(meta: ResponseMeta | undefined, isInvalid: boolean): Error | undefined {
  if (meta?.error === undefined) return undefined;
  return isInvalid || meta.errorPolicy === 'hard' ? toLiveError(meta.error) : undefined;
}

/**
 * A record that was found without a request is as fresh as it came, before what is shown over it, and fresh while it is
 * being created. All else is stale.
 */
function foundLifetime(confirmed: Stored, shown: Stored, { dependencies: [schema, pk] }: Memo): Lifetime {
  const { key: kind = '' } = (schema ?? {}) as { readonly key?: string };
  const cell = getCell(confirmed.entities[kind], pk as string);
  const { expiresAt } = (cell ?? getCell(shown.entities[kind], pk as string))?.meta ?? NEVER;
  return { date: cell?.meta.date ?? 0, expiresAt };
}

const known: MadeBySchema<Shown> = new WeakMap();

/** One object for the same content, kept by the response or record that it came from. */
function shownOf(schema: Schema, source: unknown, shown: Shown): Shown {
  return isObject(source) ? keepSame(known, schema, source, shown) : shown;
}
