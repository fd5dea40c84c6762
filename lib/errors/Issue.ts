/** One fault in a value, and where it is. */
export interface Issue {
  readonly message: string;
  /** Names and indexes from the outermost in; empty for the value itself. */
  readonly path: readonly (string | number)[];
}

/** A message counts further issues rather than name them. */
const MAX_NAMED = 3;

/** Describes issues on one line: `title: Too small; tags[0].name: Invalid input`. */
export function describeIssues(issues: readonly Issue[]): string {
  const named = issues.slice(0, MAX_NAMED).map(({ path, message }) => {
    const place = pathToString(path);
    return place === '' ? message : `${place}: ${message}`;
  });
  const others = issues.length - named.length;
  return others > 0 ? `${named.join('; ')}; and ${others} more` : named.join('; ');
}

/** A path in a value as code writes it: `results[2].title`. */
export function pathToString(path: readonly (string | number)[]): string {
  return path.reduce<string>((written, segment) => {
    if (typeof segment === 'number') return `${written}[${segment}]`;
    return written === '' ? segment : `${written}.${segment}`;
  }, '');
}
