import { isLazy, tryResolve, walkThroughLazies } from '../../definitions/walkSchema';
import { getOrCreate, newSet } from '../../plain/getOrCreate';
import type { EntityClass } from '../../schema/EntityClass';
import { isUnion } from '../../schema/resolveUnion';
import { forEachCell } from '../../tables/iterate';
import type { DataState } from '../../types/State';
import { requestsOf } from './requestsOf';

type Responses = DataState['endpoints'];

/** By the responses of a state: the kinds for each name in a union. */
const kindsByResponses = new WeakMap<Responses, ReadonlyMap<string, ReadonlySet<string>>>();

/** Whether a name in a union may stand for a kind, as far as the unions of stored responses tell. */
export function mayMean({ endpoints }: DataState, name: string, kind: string): boolean {
  return getOrCreate(kindsByResponses, endpoints, kindsByName).get(name)?.has(kind) ?? true;
}

function kindsByName(endpoints: Responses): ReadonlyMap<string, ReadonlySet<string>> {
  const schemas = new Set<unknown>();
  forEachCell(endpoints, (key, cell) => {
    for (const { endpoint } of requestsOf(key, cell)) schemas.add(endpoint.schema);
  });
  const kinds = new Map<string, Set<string>>();
  walkThroughLazies([...schemas], part => {
    if (isUnion(part))
      for (const [name, schema] of Object.entries(part.schema)) {
        const entity = isLazy(schema) ? tryResolve(schema) : schema;
        getOrCreate(kinds, name, newSet<string>).add((entity as EntityClass).key);
      }
    return true;
  });
  return kinds;
}
