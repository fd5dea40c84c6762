import { Controller, Entity, isPending, resource } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { hangUp, reply } from '../helpers/startApi';
import { until } from '../helpers/until';
import { mount } from '../overlap/mount';

type Row = Readonly<Record<string, unknown>>;

/** In the path, `id` is the project's; in the record, the member's. */
class Member extends Entity {
  id = '';
  role = '';
  static key = 'Addresses.Member';
}

/** Addressed by a name that is not its key. */
class User extends Entity {
  id = 0;
  username = '';
  role = '';
  static key = 'Addresses.User';
}

/** Has its own key; the path parameter `id` belongs to its parent. */
class Seat extends Entity {
  seatNo = '';
  role = '';
  static key = 'Addresses.Seat';
  override pk() {
    return this.seatNo;
  }
}

const options = { Endpoint: ApiEndpoint, optimistic: true } as const;
const members = resource({
  path: '/projects/:id/members/:userId',
  schema: Member,
  ...options,
  nonFilterArgumentKeys: ['id'],
});
const users = resource({ path: '/users/:username', schema: User, ...options });
const seats = resource({ path: '/halls/:id/seats/:seatNo', schema: Seat, ...options });

const CASES = [
  {
    what: 'a record whose parent has the name of its key',
    entity: Member,
    of: members,
    list: { id: 'p' },
    args: { id: 'p', userId: '5' },
    rows: [
      { id: '5', role: 'guest' },
      { id: 'p', role: 'other' },
    ],
    key: '5',
  },
  {
    what: 'a record that is found by another field than its key',
    entity: User,
    of: users,
    list: undefined,
    args: { username: 'ada' },
    rows: [
      { id: 7, username: 'ada', role: 'guest' },
      { id: 8, username: 'bob', role: 'other' },
    ],
    key: '7',
  },
  {
    what: 'a record with a key of its own below an `id`',
    entity: Seat,
    of: seats,
    list: { id: 'h' },
    args: { id: 'h', seatNo: 's1' },
    rows: [
      { seatNo: 's1', role: 'guest' },
      { seatNo: 's2', role: 'other' },
    ],
    key: 's1',
  },
];

async function start({ of, list, rows }: (typeof CASES)[number], answer: () => unknown) {
  const api = await serve({
    'GET /*path': () => rows,
    'PATCH /*path': answer,
    'PUT /*path': answer,
    'DELETE /*path': answer,
  });
  const store = createTestStore();
  const controller = new Controller(store);
  const lists = of.getList as typeof members.getList;
  const args = list === undefined ? [] : [list];
  await controller.fetch(lists, ...(args as [{ id: string }]));
  const shown = () =>
    controller
      .getResponse(lists, ...(args as [{ id: string }]))
      .data?.map(row => (row as { role: string }).role);
  const endpoints = of as typeof members;
  return { api, store, controller, shown, endpoints, mountList: () => mount(store, lists, args) };
}

describe.each(CASES)('$what', one => {
  const args = one.args as unknown as { id: string; userId: string };

  it('shows an update before the response and is pending', async () => {
    const { api, store, controller, shown, endpoints } = await start(one, () => ({
      ...one.rows[0],
      role: 'done',
    }));
    const held = api.hold('PATCH /*path');
    const changing = controller.fetch(endpoints.partialUpdate, args, { role: 'admin' });

    expect(shown()).toEqual(['admin', 'other']);
    expect(isPending(one.entity, one.key)(store.getState())).toBe(true);
    await held.arrived;
    await held.release();
    await changing;
    expect(shown()).toEqual(['done', 'other']);
    expect(Object.keys(store.getState().rdc.doubts)).toEqual([]);
  });

  it('keeps the sent fields after an empty response', async () => {
    const { controller, shown, endpoints } = await start(one, () => reply(204));
    const changed = await controller.fetch(endpoints.update, args, { role: 'admin' } as Row as never);

    expect(shown()).toEqual(['admin', 'other']);
    expect(changed).toMatchObject({ ...one.rows[0], role: 'admin' });
    expect(changed).toBeInstanceOf(one.entity);
  });

  it('moves with the sent fields', async () => {
    const { api, controller, shown, endpoints } = await start(one, () => ({ ...one.rows[0], role: 'admin' }));
    const held = api.hold('PATCH /*path');
    const moving = controller.fetch(endpoints.getList.move, args, { role: 'admin' });

    expect(shown()).toEqual(['admin', 'other']);
    await held.arrived;
    await held.release();
    await moving;
    expect(shown()).toEqual(['admin', 'other']);
  });

  it.each([
    ['nothing', () => reply(204)],
    ['an object without a key', () => ({ ok: true })],
  ])('is removed at once, and stays removed after a response of %s', async (_what, answer) => {
    const { api, controller, shown, endpoints } = await start(one, answer);
    const held = api.hold('DELETE /*path');
    const deleting = controller.fetch(endpoints.delete, args);

    expect(shown()).toEqual(['other']);
    await held.arrived;
    await held.release();
    await expect(deleting).resolves.toBe(one.key);
    expect(shown()).toEqual(['other']);
  });

  it('is the only record in doubt after a mutation without a response', async () => {
    const { api, controller, endpoints, mountList, store } = await start(one, () => hangUp());
    mountList();
    const held = api.hold('GET /*path');
    await controller.fetch(endpoints.partialUpdate, args, { role: 'admin' }).catch(() => undefined);

    expect(Object.keys(store.getState().rdc.doubts[one.entity.key] ?? {})).toEqual([one.key]);
    await held.arrived;
    await held.release();
    await until(() => Object.keys(store.getState().rdc.doubts).length === 0);
  });
});

describe('an empty response to a key change of an unstored record', () => {
  class Page extends Entity {
    slug = '';
    title = '';
    static key = 'Addresses.Page';
    override pk() {
      return this.slug;
    }
  }
  const pages = resource({ path: '/pages/:slug', schema: Page, Endpoint: ApiEndpoint });
  const below = resource({ path: '/plants/:id/jobs/:jobId', schema: Member, Endpoint: ApiEndpoint });

  it.each([
    ['alone in its path', pages, { slug: 'a' }, { slug: 'b', title: 't' }],
    ['below a parent with its name', below, { id: '5', jobId: '9' }, { id: '12', role: 'admin' }],
  ])('stores the record under its new key: %s', async (_where, { partialUpdate }, args, body) => {
    await serve({ 'PATCH /*path': () => reply(204) });
    const controller = new Controller(createTestStore());

    const change = partialUpdate as unknown as typeof members.partialUpdate;
    expect(await controller.fetch(change, args as never, body as never)).toMatchObject(body);
  });
});

describe('an address that matches several records by a field', () => {
  class Tag extends Entity {
    id = '';
    name = '';
    role = '';
    static key = 'Addresses.Tag';
  }
  const tags = resource({ path: '/tags/:name', schema: Tag, ...options });
  const namesakes = [
    { id: '1', name: 'red', role: 'first' },
    { id: '2', name: 'red', role: 'second' },
  ];

  it.each([
    ['the one with that key', [{ id: 'red', name: 'crimson', role: 'third' }], ['first', 'second', 'admin']],
    ['none', [], ['first', 'second']],
  ])('targets %s', async (_which, others, expected) => {
    const rows = [...namesakes, ...others];
    const api = await serve({ 'GET /tags': () => rows, 'PATCH /tags/red': () => rows.at(-1) });
    const controller = new Controller(createTestStore());
    await controller.fetch(tags.getList);
    const held = api.hold('PATCH /tags/red');
    const changing = controller.fetch(tags.partialUpdate, { name: 'red' }, { role: 'admin' });

    expect(controller.getResponse(tags.getList).data?.map(({ role }) => role)).toEqual(expected);
    await held.release();
    await changing;
  });
});

it('updates the record that matches every path field when several share one value', async () => {
  class Membership extends Entity {
    id = '';
    team = '';
    user = '';
    role = '';
    static key = 'Addresses.Membership';
  }
  const memberships = resource({ path: '/teams/:team/users/:user', schema: Membership, ...options });
  const api = await serve({
    'GET /teams/:team/users': ({ params: { team } }) => [
      { id: `of ${team}`, team, user: '7', role: 'guest' },
    ],
    'PATCH /teams/:team/users/:user': () => reply(204),
  });
  const controller = new Controller(createTestStore());
  const teams = ['red', 'blue'];
  for (const team of teams) await controller.fetch(memberships.getList, { team });
  const rolesIn = (team: string) =>
    controller.getResponse(memberships.getList, { team }).data?.map(({ role }) => role);
  const held = api.hold('PATCH /teams/blue/users/7');
  const change = controller.fetch(memberships.partialUpdate, { team: 'blue', user: '7' }, { role: 'admin' });

  expect(teams.map(rolesIn)).toEqual([['guest'], ['admin']]);
  await held.release();
  expect(await change).toMatchObject({ id: 'of blue', role: 'admin' });
  expect(teams.map(rolesIn)).toEqual([['guest'], ['admin']]);
});

it('queues serial mutations by record, not by parent', async () => {
  const serial = members.extend({ partialUpdate: { concurrency: 'serial', name: 'Addresses.serial' } });
  const api = await serve({ 'PATCH /projects/:id/members/:userId': ({ params }) => ({ id: params.userId }) });
  const controller = new Controller(createTestStore());
  const held = api.hold('PATCH /projects/p/members/5');
  const first = controller.fetch(serial.partialUpdate, { id: 'p', userId: '5' }, { role: 'a' });
  const again = controller.fetch(serial.partialUpdate, { id: 'q', userId: '5' }, { role: 'b' });
  await held.arrived;
  await controller.fetch(serial.partialUpdate, { id: 'p', userId: '6' }, { role: 'c' });

  expect(api.requests).toEqual(['PATCH /projects/p/members/5', 'PATCH /projects/p/members/6']);
  await held.release();
  await Promise.all([first, again]);
  expect(api.requests.at(-1)).toBe('PATCH /projects/q/members/5');
});
