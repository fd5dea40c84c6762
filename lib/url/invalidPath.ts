import { PathError } from 'path-to-regexp';
import { invalidPathError } from '../errors/invalidPathError';

/**
 * Rewords what path-to-regexp found wrong with a path, and adds where it is and how to fix it.
 *
 * @param source The whole path as it was written.
 * @param error What path-to-regexp threw; other errors are returned as they are.
 * @param part The part of `source` that was being read.
 * @param offset Where `part` begins in `source`.
 */
export function invalidPath(source: string, error: unknown, part = source, offset = 0): unknown {
  if (!(error instanceof PathError)) return error;

  const problem = /^(.+?)(?: at index|: |; visit)/.exec(error.message)?.[1] ?? error.message;
  const index = Number(/ at index (\d+)/.exec(error.message)?.[1] ?? 0);
  // path-to-regexp counts code points; strings count UTF-16 units.
  const position = offset + [...part].slice(0, index).join('').length;
  const refuse = (charIndex: number, fix: string) =>
    invalidPathError(source, charIndex, decapitalize(problem), fix, { cause: error });

  switch (true) {
    case problem === 'Missing parameter name':
      return refuse(position - 1, sigilFix(source, position - 1));
    case problem.startsWith('Missing text before'): {
      const name = /"(.*)"/.exec(problem)?.[1] ?? '';
      return refuse(source.lastIndexOf(name) - 1, 'Separate the two, as in "/:from-:to".');
    }
    case problem === 'Too many path combinations':
      return refuse(0, 'Write fewer optional parts, and send the other arguments as search parameters.');
    case problem === 'Unterminated quote':
      return refuse(position, 'Close the quoted name with a second quote.');
    case problem === 'Unexpected end after \\':
      return refuse(position - 1, 'Write a literal backslash as "\\\\\\\\".');
    case problem === 'Unexpected end':
      return refuse(
        position,
        'Close the optional part with "}". A query in it comes first, as in "{?q=:q}".',
      );
    case problem === 'Unexpected }':
      return refuse(position, 'Open the optional part with "{", or write a literal brace as "\\\\}".');
    default:
      return refuse(position, reservedFix(source.charAt(position)));
  }
}

/** A ":" or "*" without a name: usually the colon of a scheme or a port. */
function sigilFix(source: string, index: number): string {
  if (source.charAt(index) === '*')
    return 'Name the wildcard, as in "*path", or write a literal "*" as "\\\\*".';
  const [, server, path] = ADDRESS.exec(source) ?? [];
  if (server !== undefined) {
    return `The origin is not part of the path. Write urlPrefix: ${JSON.stringify(server)}, path: ${JSON.stringify(path)}.`;
  }
  const escaped = `${source.slice(0, index)}\\${source.slice(index)}`;
  return `Escape a literal colon with a backslash: ${JSON.stringify(escaped)}.`;
}

/** Scheme and host, and the path after them. */
const ADDRESS = /^([a-z][\w+.-]*:\/\/[^/{]*)([/{].*)$/i;

/** Reserved characters: older path syntaxes use them to make parts optional, repeated, or a pattern. */
function reservedFix(character: string): string {
  return (
    `Write a literal "${character}" as "\\\\${character}". ` +
    'Write an optional part as "{/:id}" and a repeated one as "*path"; a parameter cannot contain a pattern.'
  );
}

function decapitalize(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
