import { filterFields } from '../plain/filterFields';
import { isEmpty } from '../plain/isEmpty';
import { own } from '../plain/own';
import { type Freshness, leftOf } from '../types/Freshness';
import { plainStamps } from '../types/plainStamps';
import type { EntityRow, RecordMeta } from '../types/State';

/** Whether data was requested earlier than what is stored. */
export function isOlder(incoming: Freshness, existing: Freshness): boolean {
  return leftOf(incoming) < leftOf(existing);
}

/** The number of a list's own request, not of a page that extended it since. */
export function listedAt({ listed, left = 0 }: Pick<RecordMeta, 'listed' | 'left'>): number {
  return listed ?? left;
}

/** The fields of a response that no later one has brought. */
export function newerFields(
  existingMeta: RecordMeta,
  incomingMeta: Freshness,
  existing: EntityRow,
  incoming: EntityRow,
): EntityRow {
  return isOlder(incomingMeta, existingMeta)
    ? filterFields(incoming, name => isNewer(name, existingMeta, incomingMeta, existing))
    : incoming;
}

/**
 * The stamps of a record after a response is merged: those of the later request.
 *
 * Keeps the numbers of fields from the other request while a request that could
 * come between the two is in flight.
 *
 * @param incomingMeta with the `horizon` before which nothing in flight began; without it all numbers are kept
 */
export function mergeStamps(
  existingMeta: RecordMeta,
  incomingMeta: Freshness & { readonly horizon?: () => number },
  existing: EntityRow,
  incoming: EntityRow,
): RecordMeta {
  const { createdAs } = existingMeta;
  const isLater = !isOlder(incomingMeta, existingMeta);
  const hasPlainStamps = isLater && createdAs === undefined && existingMeta.fields === undefined;
  if (hasPlainStamps && hasAllOf(existing, incoming)) return incomingMeta;
  const later = isLater ? incomingMeta : existingMeta;
  const fields = fieldAges(existingMeta, incomingMeta, existing, incoming);
  const isSame = fields === undefined && (isLater ? createdAs : existingMeta.fields) === undefined;
  return isSame ? later : plainStamps({ ...later, createdAs, fields });
}

function hasAllOf(existing: EntityRow, incoming: EntityRow): boolean {
  for (const name in existing) if (!Object.hasOwn(incoming, name)) return false;
  return true;
}

function fieldAges(
  existingMeta: RecordMeta,
  incomingMeta: Freshness & { readonly horizon?: () => number },
  existing: EntityRow,
  incoming: EntityRow,
): RecordMeta['fields'] {
  const latest = Math.max(leftOf(existingMeta), leftOf(incomingMeta));
  const ages: Record<string, number> = {};
  for (const name of Object.keys({ ...existing, ...incoming })) {
    const isNew = Object.hasOwn(incoming, name) && isNewer(name, existingMeta, incomingMeta, existing);
    const age = isNew ? leftOf(incomingMeta) : ageOf(name, existingMeta);
    if (age < latest) ages[name] = age;
  }
  return isEmpty(ages) || latest < (incomingMeta.horizon?.() ?? 0) ? undefined : ages;
}

function isNewer(
  name: string,
  existingMeta: RecordMeta,
  incomingMeta: Freshness,
  existing: EntityRow,
): boolean {
  return !Object.hasOwn(existing, name) || leftOf(incomingMeta) >= ageOf(name, existingMeta);
}

/** The number of the request that brought a stored field. */
export function ageOf(name: string, meta: RecordMeta): number {
  return own(meta.fields, name) ?? leftOf(meta);
}
