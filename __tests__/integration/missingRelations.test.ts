import {
  Collection,
  Controller,
  denormalize,
  Entity,
  EntityMixin,
  Invalidate,
  normalize,
  resource,
  Union,
} from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';

class User extends Entity {
  id = '';
  name = 'unknown';
  static key = 'BareUser';
}

class Tag extends Entity {
  slug = '';
  static key = 'BareTag';
  override pk() {
    return this.slug;
  }
}

class Post extends Entity {
  id = '';
  title = '';
  author = User.fromJS();
  tag = Tag.fromJS();
  readers: readonly User[] = [];
  static key = 'BarePost';
  static schema = { author: User, tag: Tag, readers: [User] as const };
}

const UserResource = resource({ path: '/users/:id', schema: User, Endpoint: ApiEndpoint });
const PostResource = resource({ path: '/posts/:id', schema: Post, Endpoint: ApiEndpoint });

const posts = [
  { id: '1', title: 'one', author: '5', tag: 'red' },
  { id: '2', title: 'two', author: '6' },
];

async function setUp() {
  const api = await serve({
    'GET /posts': () => posts,
    'GET /users/:id': ({ params }) => ({ id: params.id, name: 'Ada' }),
    'DELETE /users/:id': () => null,
  });
  const store = createTestStore();
  await store.dispatch(PostResource.getList.fetch());
  return { api, store, list: () => PostResource.getList.select()(store.getState()) };
}

let said: jest.SpiedFunction<typeof console.error>;
beforeEach(() => {
  said = jest.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => said.mockRestore());

let clocks = 0;

let isOver = false;
beforeEach(() => {
  isOver = false;
});
afterEach(() => {
  isOver = true;
});

async function until(isSo: () => boolean) {
  while (!isSo() && !isOver) await new Promise(resolve => setTimeout(resolve, 20));
}

/** Waits until a list read now reports what it leaves out; lists read earlier have reported by then. */
async function waitAsLongAsMessages() {
  const key = `BareClock${++clocks}`;
  class Clock extends Entity {
    id = '';
    static key = key;
  }
  class Tower extends Entity {
    id = '';
    clocks: readonly Clock[] = [];
    static key = `BareTower${clocks}`;
    static schema = { clocks: [Clock] as const };
  }
  const controller = new Controller(createTestStore());
  controller.set(Tower, { id: '1' }, { id: '1', clocks: ['1'] });
  controller.get(Tower, { id: '1' });
  await until(() => words().includes(key));
}

const words = () => said.mock.calls.join('\n');

describe('a relation with only a key', () => {
  it('reads as a default instance with that key', async () => {
    const { list } = await setUp();

    expect(list()).toMatchObject({ expiryStatus: 'valid', error: undefined });
    const [one, two] = list().data ?? [];
    expect(one?.author).toBeInstanceOf(User);
    expect(one?.author).toMatchObject({ id: '5', name: 'unknown' });
    expect(one?.tag).toMatchObject({ slug: 'red' });
    expect(two?.author.pk()).toBe('6');
    expect(words()).toBe('');
  });

  it('is the same object for all records that refer to it, even after they change', async () => {
    const { store, list } = await setUp();
    const before = list().data?.[0]?.author;
    const controller = new Controller(store);

    controller.set(Post, { id: '1' }, { id: '1', title: 'changed' });
    controller.set(Post, { id: '3' }, { id: '3', author: '5' });

    expect(list().data?.[0]).toMatchObject({ title: 'changed' });
    expect(list().data?.[0]?.author).toBe(before);
    expect(controller.get(Post, { id: '3' })?.author).toBe(before);
  });

  it('becomes the record once it arrives', async () => {
    const { store, list } = await setUp();

    await store.dispatch(UserResource.get.fetch({ id: '5' }));

    expect(list().data?.map(({ author }) => author.name)).toEqual(['Ada', 'unknown']);
  });

  it('hides records that require it once deleted, even if it was never stored', async () => {
    const { store, list } = await setUp();
    expect(list().data).toHaveLength(2);

    await store.dispatch(UserResource.delete.fetch({ id: '5' }));

    expect(list().data?.map(({ id }) => id)).toEqual(['2']);
    await until(() => words().includes('which was deleted'));
    expect(words()).toContain(
      `The list [BarePost] leaves out BarePost 1 in the response of BarePost.getList (${PostResource.getList.key()}): ` +
        'it refers to BareUser 5, which was deleted.',
    );
  });

  it('hides elements of a long list once deleted', async () => {
    const many = Array.from({ length: 200 }, (_, i) => ({ id: String(i), author: String(i % 50) }));
    await serve({ 'GET /posts': () => many, 'DELETE /users/:id': () => null });
    const store = createTestStore();
    await store.dispatch(PostResource.getList.fetch());
    const shown = () => PostResource.getList.select()(store.getState()).data;
    expect(shown()).toHaveLength(200);

    await store.dispatch(UserResource.delete.fetch({ id: '7' }));

    expect(shown()).toHaveLength(196);
  });

  it("is the plain default if that is not an entity, and its key has the field's type", async () => {
    class Team extends EntityMixin(
      class {
        id = 0;
        name = '';
      },
      { key: 'BareTeam' },
    ) {}
    class Player extends Entity {
      id = '';
      team = new Team();
      rival: { name: string } = { name: 'nobody' };
      nothing: Team | undefined;
      static key = 'BarePlayer';
      static schema = { team: Team, rival: Team, nothing: Team };
    }
    const controller = new Controller(createTestStore());

    controller.set(Player, { id: '1' }, { id: '1', team: 7, rival: 8, nothing: 9 });

    const player = controller.get(Player, { id: '1' });
    expect(player?.team).toMatchObject({ id: 7 });
    expect(player?.rival).toEqual({ name: 'nobody' });
    expect(player?.nothing).toBeUndefined();
  });

  it('has the class that a union selects', () => {
    class Cat extends Entity {
      id = '';
      type = 'cat';
      static key = 'BareCat';
    }
    class Dog extends Entity {
      id = '';
      type = 'dog';
      static key = 'BareDog';
    }
    class Owner extends Entity {
      id = '';
      pet: Cat | Dog = Cat.fromJS();
      static key = 'BareOwner';
      static schema = { pet: new Union({ cat: Cat, dog: Dog }, 'type') };
    }
    const store = createTestStore();
    const controller = new Controller(store);
    controller.set(Owner, { id: '1' }, { id: '1', pet: { id: '2', type: 'dog' } });

    expect(controller.get(Owner, { id: '1' })?.pet).toBeInstanceOf(Dog);
  });
});

describe('a relation written by its key', () => {
  class Task extends Entity {
    id = '';
    title = '';
    author = User.fromJS();
    reviewer: User | null = null;
    readers: readonly User[] = [];
    static key = 'BareTask';
    static schema = { author: User, reviewer: User, readers: [User] as const };
  }
  const TaskResource = resource({
    path: '/tasks/:id',
    schema: Task,
    Endpoint: ApiEndpoint,
    optimistic: true,
    nonFilterArgumentKeys: [],
  });

  async function setUpTasks() {
    const bodies: unknown[] = [];
    const echo = (id: unknown, body: unknown) => {
      bodies.push(body);
      return { id, ...(body as object) };
    };
    const api = await serve({
      'GET /tasks': () => [{ id: '1', title: 'one', author: { id: '4', name: 'Bob' }, readers: ['4'] }],
      'POST /tasks': ({ body }) => echo('2', body),
      'PATCH /tasks/:id': ({ params, body }) => echo(params.id, body),
    });
    const store = createTestStore();
    const controller = new Controller(store);
    await controller.fetch(TaskResource.getList);
    controller.set(User, { id: '5', name: 'Ada' });
    const names = () =>
      (TaskResource.getList.select()(store.getState()).data ?? []).map(
        ({ title, author, reviewer, readers }) =>
          [title, author.name, reviewer?.name, ...readers.map(({ name }) => name)].join(),
      );
    return { api, bodies, store, controller, names };
  }

  it('is shown on a created record before and after the response', async () => {
    const { api, bodies, controller, names } = await setUpTasks();
    const held = api.hold('POST /tasks');

    const created = controller.fetch(TaskResource.getList.push, {
      title: 'two',
      author: '5',
      reviewer: '6',
      readers: ['5', { id: '4' }],
    });
    // User 6 has not been fetched, and `reviewer` defaults to null.
    expect(names()).toEqual(['one,Bob,,Bob', 'two,Ada,,Ada,Bob']);
    await held.arrived;
    await held.release();

    expect((await created)?.author).toBe(controller.get(User, { id: '5' }));
    expect(names()).toEqual(['one,Bob,,Bob', 'two,Ada,,Ada,Bob']);
    expect(bodies).toEqual([{ title: 'two', author: '5', reviewer: '6', readers: ['5', { id: '4' }] }]);
  });

  it('is shown after a partial update, even if the record was never fetched', async () => {
    const { api, controller, names } = await setUpTasks();
    const held = api.hold('PATCH /tasks/1');

    const updated = controller.fetch(TaskResource.partialUpdate, { id: '1' }, { author: '7', reviewer: '5' });
    expect(names()).toEqual(['one,unknown,Ada,Bob']);
    await held.arrived;
    await held.release();
    await updated;

    expect(names()).toEqual(['one,unknown,Ada,Bob']);
    expect(controller.get(User, { id: '7' })).toBeUndefined();
    controller.set(User, { id: '7', name: 'Eve' });
    expect(names()).toEqual(['one,Eve,Ada,Bob']);
  });

  it('is set by a function that returns it, and by a recipe', async () => {
    const { controller, names } = await setUpTasks();

    controller.set(Task, { id: '1' }, task => ({ ...task, author: '5', readers: ['5', '4'] }));
    expect(names()).toEqual(['one,Ada,,Ada,Bob']);
    controller.set(Task, { id: '1' }, draft => {
      Object.assign(draft, { author: '8', reviewer: 5 });
    });
    expect(names()).toEqual(['one,unknown,Ada,Ada,Bob']);
    controller.set(Task, { id: '1' }, draft => {
      draft.author = User.fromJS({ id: '4' });
      draft.readers.pop();
    });

    // Fields of the user that the recipe did not set stay.
    expect(names()).toEqual(['one,Bob,Ada,Ada']);
  });

  it('does not become a record when a copy of the shown value is written back', async () => {
    const { bodies, controller, names } = await setUpTasks();
    controller.set(Task, { id: '1', author: '8', reviewer: '9' });
    const shown = controller.get(Task, { id: '1' });
    expect(shown?.author.name).toBe('unknown');

    controller.set(Task, { id: '1' }, task => ({ ...task, title: 'two' }));
    controller.set(Task, { ...shown, title: 'three' });
    await controller.fetch(TaskResource.partialUpdate, { id: '1' }, { author: shown?.author ?? '8' });

    expect(names()).toEqual(['three,unknown,,Bob']);
    expect(bodies).toEqual([{ author: '8' }]);
    expect(controller.get(User, { id: '8' })).toBeUndefined();
  });
});

describe('a list with the key of a missing record', () => {
  it('leaves it out and reports that once', async () => {
    const { store } = await setUp();
    const controller = new Controller(store);

    controller.set(Post, { id: '4' }, { id: '4', readers: ['8', '9'] });
    controller.set(Post, { id: '5' }, { id: '5', readers: ['10'] });

    expect(controller.get(Post, { id: '4' })?.readers).toEqual([]);
    expect(controller.get(Post, { id: '5' })?.readers).toEqual([]);
    await until(() => said.mock.calls.length > 0);
    await waitAsLongAsMessages();
    expect(said.mock.calls.flat().filter(text => text.includes('BareUser'))).toEqual([
      expect.stringContaining(
        'A list in a BarePost leaves out BareUser 8 in what BarePost finds: only its key has come',
      ),
    ]);
  });

  it('reports nothing while the records are in flight or after they arrive', async () => {
    class Comment extends Entity {
      id = '';
      static key = 'BareComment';
    }
    class Issue extends Entity {
      id = '';
      comments: readonly Comment[] = [];
      static key = 'BareIssue';
      static schema = { comments: [Comment] as const };
    }
    const getIssue = new ApiEndpoint({ path: '/issues/:id', schema: Issue, name: 'getIssue' });
    const getComments = new ApiEndpoint({ path: '/issues/:id/comments', schema: [Comment] });
    const api = await serve({
      'GET /issues/:id': ({ params }) => ({ id: params.id, comments: ['1', '2'] }),
      'GET /issues/:id/comments': () => [{ id: '1' }, { id: '2' }],
    });
    const store = createTestStore();
    const show = () => getIssue.select({ id: '5' })(store.getState()).data?.comments ?? [];
    const comments = api.hold('GET /issues/5/comments');

    await store.dispatch(getIssue.fetch({ id: '5' }));
    expect(show()).toEqual([]);
    const request = store.dispatch(getComments.fetch({ id: '5' }));
    await comments.arrived;
    await waitAsLongAsMessages();
    await comments.release();
    await request;
    expect(show()).toHaveLength(2);
    await waitAsLongAsMessages();
    expect(words()).not.toContain('BareComment');

    // A record that is really missing is reported, with the name of the response.
    new Controller(store).set(Issue, { id: '5' }, { id: '5', comments: ['1', '3'] });
    expect(show()).toHaveLength(1);
    await until(() => words().includes('BareComment'));
    expect(words()).toContain(
      `A list in a BareIssue leaves out BareComment 3 in the response of getIssue (${getIssue.key({ id: '5' })})`,
    );
  });

  it('reports what it leaves out at once if there is no store', () => {
    class Member extends Entity {
      id = '';
      static key = 'BareMember';
    }

    expect(denormalize([Member], ['1'], {})).toEqual([]);

    expect(words()).toContain('A list leaves out BareMember 1: only its key has come');
  });

  it('reports a missing record among deleted ones, after many of these were left out', () => {
    class Guest extends Entity {
      id = '';
      static key = 'BareGuest';
    }
    const ids = Array.from({ length: 150 }, (_, i) => `${i}`);
    const guests = ids.map(id => ({ id }));
    const emptied = normalize([new Invalidate(Guest)], ids, [], normalize([Guest], guests));
    expect(denormalize([Guest], ids, emptied.entities, [], emptied.deleted)).toEqual([]);
    expect(words()).toBe('');
    const { entities, deleted } = normalize(Guest, { id: 'x' }, [], emptied);

    expect(denormalize([Guest], ['1', '200'], entities, [], deleted)).toEqual([]);

    expect(words()).toContain('A list leaves out BareGuest 200: only its key has come');
  });

  it('reports each reason why records of one entity are left out', () => {
    class Team extends Entity {
      id = '';
      static key = 'BareTeam';
    }
    class Player extends Entity {
      id = '';
      team = Team.fromJS();
      static key = 'BarePlayer';
      static schema = { team: Team };
    }
    const stored = normalize([Player], [{ id: '2', team: { id: 't' } }]);
    const { entities, deleted } = normalize(new Invalidate(Team), 't', [], stored);

    expect(denormalize([Player], ['1', '2'], entities, [], deleted)).toEqual([]);

    expect(words()).toContain('leaves out BarePlayer 1: only its key has come');
    expect(words()).toContain('leaves out BarePlayer 2: it refers to BareTeam t, which was deleted');
  });

  it('reports nothing about deleted records', async () => {
    const { store, list } = await setUp();
    const list2 = new Collection([User]);
    const controller = new Controller(store);
    controller.set(list2, {}, [{ id: '20' }, { id: '21' }]);

    await store.dispatch(UserResource.delete.fetch({ id: '20' }));

    expect(controller.get(list2, {})?.map(({ id }) => id)).toEqual(['21']);
    expect(list().data).toHaveLength(2);
    expect(words()).toBe('');
  });
});

it('denormalize() respects the passed deletions, whatever it was passed before', () => {
  const { entities, result } = normalize(Post, { id: '1', title: 'one', author: '5', tag: 'red' });
  const { deleted } = normalize(new Invalidate(User), '5');
  const read = (gone = {}) => (denormalize(Post, result, entities, [], gone) as Post | undefined)?.title;

  expect([read(), read(deleted), read(), read(deleted)]).toEqual(['one', undefined, 'one', undefined]);
});
