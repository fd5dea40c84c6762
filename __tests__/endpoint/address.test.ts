import { RestEndpoint } from 'rdc-toolkit';
import { startApi } from '../helpers/startApi';

describe('path', () => {
  it('URL-encodes named parameters', async () => {
    const api = await startApi({ 'GET /users/:id/posts/:slug': ({ params }) => params });
    const get = new RestEndpoint({ path: '/users/:id/posts/:slug', urlPrefix: api.url });
    await expect(get({ id: 5, slug: 'a/b?c#d é' })).resolves.toEqual({ id: '5', slug: 'a/b?c#d é' });
  });

  it('fills a trailing wildcard with a list of segments', async () => {
    const api = await startApi({ 'GET /:owner/*path': ({ params }) => params });
    const get = new RestEndpoint({ path: '/:owner/*path', urlPrefix: api.url });
    await expect(get({ owner: 'ada', path: ['docs', 'a b'] })).resolves.toEqual({
      owner: 'ada',
      path: ['docs', 'a b'],
    });
    expect(api.requests).toEqual(['GET /ada/docs/a%20b']);
  });

  it('omits an optional part when its parameter is missing', () => {
    const get = new RestEndpoint({ path: '/:group/posts{/:id}' });
    expect([get.url({ group: 'a' }), get.url({ group: 'a', id: 5 })]).toEqual(['/a/posts', '/a/posts/5']);
  });

  it('treats escaped colons literally', async () => {
    const api = await startApi({ 'GET /v1/:id': ({ params }) => params });
    const path = `${api.url.replaceAll(':', '\\:')}/v1/:id`;
    await expect(new RestEndpoint({ path })({ id: 5 })).resolves.toEqual({ id: '5' });
  });

  it('accepts quoted names', () => {
    expect(new RestEndpoint({ path: '/:"with-dash"' }).url({ 'with-dash': 5 })).toBe('/5');
  });

  it('can hold a query with optional parts', () => {
    const search = new RestEndpoint({ path: '/search?{q=:q}{&page=:page}' });
    expect([search.url(), search.url({ q: 'a&b' }), search.url({ q: 'a', page: 2 })]).toEqual([
      '/search',
      '/search?q=a%26b',
      '/search?q=a&page=2',
    ]);
  });

  it('appends other parameters to an embedded query', () => {
    const search = new RestEndpoint({ path: '/search?{q=:q}', searchParams: {} as { sort?: string } });
    expect([search.url({ q: 'a', sort: 'up' }), search.url({ sort: 'up' })]).toEqual([
      '/search?q=a&sort=up',
      '/search?sort=up',
    ]);
  });

  it.each(['/users/:', '/users/*', '/users/{:id', '/users/:id(\\d+)', '/users/:id?'])(
    'reports at definition where %s is wrong',
    path => {
      expect(() => new RestEndpoint({ path })).toThrow(
        expect.objectContaining({ name: 'UsageError', code: 'invalid-path' }),
      );
    },
  );

  it('explains how to pass a key that is not in an object', () => {
    const get = new RestEndpoint({ path: '/users/:id' });
    expect(() => get.key('5' as never)).toThrow(
      'Cannot fill the path "/users/:id": its parameter "id" is "5". Pass it by name: { id: "5" }.',
    );
    expect(() => get.key(5 as never)).toThrow('Pass it by name: { id: 5 }.');
  });

  it('lists the given parameters when one is missing or misspelt', () => {
    const get = new RestEndpoint({ path: '/users/:id' });
    expect(() => get.key({ userId: '5', team: 1 } as never)).toThrow(
      'its parameter "id" is undefined. Pass a string or a finite number. It was given userId, team.',
    );
  });

  it('rejects without a request when an argument is missing', async () => {
    const api = await startApi({});
    const get = new RestEndpoint({ path: '/users/:id', urlPrefix: api.url });
    await expect(get({} as { id: string })).rejects.toThrow(
      expect.objectContaining({ name: 'UsageError', code: 'path-argument' }),
    );
    expect(api.requests).toEqual([]);
  });

  it('is required at definition', () => {
    for (const options of [{ urlPrefix: '/api' }, undefined]) {
      const define = () => new RestEndpoint(options as never);
      expect(define).toThrow(expect.objectContaining({ name: 'UsageError', code: 'endpoint-option' }));
      expect(define).toThrow(
        "Cannot define a GET endpoint: option `path` is missing. Write path: '/things/:id'.",
      );
    }
  });
});

describe('urlPrefix', () => {
  it.each([
    ['http://a.example', '/users', 'http://a.example/users'],
    ['http://a.example/v1/', 'users', 'http://a.example/v1/users'],
    ['http://a.example', 'users', 'http://a.example/users'],
    ['/api?x=', '/users', '/api?x=/users'],
    ['', 'users', 'users'],
    ['/', '/users', '/users'],
    ['https://a.example/', '/users', 'https://a.example/users'],
    ['https://a.example/v1/', '?q=1', 'https://a.example/v1/?q=1'],
  ])('%s before %s gives %s', (urlPrefix, path, url) => {
    expect(new RestEndpoint({ path, urlPrefix }).url()).toBe(url);
  });

  it('cannot be extended by a value, so none reaches another host', () => {
    const get = new RestEndpoint({ path: ':id', urlPrefix: 'https://api.example' });
    expect(get.url({ id: '.evil.example' })).toBe('https://api.example/.evil.example');
  });
});

describe('searchParams', () => {
  const list = new RestEndpoint({ path: '/it', searchParams: {} as Record<string, unknown> | undefined });

  it.each([
    ['URLSearchParams', new URLSearchParams('page=2')],
    ['Map', new Map([['page', 2]])],
  ])('rejects a %s, which is not a plain object', async (kind, params) => {
    const problem = `its parameters are a ${kind}. Pass a plain object: Object.fromEntries(…).`;
    expect(() => list.url(params as never)).toThrow(problem);
    await expect(list(params as never)).rejects.toThrow(problem);
  });

  it.each([
    [{ b: 1, a: 'x y' }, '/it?a=x%20y&b=1'],
    [{ a: [1, 2] }, '/it?a=1&a=2'],
    [{ f: { x: 1, y: { z: 2 } } }, '/it?f%5Bx%5D=1&f%5By%5D%5Bz%5D=2'],
    [{ a: undefined, b: true }, '/it?b=true'],
    [{ a: null }, '/it?a='],
    [{}, '/it'],
    [undefined, '/it'],
  ])('%p is serialized as %s', (params, url) => {
    expect(decodeURIComponent(list.url(params))).toBe(decodeURIComponent(url));
  });

  it('is serialized by searchToString instead, if given', () => {
    const comma = list.extend({
      searchToString: (params: Readonly<Record<string, unknown>>) =>
        Object.entries(params)
          .map(([name, value]) => `${name}=${String(value)}`)
          .join('&'),
    });
    expect(comma.url({ a: [1, 2] })).toBe('/it?a=1,2');
  });
});

describe('url', () => {
  it('is the whole address and the key, as an option', async () => {
    const api = await startApi({ 'GET /elsewhere': () => 'here' });
    const get = new RestEndpoint({ path: '/it', url: () => `${api.url}/elsewhere` });
    await expect(get()).resolves.toBe('here');
    expect(get.key()).toBe(`GET ${api.url}/elsewhere`);
  });
});

describe('key', () => {
  it('is method, prefix, path and sorted query', () => {
    const list = new RestEndpoint({
      path: '/:group/posts',
      urlPrefix: 'http://a.example',
      searchParams: {} as { sort?: string; author?: string },
    });
    const key = 'GET http://a.example/x/posts?author=ada&sort=up';
    expect(list.key({ group: 'x', sort: 'up', author: 'ada' })).toBe(key);
    expect(list.key({ author: 'ada', sort: 'up', group: 'x' })).toBe(key);
  });

  it('does not include the body of a mutation', () => {
    const update = new RestEndpoint({ path: '/it/:id', method: 'PUT', body: {} as object });
    expect(update.key({ id: 5 }, { a: 1 })).toBe('PUT /it/5');
  });

  it('can be replaced together with testKey', () => {
    const get = new RestEndpoint({ path: '/it', key: () => 'it', testKey: (key: string) => key === 'it' });
    expect([get.key(), get.testKey('it'), get.testKey('GET /it')]).toEqual(['it', true, false]);
  });
});

describe('testKey', () => {
  it.each([
    ['/users/:id', 'GET /users/5', true],
    ['/users/:id', 'GET /users/a%2Fb', true],
    ['/users/:id', 'GET /users/5?x=1', true],
    ['/users/:id', 'GET /users', false],
    ['/users/:id', 'GET /users/5/posts', false],
    ['/users/:id', 'PUT /users/5', false],
    ['/users', 'GET /users', true],
    ['/users', 'GET /users?sort=up', true],
    ['/users', 'GET /users/5', false],
    ['/:group/posts{/:id}', 'GET /a/posts', true],
    ['/:group/posts{/:id}', 'GET /a/posts/5', true],
    ['/:group/posts{/:id}', 'GET /a/posts/5/6', false],
    ['/:owner/*path', 'GET /ada/docs/a.md', true],
    ['/:owner/*path', 'GET /ada', false],
    ['/search?{q=:q}{&page=:page}', 'GET /search', true],
    ['/search?{q=:q}{&page=:page}', 'GET /search?q=a&page=2', true],
  ])('for %s matches %s: %s', (path, key, expected) => {
    expect(new RestEndpoint({ path }).testKey(key)).toBe(expected);
  });

  it.each([
    ['http://a.example', '/users/:id'],
    ['http://a.example/', 'users/:id'],
    ['http://a.example', 'users/:id'],
    ['http://a.example/', '/users/:id'],
    ['/', '/users/:id'],
    ['http://a.example/v1?p=', '/users/:id'],
  ])('matches its own keys with the prefix %s and the path %s', (urlPrefix, path) => {
    const get = new RestEndpoint({ path, urlPrefix }) as RestEndpoint;
    expect(get.testKey(get.key({ id: 5 }))).toBe(true);
    expect(get.testKey('GET http://b.example/users/5')).toBe(false);
  });
});

describe('a single argument of a mutation', () => {
  it('is the body if the path has no parameters', async () => {
    const api = await startApi({ 'POST /it': () => ({}) });
    const post = new RestEndpoint({
      path: '/it',
      urlPrefix: api.url,
      body: {} as { a: number },
      searchParams: {} as { dry?: boolean },
    });
    await post({ a: 1 });
    await post({ dry: true }, { a: 2 });
    expect(api.requests).toEqual(['POST /it', 'POST /it?dry=true']);
    expect(api.bodies).toEqual([{ a: 1 }, { a: 2 }]);
  });

  it('fills the path if it has parameters and there is no body', async () => {
    const api = await startApi({ 'POST /it/:id/publish': () => ({}) });
    const publish = new RestEndpoint({ path: '/it/:id/publish', urlPrefix: api.url, method: 'POST' });
    await publish({ id: 5 });
    expect(api.seen).toMatchObject([{ url: '/it/5/publish', body: undefined }]);
  });
});
