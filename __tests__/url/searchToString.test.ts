import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { searchToString } from '../../lib/url/searchToString';
import { anyCharacter } from '../helpers/anyCharacter';
import { runs } from '../helpers/runs';

const rows: [params: Record<string, unknown>, written: string][] = [
  [{}, ''],
  [{ a: 1, b: 'x' }, 'a=1&b=x'],
  [{ b: 1, a: 2, B: 3, 10: 4, 9: 5 }, '10=4&9=5&B=3&a=2&b=1'],
  [{ a: undefined, b: [], c: {}, d: [undefined] }, ''],
  [{ a: null, b: '' }, 'a=&b='],
  [{ a: true, b: false, c: 0, d: 10n }, 'a=true&b=false&c=0&d=10'],
  [{ a: [2, 1, '3'] }, 'a=2&a=1&a=3'],
  [{ a: new Set([1, 2]) }, 'a=1&a=2'],
  [{ f: { y: 2, x: 1 } }, 'f[x]=1&f[y]=2'],
  [{ f: { tags: ['a', 'b'], by: { id: 5 } } }, 'f[by][id]=5&f[tags]=a&f[tags]=b'],
  [{ a: [{ x: 1, y: 2 }, { x: 3 }] }, 'a[0][x]=1&a[0][y]=2&a[1][x]=3'],
  [{ a: [[1, 2], [3]] }, 'a[0]=1&a[0]=2&a[1]=3'],
  [{ at: new Date(0) }, 'at=1970-01-01T00%3A00%3A00.000Z'],
  [{ at: [new Date(0), new Date(1)] }, 'at=1970-01-01T00%3A00%3A00.000Z&at=1970-01-01T00%3A00%3A00.001Z'],
  [{ next: new URL('http://h/x') }, 'next=http%3A%2F%2Fh%2Fx'],
  [{ 'a&b=c': 'd&e=f#g h+i' }, 'a%26b%3Dc=d%26e%3Df%23g%20h%2Bi'],
  [{ 'a[b]': { 'c]': 1 } }, 'a%5Bb%5D[c%5D]=1'],
  [{ q: 'cut \ud83d' }, 'q=cut%20%EF%BF%BD'],
];

describe('search parameters', () => {
  it.each(rows)('%o are serialized as %j', (params, written) => {
    expect(searchToString(params)).toBe(written);
  });

  it('are serialized in the same order, whatever the order of their names', () => {
    const json = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }));
    fc.assert(
      fc.property(json, params => {
        const reversed = Object.fromEntries(Object.entries(params).reverse());
        expect(searchToString(reversed)).toBe(searchToString(params));
      }),
      runs(100),
    );
  });

  it('arrive unchanged', () => {
    const flat = fc.dictionary(fc.string(), fc.oneof(fc.string({ unit: anyCharacter }), fc.webUrl()));
    fc.assert(
      fc.property(flat, params => {
        const { searchParams, hash } = new URL(`http://h/x?${searchToString(params)}`);
        expect(Object.fromEntries(searchParams)).toEqual({ ...params });
        expect(hash).toBe('');
      }),
      runs(100),
    );
  });

  it('reach a server with repeated keys and literal brackets', async () => {
    const server = createServer((request, response) => response.end(request.url));
    await new Promise<void>(resolve => server.listen(0, resolve));
    const { port } = server.address() as AddressInfo;

    const search = searchToString({ tag: ['a b', 'c&d'], filter: { name: 'é', ids: [1, 2] } });
    const seen = await fetch(`http://localhost:${port}/posts?${search}`).then(response => response.text());
    await new Promise(resolve => server.close(resolve));

    expect(seen).toBe('/posts?filter[ids]=1&filter[ids]=2&filter[name]=%C3%A9&tag=a%20b&tag=c%26d');
    expect([...new URL(seen, 'http://h').searchParams]).toEqual([
      ['filter[ids]', '1'],
      ['filter[ids]', '2'],
      ['filter[name]', 'é'],
      ['tag', 'a b'],
      ['tag', 'c&d'],
    ]);
  });

  const circular: Record<string, unknown> = {};
  circular.self = { again: circular };

  it.each<[Record<string, unknown>, string]>([
    [{ a: { b: () => 1 } }, 'Cannot write the search parameter "a[b]": it is a function.'],
    [
      { page: Number.NaN },
      'Cannot write the search parameter "page": it is NaN. Check how the number is computed.',
    ],
    [
      { page: Number.POSITIVE_INFINITY },
      'Cannot write the search parameter "page": it is Infinity. Check how the number is computed.',
    ],
    [
      { a: { b: [new Map([['x', 1]])] } },
      'parameter "a[b][0]": it is an object without members. Pass a plain object in place of the Map',
    ],
    [
      { a: new URLSearchParams('x=1') },
      'Pass a plain object in place of the URLSearchParams: Object.fromEntries(…).',
    ],
    [{ a: Symbol('x') }, 'Cannot write the search parameter "a": it is Symbol(x).'],
    [{ at: new Date('never') }, 'Cannot write the search parameter "at": it is a Date. The date is invalid'],
    [
      circular,
      'Cannot write the search parameter "self[again]": it is an object with self. It contains a circular reference',
    ],
  ])('%o are rejected by name', (params, message) => {
    expect(() => searchToString(params)).toThrow(
      expect.objectContaining({ name: 'UsageError', code: 'search-param' }),
    );
    expect(() => searchToString(params)).toThrow(message);
  });
});
