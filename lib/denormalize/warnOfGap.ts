import { warnOnce } from '../plain/warnOnce';
import { getCell } from '../tables/getCell';
import type { Readable } from '../types/State';
import { eachRecord } from './dependenciesOf';
import { isAbsent } from './isCurrent';
import { Memo } from './Memo';

/**
 * Says in development, once for each kind of record and reason, why a list leaves out what it holds.
 *
 * A list that drops what was deleted does what it is for: nothing is said of that.
 *
 * @param dependencies of the element
 */
export function warnOfGap(dependencies: readonly unknown[], tables: Readable): void {
  const records: (readonly [kind: string, pk: string])[] = [];
  eachRecord(new Memo(undefined, dependencies, 0, true), (kind, pk) => records.push([kind, pk]));
  const [element] = records;
  if (element === undefined) return;
  const [kind, pk] = element;
  if (isAbsent(kind, pk, tables)) {
    warnOnce(
      `absent ${kind}`,
      `A list leaves out ${kind} ${pk}: only its key has come, and no response has brought the record. ` +
        `Fetch it as well, or let the server send it in the list.`,
    );
    return;
  }
  if (getCell(tables.entities[kind], pk)?.value === undefined) return;
  const gap = records.find(([of, at]) => getCell(tables.deleted[of], at) !== undefined);
  if (gap === undefined) return;
  warnOnce(
    `requires ${kind} ${gap[0]}`,
    `A list leaves out ${kind} ${pk}: it refers to ${gap.join(' ')}, which was deleted. ` +
      `Remove the default of the field in ${kind} if a ${kind} must be shown without it.`,
  );
}
