import { isObject } from '../plain/isObject';
import { isPlainObject } from '../plain/isPlainObject';
import { own, setOwn } from '../plain/own';
import { reportError } from '../plain/reportError';
import { sameValue } from '../plain/sameValue';
import { objectsWithin, sentData } from '../schema/addressedRecord';
import { keyMadeOf } from '../schema/keyByArguments';
import { resolveLazy } from '../schema/resolveLazy';
import { isUnion } from '../schema/resolveUnion';
import { elementIn, entitiesIn, partsOf } from '../schema/responseParts';
import { getValue } from '../tables/getCell';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { DataState, Entities, EntityRow, ShownResponse, Writes } from '../types/State';
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
 * What a mutation is about to show, and the fields that this changes; `undefined` if it shows nothing.
 *
 * Calls `getOptimisticResponse` once: the action carries what it returned.
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
    const writes: Record<string, Record<string, readonly string[]>> = {};
    const note = (kind: string, pk: string, names: readonly string[]) => {
      const fields = writes[kind] ?? {};
      setOwn(fields, pk, [...(own(fields, pk) ?? []), ...names]);
      writes[kind] = fields;
    };
    for (const [kind, pks] of changed)
      for (const pk of pks)
        note(kind, pk, differing(getValue(below.entities[kind], pk), getValue(stored.entities[kind], pk)));
    if (process.env.NODE_ENV !== 'production') {
      const isStored = (kind: string, pk: string, field: string) => {
        const before = getValue(below.entities[kind], pk) as EntityRow | undefined;
        return before !== undefined && field in before;
      };
      warnOfUnknownFields({ endpoint, args, writes, isStored });
    }
    noteUnchangedFields(below.entities, endpoint, args, shown.response, note);
    return { shown: args === request.args ? { ...shown, written } : shown, writes };
  } catch (error) {
    // The optimistic update failed, which must not keep the mutation from being sent.
    reportError(error);
    return { shown: { below, response: ABORT, places: undefined }, writes: {} };
  }
}

/**
 * Notes fields that an optimistic response names with the values already shown. It leaves out other fields, so the
 * mutation sets these, and restores them if another one changes them meanwhile. Fields of the body are already known.
 */
function noteUnchangedFields(
  entities: Entities,
  endpoint: EndpointInterface,
  args: readonly unknown[],
  response: unknown,
  note: (kind: string, pk: string, names: readonly string[]) => void,
): void {
  const sent = new Set(objectsWithin(sentData(endpoint, args)).flatMap(Object.keys));
  const [[soleEndpoint, part] = [], ...others] = partsOf(endpoint, response);
  // A part among others may only be included for completeness.
  if (others[0] || soleEndpoint === undefined) return;
  const element = resolveLazy(elementIn(resolveLazy(soleEndpoint.schema)));
  for (const row of [part].flat().filter(isPlainObject)) {
    const kind = isUnion(element) ? element.schemaOf(element.kindOf(row) ?? '') : element;
    for (const entity of entitiesIn(kind)) {
      const { pk = '', names } = keyMadeOf(entity, row, args);
      const stored = getValue(entities[entity.key], pk) as EntityRow | undefined;
      const isNamed = (name: string) =>
        !names.has(name) && !sent.has(name) && sameValue(stored?.[name], row[name]);
      const unchanged = Object.keys(row).filter(isNamed);
      // A response with all fields but internal ones (`$…`) does not show which of them it sets.
      const isComplete = Object.keys(stored ?? {}).every(name => name[0] === '$' || Object.hasOwn(row, name));
      if (unchanged.length > 0 && !isComplete) note(entity.key, pk, unchanged);
    }
  }
}

/** Names of the fields in which two versions of a record differ; none for lists. */
function differing(before: unknown, after: unknown): readonly string[] {
  if (Array.isArray(after) || !isObject(after)) return [];
  const earlier = (before ?? {}) as EntityRow;
  return Object.keys(after).filter(name => !sameValue(earlier[name], (after as EntityRow)[name]));
}
