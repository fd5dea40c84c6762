import { known } from '../plain/known';
import type { RecordMeta } from './State';

/** What may be stored of a record's stamps; those of a landing response say more than that. */
type Stamps = { readonly [Name in keyof RecordMeta]: RecordMeta[Name] | undefined };

/** The stamps of a record as they are stored. */
export function plainStamps(
  stamps: Stamps & Pick<RecordMeta, 'fetchedAt' | 'date' | 'expiresAt'>,
): RecordMeta {
  const { fetchedAt, date, expiresAt, left, landed, createdAs, keeper, listed, fields } = stamps;
  return known({ fetchedAt, date, expiresAt, left, landed, createdAs, keeper, listed, fields });
}
