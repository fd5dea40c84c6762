import { isObject } from '../plain/isObject';
import { reportError } from '../plain/reportError';
import { sameValue } from '../plain/sameValue';
import { getValue } from '../tables/getCell';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { DataState, EntityRow, ShownResponse, Writes } from '../types/State';
import { shownResponse, withOptimistic } from './optimisticLayer';
import { ABORT } from './snapshotOf';
import { warnOfUnknownFields } from './unknownFields';
import { baseOf, viewOf } from './viewOf';
import { withShownKeys } from './withShownKeys';

/** What a mutation is about to show. */
export interface OptimisticPreview {
  readonly shown: ShownResponse;
  readonly writes: Writes;
}

/**
 * What a mutation is about to show, and the fields that this changes; `undefined`
 * where it shows nothing.
 *
 * Calls `getOptimisticResponse` once: what it returned travels with the action.
 */
export function optimisticPreview(
  state: DataState,
  request: {
    readonly endpoint: EndpointInterface;
    readonly args: readonly unknown[];
    readonly key: string;
    readonly requestId: string;
    readonly fetchedAt: number;
  },
): OptimisticPreview | undefined {
  const { endpoint, fetchedAt } = request;
  if (!endpoint.sideEffect || endpoint.getOptimisticResponse === undefined) return undefined;
  const view = viewOf(state);
  const below = view === state ? baseOf(state) : view;
  try {
    const args = withShownKeys(state, request.args);
    const shown = shownResponse(below, endpoint, args, fetchedAt);
    if (shown.response === ABORT) return { shown, writes: {} };
    const written = withOptimistic(below, { ...request, args, response: shown.response });
    const { stored, changed } = written;
    const writes = Object.fromEntries(
      [...changed].map(([kind, pks]) => {
        const before = (pk: string) => getValue(below.entities[kind], pk);
        const after = (pk: string) => getValue(stored.entities[kind], pk);
        return [kind, Object.fromEntries([...pks].map(pk => [pk, differing(before(pk), after(pk))]))];
      }),
    );
    if (process.env.NODE_ENV !== 'production') {
      const isStored = (kind: string, pk: string, field: string) => {
        const before = getValue(below.entities[kind], pk) as EntityRow | undefined;
        return before !== undefined && field in before;
      };
      warnOfUnknownFields({ endpoint, args, writes, isStored });
    }
    return { shown: args === request.args ? { ...shown, written } : shown, writes };
  } catch (error) {
    // It has failed, which must not keep the mutation from being sent.
    reportError(error);
    return { shown: { below, response: ABORT, places: undefined }, writes: {} };
  }
}

/** Names of the fields in which two versions of a record differ; none for lists. */
function differing(before: unknown, after: unknown): readonly string[] {
  if (Array.isArray(after) || !isObject(after)) return [];
  const earlier = (before ?? {}) as EntityRow;
  return Object.keys(after).filter(name => !sameValue(earlier[name], (after as EntityRow)[name]));
}
