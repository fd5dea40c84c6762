import { keysOf } from './keysOf';
import type { RemoveLastArg } from './PathParams';
import { type PlacedToken, readPath } from './readPath';

/**
 * The path of a list, made from the path of an item: removes the last parameter or wildcard, with the text before it in
 * its segment, or with the optional part that contains only it.
 *
 * | path | without its last argument |
 * |---|---|
 * | `/:first/:second` | `/:first` |
 * | `/:first` | `/` |
 * | `/:owner/*path` | `/:owner` |
 * | `/:group/posts{/:id}` | `/:group/posts` |
 * | `/posts/:id.json?{lang=:lang}` | `/posts.json?{lang=:lang}` |
 * | `/post.php?id=:id` | `/post.php` |
 *
 * An embedded query stays as it is; only if the path itself has no parameter is the query's last one removed. A path
 * without parameters is returned unchanged.
 *
 * @throws {UsageError} (in development) when the path is not a path pattern.
 */
export function removeLastArg<Path extends string>(path: Path): RemoveLastArg<Path>;
export function removeLastArg(source: string): string {
  const { path, query, queryAt } = readPath(source);
  const rooted = /^\{?\//;
  const rangeInPath = lastKey(source, path, '/');
  if (rangeInPath !== undefined) {
    const shortened = without(source, rangeInPath);
    return rooted.test(source) && !rooted.test(shortened.slice(0, shortened.length - source.length + queryAt))
      ? `/${shortened}`
      : shortened;
  }
  const rangeInQuery = lastKey(source, query, '&');
  if (rangeInQuery === undefined) return source;
  const shortened = without(source, rangeInQuery)
    .slice(queryAt)
    .replace(/^(\{?)\\?\?&?/, '$1');
  return source.slice(0, queryAt) + (shortened && `?${shortened}`);
}

function without(source: string, [start, end]: readonly [number, number]): string {
  return source.slice(0, start) + source.slice(end);
}

/** The range of the last key, with the text from the last delimiter on, or of the group that contains only it. */
function lastKey(
  source: string,
  tokens: readonly PlacedToken[],
  delimiter: '/' | '&',
): readonly [number, number] | undefined {
  const index = tokens.findLastIndex(token => keysOf([token]).length > 0);
  const token = tokens[index];
  if (token === undefined) return undefined;
  if (token.type === 'group') {
    return keysOf(token.tokens).length > 1
      ? lastKey(source, token.tokens, delimiter)
      : [token.start, token.end];
  }
  const previous = tokens[index - 1];
  if (previous?.type !== 'text') return [token.start, token.end];
  return [Math.max(source.lastIndexOf(delimiter, token.start), previous.start), token.end];
}
