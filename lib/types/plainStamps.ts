import { withoutUndefined } from '../plain/withoutUndefined';
import type { RecordMeta } from './State';

/** The stamps of a record that may be stored; a landing response has more. */
type Stamps = { readonly [Name in keyof RecordMeta]: RecordMeta[Name] | undefined };

/** The stamps of a record in their stored form. */
export function plainStamps(
  stamps: Stamps & Pick<RecordMeta, 'fetchedAt' | 'date' | 'expiresAt'>,
): RecordMeta {
  const { fetchedAt, date, expiresAt, left, landed, createdAs, keeper, listed, fields } = stamps;
  return withoutUndefined({ fetchedAt, date, expiresAt, left, landed, createdAs, keeper, listed, fields });
}
