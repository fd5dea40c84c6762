import type { Issue } from './payloads';
import type { takeApartByHand } from './takeApartByHand';

/**
 * The least that anybody could do who keeps what has not changed: a lower bound for the same response again.
 *
 * Each record is found under its key, and each of its fields is compared with the one that is stored.
 *
 * @returns how many records differ
 */
export function compareByHand(
  { rows, users, labels, repositories }: ReturnType<typeof takeApartByHand>,
  issues: readonly Issue[],
): number {
  let changed = 0;
  for (const issue of issues) {
    const { user, repository } = issue;
    const isSame =
      hasFieldsOf(rows.get(String(issue.id)), issue) &&
      hasFieldsOf(users.get(String(user.id)), user) &&
      hasFieldsOf(repositories.get(repository.full_name), repository) &&
      hasFieldsOf(users.get(String(repository.owner.id)), repository.owner) &&
      issue.labels.every(label => hasFieldsOf(labels.get(label.id), label));
    if (!isSame) changed++;
  }
  return changed;
}

/** Whether all fields are stored, but for those that are records, which are compared by themselves. */
function hasFieldsOf(stored: object | undefined, came: object): boolean {
  if (stored === undefined) return false;
  const fields = stored as Readonly<Record<string, unknown>>;
  for (const name in came) {
    const value = (came as Readonly<Record<string, unknown>>)[name];
    if (fields[name] !== value && (typeof value !== 'object' || value === null)) return false;
  }
  return true;
}
