import { createDataClient, Entity, GQLEndpoint, RestEndpoint, resource } from 'rdc-toolkit';
import { endpointNamed } from '../../lib/definitions/registry';
import { AmbiguousNameError } from '../../lib/errors/AmbiguousNameError';
import { UnknownNameError } from '../../lib/errors/UnknownNameError';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';

class User extends Entity {
  id = '';
  name = '';
  static key = 'ExtendedUser';
}

/** A resource with an entity of its own, so that its names are unique. */
let count = 0;
function userResource() {
  count += 1;
  class OneOfMany extends User {
    static override key = `ExtendedUser${count}`;
  }
  const key = OneOfMany.key;
  return { key, Users: resource({ path: '/users/:id', schema: OneOfMany, Endpoint: ApiEndpoint }) };
}

const serveUsers = () =>
  serve({
    'GET /users/:id': ({ params }) => ({ ...params, name: 'Ada' }),
    'GET /users': () => [{ id: '1', name: 'Ada' }],
    'GET /me': () => ({ id: '1', name: 'Ada' }),
    'GET /users/:id/friends': () => [{ id: '2', name: 'Bob' }],
    'POST /users/:id/follow': ({ params }) => ({ ...params, name: 'Ada' }),
  });

describe('extend(fn)', () => {
  it('adds members derived from base members', async () => {
    await serveUsers();
    const Users = userResource().Users.extend(base => ({
      current: base.get.extend({ path: '/me' }),
      friends: base.getList.extend({ path: '/users/:id/friends' }),
    }));
    const store = createTestStore();
    const me: User = await store.dispatch(Users.current.fetch());
    const [friend] = await store.dispatch(Users.friends.fetch({ id: '1' }));
    expect([me.name, friend?.name]).toEqual(['Ada', 'Bob']);
    expect(Users.get.select({ id: '1' })(store.getState()).data).toBe(me);
  });

  it('replaces members and keeps the rest', () => {
    const { Users } = userResource();
    const Extended = Users.extend(base => ({ get: base.get.extend({ dataExpiryLength: 5 }) }));
    expect(Extended.get.dataExpiryLength).toBe(5);
    expect(Users.get.dataExpiryLength).toBeUndefined();
    expect(Extended.update).toBe(Users.update);
  });

  it('can return all of base, and members that are not endpoints', () => {
    const Users = userResource().Users.extend(base => ({
      ...base,
      pathOf: (id: string) => base.get.url({ id }),
    }));
    expect(Users.pathOf('5')).toBe('/users/5');
    expect(Users.extend({ get: { dataExpiryLength: 5 } }).get.dataExpiryLength).toBe(5);
  });

  it('throws if the function returns nothing', () => {
    expect(() => userResource().Users.extend((() => undefined) as never)).toThrow(
      'option `extend` did not return an object of members. Write extend(base => ({ name: ... })).',
    );
  });
});

it('rejects options in place of an endpoint and removes an undefined member', () => {
  const { Users } = userResource();
  expect(() => Users.extend(() => ({ getList: { path: '/all' } }))).toThrow(
    'option `extend` returned an object with path for its endpoint getList. Write extend(base => ({ getList: ' +
      'base.getList.extend({ ... }) })), or extend({ getList: { ... } }).',
  );
  expect(Users.extend(() => ({ delete: undefined })).delete).toBeUndefined();
});

describe('extend({ member: overrides })', () => {
  it('overrides member options, and keeps the class', async () => {
    const api = await serveUsers();
    const Users = userResource().Users.extend({
      get: { path: '/me' },
      update: { path: '/users/:id/follow', method: 'POST', body: undefined },
    });
    await Users.get();
    await Users.update({ id: '5' });
    expect(Users.get).toBeInstanceOf(ApiEndpoint);
    expect(api.requests).toEqual(['GET /me', 'POST /users/5/follow']);
  });

  it('also applies to the endpoints derived from getList', async () => {
    const { Users } = userResource();
    const Extended = Users.extend({ getList: { path: '/groups/:group/users' } });
    expect(Extended.getList.push.url({ group: 'a' }, {})).toBe('/groups/a/users');
    expect(Extended.getList.move.url({ id: '5' }, {})).toBe('/users/5');
  });

  it('throws for an unknown member and lists the known ones', () => {
    const { Users, key } = userResource();
    // @ts-expect-error not a member
    const extend = () => Users.extend({ gett: { path: '/me' } });
    expect(extend).toThrow(expect.objectContaining({ name: 'UsageError', code: 'endpoint-option' }));
    expect(extend).toThrow(
      `Cannot define the resource ${key}: option \`gett\` does not exist ` +
        "(members: get, getList, update, partialUpdate, delete). Add it with extend('gett', { ... }).",
    );
  });

  it('explains how to configure an endpoint derived from a list', () => {
    const { Users } = userResource();
    expect(() => Users.extend({ push: { path: '/me' } } as never)).toThrow(
      'It is derived from a list: write extend(({ getList }) => ({ mine: getList.push.extend({ ... }) })).',
    );
    const { mine } = Users.extend(({ getList }) => ({ mine: getList.push.extend({ path: '/me' }) }));
    expect(mine.key({})).toBe('POST /me');
  });

  it('rejects anything but an options object', () => {
    expect(() => userResource().Users.extend(undefined as never)).toThrow(
      "option `extend` was given undefined. Write extend({ get: { ... } }), or extend('name', { ... }).",
    );
  });

  it('rejects inherited object properties as members', () => {
    expect(() => userResource().Users.extend({ constructor: {} } as never)).toThrow('does not exist');
  });

  it('rejects a member that is not a RestEndpoint', () => {
    const Users = userResource().Users.extend(() => ({ pathOf: () => '/users' }));
    expect(() => Users.extend({ pathOf: { path: '/me' } } as never)).toThrow(
      'option `pathOf` is not a RestEndpoint, so it has no such options. Write extend(base => ({ pathOf: ... })).',
    );
  });
});

describe('extend(name, options)', () => {
  it('adds one member, derived from get', async () => {
    await serveUsers();
    const Users = userResource().Users.extend('current', { path: '/me' });
    const me: User = await createTestStore().dispatch(Users.current.fetch());
    expect(me.name).toBe('Ada');
    expect(Users.current).toBeInstanceOf(ApiEndpoint);
  });

  it('sends POST if it has a body', async () => {
    const api = await serveUsers();
    const Users = userResource().Users.extend('follow', {
      path: '/users/:id/follow',
      body: {} as { loud: boolean },
    });
    await Users.follow({ id: '5' }, { loud: true });
    expect([api.requests, api.bodies]).toEqual([['POST /users/5/follow'], [{ loud: true }]]);
  });

  it('refuses to add a member twice', () => {
    const { Users, key } = userResource();
    // @ts-expect-error exists already
    const extend = () => Users.extend('get', { path: '/me' });
    expect(extend).toThrow(
      `Cannot define the resource ${key}: option \`get\` already exists. ` +
        'Change it with extend({ get: { ... } }), or choose another name.',
    );
    const Added = Users.extend('current', { path: '/me' });
    // @ts-expect-error exists already
    expect(() => Added.extend('current', { path: '/me' })).toThrow('already exists');
    // @ts-expect-error it is how members are added
    expect(() => Users.extend('extend', { path: '/me' })).toThrow('already exists');
  });

  it('throws if get is not a RestEndpoint', () => {
    const gql = new GQLEndpoint('http://a.example/graphql');
    const Users = userResource().Users.extend(() => ({ get: gql.query('query q { a }') }));
    expect(() => Users.extend('current', { path: '/me' } as never)).toThrow(
      'cannot extend `get`, which is not a RestEndpoint. Write extend(() => ({ current: new RestEndpoint({ ... }) })).',
    );
  });
});

describe('extend, chained', () => {
  it('applies each form to the result of the one before', async () => {
    await serveUsers();
    const Users = userResource()
      .Users.extend('current', { path: '/me' })
      .extend({ current: { dataExpiryLength: 5 } })
      .extend(base => ({ again: base.current.extend({ errorExpiryLength: 6 }) }))
      .extend(base => base.extend('more', { path: '/me' }));
    expect([Users.again.dataExpiryLength, Users.again.errorExpiryLength, Users.more.path]).toEqual([
      5,
      6,
      '/me',
    ]);
    expect((await createTestStore().dispatch(Users.again.fetch())).name).toBe('Ada');
  });
});

describe('names', () => {
  it('are <Entity key>.<member>, also for endpoints derived from getList', () => {
    const {
      get,
      getList,
      update,
      partialUpdate,
      delete: remove,
    } = resource({
      path: '/users/:id',
      schema: User,
      paginationField: 'page',
    });
    const { push, unshift, getPage, move } = getList;
    const members = [get, getList, push, unshift, getPage, move, update, partialUpdate, remove];
    expect(members.map(({ name }) => name)).toEqual([
      'ExtendedUser.get',
      'ExtendedUser.getList',
      'ExtendedUser.getList.push',
      'ExtendedUser.getList.unshift',
      'ExtendedUser.getList.getPage',
      'ExtendedUser.getList.move',
      'ExtendedUser.update',
      'ExtendedUser.partialUpdate',
      'ExtendedUser.delete',
    ]);
  });

  it('start with the path if the schema has no key', () => {
    expect(resource({ path: '/things/:id', schema: { a: '' } }).get.name).toBe('/things/:id.get');
  });

  it('of added or replaced members follow the same pattern in every form', () => {
    const { Users, key } = userResource();
    const Extended = Users.extend(base => ({
      get: base.get.extend({ dataExpiryLength: 5 }),
      open: base.getList.extend({ path: '/open' }),
      create: base.getList.push.extend({ path: '/create' }),
      other: new RestEndpoint({ path: '/other' }),
      same: base.update,
    }))
      .extend({ open: { dataExpiryLength: 5 } })
      .extend('current', { path: '/me' });
    const { get, open, create, other, same, current } = Extended;
    expect([get, open, open.push, create, other, same, current].map(({ name }) => name)).toEqual([
      `${key}.get`,
      `${key}.open`,
      `${key}.open.push`,
      `${key}.create`,
      `${key}.other`,
      `${key}.update`,
      `${key}.current`,
    ]);
  });

  it('are kept in every form if they are explicit', () => {
    const Users = userResource()
      .Users.extend(base => ({ one: base.get.extend({ name: 'one' }) }))
      .extend({ one: { dataExpiryLength: 5 }, get: { name: 'two' } })
      .extend('current', { path: '/me', name: 'three' });
    expect([Users.one.name, Users.get.name, Users.current.name]).toEqual(['one', 'two', 'three']);
  });

  it('of an endpoint used before it became a member are updated', () => {
    const { Users, key } = userResource();
    const Extended = Users.extend(base => {
      const open = base.getList.extend({ path: '/open' });
      return { open, push: open.push };
    });
    expect([Extended.open.name, Extended.push.name]).toEqual([`${key}.open`, `${key}.open.push`]);
  });

  it('shared by two endpoints throw when a log uses them, until one is renamed or replaced', () => {
    const { key, Users } = userResource();
    const one = Users.get.extend({ schema: [User] });
    const other = Users.get.extend({ schema: undefined });
    expect(one.name).toBe(other.name);
    expect(() => endpointNamed(one.name)).toThrow(AmbiguousNameError);
    const { fast } = Users.extend(() => ({ fast: other }));
    expect([endpointNamed(`${key}.fast`), fast]).toEqual([other, other]);
  });

  it('of an endpoint and its extension differ, so a log tells them apart', () => {
    const get = new RestEndpoint({ name: 'getUser', path: '/users/:id' });
    expect(get.extend({ dataExpiryLength: 5 }).name).toBe('GET /users/:id');
  });

  it.each([
    [
      'by a function',
      (Users: ReturnType<typeof userResource>['Users']) =>
        Users.extend(base => ({ getList: base.getList.extend({ dataExpiryLength: 5 }) })),
    ],
    [
      'by a batch',
      (Users: ReturnType<typeof userResource>['Users']) => Users.extend({ getList: { dataExpiryLength: 5 } }),
    ],
  ])('of a member replaced %s resolve to the new one in a log from JSON', async (_form, extend) => {
    await serveUsers();
    const { Users } = userResource();
    // Accessed before the replacement, the old member has created its own push.
    expect(Users.getList.push.name).toMatch(/push$/);
    const Extended = extend(Users);
    const store = createTestStore();
    await store.dispatch(Extended.getList.fetch());
    const client = createDataClient();
    const replayed = (JSON.parse(JSON.stringify(store.log)) as typeof store.log).reduce<
      ReturnType<typeof client.reducer>
    >(client.reducer, client.getInitialState());
    expect(replayed).toEqual(store.getState().rdc);
  });
});

describe('an endpoint derived from getList', () => {
  it('is found by name in a log, even if it was never accessed here', () => {
    const { key, Users } = userResource();
    const found = endpointNamed(`${key}.getList.push`);
    expect(found).toBe(Users.getList.push);
    expect(() => endpointNamed(`${key}.getList.constructor`)).toThrow(UnknownNameError);
    expect(() => endpointNamed(`${key}.getList.getPage`)).toThrow(UnknownNameError);
  });

  it('is the same object each time', () => {
    const { getList } = userResource().Users;
    expect([getList.push, getList.move]).toEqual([getList.push, getList.move]);
  });

  it('does not inherit key and update of the list', async () => {
    const list = userResource().Users.getList.extend({
      key: () => 'all users',
      update: () => ({ other: () => [] }),
    });
    expect([list.key(), list.push.key({ name: 'x' }), list.push.update]).toEqual([
      'all users',
      'POST /users',
      undefined,
    ]);
  });
});
