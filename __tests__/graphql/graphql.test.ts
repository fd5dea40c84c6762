import { buildSchema, GraphQLError } from 'graphql';
import { createHandler, type Handler } from 'graphql-http';
import {
  Collection,
  Controller,
  Entity,
  GQLEndpoint,
  GQLNetworkError,
  keyOf,
  NetworkError,
  resource,
} from 'rdc-toolkit';
import { endpointOf } from '../../lib/actions/endpointOf';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply, startApi } from '../helpers/startApi';

/** A repository of both the REST and the GraphQL API. */
class Repository extends Entity {
  id = '';
  name = '';
  owner = { login: '' };
  stargazersCount = 0;
  forksCount = 0;
  static key = 'Repository';

  override pk() {
    return `${this.owner.login}/${this.name}`;
  }
}

/** GraphQL has other names for two fields. */
class GqlRepository extends Repository {
  static override process(input: Readonly<Record<string, unknown>>): unknown {
    const { stargazerCount, forkCount, ...others } = input;
    if (stargazerCount === undefined) return input;
    return { ...others, stargazersCount: stargazerCount, forksCount: forkCount };
  }
}

const SCHEMA = buildSchema(`
  type Owner { login: String! }
  type Repository { id: ID!, name: String!, owner: Owner!, stargazerCount: Int!, forkCount: Int! }
  type Pinned { nodes: [Repository!]! }
  type User { login: String!, pinnedItems: Pinned! }
  type Query { user(login: String!): User, broken: String }
  type Mutation { star(owner: String!, name: String!): Repository! }
`);

type Repo = { id: string; name: string; owner: { login: string }; stargazerCount: number; forkCount: number };

/** A real GraphQL server and a REST API of the same repositories. */
async function serveBoth() {
  const repos: Repo[] = [
    { id: 'R1', name: 'engine', owner: { login: 'ada' }, stargazerCount: 1, forkCount: 0 },
    { id: 'R2', name: 'loom', owner: { login: 'ada' }, stargazerCount: 5, forkCount: 2 },
  ];
  const of = (login: string) => repos.filter(({ owner }) => owner.login === login);
  const handler: Handler = createHandler({
    schema: SCHEMA,
    rootValue: {
      user: ({ login }: { login: string }) => ({ login, pinnedItems: { nodes: of(login) } }),
      broken: () => {
        throw new GraphQLError('it is broken', { extensions: { code: 'BROKEN' } });
      },
      star: ({ owner, name }: { owner: string; name: string }) => {
        const repo = of(owner).find(each => each.name === name) as Repo;
        repo.stargazerCount += 1;
        return repo;
      },
    },
  });
  const api = await serve({
    'POST /graphql': async request => {
      const [body, init] = await handler({
        method: request.method,
        url: request.url,
        headers: request.headers as Record<string, string>,
        body: request.body as Record<string, unknown>,
        raw: undefined,
        context: undefined,
      });
      return reply(init.status, body, init.headers);
    },
    'GET /repos/:owner/:name': ({ params }) => {
      const found = of(params.owner as string).find(({ name }) => name === params.name) as Repo;
      const { stargazerCount: stargazersCount, forkCount: forksCount, ...others } = found;
      return { ...others, stargazersCount, forksCount };
    },
  });
  return { api, gql: new GQLEndpoint(`${api.url}/graphql`, { name: `GraphQL ${api.url}` }) };
}

const PINNED = `query getPinned($login: String!) {
  user(login: $login) { login pinnedItems { nodes { id name owner { login } stargazerCount forkCount } } }
}`;
const pinnedSchema = { user: { login: '', pinnedItems: { nodes: [GqlRepository] } } };

describe('a GraphQL query as a member of a resource (reuse pattern 3)', () => {
  it('shares its records with the REST members of the resource', async () => {
    const { api, gql } = await serveBoth();
    const RepositoryResource = resource({
      path: '/repos/:owner/:name',
      schema: Repository,
      Endpoint: ApiEndpoint,
    }).extend(base => ({
      ...base,
      getPinned: gql.query((_variables: { login: string }) => PINNED, pinnedSchema),
    }));
    const store = createTestStore();

    const { user } = await store.dispatch(RepositoryResource.getPinned.fetch({ login: 'ada' }));
    const [engine, loom] = user.pinnedItems.nodes;
    expect([engine?.stargazersCount, loom?.forksCount]).toEqual([1, 2]);
    expect(engine).toBeInstanceOf(GqlRepository);
    expect(engine?.pk()).toBe('ada/engine');

    // The REST member finds the record as well, under the same key.
    const found = store.client.selectors.selectQuery(Repository, 'ada/engine')(store.getState());
    expect(found).toMatchObject({ id: 'R1', stargazersCount: 1 });
    const repository: Repository = await store.dispatch(
      RepositoryResource.get.fetch({ owner: 'ada', name: 'engine' }),
    );
    expect(repository).toBeInstanceOf(Repository);
    const pinned = RepositoryResource.getPinned.select({ login: 'ada' })(store.getState()).data;
    expect(pinned?.user.pinnedItems.nodes[0]).toBe(engine);
    expect(api.requests).toEqual(['POST /graphql', 'GET /repos/ada/engine']);
  });

  it('is updated by a mutation', async () => {
    const { gql } = await serveBoth();
    const getPinned = gql.query((_variables: { login: string }) => PINNED, pinnedSchema, {
      name: 'pinned.read',
    });
    const star = gql.mutation(
      (_variables: { owner: string; name: string }) => `mutation star($owner: String!, $name: String!) {
        star(owner: $owner, name: $name) { id name owner { login } stargazerCount forkCount }
      }`,
      { star: GqlRepository },
      { name: 'pinned.star' },
    );
    const store = createTestStore();
    await store.dispatch(getPinned.fetch({ login: 'ada' }));
    const starred = await store.dispatch(star.fetch({ owner: 'ada', name: 'engine' }));
    const pinned = getPinned.select({ login: 'ada' })(store.getState()).data;
    expect(starred.star.stargazersCount).toBe(2);
    expect(pinned?.user.pinnedItems.nodes[0]).toBe(starred.star);
    expect([getPinned.sideEffect, star.sideEffect]).toEqual([false, true]);
  });
});

describe('query', () => {
  it('accepts a string with any object as its variables', async () => {
    const { api, gql } = await serveBoth();
    const response = await gql.query(PINNED, pinnedSchema, { name: 'asString' })({ login: 'ada' });
    expect(response.user.login).toBe('ada');
    expect(api.bodies).toEqual([{ query: PINNED, variables: { login: 'ada' } }]);
  });

  it('needs neither variables nor a schema', async () => {
    const { gql } = await serveBoth();
    await expect(gql.query('{ user(login: "bob") { login } }')()).resolves.toEqual({
      user: { login: 'bob' },
    });
  });

  it('returns null for a missing record if the schema allows it', async () => {
    class Reader extends Entity {
      id = '';
      name = '';
      static key = 'GqlReader';
    }
    const api = await startApi({
      'POST /graphql': ({ body }) => {
        const { id } = (body as { variables: { id: string } }).variables;
        return { data: { reader: id === '5' ? { id, name: 'Ada' } : null } };
      },
    });
    const getReader = new GQLEndpoint(`${api.url}/graphql`).query(
      (_variables: { id: string }) => 'query getReader($id: ID!) { reader(id: $id) { id name } }',
      { reader: Reader as typeof Reader | null },
    );
    const controller = new Controller(createTestStore());
    expect((await controller.fetch(getReader, { id: '5' })).reader).toBeInstanceOf(Reader);
    expect(controller.get(Reader, '5')?.name).toBe('Ada');
    expect((await controller.fetch(getReader, { id: '9' })).reader?.name).toBeUndefined();
    expect(controller.getResponse(getReader, { id: '9' }).data).toEqual({ reader: null });
  });

  it('sends one request for two readers', async () => {
    const { api, gql } = await serveBoth();
    const get = gql.query((_variables: { login: string }) => PINNED, pinnedSchema, { name: 'shared' });
    const store = createTestStore();
    await Promise.all([
      store.dispatch(get.fetch({ login: 'ada' })),
      store.dispatch(get.fetch({ login: 'ada' })),
    ]);
    expect(api.requests).toEqual(['POST /graphql']);
  });

  it('called without an operation explains how to add one', async () => {
    await expect(new GQLEndpoint('http://a.example/graphql')()).rejects.toThrow(
      'Cannot define GraphQL http://a.example/graphql: option `operation` is missing, so there is nothing ' +
        'to send. Call what .query(...) or .mutation(...) returns.',
    );
  });
});

describe('key', () => {
  const gql = new GQLEndpoint('http://a.example/graphql');

  it('consists of the URL, the name of the operation and its sorted variables', () => {
    const get = gql.query(
      (_variables: { a: number; b: { d: number; c: number } }) => 'query getIt($a: Int) { a }',
    );
    const key = 'POST http://a.example/graphql getIt {"a":1,"b":{"c":3,"d":2}}';
    expect(get.key({ b: { d: 2, c: 3 }, a: 1 })).toBe(key);
    expect(get.key({ a: 1, b: { c: 3, d: 2 } })).toBe(key);
    expect([get.testKey(key), get.testKey(key.replace('getIt', 'getIts'))]).toEqual([true, false]);
  });

  it.each([
    ['query getIt { a }', 'getIt'],
    ['# all of it\nquery getIt($a: Int) { a }', 'getIt'],
    ['fragment f on User { id } query getIt { ...f }', 'getIt'],
    ['mutation doIt { a }', 'doIt'],
    ['{ a\n  b }', '{ a b }'],
    ['query { query { id } }', 'query { query { id } }'],
  ])('of %p contains %s', (text, name) => {
    expect(gql.query(text).key()).toBe(`POST http://a.example/graphql ${name} {}`);
    expect(gql.query(() => text).key()).toBe(`POST http://a.example/graphql ${name} {}`);
  });

  it('contains the `name` option instead, if given', () => {
    expect(gql.query('{ a }', undefined, { name: 'mine' }).key()).toBe(
      'POST http://a.example/graphql mine {}',
    );
  });

  it('is kept by an extension with the same operation', () => {
    const get = gql.query('query getIt { a }', undefined, { name: 'mine' });
    expect(get.extend({ dataExpiryLength: 5 }).key()).toBe(get.key());
    expect(get.extend({ operation: 'query other { a }' }).key()).toBe(
      'POST http://a.example/graphql other {}',
    );
  });

  it('requires a name if the text depends on its variables', () => {
    const define = () => gql.query(({ deep }: { deep: { field: string } }) => `{ ${deep.field.trim()} }`);
    expect(define).toThrow(
      'Cannot define a GraphQL operation: option `name` is missing, and cannot be derived: the function throws without ' +
        "variables. Add one: query(variables => ..., schema, { name: 'getUser' }).",
    );
  });
});

describe('misuse', () => {
  const gql = new GQLEndpoint('http://a.example/graphql');

  it('of a parsed document suggests to print it', () => {
    expect(() => gql.query({ kind: 'Document' } as never)).toThrow(
      'Cannot define a GraphQL operation: option `operation` is an object with kind. ' +
        'Pass its text, or a function that returns it. For a parsed document: print(document).',
    );
  });

  it('without a URL throws', () => {
    expect(() => new GQLEndpoint(undefined as never)).toThrow(
      "Cannot define a GQLEndpoint: option `url` is undefined. Write new GQLEndpoint('https://api.example.com/graphql').",
    );
  });

  it('of a server with other JSON responses reports what it received', async () => {
    const api = await startApi({ 'POST /todos': () => ({ id: '5' }) });
    await expect(new GQLEndpoint(`${api.url}/todos`).query('query q { a }')()).rejects.toMatchObject({
      code: 'unexpected-content',
      message: expect.stringMatching(
        /^Expected a GraphQL response from POST \S+\/todos, received application\/json\S*: "\{\\"id\\":\\"5\\"\}"\./,
      ),
    });
  });
});

describe('errors', () => {
  it('in a response reject with a GQLNetworkError and are stored', async () => {
    const { gql } = await serveBoth();
    const get = gql.query('query getBroken { broken }');
    const error = await get().catch((each: unknown) => each as GQLNetworkError);
    expect(error).toBeInstanceOf(GQLNetworkError);
    expect(error).toMatchObject({ code: 'graphql', status: 200, data: { broken: null } });
    expect((error as GQLNetworkError).errors).toMatchObject([
      { message: 'it is broken', extensions: { code: 'BROKEN' } },
    ]);
    expect((error as Error).message).toBe(`getBroken at ${get.url()} failed: it is broken.`);

    const store = createTestStore();
    await expect(store.dispatch(get.fetch())).rejects.toThrow('it is broken');
    expect(get.select()(store.getState()).error).toMatchObject({ name: 'GQLNetworkError', status: 200 });
  });

  it('with a failing status do the same', async () => {
    const { gql } = await serveBoth();
    const error = await gql
      .query('query getNothing { nothing }')()
      .catch((each: unknown) => each);
    expect(error).toBeInstanceOf(GQLNetworkError);
    expect((error as Error).message).toMatch(/Cannot query field "nothing" on type "Query"\.$/);
  });

  it.each([[''], [false], [{}], [[]], [null]])('are ignored if they are %j beside data', async errors => {
    const { url } = await startApi({ 'POST /graphql': () => reply(200, { errors, data: { broken: 'no' } }) });
    await expect(new GQLEndpoint(`${url}/graphql`).query('query broken { broken }')()).resolves.toEqual({
      broken: 'no',
    });
  });

  it.each([
    ['a single one', { message: 'no access' }, 'no access'],
    ['texts', ['no access', 'no name'], 'no access; no name'],
    ['what has no message', [null, { code: 5 }], 'null; {"code":5}'],
  ])('reject in any form: %s', async (_, errors, said) => {
    const { url } = await startApi({ 'POST /graphql': () => reply(200, { errors }) });
    const broken = new GQLEndpoint(`${url}/graphql`).query('query broken { broken }');

    const failure = await broken().catch((error: unknown) => error);

    expect(failure).toBeInstanceOf(GQLNetworkError);
    expect((failure as GQLNetworkError).message).toContain(`failed: ${said}.`);
  });

  it('that are not GraphQL responses are NetworkErrors', async () => {
    const api = await startApi({ 'POST /graphql': () => reply(502, 'bad gateway') });
    const error = await new GQLEndpoint(`${api.url}/graphql`)
      .query('query q { a }')()
      .catch((each: unknown) => each);
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ status: 502, data: 'bad gateway' });
  });
});

describe('a subclass', () => {
  it('sets headers for all its operations', async () => {
    const api = await startApi({ 'POST /graphql': () => ({ data: { a: 1 } }) });
    class Authorized extends GQLEndpoint<never[], undefined> {
      override dataExpiryLength = 5_000;
      override async getHeaders(headers: Readonly<Record<string, string>>) {
        return { ...headers, Authorization: 'Bearer 7' };
      }
    }
    const get = new Authorized(`${api.url}/graphql`).query('query authorized { a }');
    await expect(get()).resolves.toEqual({ a: 1 });
    expect(api.seen[0]?.headers).toMatchObject({
      authorization: 'Bearer 7',
      'content-type': 'application/json',
    });
    expect(get.dataExpiryLength).toBe(5_000);
  });

  it('stores data next to errors if parseResponse returns it', async () => {
    class Lenient<
      Args extends readonly unknown[] = readonly never[],
      const S = undefined,
      const Effect = undefined,
    > extends GQLEndpoint<Args, S, Effect> {
      override async parseResponse(response: Response): Promise<unknown> {
        try {
          return await super.parseResponse(response);
        } catch (error) {
          if (error instanceof GQLNetworkError && error.data) return error.data;
          throw error;
        }
      }
    }
    const api = await startApi({
      'POST /graphql': () => ({ data: { a: 1, b: null }, errors: [{ message: 'b is broken' }] }),
    });
    const get = new Lenient(`${api.url}/graphql`).query('query lenient { a b }', { a: 0 });
    const store = createTestStore();

    await expect(store.dispatch(get.fetch())).resolves.toEqual({ a: 1, b: null });
  });

  it('transforms data with process', async () => {
    const api = await startApi({ 'POST /graphql': () => ({ data: { a: 1 } }) });
    const get = new GQLEndpoint(`${api.url}/graphql`).query('query processed { a }', undefined, {
      process: ({ a }: { a: number }) => a + 1,
    });
    await expect(get()).resolves.toBe(2);
  });
});

it('equal operations of two servers are two endpoints', async () => {
  const stored = { id: 'R1', name: 'engine', owner: { login: 'ada' } };
  const server = () => startApi({ 'POST /graphql': () => ({ data: { star: stored } }) });
  const apis = await Promise.all([server(), server()]);
  const [first] = apis.map(api => {
    const gql = new GQLEndpoint(`${api.url}/graphql`);
    return gql.mutation((_: { name: string }) => 'mutation star { star { name } }', { star: GqlRepository });
  });
  const store = createTestStore();

  await store.dispatch((first as NonNullable<typeof first>).fetch({ name: 'engine' }));

  // After the test, the log is replayed with the endpoint of the first server.
  expect(apis.map(api => api.requests.length)).toEqual([1, 0]);
  const named = JSON.parse(JSON.stringify(store.log)) as typeof store.log;
  expect(() =>
    named.reduce<unknown>(
      (state, action) => store.client.reducer(state as never, action as never),
      undefined,
    ),
  ).not.toThrow();
  expect(endpointOf(named[0] as never)).toBe(first);
});

it('a record created in a field of a response keeps its temporary key, and a queued mutation is sent', async () => {
  class Task extends Entity {
    id = '';
    title = '';
    static key = 'GraphQL.Task';
  }
  const rows: { id: string; title: string }[] = [];
  const api = await startApi({
    'POST /graphql': ({ body }) => {
      const { query, variables } = body as { query: string; variables: { id: string; title: string } };
      if (query.startsWith('mutation add')) {
        rows.push({ id: String(rows.length + 1), title: variables.title });
        return { data: { addTask: rows.at(-1) } };
      }
      if (!query.startsWith('mutation')) return { data: { tasks: rows } };
      const row = rows.find(({ id }) => id === variables.id);
      return { data: { rename: Object.assign(row as object, { title: variables.title }) } };
    },
  });
  const gql = new GQLEndpoint(`${api.url}/graphql`);
  const tasks = new Collection([Task]);
  const list = gql.query('query tasks { tasks { id title } }', { tasks });
  const add = gql.mutation(
    (_: { title: string }) => 'mutation add { addTask { id title } }',
    { addTask: tasks.push },
    {
      getOptimisticResponse: (_snapshot, { title }) => ({ addTask: { title } }) as never,
    },
  );
  const rename = gql.mutation(
    (_: { id: string; title: string }) => 'mutation rename { rename { id title } }',
    { rename: Task },
  );
  const store = createTestStore();
  await store.dispatch(list.fetch());
  const shown = () => list.select()(store.getState()).data?.tasks[0] as Task;
  const held = api.hold('POST /graphql');
  const adding = store.dispatch(add.fetch({ title: 'new' }));
  await held.arrived;
  const { id } = shown();
  const key = keyOf(shown());
  const renaming = store.dispatch(rename.fetch({ id, title: 'newer' }));
  await held.release();
  await Promise.all([adding, renaming]);

  expect(rows).toEqual([{ id: '1', title: 'newer' }]);
  expect(shown()).toMatchObject({ id: '1', title: 'newer' });
  expect(keyOf(shown())).toBe(key);
  expect(new Controller(store).get(Task, { id })?.id).toBe('1');
});

it('a record whose creation is in flight is shown once when a poll also returns it', async () => {
  class Job extends Entity {
    id = '';
    title = '';
    static key = 'GraphQL.Job';
  }
  const rows: object[] = [];
  const api = await startApi({
    'POST /graphql': ({ body }) => {
      const { query, variables } = body as { query: string; variables: { input: object } };
      if (query.startsWith('query')) return { data: { jobs: rows } };
      rows.push({ id: '1', ...variables.input });
      return { data: { addJob: rows[0] } };
    },
  });
  const gql = new GQLEndpoint(`${api.url}/graphql`);
  const jobs = new Collection([Job]);
  const list = gql.query('query jobs { jobs { id title } }', { jobs });
  const add = gql.mutation(
    (_: { input: { title: string } }) => 'mutation add { addJob { id title } }',
    { addJob: jobs.push },
    { getOptimisticResponse: (_snapshot, { input }) => ({ addJob: input }) as never },
  );
  const store = createTestStore();
  await store.dispatch(list.fetch());
  const held = api.hold('POST /graphql');
  const adding = store.dispatch(add.fetch({ input: { title: 'new' } }));
  await held.arrived;
  rows.push({ id: '1', title: 'new' });
  await store.dispatch(list.fetch());

  expect(list.select()(store.getState()).data?.jobs).toHaveLength(1);
  await held.release({ data: { addJob: rows[0] } });
  await adding;
  expect(list.select()(store.getState()).data?.jobs).toHaveLength(1);
});

it('each of two records created by one response resolves its own temporary key', async () => {
  class Part extends Entity {
    id = '';
    title = '';
    static key = 'GraphQL.Part';
  }
  const api = await startApi({
    'POST /parts': () => ({ a: { id: '1', title: 'a' }, b: { id: '2', title: 'b' } }),
    'PATCH /parts/:id': ({ params, body }) => ({ id: params.id, ...(body as object) }),
    'GET /parts': () => [],
  });
  const { getList, partialUpdate } = resource({
    urlPrefix: api.url,
    path: '/parts/:id',
    schema: Part,
    optimistic: true,
  });
  const addBoth = getList.push.extend({
    name: 'GraphQL.addBoth',
    schema: { a: getList.schema.push, b: getList.schema.push },
    getOptimisticResponse: () => ({ a: { title: 'a' }, b: { title: 'b' } }),
  } as never);
  const store = createTestStore();
  await store.dispatch(getList.fetch());
  const shown = () => getList.select()(store.getState()).data ?? [];
  const held = api.hold('POST /parts');
  const adding = store.dispatch(addBoth.fetch({} as never));
  await held.arrived;
  const keys = shown().map(part => keyOf(part));
  const renaming = store.dispatch(partialUpdate.fetch({ id: String(shown()[1]?.id) }, { title: 'renamed' }));
  await held.release();
  await Promise.all([adding, renaming]);

  expect(api.requests).toEqual(['GET /parts', 'POST /parts', 'PATCH /parts/2']);
  expect(shown().map(({ id, title }) => [id, title])).toEqual([
    ['1', 'a'],
    ['2', 'renamed'],
  ]);
  expect(shown().map(part => keyOf(part))).toEqual(keys);
});

it('testKey matches only keys of its endpoint, even if another name starts the same', () => {
  const gql = new GQLEndpoint('https://example.org/graphql');
  const all = gql.query('query a { rows { id } }', undefined, { name: 'rows' });
  const open = gql.query('query b { rows(open: true) { id } }', undefined, { name: 'rows open' });

  expect([open.testKey(open.key()), all.testKey(all.key()), all.testKey(open.key())]).toEqual([
    true,
    true,
    false,
  ]);
});
