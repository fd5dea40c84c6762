import fc from 'fast-check';
import { parse, pathToRegexp, type Token } from 'path-to-regexp';
import { type PlacedToken, readPath } from '../../lib/url/readPath';
import { runs } from '../helpers/runs';

/** The tokens in the form of path-to-regexp, without positions. */
function unplaced(tokens: readonly PlacedToken[]): Token[] {
  return tokens.map(({ start: _start, end: _end, ...token }) =>
    token.type === 'group' ? { ...token, tokens: unplaced(token.tokens) } : token,
  );
}

describe('the tokens of a path', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '/',
      ':id',
      '*rest',
      ':"a b"',
      ':"a\\"b"',
      '{',
      '}',
      '{/:x}',
      '\\:',
      '\\\\',
      '\\{',
      ':año',
      '&',
    ),
    fc.constantFrom('-', '.', 'é', '🙂', ':$x_1', 'a', '"', ':', '*'),
    fc.string({ maxLength: 3 }),
  );

  it('match those of path-to-regexp for every pattern it accepts', () => {
    let read = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), pieces => {
        const source = pieces.join('');
        let tokens: Token[];
        try {
          pathToRegexp(source);
          ({ tokens } = parse(source));
        } catch {
          return;
        }
        // A question mark, even escaped, starts a query here.
        if (source.includes('?')) return;
        read++;
        expect(unplaced(readPath(source).path)).toEqual(tokens);
      }),
      runs(1_000),
    );
    expect(read).toBeGreaterThan(100);
  });

  it('have correct positions', () => {
    const source = '/a\\:b/:"my id"{-*rest}?{q=:q}';
    const { path, query, queryAt } = readPath(source);
    const texts = [...path, ...query].map(({ start, end }) => source.slice(start, end));

    expect(texts).toEqual(['/a\\:b/', ':"my id"', '{-*rest}', '{q=:q}']);
    expect(source.slice(queryAt)).toBe('?{q=:q}');
  });
});
