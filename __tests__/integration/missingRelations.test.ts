import { Collection, Controller, Entity, EntityMixin, resource, Union } from 'rdc-toolkit';
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
const words = () => said.mock.calls.join('\n');

describe('a relation of which only the key has come', () => {
  it('is read as an instance of the default with its key', async () => {
    const { list } = await setUp();

    expect(list()).toMatchObject({ expiryStatus: 'valid', error: undefined });
    const [one, two] = list().data ?? [];
    expect(one?.author).toBeInstanceOf(User);
    expect(one?.author).toMatchObject({ id: '5', name: 'unknown' });
    expect(one?.tag).toMatchObject({ slug: 'red' });
    expect(two?.author.pk()).toBe('6');
    expect(words()).toBe('');
  });

  it('is the same object for all records that refer to it, and stays it when they change', async () => {
    const { store, list } = await setUp();
    const before = list().data?.[0]?.author;
    const controller = new Controller(store);

    controller.set(Post, { id: '1' }, { id: '1', title: 'changed' });
    controller.set(Post, { id: '3' }, { id: '3', author: '5' });

    expect(list().data?.[0]).toMatchObject({ title: 'changed' });
    expect(list().data?.[0]?.author).toBe(before);
    expect(controller.get(Post, { id: '3' })?.author).toBe(before);
  });

  it('is the record as soon as that comes', async () => {
    const { store, list } = await setUp();

    await store.dispatch(UserResource.get.fetch({ id: '5' }));

    expect(list().data?.map(({ author }) => author.name)).toEqual(['Ada', 'unknown']);
  });

  it('hides what requires it once it is deleted, though it was never stored', async () => {
    const { store, list } = await setUp();
    expect(list().data).toHaveLength(2);

    await store.dispatch(UserResource.delete.fetch({ id: '5' }));

    expect(list().data?.map(({ id }) => id)).toEqual(['2']);
    expect(words()).toContain('A list leaves out BarePost 1: it refers to BareUser 5, which was deleted.');
  });

  it('hides elements of a long list, too, once it is deleted', async () => {
    const many = Array.from({ length: 200 }, (_, i) => ({ id: String(i), author: String(i % 50) }));
    await serve({ 'GET /posts': () => many, 'DELETE /users/:id': () => null });
    const store = createTestStore();
    await store.dispatch(PostResource.getList.fetch());
    const shown = () => PostResource.getList.select()(store.getState()).data;
    expect(shown()).toHaveLength(200);

    await store.dispatch(UserResource.delete.fetch({ id: '7' }));

    expect(shown()).toHaveLength(196);
  });

  it('is the default itself where that is no record, and its key has the type of the field', async () => {
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

  it('is of the kind that a union tells', () => {
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

describe('a list that holds a key of which no record has come', () => {
  it('leaves it out, and says so once', async () => {
    const { store } = await setUp();
    const controller = new Controller(store);

    controller.set(Post, { id: '4' }, { id: '4', readers: ['8', '9'] });
    controller.set(Post, { id: '5' }, { id: '5', readers: ['10'] });

    expect(controller.get(Post, { id: '4' })?.readers).toEqual([]);
    expect(controller.get(Post, { id: '5' })?.readers).toEqual([]);
    expect(said).toHaveBeenCalledTimes(1);
    expect(words()).toContain('A list leaves out BareUser 8: only its key has come');
  });

  it('says nothing of what was deleted', async () => {
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
