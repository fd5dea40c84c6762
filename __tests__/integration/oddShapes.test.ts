import {
  All,
  Collection,
  Controller,
  Endpoint,
  Entity,
  GQLEndpoint,
  Invalidate,
  resource,
  type,
  Union,
  Values,
} from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';

class Person extends Entity {
  id = '';
  name = '';
  static key = 'OddShapes.Person';
}

class Job extends Entity {
  id = '';
  title = '';
  kind = '';
  author = Person.fromJS();
  static key = 'OddShapes.Job';
  static schema = { author: Person };
}

const titles = (rows: readonly { readonly title: string }[] | undefined) => rows?.map(({ title }) => title);

it('shows a created record under a parent whose parameter has the name of its key', async () => {
  const Jobs = resource({
    path: '/plants/:id/jobs/:jobId',
    schema: Job,
    Endpoint: ApiEndpoint,
    optimistic: true,
  });
  const api = await serve({
    'GET /plants/:id/jobs': () => [{ id: '5', title: 'old' }],
    'POST /plants/:id/jobs': ({ body }) => ({ id: '6', ...(body as object) }),
  });
  const store = createTestStore();
  const shown = () => titles(Jobs.getList.select({ id: '5' })(store.getState()).data);
  await store.dispatch(Jobs.getList.fetch({ id: '5' }));
  const held = api.hold('POST /plants/:id/jobs');
  const creating = store.dispatch(Jobs.getList.push.fetch({ id: '5' }, { title: 'new' }));
  await held.arrived;

  expect(shown()).toEqual(['old', 'new']);
  await held.release();
  await creating;
  expect(shown()).toEqual(['old', 'new']);
});

it("adds a creation that sends its relation as a record to that record's list", async () => {
  const Jobs = resource({
    path: '/jobs/:id',
    schema: Job,
    searchParams: type<{ author?: string }>(),
    Endpoint: ApiEndpoint,
    optimistic: true,
  });
  const api = await serve({
    'GET /jobs': () => [],
    'POST /jobs': ({ body }) => ({ id: '1', ...(body as object) }),
  });
  const store = createTestStore();
  const shown = () => titles(Jobs.getList.select({ author: '7' })(store.getState()).data);
  await store.dispatch(Jobs.getList.fetch({ author: '7' }));
  const held = api.hold('POST /jobs');
  const creating = store.dispatch(
    Jobs.getList.push.fetch({ title: 'a', author: { id: '7', name: 'Ada' } } as never),
  );
  await held.arrived;

  expect(shown()).toEqual(['a']);
  await held.release();
  await creating;
  expect(shown()).toEqual(['a']);
});

it.each([
  ['in another order', (made: readonly object[]) => made.toReversed()],
  ['without the first', (made: readonly object[]) => made.slice(1)],
])('never deletes the wrong one of several created records that come back %s', async (of, change) => {
  class Many extends Job {
    static override key = `OddShapes.Many, ${of}`;
  }
  const Jobs = resource({ path: '/many/:id', schema: Many, Endpoint: ApiEndpoint, optimistic: true });
  const api = await serve({
    'GET /many': () => [],
    'POST /many': ({ body }) =>
      change((body as { title: string }[]).map(one => ({ id: `id-${one.title}`, ...one }))),
    'DELETE /many/:id': () => null,
  });
  const store = createTestStore();
  await store.dispatch(Jobs.getList.fetch());
  const held = api.hold('POST /many');
  const creating = store.dispatch(Jobs.getList.push.fetch([{ title: 'a' }, { title: 'b' }] as never));
  await held.arrived;
  const [a] = Jobs.getList.select()(store.getState()).data ?? [];
  const deleting = store.dispatch(Jobs.delete.fetch({ id: a?.id ?? '' }));
  await held.release();
  await creating;
  await Promise.allSettled([deleting]);

  expect(a?.title).toBe('a');
  expect(api.requests).not.toContain('DELETE /many/id-b');
  expect(titles(Jobs.getList.select()(store.getState()).data)).toContain('b');
});

it('shows each record of a union once if two names share one entity', () => {
  const item = new Union({ bug: Job, feature: Job, person: Person }, 'kind');
  const getItems = new ApiEndpoint({
    path: '/items',
    schema: new Collection([item]),
    name: 'oddShapes.getItems',
  });
  const store = createTestStore();
  const rows = ['bug', 'feature'].map(kind => ({ id: kind, kind, title: kind }));
  store.dispatch(getItems.setResponse(rows as never));

  const all = new Controller(store).get(new All(item));
  expect(all?.map(({ id }) => id)).toEqual(['bug', 'feature']);
});

it('drops an invalid entry of a map and keeps the others', async () => {
  class Rate extends Entity {
    id = '';
    value = 0;
    static key = 'OddShapes.Rate';
    static override validate({ value }: Partial<Rate>) {
      return (value ?? 0) < 0 ? 'it is negative' : undefined;
    }
  }
  const getRates = new ApiEndpoint({
    path: '/rates',
    schema: new Collection(new Values(Rate)),
    schemaFailurePolicy: 'drop',
    name: 'oddShapes.getRates',
  });
  await serve({ 'GET /rates': () => ({ a: { id: '1', value: 1 }, b: { id: '2', value: -1 } }) });
  const store = createTestStore();

  expect(Object.keys((await store.dispatch(getRates.fetch())) ?? {})).toEqual(['a']);
  expect(store.complaints.splice(0).join()).toContain('it is negative');
});

it("reads the source of a field only from the response's own properties", async () => {
  class Driver extends Entity {
    id = '';
    team = '';
    static key = 'OddShapes.Driver';
    static sources = { team: 'constructor' };
  }
  const getDriver = new ApiEndpoint({ path: '/drivers/:id', schema: Driver, name: 'oddShapes.getDriver' });
  await serve({ 'GET /drivers/:id': ({ params }) => ({ id: params.id }) });

  const driver = await createTestStore().dispatch(getDriver.fetch({ id: '1' }));
  expect(driver?.team).toBe('');
});

it('tells unnamed GraphQL operations apart by text after # in a string, not in a comment', () => {
  const gql = new GQLEndpoint('http://localhost/graphql');
  const keyOf = (text: string) => gql.query(text).key();

  expect(keyOf('{ channel(name: "#a") { id } }')).not.toBe(keyOf('{ channel(name: "#b") { id } }'));
  expect(keyOf('{ channel { id } } # "a"')).toBe(keyOf('{ channel { id } } # "b"'));
});

it('treats undefined from a mutation function as an empty response', async () => {
  const getJob = new ApiEndpoint({ path: '/jobs/:id', schema: Job, name: 'oddShapes.getJob' });
  const remove = new Endpoint(async (_of: { id: string }) => {}, {
    name: 'oddShapes.remove',
    sideEffect: true,
    schema: new Invalidate(Job),
    whenEmpty: ({ id }: { id: string }) => ({ id }),
  });
  const store = createTestStore();
  store.dispatch(getJob.setResponse({ id: '1' }, { id: '1', title: 'a' }));
  await store.dispatch(remove.fetch({ id: '1' }));

  expect(new Controller(store).get(Job, { id: '1' })).toBeUndefined();
});

describe('a read that was not sent yet does not show a record with the key of its parent', () => {
  it.each(['plantId', 'id'])('below /%s', async parent => {
    const at = parent === 'id' ? 'jobId' : 'id';
    const Jobs = resource({ path: `/${parent}/:${parent}/jobs/:${at}`, schema: Job, Endpoint: ApiEndpoint });
    await serve({
      [`GET /${parent}/:${parent}/jobs`]: () => [
        { id: '5', title: 'five' },
        { id: '7', title: 'old' },
      ],
      [`GET /${parent}/:${parent}/jobs/:${at}`]: ({ params }) => ({ id: params[at], title: 'seven' }),
    });
    const controller = new Controller(createTestStore());
    const args = { [parent]: '5', [at]: '7' } as never;
    await controller.fetch(Jobs.getList, { [parent]: '5' } as never);
    const before = controller.getResponse(Jobs.get, args).data as Job | undefined;

    expect(before?.title).toBe(parent === 'id' ? undefined : 'old');
    expect(controller.snapshot().getResponse(Jobs.get, args).data).toBe(before);
    expect(await controller.fetch(Jobs.get, args)).toMatchObject({ title: 'seven' });
  });

  it('at /jobs/:id/author', async () => {
    const getAuthor = new ApiEndpoint({ path: '/jobs/:id/author', schema: Person, name: 'OddShapes.author' });
    const getWrapped = getAuthor.extend({ path: '/jobs/:id/wrapped', schema: { author: Person } });
    const api = await serve({
      'GET /jobs/:id/author': () => ({ id: '9', name: 'Ada' }),
      'GET /jobs/:id/wrapped': () => ({ author: { id: '9', name: 'Ada' } }),
    });
    const controller = new Controller(createTestStore());
    controller.set(Person, { id: '5' }, { name: 'Bob' });

    expect(await controller.fetchIfStale(getAuthor, { id: '5' })).toMatchObject({ name: 'Ada' });
    expect(await controller.fetchIfStale(getWrapped, { id: '5' })).toMatchObject({ author: { name: 'Ada' } });
    expect(api.requests).toHaveLength(2);
  });
});

describe('a read that was not sent yet shows the record that a list has brought', () => {
  class Question extends Entity {
    id = '';
    slug = '';
    title = '';
    static key = 'OddShapes.Question';
  }
  class Profile extends Entity {
    userId = '';
    title = '';
    static key = 'OddShapes.Profile';
    override pk() {
      return this.userId;
    }
  }
  const rows = [{ id: '1', slug: 's', userId: '1', title: 'a' }];

  it.each([
    ['with an optional slug behind its key', '/posts/:id{/:slug}', Job, { id: '1' }, 'a'],
    ['with an optional slug that it does not have', '/posts/:id{/:slug}', Job, { id: '1', slug: 's' }, 'a'],
    ['with its slug behind its key', '/questions/:id/:slug', Question, { id: '1', slug: 's' }, 'a'],
    ['not with another slug', '/questions/:id/:slug', Question, { id: '1', slug: 't' }, undefined],
    [
      'not by the key of a user, which may be that of another record',
      '/users/:userId/profile',
      Profile,
      { userId: '1' },
      undefined,
    ],
    [
      'not one of another parent with an equal number',
      '/projects/:id/questions/:slug',
      Question,
      { id: '1', slug: 's' },
      undefined,
    ],
    ['not by the id of what it belongs to', '/jobs/:id/question', Question, { id: '1' }, undefined],
    [
      'nor where that is of several kinds',
      '/jobs/:id/entry',
      new Union({ s: Question }, 'slug'),
      { id: '1' },
      undefined,
    ],
  ])('%s', async (what, path, schema, args, title) => {
    const name = `OddShapes.found ${what}`;
    const getList = new ApiEndpoint({ path: '/all', schema: [schema], name: `${name}, all` });
    const get = new ApiEndpoint({ path, schema, name });
    await serve({ 'GET /all': () => rows });
    const controller = new Controller(createTestStore());
    await controller.fetch(getList);
    const { data } = controller.getResponse(get, args as never);

    expect((data as Job | undefined)?.title).toBe(title);
  });

  it('once its slug matches', async () => {
    const get = new ApiEndpoint({
      path: '/questions/:id/:slug',
      schema: Question,
      name: 'OddShapes.bySlug',
    });
    const store = createTestStore();
    const controller = new Controller(store);
    const shown = () => get.select({ id: '1', slug: 't' })(store.getState()).data?.title;
    controller.set(Question, { id: '1' }, { id: '1', slug: 's', title: 'a' });
    expect(shown()).toBeUndefined();
    controller.set(Question, { id: '1' }, { id: '1', slug: 't', title: 'a' });

    expect(shown()).toBe('a');
  });
});
