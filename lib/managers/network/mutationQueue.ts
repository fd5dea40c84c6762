import { deferred } from '../../plain/deferred';
import { addressedRecord } from '../../schema/addressedRecord';
import type { Concurrency, EndpointInterface } from '../../types/EndpointInterface';

/** A mutation's place among those of the same record. */
export interface Turn {
  /** Settles when it may be sent; `undefined` when it may be sent at once. */
  readonly begin: Promise<unknown> | undefined;
  /** Lets the next one begin. */
  end(): void;
}

/** The mutations in flight, by the record that they change. */
export interface MutationQueue {
  /**
   * Takes a place behind the mutations that are in flight.
   *
   * @param abort is called when a later mutation takes the place of this one
   */
  enter(record: string, concurrency: Concurrency, abort: () => void): Turn;
}

interface Place {
  readonly abort: () => void;
  readonly ended: Promise<void>;
}

/**
 * Orders the mutations of one record among each other.
 *
 * `serial` waits for all that entered before it, whatever became of them;
 * `latest` has them aborted; `parallel` does neither.
 */
export function mutationQueue(): MutationQueue {
  const places = new Map<string, Set<Place>>();

  return {
    enter(record, concurrency, abort) {
      const before = [...(places.get(record) ?? [])];
      if (concurrency === 'latest') for (const earlier of before) earlier.abort();
      const { place, end } = createPlace(abort);
      const others = places.get(record) ?? new Set();
      places.set(record, others.add(place));
      return {
        begin:
          concurrency === 'serial' && before.length > 0
            ? Promise.all(before.map(({ ended }) => ended))
            : undefined,
        end() {
          others.delete(place);
          if (others.size === 0 && places.get(record) === others) places.delete(record);
          end();
        },
      };
    },
  };
}

function createPlace(abort: () => void): { readonly place: Place; readonly end: () => void } {
  const { promise: ended, resolve: end } = deferred<void>();
  return { place: { abort, ended }, end };
}

/**
 * What a mutation waits for when it is serial: the scope that its endpoint names,
 * or else the record that its arguments name, or else its address without method and query.
 */
export function scopeOf(endpoint: EndpointInterface, args: readonly unknown[], key: string): string {
  if (endpoint.scope !== undefined) return `scope ${endpoint.scope(...args)}`;
  const record = addressedRecord(endpoint.schema, args);
  if (record !== undefined) return `record ${record.kind} ${record.pk}`;
  return /^[A-Z]+ ([^?]+)/.exec(key)?.[1] ?? key;
}
