import { stringify, type Token, TokenData } from 'path-to-regexp';
import { keysOf } from './keysOf';
import type { RemoveLastArg } from './PathParams';
import { readPath } from './readPath';

/**
 * The path of a list, made from the path of one of its items: the last parameter or wildcard is removed,
 * with what leads up to it in its segment, or with the optional part that is there for it alone.
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
 * An embedded query is kept as it is; only where the path itself has no parameter is the query's last one
 * removed. A path with no parameter at all is returned unchanged.
 *
 * @throws {UsageError} when the path is not a path pattern.
 */
export function removeLastArg<Path extends string>(path: Path): RemoveLastArg<Path>;
export function removeLastArg(source: string): string {
  const { path, query, queryAt } = readPath(source);
  if (keysOf(path).length > 0) {
    const shortened = stringify(new TokenData(withoutLastKey(path, '/')));
    const unrooted = /^\{?\//.test(source) && !/^\{?\//.test(shortened);
    return (unrooted ? '/' : '') + shortened + source.slice(queryAt);
  }
  if (keysOf(query).length > 0) {
    const shortened = stringify(new TokenData(withoutLastKey(query, '&'))).replace(/^&/, '');
    return source.slice(0, queryAt) + (shortened && `?${shortened}`);
  }
  return source;
}

/** The tokens without the last key among them, and without the text between it and the last delimiter. */
function withoutLastKey(tokens: readonly Token[], delimiter: '/' | '&'): Token[] {
  const at = tokens.findLastIndex(token => keysOf([token]).length > 0);
  const [token, after] = [tokens[at], tokens.slice(at + 1)];

  if (token?.type === 'group') {
    const rest = withoutLastKey(token.tokens, delimiter);
    const kept: Token[] = keysOf(rest).length > 0 ? [{ type: 'group', tokens: rest }] : [];
    return [...tokens.slice(0, at), ...kept, ...after];
  }
  const lead = tokens[at - 1];
  if (lead?.type !== 'text') return [...tokens.slice(0, at), ...after];
  const value = lead.value.slice(0, Math.max(lead.value.lastIndexOf(delimiter), 0));
  return [...tokens.slice(0, at - 1), ...(value ? [{ type: 'text' as const, value }] : []), ...after];
}
