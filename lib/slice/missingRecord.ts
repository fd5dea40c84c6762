import { trace } from '../denormalize/denormalize';
import type { Memo } from '../denormalize/Memo';
import { MissingRecordError } from '../errors/MissingRecordError';
import { type EndpointInterface, schemaOf } from '../types/EndpointInterface';
import { INVALID } from '../types/INVALID';
import type { Schema } from '../types/Schema';
import type { Entities } from '../types/State';

/**
 * Why the result of a request cannot be shown although it has just arrived;
 * `undefined` where it can.
 *
 * Without this, readers would take it for an invalidated one and ask for ever.
 * Costs nothing in the end: what is computed here is what readers get.
 */
export function missingRecord(
  endpoint: EndpointInterface,
  args: readonly unknown[],
  result: unknown,
  entities: Entities,
): MissingRecordError | undefined {
  const schema = schemaOf(endpoint);
  // A list shows what it can: nothing in it is required.
  if (Array.isArray(schema) || isList(schema)) return undefined;
  const { value, memo } = trace(schema, result, entities, args);
  if (value !== INVALID) return undefined;
  const { kind, pk } = firstGap(memo) ?? { kind: 'record', pk: String(result) };
  return new MissingRecordError(endpoint.name, kind, pk);
}

function isList(schema: Schema): boolean {
  return typeof schema === 'object' && schema !== null && 'element' in schema;
}

function firstGap(memo: Memo): { readonly kind: string; readonly pk: string } | undefined {
  const seen = new Set([memo]);
  for (const { refs, parts } of seen) {
    const gap = refs.find(({ row }) => row === undefined);
    if (gap !== undefined) return gap;
    for (const part of parts) seen.add(part);
    for (const { memo: joined } of refs) if (joined !== undefined) seen.add(joined);
  }
  return undefined;
}
