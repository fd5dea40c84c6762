import type { OptimisticUpdate } from './State';
import { temporaryKey } from './temporaryKey';

/** The kind under which a creation is shown with its temporary key. */
export function kindShown({ writes = {}, requestId }: OptimisticUpdate): string | undefined {
  return Object.keys(writes).find(kind => Object.hasOwn(writes[kind] ?? {}, temporaryKey(requestId)));
}
