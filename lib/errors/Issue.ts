/** One thing that is wrong with a value, and where in it. */
export interface Issue {
  readonly message: string;
  /** Names and indexes from the outermost in; empty for the value itself. */
  readonly path: readonly (string | number)[];
}

/** More issues than these are counted in a message rather than named. */
const MAX_NAMED = 3;

/** What is wrong, on one line: `title: Too small; tags[0].name: Invalid input`. */
export function describeIssues(issues: readonly Issue[]): string {
  const named = issues.slice(0, MAX_NAMED).map(({ path, message }) => {
    const place = pathToString(path);
    return place === '' ? message : `${place}: ${message}`;
  });
  const others = issues.length - named.length;
  return others > 0 ? `${named.join('; ')}; and ${others} more` : named.join('; ');
}

/** A place in a value as code names it: `results[2].title`. */
export function pathToString(path: readonly (string | number)[]): string {
  return path.reduce<string>((written, segment) => {
    if (typeof segment === 'number') return `${written}[${segment}]`;
    return written === '' ? segment : `${written}.${segment}`;
  }, '');
}
