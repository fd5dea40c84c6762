import type { PlainError } from '../plain/PlainError';
import { toLiveError } from '../plain/toPlainError';
import type { StoreHandle } from '../store/StoreHandle';
import { getCell } from '../tables/getCell';
import type { EndpointInterface } from '../types/EndpointInterface';

/**
 * Stores an answer, and tells its endpoint what was dropped or kept of it.
 *
 * The reducer notes that beside the result, since a reducer calls nobody.
 */
export function tellingFailures(
  endpoint: EndpointInterface,
  key: string,
  handle: StoreHandle | undefined,
  store: () => void,
): void {
  const noted = (): readonly PlainError[] | undefined =>
    getCell(handle?.getState().endpoints, key)?.meta.schemaFailures;
  const before = endpoint.onSchemaFailure && noted();
  store();
  const after = endpoint.onSchemaFailure && noted();
  if (after === before) return;
  for (const failure of after ?? []) endpoint.onSchemaFailure?.(toLiveError(failure));
}
