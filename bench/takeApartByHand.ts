import type { Issue, Label, Repository, User } from './payloads';

/**
 * The least that anybody could do who takes issues apart: a lower bound for what normalizes.
 *
 * Each record is taken as it comes, each nested one is put under its key once, and keys take their places.
 */
export function takeApartByHand(issues: readonly Issue[]) {
  const rows = new Map<string, object>();
  const users = new Map<string, User>();
  const labels = new Map<string, Label>();
  const repositories = new Map<string, object>();
  const takeUser = (user: User): string => {
    const pk = String(user.id);
    if (!users.has(pk)) users.set(pk, user);
    return pk;
  };
  const takeLabel = (label: Label): string => {
    if (!labels.has(label.id)) labels.set(label.id, label);
    return label.id;
  };
  const takeRepository = (repository: Repository): string => {
    const pk = repository.full_name;
    if (!repositories.has(pk)) repositories.set(pk, { ...repository, owner: takeUser(repository.owner) });
    return pk;
  };
  const list = issues.map(issue => {
    const pk = String(issue.id);
    rows.set(pk, {
      ...issue,
      user: takeUser(issue.user),
      labels: issue.labels.map(takeLabel),
      repository: takeRepository(issue.repository),
    });
    return pk;
  });
  return { rows, users, labels, repositories, list };
}
