import { invalidPathError } from '../errors/invalidPathError';
import { keysOf } from './keysOf';
import type { PathTokens, PlacedToken } from './readPath';

/**
 * Refuses patterns that parse but cannot be requested as written.
 *
 * @throws {UsageError} for a wildcard in the query or before the end, one name in two roles, a fragment, and an
 *   optional part without which the path would begin with a host.
 */
export function checkPath(source: string, { path, query }: PathTokens): void {
  const refuse = (mark: string, problem: string, fix: string): never => {
    throw invalidPathError(source, Math.max(source.indexOf(mark), 0), problem, fix);
  };

  for (const { name, type } of keysOf(query)) {
    if (type === 'wildcard') {
      refuse(
        markOf(source, name),
        `the wildcard "${name}" is in the query`,
        'Send a list as a search parameter.',
      );
    }
    if (keysOf(path).some(key => key.name === name && key.type === 'wildcard')) {
      refuse(markOf(source, name), `"${name}" is both a wildcard and a parameter`, 'Rename one of them.');
    }
  }
  if (holdsText([...path, ...query], '#')) {
    refuse('#', 'a fragment, which is never sent, starts', 'Write a literal "#" as "%23".');
  }
  for (const variant of variants(path)) {
    const early = variant.slice(0, -1).find(token => token.type === 'wildcard');
    if (early) {
      const fix =
        'A wildcard takes the rest of the path: move it to the end, or use parameters such as ":id".';
      refuse(markOf(source, early.name), `the wildcard "${early.name}" is not the last token`, fix);
    }
    if (!source.startsWith('//') && skeletonOf(variant).startsWith('//')) {
      const fix = 'Move its slash inside, as in "{/:lang}/posts".';
      refuse('{', 'without an optional part the path starts with "//", which is a host,', fix);
    }
  }
}

/** All flat sequences, with and without each optional part. */
function variants([token, ...rest]: readonly PlacedToken[]): Exclude<PlacedToken, { type: 'group' }>[][] {
  if (!token) return [[]];
  const tails = variants(rest);
  if (token.type !== 'group') return tails.map(tail => [token, ...tail]);
  return [...variants([...token.tokens, ...rest]), ...tails];
}

function skeletonOf(tokens: readonly PlacedToken[]): string {
  return tokens.map(token => (token.type === 'text' ? token.value : 'x')).join('');
}

function holdsText(tokens: readonly PlacedToken[], text: string): boolean {
  return tokens.some(token => {
    if (token.type === 'text') return token.value.includes(text);
    return token.type === 'group' && holdsText(token.tokens, text);
  });
}

/** How the source writes a wildcard with this name. */
function markOf(source: string, name: string): string {
  return source.includes(`*${name}`) ? `*${name}` : `*"${name}`;
}
