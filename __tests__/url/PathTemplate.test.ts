import fc from 'fast-check';
import { parsePath } from '../../lib/url/PathTemplate';
import { anyCharacter } from '../helpers/anyCharacter';
import { cpuTime } from '../helpers/cpuTime';
import { growth } from '../helpers/growth';
import { runs } from '../helpers/runs';

type Params = Record<string, unknown>;

type Row = [source: string, params: Params, filled: string];

const values: Row[] = [
  ['/users', {}, '/users'],
  ['', {}, ''],
  ['/users/:id', { id: '5' }, '/users/5'],
  ['/users/:id', { id: 5 }, '/users/5'],
  ['/users/:id', { id: 0 }, '/users/0'],
  ['/users/:id', { id: 12345678901234567890n }, '/users/12345678901234567890'],
  ['/flags/:on', { on: false }, '/flags/false'],
  ['/:owner/:repo', { owner: 'ada', repo: 'engine' }, '/ada/engine'],
  ['/:from-:to.json', { from: 'a', to: 'b' }, '/a-b.json'],
  ['/:id/same/:id', { id: 'x' }, '/x/same/x'],
  ['/:"with-dash"', { 'with-dash': 'x' }, '/x'],
  ['/:año', { año: '2024' }, '/2024'],
  ['/café au lait/:id', { id: '1' }, '/caf%C3%A9%20au%20lait/1'],
  ['/\\\\:id', { id: 'x' }, '/%5Cx'],
  ['/:constructor', { constructor: 'x' }, '/x'],
  ['/:__proto__', JSON.parse('{"__proto__":"x"}'), '/x'],
];

const wildcards: Row[] = [
  ['/:owner/*path', { owner: 'ada', path: ['a'] }, '/ada/a'],
  ['/:owner/*path', { owner: 'ada', path: ['a', 'b c', 'd/e'] }, '/ada/a/b%20c/d%2Fe'],
  ['/*path', { path: [1, 2] }, '/1/2'],
  ['/files{/*path}', {}, '/files'],
  ['/files{/*path}?{v=:v}', { path: ['a', 'b'], v: '2' }, '/files/a/b?v=2'],
];

const optionals: Row[] = [
  ['/:group/posts{/:id}', { group: 'news', id: '5' }, '/news/posts/5'],
  ['/:group/posts{/:id}', { group: 'news' }, '/news/posts'],
  ['/:group/posts{/:id}', { group: 'news', id: undefined }, '/news/posts'],
  ['/:group/posts{/:id}', { group: 'news', id: null }, '/news/posts'],
  ['/a{/:b{/:c}}/d', { b: '1', c: '2' }, '/a/1/2/d'],
  ['/a{/:b{/:c}}/d', { b: '1' }, '/a/1/d'],
  ['/a{/:b{/:c}}/d', { c: '2' }, '/a/d'],
  ['{/:lang}/docs', {}, '/docs'],
  ['/x{/:constructor}', {}, '/x'],
];

const queries: Row[] = [
  ['/search?q=:q', { q: 'a b' }, '/search?q=a%20b'],
  ['/search\\?q=:q', { q: 'a b' }, '/search?q=a%20b'],
  ['/search?{q=:q}{&page=:page}', { q: 'x', page: '2' }, '/search?q=x&page=2'],
  ['/search?{q=:q}{&page=:page}', { q: 'x' }, '/search?q=x'],
  ['/search?{q=:q}{&page=:page}', { page: '2' }, '/search?page=2'],
  ['/search?{q=:q}{&page=:page}', {}, '/search'],
  ['/search?{q=:q}{&page=:page}', { q: '' }, '/search?q='],
  ['/search{?q=:q}{&page=:page}', { page: '2' }, '/search?page=2'],
  ['/search{\\?q=:q}', {}, '/search'],
  ['/search?a=1{&q=:q}&b=2', {}, '/search?a=1&b=2'],
  ['/search?{q=:q}&page=:page', { page: '2' }, '/search?page=2'],
  ['/search?page=:page{,:size}', { page: '2', size: '10' }, '/search?page=2,10'],
  ['/search?page=:page{,:size}', { page: '2' }, '/search?page=2'],
  ['/box?at=:x,:y', { x: '1', y: '' }, '/box?at=1,'],
  ['/:id/in?lang=:lang&for=:id', { id: '5', lang: 'en' }, '/5/in?lang=en&for=5'],
  ['/posts\\?filter\\[name\\]=:name', { name: 'x' }, '/posts?filter[name]=x'],
  ['/q?q=:q', { q: 'a&b=c#d?e+f' }, '/q?q=a%26b%3Dc%23d%3Fe%2Bf'],
  ['/q?q=:q', { q: 'cut \ud83d' }, '/q?q=cut%20%EF%BF%BD'],
];

const absolutes: Row[] = [
  ['https\\://api.example.com/users/:id', { id: '5' }, 'https://api.example.com/users/5'],
  ['http\\://localhost\\:8080/users/:id?{v=:v}', { id: '5', v: '1' }, 'http://localhost:8080/users/5?v=1'],
  ['//cdn.example.com/:file', { file: 'a.png' }, '//cdn.example.com/a.png'],
];

const rows = [...values, ...wildcards, ...optionals, ...queries, ...absolutes];

describe('a filled path', () => {
  it.each(rows)('of %s with %o is %s', (source, params, filled) => {
    expect(parsePath(source).fill(params)).toBe(filled);
  });

  it.each(rows)('of %s with %o is recognized', (source, _params, filled) => {
    expect(parsePath(source).fits(filled)).toBe(true);
  });

  it('reads an argument from a getter of a class', () => {
    class Todo {
      get id() {
        return 5;
      }
    }
    expect(parsePath('/todos/:id').fill(new Todo() as unknown as Params)).toBe('/todos/5');
  });

  it('ignores arguments that are not in the pattern', () => {
    expect(parsePath('/todos/:id').fill({ id: 5, page: {} })).toBe('/todos/5');
  });
});

describe('a value', () => {
  const anything = fc.oneof(
    fc.string(),
    fc.string({ unit: anyCharacter }),
    fc.webUrl(),
    fc.constantFrom(
      '../x',
      '..%2f',
      '%2e%2e',
      '//evil.example',
      '\\\\evil.example',
      '@evil.example',
      '?a=1',
      '#a',
      'a/b',
      ' ',
      '\n',
      ':80',
      'javascript:x',
      '%',
      '%zz',
      '+',
      '&a=1',
      '{a}',
      ':id',
      '*',
      '\u2028',
      '🙂',
    ),
  );
  const segment = anything.filter(text => text !== '' && text !== '.' && text !== '..');

  it('can be read back unchanged and is recognized', () => {
    fc.assert(
      fc.property(segment, segment, fc.array(segment, { minLength: 1 }), anything, (a, b, path, q) => {
        const template = parsePath('/:a/x{/:b}/*path?{q=:q}{&r=:r}');
        const filled = template.fill({ a, b, path, q });
        const [, ...segments] = filled.replace(/\?.*/s, '').split('/').map(decodeURIComponent);

        expect(segments).toEqual([a, 'x', b, ...path]);
        expect([...new URL(filled, 'http://host.example').searchParams]).toEqual([['q', q]]);
        expect(template.fits(filled)).toBe(true);
      }),
      runs(100),
    );
  });

  it('never adds a segment, a query, a fragment or a host', () => {
    fc.assert(
      fc.property(segment, segment, anything, (a, b, q) => {
        const url = new URL(parsePath('/:a{/:b}?q=:q&r=1').fill({ a, b, q }), 'http://host.example');

        expect(url.host).toBe('host.example');
        expect(url.pathname.split('/')).toHaveLength(3);
        expect([...url.searchParams]).toEqual([
          ['q', q],
          ['r', '1'],
        ]);
        expect(url.hash).toBe('');
      }),
      runs(100),
    );
  });

  it('never leaves a segment that it shares with text', () => {
    fc.assert(
      fc.property(segment, a => {
        const url = new URL(parsePath('/root/.:a/end').fill({ a }), 'http://host.example');
        expect(url.pathname.split('/')).toHaveLength(4);
      }),
      runs(100),
    );
  });

  it.each<[string, Params, string]>([
    ['/users/:id', {}, 'its parameter "id" is undefined. Pass a string or a finite number.'],
    ['/users/:id', { id: null }, 'its parameter "id" is null.'],
    ['/users/:id', { id: Number.NaN }, 'its parameter "id" is NaN.'],
    ['/users/:id', { id: Number.POSITIVE_INFINITY }, 'its parameter "id" is Infinity.'],
    ['/users/:id', { id: { value: 5 } }, 'its parameter "id" is an object with value.'],
    ['/users/:id', { id: ['a'] }, 'its parameter "id" is an array of 1.'],
    ['/users/:id', { id: Symbol('x') }, 'its parameter "id" is Symbol(x).'],
    ['/users/:id', { id: () => 5 }, 'its parameter "id" is a function.'],
    ['/users/:id', { id: '' }, 'It would make an empty segment'],
    ['/users/:id', { id: '.' }, 'as a relative path'],
    ['/users/:id', { id: '..' }, 'as a relative path'],
    ['/users/:id', { id: '\ud83d' }, 'It contains a lone surrogate'],
    ['/:constructor', {}, 'its parameter "constructor" is undefined.'],
    ['/users{/:id}', { id: '' }, 'It would make an empty segment'],
    ['/users{/:id}', { id: {} }, 'its parameter "id" is an object without members.'],
    ['/*path', {}, 'Pass a list of segments'],
    ['/*path', { path: [] }, 'its parameter "path" is an array of 0. Pass a list of segments'],
    ['/*path', { path: 'a/b' }, 'its parameter "path" is "a/b". Pass a list of segments'],
    ['/*path', { path: ['a', '..'] }, 'as a relative path'],
    ['/*path', { path: ['a', ''] }, 'It would make an empty segment'],
    // biome-ignore lint/suspicious/noSparseArray: this row is about the hole
    ['/*path', { path: ['a', , 'b'] }, 'Pass a list of segments'],
    ['/search?q=:q', {}, 'its parameter "q" is undefined.'],
    ['/search?{q=:q}', { q: ['a'] }, 'its parameter "q" is an array of 1.'],
  ])('is rejected by name in %s with %o', (source, params, message) => {
    const fill = () => parsePath(source).fill(params);

    expect(fill).toThrow(expect.objectContaining({ name: 'UsageError', code: 'path-argument' }));
    expect(fill).toThrow(`Cannot fill the path ${JSON.stringify(source)}: `);
    expect(fill).toThrow(message);
  });
});

describe('matching a path', () => {
  it.each([
    ['/users/:id', '/users'],
    ['/users/:id', '/users/'],
    ['/users/:id', '/users/5/'],
    ['/users/:id', '/users/5/posts'],
    ['/users/:id', '/Users/5'],
    ['/users/:id', 'x/users/5'],
    ['/users/:id.json', '/users/5'],
    ['/:id/same/:id', '/x/other/x'],
    ['/users', '/users/5'],
    ['/files/*path', '/files'],
    ['/files/*path', '/files//a'],
    ['/:group/posts{/:id}', '/news/5'],
    ['/search?q=:q', '/search'],
    ['/search?q=:q', '/search?page=2'],
    ['/search?q=:q{&page=:page}&sort=:sort', '/search?q=x&page=2'],
    ['/search?kind=post&q=:q', '/search?kind=user&q=x'],
  ])('%s does not match %s', (source, path) => {
    expect(parsePath(source).fits(path)).toBe(false);
  });

  it.each([
    ['/users/:id', '/users/5?page=2'],
    ['/users/:id', '/users/5#top'],
    ['/users/:id', '/users/%61%2fb'],
    ['/search?q=:q', '/search?q=x#top'],
    ['/search?q=:q', '/search?q='],
    ['/café/:id', '/café/5'],
    ['/search?{q=:q}{&page=:page}', '/search?page=2&sort=asc&q=a+b'],
    ['/search?q=:q{&page=:page}&sort=:sort', '/search?sort=asc&q=x'],
    ['/search?kind=post&q=:q', '/search?q=x&kind=post'],
    ['/search?{q=:q}', '/search?'],
    ['/:file.:ext', '/archive.tar.gz'],
    ['/a{/:b{/:c}}/d', '/a/1/d/d'],
  ])('%s matches %s', (source, path) => {
    expect(parsePath(source).fits(path)).toBe(true);
  });

  it('never throws for any path', () => {
    const patterns = ['/:a/*path', '/:a-:b{/:c}?{q=:q}{&r=:r}', '/:a', '*path', '/x?p=:p{,:s}'];
    const piece = fc.oneof(
      fc.constantFrom('/', '%', '%2', '%e0', '-', '?', '&', '=', '#', 'x', 'q=', '..'),
      fc.string(),
    );

    fc.assert(
      fc.property(fc.constantFrom(...patterns), fc.array(piece), (source, pieces) => {
        expect(() => parsePath(source).fits(pieces.join(''))).not.toThrow();
      }),
      runs(100),
    );
  });

  it.each([
    ['/:a-:b-:c-:d', (n: number) => `/${'x-'.repeat(n)}/`],
    ['/:a-:b-:c-:d', (n: number) => `/${'-'.repeat(n)}/`],
    ['/:a{-:b}{-:c}{-:d}/end', (n: number) => `/${'-'.repeat(n)}`],
    ['/:a/*path', (n: number) => `/a${'/'.repeat(n)}`],
    ['/x?at=:a,:b,:c;', (n: number) => `/x?at=${','.repeat(n)}`],
    ['/x?{a=:a}{&b=:b}', (n: number) => `/x?${'&'.repeat(n)}`],
  ])('takes time proportional to the length of a hostile path for %s', async (source, hostile) => {
    const { fits } = parsePath(source);
    const timeOf = (length: number) => {
      const path = hostile(length);
      const started = cpuTime();
      fits(path);
      return cpuTime() - started;
    };

    // Quadratic work takes 256 times as long. Shorter paths take an eighth of the proportional time.
    expect(await growth(timeOf, { few: 20_000, many: 320_000, limit: 64 })).toBeLessThan(64);
  });
});

describe('parsing a pattern', () => {
  it('returns the same template for the same source', () => {
    expect(parsePath('/users/:id')).toBe(parsePath('/users/:id'));
  });

  it('lists the parameters in order without duplicates', () => {
    expect(parsePath('/:b/:a{/:c}/:b/*path?{q=:q}{&a=:a}').names).toEqual(['b', 'a', 'c', 'path', 'q']);
  });

  it.each<[source: string, params: Params, own: string | undefined, parents: string[]]>([
    ['/posts/:id', { id: 1 }, 'id', []],
    ['/posts/:id/', { id: 1 }, 'id', []],
    ['/posts?id=:id', { id: 1 }, undefined, []],
    ['/projects/:project/tasks/:id', { project: 1, id: 2 }, undefined, ['project']],
    ['/questions/:id/:slug', { id: 1, slug: 's' }, 'slug', ['id']],
    ['/users/:id/company', { id: 1 }, undefined, ['id']],
    ['/users/:id/company{.:format}', { id: 1, format: 'json' }, undefined, ['id']],
    ['/users/:id/company{.:format}', { id: 1 }, undefined, ['id']],
    ['/files/:id{.:format}', { id: 1, format: 'json' }, 'id', []],
    ['/posts/:id{/:slug}', { id: 1 }, 'id', []],
    ['/posts/:id{/:slug}', { id: 1, slug: 's' }, 'id', []],
    ['/:group/posts{/:id}', { group: 1, id: 2 }, undefined, ['group']],
    ['/:group/posts{/:id}', { group: 1 }, undefined, ['group']],
    ['/posts{/:id}', { id: 1 }, 'id', []],
    ['/plants/:id{/jobs/:jobId}', { id: 1, jobId: 2 }, undefined, ['id']],
    ['/plants/:id{/jobs/:jobId}', { id: 1 }, 'id', []],
    ['/:owner/*path', { owner: 'a', path: ['b'] }, 'path', ['owner']],
  ])('separates the target of %s with %o from its parents', (source, params, own, parents) => {
    const roles = parsePath(source).roles(params);

    expect([roles.own, roles.parents]).toEqual([own, parents]);
  });

  it('accepts dozens of optional parts in a query', () => {
    const names = Array.from({ length: 40 }, (_, index) => `p${index}`);
    const template = parsePath(`/search?${names.map(name => `{&${name}=:${name}}`).join('')}`);

    expect(template.fill({ p3: 'x', p39: 'y' })).toBe('/search?p3=x&p39=y');
  });

  it.each<[source: string, position: number, message: string]>([
    [
      'https://api.example.com/:id',
      5,
      'missing parameter name at position 5. The origin is not part of the path. Write urlPrefix: "https://api.example.com", path: "/:id".',
    ],
    ['http://localhost:4000/a{/:id}', 4, 'urlPrefix: "http://localhost:4000", path: "/a{/:id}".'],
    ['/a/:', 3, 'Escape a literal colon'],
    ['/at/12:/x', 6, 'Escape a literal colon with a backslash: "/at/12\\\\:/x".'],
    ['/🙂/:/x', 4, 'missing parameter name at position 4'],
    ['/a/*', 3, 'Name the wildcard, as in "*path", or write a literal "*" as "\\\\*".'],
    ['/*path/:id', 1, 'the wildcard "path" is not the last token at position 1. A wildcard takes the rest'],
    ['/*path.json', 1, 'the wildcard "path" is not the last token'],
    ['/a{/*path}/b', 4, 'the wildcard "path" is not the last token'],
    ['/a{/*path}{/:b}', 4, 'the wildcard "path" is not the last token'],
    ['/a/*"my path"/b', 3, 'the wildcard "my path" is not the last token'],
    ['/a?ids=*ids', 7, 'the wildcard "ids" is in the query'],
    ['/*x?x=:x', 1, '"x" is both a wildcard and a parameter'],
    ['/users/:id(\\d+)', 10, 'Write a literal "(" as "\\\\(".'],
    ['/users/:id+', 10, 'a repeated one as "*path"'],
    [
      '/users/:id?',
      10,
      'the "?" does not start a query at position 10. Write a query as "?q=:q", and an optional part of the path as "{/:id}".',
    ],
    ['/:a?/:b?', 3, 'the "?" does not start a query'],
    ['/a?b=:b?c', 7, 'Write a literal "?" as "\\\\?".'],
    ['/a?b=:', 5, 'Escape a literal colon'],
    ['/a{?b=:}', 6, 'Escape a literal colon'],
    ['/a{/:b', 6, 'Close the optional part with "}"'],
    ['/a{/:b?c=:c}', 6, 'A query in it comes first, as in "{?q=:q}"'],
    ['/a}', 2, 'Open the optional part with "{"'],
    ['/:"a', 2, 'Close the quoted name'],
    ['/a\\', 2, 'Write a literal backslash'],
    ['/:a:b', 3, 'Separate the two, as in "/:from-:to".'],
    ['/a?b=:b:c', 7, 'Separate the two'],
    [`/${'{a}'.repeat(9)}`, 0, 'Write fewer optional parts'],
    ['/a#b/:c', 2, 'Write a literal "#" as "%23".'],
    ['/{:lang}/posts', 1, 'Move its slash inside, as in "{/:lang}/posts".'],
    ['/{:a}{/:b}c', 1, 'which is a host'],
  ])('rejects %s with the position and a fix', (source, position, message) => {
    const read = () => parsePath(source);

    expect(read).toThrow(expect.objectContaining({ name: 'UsageError', code: 'invalid-path' }));
    expect(read).toThrow(message);
    expect(read).toThrow(expect.objectContaining({ about: source }));
    expect(read).toThrow(` at position ${position}. `);
  });

  it('accepts what its error messages suggest', () => {
    expect(parsePath('/at/12\\:/x').fill({})).toBe('/at/12:/x');
  });
});
