import { argsOf, endpointOf } from '../actions/endpointOf';
import { assertStorable } from '../errors/assertStorable';
import { type Stored, type Written, writeResponse } from '../normalize/writeResponse';
import { isObject } from '../plain/isObject';
import { toPlain } from '../plain/toPlain';
import { warnOnce } from '../plain/warnOnce';
import { addressedRecord, creationOf, namedInParts, ofAddressed } from '../schema/addressedRecord';
import { isEntityClass } from '../schema/isEntityClass';
import { isListWriter, targetKinds } from '../schema/responseParts';
import { createOwner } from '../tables/Owner';
import type { EndpointInterface } from '../types/EndpointInterface';
import { OPTIMISTIC } from '../types/Landing';
import type { OverlapWriter } from '../types/OverlapWriter';
import type { DataState, Entities, OptimisticUpdate, ShownResponse } from '../types/State';
import { keyAt, temporaryKey } from '../types/temporaryKey';
import { outrankedFields } from './outrankedFields';
import { ABORT, snapshotOf } from './snapshotOf';
import type { Twin } from './twinOf';
import { withShownKeys } from './withShownKeys';

/** A record, a table or a request that a layer reads or writes, as a string. */
export type Place = string;

/** What one optimistic update makes of the tables below it. */
export interface Layer {
  readonly stored: Stored;
  readonly places: Places | undefined;
}

/**
 * All that a layer reads, and whether it also writes there; `undefined` if that is unknown, so that the layer must be
 * recomputed whenever anything below it changes.
 */
export type Places = ReadonlyMap<Place, boolean>;

/** Names a record, a request if the kind is `''`, or a whole table if there is no key. */
export function placeOf(kind: string, key = ''): Place {
  return `${kind}\n${key}`;
}

/**
 * Lays one update over the tables below it.
 *
 * @param shownBefore what readers were shown before
 * @param twins records that replace those that it creates, if the server has already created them
 */
export function optimisticLayer(
  below: Stored,
  update: OptimisticUpdate,
  state: DataState,
  shownBefore: Entities | undefined,
  twins: readonly Twin[] = [],
): Layer {
  try {
    const endpoint = endpointOf(update);
    const givenArgs = argsOf(update);
    const args = withShownKeys(state, givenArgs);
    const key = args === givenArgs ? update.key : endpoint.key(...args);
    const { requestId, fetchedAt, began } = update;
    const shown =
      update.shown?.below === below ? update.shown : shownResponse(below, endpoint, args, fetchedAt);
    if (shown.response === ABORT) return { stored: below, places: shown.places && read(shown.places) };
    const overlap = outrankedFields(state, update, twins);
    const { response } = shown;
    const request = {
      endpoint,
      args,
      key,
      response,
      requestId,
      fetchedAt,
      began,
      overlap,
      twins,
      shown: shownBefore,
    };
    const precomputed = args === givenArgs ? shown.written : undefined;
    const written = (precomputed as OptimisticallyWritten | undefined) ?? withOptimistic(below, request);
    return { stored: written.stored, places: allPlaces(shown, written, request) };
  } catch (error) {
    if (process.env.NODE_ENV !== 'production') {
      const { message } = error as Error;
      warnOnce(message, `The optimistic update of ${update.endpointName} is not shown: ${message}`);
    }
    return { stored: below, places: undefined };
  }
}

/**
 * The response that an endpoint shows before the server responds; {@link ABORT} if it cannot tell.
 *
 * @throws whatever `getOptimisticResponse` throws
 */
export function shownResponse(
  below: Stored,
  endpoint: EndpointInterface,
  args: readonly unknown[],
  fetchedAt: number,
): ShownResponse {
  const places = new Set<Place>();
  let isTraceable = true;
  const reads = {
    record: (kind: string, pk: string) => places.add(placeOf(kind, pk)),
    table() {
      isTraceable = false;
    },
  };
  const record = addressedRecord(endpoint, args, below.entities);
  const snapshot = snapshotOf(below, fetchedAt, reads, (schema, by) => {
    if (by[0] !== args[0] || !isEntityClass(schema)) return by;
    const records = record ? [record] : namedInParts(endpoint, args, below.entities);
    const named = records.find(({ kind }) => kind === schema.key);
    return named ? [named.pk] : by;
  });
  let response: unknown;
  try {
    const returned: unknown = endpoint.getOptimisticResponse?.(snapshot, ...args);
    if (process.env.NODE_ENV !== 'production') assertStorable(endpoint.name, 'optimistic response', returned);
    response = ofAddressed(endpoint, args, toPlain(returned), below.entities, record);
  } catch (error) {
    if (error !== ABORT) throw error;
    response = ABORT;
  }
  return { below, response, record, places: isTraceable ? places : undefined };
}

/** All places that a layer reads and writes; `undefined` if the response may affect more than its record. */
function allPlaces(
  { places, response, record }: ShownResponse,
  { changed, requests, reads }: OptimisticallyWritten,
  { endpoint, args }: OptimisticWrite,
): Places | undefined {
  if (
    places === undefined ||
    // A creation is about no record: once the server has named its records, everything is recomputed.
    record === undefined ||
    endpoint.update !== undefined ||
    // The record was searched for among all of its kind, so later it may be another one.
    addressedRecord({ schema: endpoint.schema }, args)?.pk !== record.pk ||
    isListWriter(endpoint.schema) ||
    !isFlat(response)
  )
    return undefined;
  const all = read([...places, ...reads]).set(placeOf(record.kind, record.pk), true);
  for (const [kind, pks] of changed) for (const pk of pks) all.set(placeOf(kind, pk), true);
  for (const request of requests) all.set(placeOf('', request), true);
  return all;
}

function read(places: Iterable<Place>): Map<Place, boolean> {
  return new Map(Array.from(places, place => [place, false]));
}

/** Whether a response is one record that holds no objects. */
function isFlat(response: unknown): boolean {
  if (!isObject(response)) return true;
  return Object.values(response).every(value => !isObject(value));
}

/** An optimistic response, and the request that it is for. */
export interface OptimisticWrite {
  readonly endpoint: EndpointInterface;
  readonly args: readonly unknown[];
  readonly key: string;
  readonly response: unknown;
  readonly requestId: string;
  readonly fetchedAt: number;
  /** The number under which it began; that of the latest if left out. */
  readonly began?: number;
  readonly overlap?: OverlapWriter | undefined;
  /** Records that replace those that it creates. */
  readonly twins?: readonly Twin[];
  /** What readers were shown before. */
  readonly shown?: Entities | undefined;
}

/** The tables with an optimistic response, and what this read there. */
interface OptimisticallyWritten extends Written {
  readonly reads: ReadonlySet<Place>;
}

/** Writes an optimistic response over tables. */
export function withOptimistic(
  below: Stored,
  { requestId, fetchedAt, began = OPTIMISTIC.began, twins = [], ...written }: OptimisticWrite,
): OptimisticallyWritten {
  const { endpoint, args } = written;
  let kinds: readonly string[] | undefined;
  let isCreated: ReturnType<typeof creationOf> | undefined;
  const reads = new Set<Place>();
  const change = {
    ...written,
    noteRead: (kind: string, pk?: string) => reads.add(placeOf(kind, pk)),
    meta: { ...OPTIMISTIC, fetchedAt, began },
    temporaryKey(place: number) {
      const key = keyAt(temporaryKey(requestId), place);
      return twins.find(({ createdAs }) => createdAs === key)?.pk ?? key;
    },
    addressed: () => namedInParts(endpoint, args, below.entities),
    creates(kind: string, pk: string) {
      kinds ??= targetKinds(endpoint);
      isCreated ??= creationOf(endpoint, args);
      return kinds.includes(kind) && isCreated(kind, pk);
    },
  };
  return { ...writeResponse(below, change, createOwner()), reads };
}
