import { omitFields } from '../plain/omitFields';
import type { PlainError } from '../plain/PlainError';
import { keepIfSame } from '../plain/sameValue';
import { createNextState } from '../plain/toolkit';
import { toPlainError } from '../plain/toPlainError';
import { passNotesOn } from '../plain/versionNotes';
import { warnOnce } from '../plain/warnOnce';
import { getCell } from '../tables/getCell';
import type { Owner } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import { type EndpointInterface, schemaOf } from '../types/EndpointInterface';
import { leftOf } from '../types/Freshness';
import type { Landing } from '../types/Landing';
import type { OverlapWriter } from '../types/OverlapWriter';
import { plainStamps } from '../types/plainStamps';
import type { DataState, Entities, RecordRef, ResponseMeta, Tables } from '../types/State';
import { normalizeInto } from './normalize';
import type { NoteRead } from './RecordWriter';

/** The parts of the state that responses are written into. */
export type Stored = Tables & Pick<DataState, 'endpoints'>;

/** One response, and its request. */
export interface ResponseToWrite {
  readonly endpoint: EndpointInterface;
  readonly args: readonly unknown[];
  readonly key: string;
  readonly response: unknown;
  readonly meta: Landing;
  /** Whether the response is known to be plain data. */
  readonly isPlain?: boolean;
  /** Decides between responses whose requests overlapped. */
  readonly overlap?: OverlapWriter | undefined;
  /** The records that the arguments name. */
  readonly addressed?: () => readonly RecordRef[];
  /** Whether the request creates a record. */
  readonly creates?: ((kind: string, pk: string) => boolean) | undefined;
  /** The records that readers saw last. */
  readonly shown?: Entities | undefined;
  readonly noteRead?: NoteRead | undefined;
  /** Makes the key of a record that the server has not named, from its position among those. */
  readonly temporaryKey?: (place: number) => string;
  /** What is stored of the response's head. */
  readonly head?: unknown;
  /** Set if the stored data is unchanged and only gets new stamps. */
  readonly isUnchanged?: true | undefined;
  /** Set if stale data must not be shown although the endpoint allows it. */
  readonly invalidIfStale?: true | undefined;
}

/** The stored stamps of a request, if any. */
type ResponseCell = { readonly meta: ResponseMeta } | undefined;

/** The tables after a response. */
export interface Written {
  readonly stored: Stored;
  /** The response with keys in place of records. */
  readonly result: unknown;
  /** Whether a later request's response has landed, so that this one is not stored under its key. */
  readonly isLate: boolean;
  /** Primary keys of the records that changed, by kind. */
  readonly changed: ReadonlyMap<string, ReadonlySet<string>>;
  /** Keys of the requests whose results changed or were renewed. */
  readonly requests: readonly string[];
  /** Why records were dropped, or what is wrong with records that were kept. */
  readonly failures: readonly Error[];
}

/**
 * Writes one response into the tables.
 *
 * The confirmed state and the optimistic view both consist of such writes. Of
 * two responses to the same request, the one that was requested later stays.
 *
 * @throws {RdcError} when the response cannot be normalized; nothing has changed then
 */
export function writeResponse(before: Stored, request: ResponseToWrite, owner: Owner): Written {
  if (request.isUnchanged) return renewed(before, request, owner);
  const { endpoint, args, key, meta } = request;
  const options = {
    ...request,
    origin: endpoint.name,
    owner,
    // Optimistic records may be incomplete.
    schemaFailurePolicy: request.temporaryKey === undefined ? endpoint.schemaFailurePolicy : 'keep',
  } as const;
  const normalized = normalizeInto(schemaOf(endpoint), request.response, args, before, meta, options);
  const { result: received, changed, failures, ...tables } = normalized;

  const { left } = meta;
  let { endpoints } = before;
  const requests: string[] = [];
  const stampsAfter = (cell: ResponseCell) => ({ ...plainStamps(meta), ...stillInvalid(cell, left) });
  const store = (requestKey: string, newValue: unknown, stamps: ResponseMeta, head: unknown) => {
    const cell = getCell(endpoints, requestKey);
    const value = keepIfSame(cell?.value, newValue);
    passNotesOn(cell?.value, value);
    const cellMeta = head === undefined ? stamps : { ...stamps, head: keepIfSame(cell?.meta.head, head) };
    endpoints = putCell(endpoints, requestKey, { value, meta: cellMeta }, owner);
    requests.push(requestKey);
    return value;
  };

  // A mutation's caller gets its response, however late.
  const stored = getCell(endpoints, key);
  const isLate = meta.mutation === undefined && isLater(stored, left);
  const stamps = {
    ...stampsAfter(stored),
    ...(failures.length > 0 && { schemaFailures: noteOf(failures) }),
    ...(request.invalidIfStale && { invalidIfStale: true as const }),
  };
  // Callers get what is stored: the same objects as before where the content is the same.
  const result = isLate ? received : store(key, received, stamps, request.head);
  const updates = tryUpdate(endpoint, {}, () => endpoint.update?.(result, ...args) ?? {});
  for (const [updatedKey, update] of Object.entries(updates)) {
    const cell = getCell(endpoints, updatedKey);
    if (cell?.value === undefined) continue;
    const value = tryUpdate(endpoint, cell.value, () =>
      createNextState(cell.value, update as (draft: unknown) => unknown),
    );
    if (!endpoint.isPage) {
      const isUpdated = value !== cell.value || cell.meta.isUpdated;
      store(updatedKey, value, { ...stampsAfter(cell), ...(isUpdated && { isUpdated }) }, cell.meta.head);
    }
    // The list expires as before, but takes the page's number: a response to an earlier request for it lacks this page.
    // If the page is left out, the list's next page stays the same.
    else if (!request.overlap?.isLeftOut && !isLater(cell, left)) {
      const { head = cell.meta.head } = request;
      store(
        updatedKey,
        value,
        { ...cell.meta, left, ...(request.head !== undefined && { isOfPage: true }) },
        head,
      );
    }
  }
  return { stored: { ...tables, endpoints }, result, isLate, changed, requests, failures };
}

/** Renews the stamps of what is stored, for a response that reports no change. */
function renewed(before: Stored, { key, meta }: ResponseToWrite, owner: Owner): Written {
  let { endpoints } = before;
  const cell = getCell(endpoints, key);
  const isLate = isLater(cell, meta.left);
  if (cell?.value !== undefined && !isLate) {
    const kept = omitFields({ ...cell.meta }, ['error', 'errorPolicy', 'errorExpiresAt', 'expired']);
    const stamps = { ...kept, ...plainStamps(meta), ...stillInvalid(cell, meta.left) };
    endpoints = putCell(endpoints, key, { ...cell, meta: stamps }, owner);
  }
  const stored = { ...before, endpoints };
  return {
    stored,
    result: cell?.value,
    isLate,
    changed: new Map(),
    requests: [],
    failures: [],
  };
}

/** Whether what is stored was requested after number `left`. */
export function isLater(cell: ResponseCell, left: number): boolean {
  return cell !== undefined && leftOf(cell.meta) > left;
}

/** Keeps data invalid, or expired, if the request left before it became so. */
function stillInvalid(cell: ResponseCell, left: number) {
  const { invalidated = 0, expired = 0 } = cell?.meta ?? {};
  return {
    ...(invalidated > left && { expiresAt: 0, invalidated }),
    ...(expired > left && { expiresAt: 0, expired }),
  };
}

/** Runs an app's own update. The server has responded, so an error here does not fail the request. */
function tryUpdate<T>({ name }: EndpointInterface, fallback: T, update: () => T): T {
  try {
    return update();
  } catch (error) {
    if (process.env.NODE_ENV !== 'production') {
      const message = `${name}: its update() threw: ${String(error)}`;
      warnOnce(message, message);
    }
    return fallback;
  }
}

/** Further failures tell nothing new. */
const MAX_NOTED_FAILURES = 20;

function noteOf(failures: readonly Error[]): readonly PlainError[] {
  return failures.slice(0, MAX_NOTED_FAILURES).map(toPlainError);
}
