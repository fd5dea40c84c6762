import { All, Query } from 'rdc-toolkit';
import { User } from './User';

/**
 * Two letters for each login, so that no two people share theirs.
 *
 * The obvious ones come first: the first letters of the words of a name, then its first two letters,
 * then the first and any other.
 */
export function initialsOf(logins: readonly string[]): Record<string, string> {
  const taken = new Set<string>();
  const found: Record<string, string> = {};
  for (const login of [...logins].sort()) {
    const choices = choicesFor(login);
    const initials = choices.find(choice => !taken.has(choice)) ?? choices[0] ?? '?';
    taken.add(initials);
    found[login] = initials;
  }
  return found;
}

function choicesFor(login: string): readonly string[] {
  const name = login.replace(/\[bot\]$/, '');
  const [first = '?', ...words] = name.split(/[^a-zA-Z0-9]+|(?<=[a-z])(?=[A-Z])/);
  const letters = [...words.map(word => word.slice(0, 1)), ...first.slice(1), ...words.join('')];
  return letters.map(letter => (first.slice(0, 1) + letter).toUpperCase());
}

/** The initials of all users in the store. */
export const initialsQuery = new Query(new All(User), users => initialsOf(users.map(({ login }) => login)));
