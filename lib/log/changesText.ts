import { type Changes, isListKind, manyOf, type Reduction, type Step } from '../actions/reductions';
import { attempt } from '../plain/attempt';
import { getCell } from '../tables/getCell';
import { fieldsOf, isWord, MAX_FIELDS, short, titleIn } from './labelText';

/** Up to this many records are named, more are counted. */
export const MAX_NAMED_RECORDS = 3;

/** Up to this many elements of a list are named, more are counted. */
const MAX_NAMED_ELEMENTS = 6;

/**
 * How which records changed; lists and other data only if no record did.
 *
 * @param by what caused the change, if nothing else in the label says so
 * @param subject the arguments that are in the label already
 * @param added a word for records that are new to the store, in place of `new`
 */
export function changesIn(
  reduction: Reduction | undefined,
  by: string,
  step: Step | undefined,
  subject?: string,
  added?: string,
): string {
  if (reduction === undefined || reduction === 'nothing') return '';
  const { records, fields, lists, response } = reduction;
  const changed = Object.entries(records).flatMap(([change, kinds]) => {
    const names = Object.entries(kinds).map(([kind, pks]) => recordsText(kind, pks, step));
    const verb =
      process.env.NODE_ENV !== 'production' && change === 'new'
        ? (added ?? (areRestored(kinds, step) ? 'restored' : change))
        : change;
    return names.length === 0 ? [] : `${names.join(', ')} ${verb}`;
  });
  if (changed.length > 0)
    return `${changed.join(', ')}${by}${fields ? `: ${changedFields(fields, by)}` : ''}`;
  if (lists.length > MAX_NAMED_RECORDS) return `${lists.length} lists changed${by}`;
  if (lists.length > 0) return lists.map(list => listText(list, by, subject)).join(', ');
  return response === undefined ? '' : `response ${response.change}${by}${elementsText(response.data)}`;
}

/** Whether new records had been deleted before. */
function areRestored(kinds: Changes['records']['new'], step: Step | undefined): boolean {
  const isRestored = (kind: string, pk: string) => getCell(step?.before.deleted[kind], pk) !== undefined;
  return Object.entries(kinds).every(([kind, pks]) => pks !== true && pks.every(pk => isRestored(kind, pk)));
}

export function recordsText(kind: string, pks: readonly string[] | true, step: Step | undefined): string {
  if (pks === true) {
    const recorded = process.env.NODE_ENV !== 'production' && step ? manyOf(step.after, kind) : undefined;
    return `${recorded?.count ?? 'many'} ${kind} records`;
  }
  const [pk = '', second] = pks;
  if (second === undefined) return `${kind} ${short(pk)}${titleIn(step, kind, pk)}`;
  const isFew = pks.length <= MAX_NAMED_RECORDS;
  return isFew ? `${kind} ${pks.map(short).join(', ')}` : `${pks.length} ${kind} records`;
}

/** `status done, title`: values that are short enough, and texts that no request in the label contains. */
function changedFields(fields: Readonly<Record<string, unknown>>, by: string): string {
  const entries = Object.entries(fields);
  if (entries.length > MAX_FIELDS) return `${entries.length} fields`;
  return entries
    .map(([name, value]) => (isShown(value, by !== '') ? `${name} ${short(value)}` : name))
    .join(', ');
}

function isShown(value: unknown, isText: boolean): boolean {
  return (
    (isText ? typeof value === 'string' : isWord(value)) ||
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    value === null
  );
}

/** `list of Issue status=done new: 24, 31`; without the arguments if they are in the label already. */
function listText(list: Changes['lists'][number], by: string, subject: string | undefined): string {
  const { kind, pk, change, was, is } = list;
  const name = recordName(kind, pk, subject);
  if (change === 'removed') return `${name} removed${by}`;
  const [before, after] = [was, is].map(row => Object.values(row ?? {}).map(short)) as [string[], string[]];
  if (change === 'new') return `${name} new${by}${elementsText(after)}`;
  const moves = [
    [after.filter(element => !before.includes(element)), 'joined'],
    [before.filter(element => !after.includes(element)), 'left'],
  ] as const;
  const parts = moves.flatMap(([elements, verb]) =>
    elements.length === 0 ? [] : `${namesOf(elements)} ${verb}`,
  );
  if (parts.length > 0) return `${name} changed${by}: ${parts.join(', ')}`;
  const order = process.env.NODE_ENV === 'production' ? '' : orderText(before, after);
  return `${name} reordered${by}${order}`;
}

/** `: 5 moved up` if nothing else moved; otherwise all in their order, if they are few. */
function orderText(before: readonly string[], after: readonly string[]): string {
  const first = after.findIndex((element, i) => element !== before[i]);
  const moved = [
    [after[first], 'moved up'],
    [before[first], 'moved down'],
  ].find(([candidate]) => {
    const rest = after.filter(element => element !== candidate);
    return before.filter(element => element !== candidate).every((element, i) => element === rest[i]);
  });
  if (moved !== undefined) return `: ${moved.join(' ')}`;
  return after.length > MAX_NAMED_ELEMENTS ? '' : elementsText(after);
}

/** `Issue 24`, `list of Issue status=done`. */
export function recordName(kind: string, pk: string, subject?: string): string {
  if (!isListKind(kind)) return `${kind} ${pk}`;
  const fields = attempt(() => fieldsOf(JSON.parse(pk), '=')) ?? pk;
  return `list of ${kind.slice(1, -1)}${fields === '' || fields === subject ? '' : ` ${fields}`}`;
}

/** `: 24, 31`, or how many; empty for anything but a key or a list. */
function elementsText(data: unknown): string {
  if (typeof data === 'string') return `: ${short(data)}`;
  if (!Array.isArray(data)) return '';
  return `: ${data.length === 0 ? 'empty' : namesOf(data)}`;
}

function namesOf(elements: readonly unknown[]): string {
  const isNamed =
    elements.length <= MAX_NAMED_ELEMENTS && elements.every(element => typeof element === 'string');
  return isNamed ? elements.map(short).join(', ') : `${elements.length} elements`;
}
