import { Endpoint, Entity, RestEndpoint, type RestOptions, resource, type } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { startApi } from '../helpers/startApi';

class User extends Entity {
  id = '';
  name = '';
  static key = 'SubclassUser';
}

class ApiEndpoint<const Options extends RestOptions = RestOptions> extends RestEndpoint<Options> {
  override urlPrefix = 'http://field.example';
  override dataExpiryLength = 5_000;
  override errorPolicy = () => 'soft' as const;

  override async getRequestInit(body: unknown): Promise<RequestInit> {
    return { ...(await super.getRequestInit(body)), credentials: 'same-origin' };
  }
}

describe('a subclass', () => {
  it('of Endpoint keeps its class when extended', () => {
    class Live<Args extends readonly unknown[], Response> extends Endpoint<Args, Response> {
      override dataExpiryLength = 0;
    }
    const get = new Live(async (id: string) => ({ id }), { name: 'SubclassUser.live' });

    expect(get.extend({ timeoutMs: 5 })).toBeInstanceOf(Live);
    expect(get.extend({ timeoutMs: 5 }).dataExpiryLength).toBe(0);
  });

  it('of Endpoint keeps its private fields without its own constructor', async () => {
    class Counting extends Endpoint<[], string> {
      #count = 0;
      override async request(...given: Parameters<Endpoint<[], string>['request']>) {
        this.#count++;
        return `${await super.request(...given)} ${this.#count}`;
      }
    }
    const get = new Counting(async () => 'call', { name: 'Subclass.counting' });

    expect([await get(), await get(), await get.extend({ timeoutMs: 5 })()]).toEqual([
      'call 1',
      'call 2',
      'call 1',
    ]);
  });

  it('of Endpoint keeps its private fields with a constructor of the same signature', async () => {
    class Counting extends Endpoint<[], string> {
      #count = 0;
      constructor(send: () => Promise<string>, options: { readonly name: string }) {
        super(send, options);
      }
      override async request(...given: Parameters<Endpoint<[], string>['request']>) {
        this.#count++;
        return `${await super.request(...given)} ${this.#count}`;
      }
    }
    const get = new Counting(async () => 'call', { name: 'Subclass.counted' });

    expect(await get.extend({ timeoutMs: 5 })()).toBe('call 1');
  });

  it('of Endpoint with its own constructor can be extended', async () => {
    class Prefixed extends Endpoint<[string], string> {
      uses = 0;
      override dataExpiryLength = 7;
      constructor(prefix: string, options: object = {}) {
        super(async id => `${prefix}${id}`, { name: 'Subclass.prefixed', ...options });
        this.uses = prefix.length;
      }
      shout(id: string) {
        return this(id.toUpperCase());
      }
    }
    const get = new Prefixed('x');
    const extended = get.extend({ timeoutMs: 5 }).extend({ errorExpiryLength: 3 }) as unknown as Prefixed;

    expect(await extended.shout('a')).toBe('xA');
    expect(extended).toBeInstanceOf(Prefixed);
    expect([extended.uses, extended.dataExpiryLength]).toEqual([1, 7]);
    expect([extended.timeoutMs, extended.errorExpiryLength, get.timeoutMs]).toEqual([5, 3, undefined]);
    expect(extended.extend({ dataExpiryLength: 9 }).dataExpiryLength).toBe(9);
    expect(extended.extend({ timeoutMs: undefined }).timeoutMs).toBeUndefined();
    expect(extended.key('a')).toBe(get.key('a'));
  });

  it('of Endpoint wraps its function only once when extended', async () => {
    class Louder extends Endpoint<[string], string> {
      constructor(send: (id: string) => Promise<string>, options: object) {
        super(async id => `${await send(id)}!`, { name: 'Subclass.louder', ...options });
      }
    }
    const get = new Louder(async id => id, {}).extend({ timeoutMs: 5 });

    expect(await get('a')).toBe('a!');
  });

  it('of Endpoint with a constructor without arguments can be extended', async () => {
    class Fixed extends Endpoint<[], string> {
      constructor() {
        super(async () => 'a', { name: 'Subclass.fixed' });
      }
    }

    expect(new Fixed().extend({ dataExpiryLength: 5 }).dataExpiryLength).toBe(5);
  });

  it('sets options for its endpoints in class fields', () => {
    const get = new ApiEndpoint({ path: '/users/:id', schema: User });
    expect(get.url({ id: 5 })).toBe('http://field.example/users/5');
    expect([get.dataExpiryLength, get.errorPolicy()]).toEqual([5_000, 'soft']);
  });

  it('keeps its class when extended', () => {
    const get = new ApiEndpoint({ path: '/users/:id', schema: User }).extend({ path: '/people/:id' });
    expect(get).toBeInstanceOf(ApiEndpoint);
    expect(get.url({ id: 5 })).toBe('http://field.example/people/5');
  });

  it('makes every member of the resource it is passed to', () => {
    const { extend: _extend, ...members } = resource({
      path: '/users/:id',
      schema: User,
      paginationField: 'page',
      Endpoint: ApiEndpoint,
    });
    const { push, unshift, move, getPage } = members.getList;
    for (const member of [...Object.values(members), push, unshift, move, getPage]) {
      expect(member).toBeInstanceOf(ApiEndpoint);
      expect(member.urlPrefix).toBe('http://field.example');
    }
  });

  it('can override getRequestInit with an async one that calls super', async () => {
    const api = await startApi({ 'PUT /users/:id': ({ body }) => body });
    const inits: RequestInit[] = [];
    class Watched extends ApiEndpoint {
      override fetchResponse(input: string, init: RequestInit) {
        inits.push(init);
        return super.fetchResponse(input, init);
      }
    }
    const { update } = resource({ path: '/users/:id', schema: User, urlPrefix: api.url, Endpoint: Watched });
    await update({ id: 5 }, { name: 'Ada' });
    expect(inits[0]).toMatchObject({ method: 'PUT', credentials: 'same-origin', body: '{"name":"Ada"}' });
  });

  it('can build the body and the headers from the arguments of the request', async () => {
    const api = await startApi({
      'PATCH /users/:id': () => ({ id: '5', name: 'Ada' }),
      'GET /users': () => [{ id: '5' }],
    });
    class JsonApi<const O extends RestOptions = RestOptions> extends RestEndpoint<O> {
      override urlPrefix = api.url;
      override getRequestInit(body: unknown, params?: { readonly id?: string }) {
        return super.getRequestInit(body && { data: { type: 'users', id: params?.id, attributes: body } });
      }
    }
    const { getList, partialUpdate } = resource({ path: '/users/:id', schema: User, Endpoint: JsonApi });
    const getRange = getList.extend({
      searchParams: type<{ from: number }>(),
      searchToString: () => '',
      getRequestInit: (_body, { from }) => ({ headers: { Range: `${from}-${from + 9}` } }),
    });

    await partialUpdate({ id: '5' }, { name: 'Ada' });
    await getRange({ from: 10 });

    expect(api.bodies).toEqual([{ data: { type: 'users', id: '5', attributes: { name: 'Ada' } } }]);
    expect(api.seen[1]?.headers).toMatchObject({ range: '10-19' });
  });

  it('can override every step of a request', async () => {
    const api = await startApi({
      'GET /v2/users/:id': ({ headers }) => ({ data: { id: '5', name: headers['x-who'] } }),
    });
    const steps: string[] = [];
    class Stepwise<const O extends RestOptions = RestOptions> extends RestEndpoint<O> {
      override url(...args: never) {
        steps.push('url');
        return `${api.url}/v2${super.url(...args)}`;
      }
      override async getHeaders(headers: Readonly<Record<string, string>>) {
        steps.push('getHeaders');
        return { ...headers, 'x-who': 'Ada' };
      }
      override async fetchResponse(input: string, init: RequestInit) {
        steps.push('fetchResponse');
        return super.fetchResponse(input, init);
      }
      override async parseResponse(response: Response) {
        steps.push('parseResponse');
        return super.parseResponse(response);
      }
      override process(value: unknown) {
        steps.push('process');
        return (value as { data: unknown }).data;
      }
    }
    const get = new Stepwise({ path: '/users/:id', schema: User });
    await expect(get({ id: 5 })).resolves.toEqual({ id: '5', name: 'Ada' });
    expect(steps).toEqual(['url', 'getHeaders', 'fetchResponse', 'parseResponse', 'process']);
  });

  it('processes the response of a deletion before the deleted record is read from it', async () => {
    const api = await startApi({ 'DELETE /users/:id': () => ({ data: {} }) });
    class Enveloped extends RestEndpoint {
      override process(value: unknown) {
        return (value as { data: unknown }).data;
      }
    }
    const UserResource = resource({
      path: '/users/:id',
      schema: User,
      urlPrefix: api.url,
      Endpoint: Enveloped,
    });
    await expect(UserResource.delete({ id: '5' })).resolves.toEqual({ id: '5' });
  });

  it('decides by its field `method` whether requests have a side effect', async () => {
    class Creating extends RestEndpoint {
      override method = 'POST';
    }
    const create = new Creating({ path: '/users' });
    expect([create.sideEffect, create.key(), create.extend({ method: 'GET' }).sideEffect]).toEqual([
      true,
      'POST /users',
      false,
    ]);
  });

  it('works with fields compiled as definitions or as assignments', () => {
    class Assigning extends RestEndpoint {
      constructor(options: RestOptions) {
        super(options);
        Object.assign(this, { urlPrefix: 'http://field.example', method: 'PUT', sideEffect: false });
      }
    }
    const put = new Assigning({ path: '/it' });
    expect([put.key(), put.sideEffect]).toEqual(['PUT http://field.example/it', false]);
    expect(new Assigning({ path: '/it', urlPrefix: '/given' }).key()).toBe('PUT /given/it');
  });
});

describe('explicit options', () => {
  const given = { path: '/users/:id', schema: User, urlPrefix: 'http://given.example' } as const;

  it('override fields in new', () => {
    const get = new ApiEndpoint({ ...given, dataExpiryLength: 1 });
    expect([get.url({ id: 5 }), get.dataExpiryLength]).toEqual(['http://given.example/users/5', 1]);
  });

  it('override fields in extend', () => {
    const get = new ApiEndpoint({ path: '/users/:id' }).extend({ urlPrefix: 'http://given.example' });
    expect(get.extend({ dataExpiryLength: 1 }).url({ id: 5 })).toBe('http://given.example/users/5');
  });

  it('override fields in resource', () => {
    const { get, getList } = resource({ ...given, Endpoint: ApiEndpoint });
    expect([get.urlPrefix, getList.push.urlPrefix]).toEqual(['http://given.example', 'http://given.example']);
  });

  it('override methods', async () => {
    const api = await startApi({ 'GET /it': () => ({}) });
    class Processing extends RestEndpoint {
      override process() {
        return 'of the class';
      }
    }
    const get = new Processing({ path: '/it', urlPrefix: api.url, process: () => 'given' });
    await expect(get()).resolves.toBe('given');
  });

  it('keep the fields if they are undefined', () => {
    expect(new ApiEndpoint({ path: '/it', urlPrefix: undefined }).urlPrefix).toBe('http://field.example');
  });
});

describe('a getRequestInit that does not call super', () => {
  class Forgetful<const Options extends RestOptions = RestOptions> extends RestEndpoint<Options> {
    override async getRequestInit(): Promise<RequestInit> {
      return { credentials: 'same-origin' };
    }
  }

  it('keeps the method and warns that the body is lost', async () => {
    const error = jest.spyOn(console, 'error').mockImplementation();
    const api = await startApi({ 'PUT /users/:id': () => null, 'DELETE /users/:id': () => null });
    const options = { urlPrefix: api.url, path: '/users/:id' } as const;
    const remove = new Forgetful({ ...options, method: 'DELETE' });
    await remove({ id: '5' });
    expect(error).not.toHaveBeenCalled();
    const update = new Forgetful({ ...options, method: 'PUT', name: 'Forgetful.update' });
    await update({ id: '5' }, { name: 'Ada' });
    expect(api.requests).toEqual(['DELETE /users/5', 'PUT /users/5']);
    expect(error.mock.calls).toEqual([
      [
        'rdc-toolkit: Forgetful.update was called with a body, but sends none: its getRequestInit() returned no body. ' +
          'Spread the default: { ...(await super.getRequestInit(body)), ... }.',
      ],
    ]);
    error.mockRestore();
  });
});

describe('Endpoint', () => {
  const double = new Endpoint(async ({ n }: { n: number }) => n * 2, { name: 'double' });

  it('calls its function', async () => {
    await expect(double({ n: 4 })).resolves.toBe(8);
  });

  it('has a key made of its name and arguments', () => {
    expect(double.key({ n: 4 })).toBe('double [{"n":4}]');
    const named = new Endpoint(async (_range: { from: number; to: number }) => [], {
      name: 'subclass.range',
    });
    expect(named.key({ to: 2, from: 1 })).toBe(named.key({ from: 1, to: 2 }));
    expect([double.testKey('double [{"n":4}]'), double.testKey('doubled [1]')]).toEqual([true, false]);
  });

  it('takes the name of its function by default', () => {
    async function getTime() {
      return 5;
    }
    expect(new Endpoint(getTime).name).toBe('getTime');
  });

  it('throws without a name, because its requests would have no key', () => {
    expect(() => new Endpoint(async () => 5)).toThrow(
      'Cannot define an Endpoint: option `name` is missing, and the function has no name either, ' +
        "so its requests would have no key. Add one: { name: 'getTicker' }.",
    );
  });

  it('throws if its first argument is not a function', () => {
    expect(() => new Endpoint({ path: '/users' } as never)).toThrow('or use RestEndpoint for a path.');
  });

  it('stores its response with its schema', async () => {
    const getUser = new Endpoint(async ({ id }: { id: string }) => ({ id, name: 'Ada' }), {
      name: 'Endpoint.getUser',
      schema: User,
    });
    const store = createTestStore();
    const user: User = await store.dispatch(getUser.fetch({ id: '5' }));
    expect(user).toBeInstanceOf(User);
    expect(getUser.select({ id: '5' })(store.getState()).data).toBe(user);
  });

  it('can be extended with other options and keeps its keys', async () => {
    const stale = double.extend({ dataExpiryLength: 0, sideEffect: true });
    expect([stale.dataExpiryLength, stale.sideEffect, stale.key({ n: 1 })]).toEqual([
      0,
      true,
      double.key({ n: 1 }),
    ]);
    await expect(stale({ n: 2 })).resolves.toBe(4);
  });

  it('aborts with its signal even if its function never settles', async () => {
    const abort = new AbortController();
    const never = new Endpoint(() => new Promise<never>(() => undefined), {
      name: 'never',
      signal: abort.signal,
    });
    const pending = never();
    abort.abort();
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
    await expect(never()).rejects.toMatchObject({ name: 'AbortError' });
  });
});
