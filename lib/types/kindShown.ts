import type { OptimisticUpdate } from './State';
import { temporaryKey } from './temporaryKey';

/** The kind under which a creation is shown with its temporary key. */
export function kindShown(
  { writes = {}, requestId }: OptimisticUpdate,
  key = temporaryKey(requestId),
): string | undefined {
  for (const kind in writes) if (Object.hasOwn(writes[kind] ?? {}, key)) return kind;
  return undefined;
}
