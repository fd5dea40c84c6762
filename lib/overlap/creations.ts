import { argsOf, endpointOf } from '../actions/endpointOf';
import { attempt } from '../plain/attempt';
import { isEmpty } from '../plain/isEmpty';
import { isObject } from '../plain/isObject';
import { isPlainObject } from '../plain/isPlainObject';
import { toPlain } from '../plain/toPlain';
import type { ListSchema } from '../schema/listContents';
import type { EntityRow, OptimisticUpdate, RecordRef } from '../types/State';
import { isTemporaryKey, placeOf, requestOf } from '../types/temporaryKey';

/** A record that a creation shows under its temporary key. */
export interface Created extends RecordRef {
  /** What was sent for it, if that is known. */
  readonly sent: EntityRow | undefined;
}

/** The records that a creation shows, in the order of its optimistic response. */
export function createdIn(update: OptimisticUpdate): readonly Created[] {
  const { writes = {}, requestId } = update;
  const isOwn = (pk: string) => isTemporaryKey(pk) && requestOf(pk) === requestId;
  const shown = Object.keys(writes)
    .flatMap(kind =>
      Object.keys(writes[kind] ?? {})
        .filter(isOwn)
        .map(pk => ({ kind, pk })),
    )
    .sort((a, b) => placeOf(a.pk) - placeOf(b.pk));
  if (shown.length === 0) return [];
  const sent = sentBy(update);
  // New records nested in these stand between them.
  const sentByIndex = sent.flatMap(row => [row, ...Array<undefined>(sizeOf(row) - 1)]);
  const isExact = sentByIndex.length === shown.length;
  let next = 0;
  return shown.map((record, index) => ({
    ...record,
    sent: isExact ? sentByIndex[index] : record.kind === shown[0]?.kind ? sent[next++] : undefined,
  }));
}

/** How many objects data holds, including itself. */
function sizeOf(data: unknown): number {
  if (!isObject(data)) return 0;
  return Object.values(data).reduce<number>((sum, child) => sum + sizeOf(child), Array.isArray(data) ? 0 : 1);
}

/** The row that was sent for each created record, as far as it is known. */
function sentBy(update: OptimisticUpdate): readonly EntityRow[] {
  // If the definition is not loaded, nothing is known of it.
  let isMap: boolean | undefined;
  const body = attempt(() => {
    const endpoint = endpointOf(update);
    isMap = (endpoint.schema as { readonly lists?: ListSchema } | undefined)?.lists?.isMap;
    const args = argsOf(update);
    if (endpoint.bodyOf === undefined) return toPlain(args.at(-1));
    // GraphQL variables may not be fields, but those that are keep their values in the record.
    const body = endpoint.bodyOf(args);
    return body === undefined ? fieldsIn(toPlain(args[0])) : toPlain(body);
  });
  const entries: readonly unknown[] = isMap ? Object.values(body ?? {}) : [];
  const rows = entries.length > 0 && entries.every(isPlainObject) ? entries : [body].flat();
  return rows.every(row => isPlainObject(row) && !isEmpty(row)) ? (rows as readonly EntityRow[]) : [];
}

/** The record in variables: the only object in them (`{ input: { title } }`), or all of them. */
function fieldsIn(sent: unknown): unknown {
  const [value, ...others] = isPlainObject(sent) ? Object.values(sent) : [];
  return isPlainObject(value) && others.length === 0 ? value : sent;
}

/** Whether a record has all values that were sent of it. */
export function fits(row: object, sent: object): boolean {
  return Object.entries(sent).every(([name, value]) => isStoredAs(row[name as never], value));
}

/** Whether a stored value is the one that was sent: of a nested record, its key, which the server may have given. */
function isStoredAs(stored: unknown, sent: unknown): boolean {
  if (!isObject(sent)) return String(stored) === String(sent);
  if (isObject(stored)) return Object.keys(stored).length === Object.keys(sent).length && fits(stored, sent);
  const { id = stored } = sent as { readonly id?: unknown };
  return typeof stored === 'string' && (id === '' || String(id) === stored);
}
