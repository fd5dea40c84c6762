import { Controller, Entity, Union } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';

class Post extends Entity {
  id = '';
  type = 'post' as const;
  title = '';
  static key = 'UnionSet.Post';
}
class Link extends Entity {
  id = '';
  type = 'link' as const;
  title = '';
  url = '';
  static key = 'UnionSet.Link';
}
const Feed = new Union({ post: Post, link: Link }, 'type');

function start(rows: readonly object[]) {
  const store = createTestStore();
  const controller = new Controller(store);
  for (const row of rows) controller.set(Feed, row as never);
  return { store, controller };
}
const attempt = (run: () => void) => {
  try {
    run();
    return 'ok';
  } catch (error) {
    return (error as Error).message;
  }
};

it('sets fields of the named kind if two kinds have a record with that key', () => {
  const { controller } = start([
    { id: '1', type: 'post', title: 'a' },
    { id: '1', type: 'link', title: 'b' },
  ]);
  expect(attempt(() => controller.set(Feed, { id: '1' }, { type: 'post', title: 'new' } as never))).toBe(
    'ok',
  );
  expect(controller.get(Post, { id: '1' })).toMatchObject({ title: 'new' });
  expect(controller.get(Link, { id: '1' })).toMatchObject({ title: 'b' });
});

it('sets a new record of the named kind, as set(Entity) does', () => {
  const { controller } = start([]);
  controller.set(Post, { id: '9' }, { title: 'plain' } as never);
  expect(controller.get(Post, { id: '9' })).toMatchObject({ title: 'plain' });
  expect(attempt(() => controller.set(Feed, { id: '1' }, { type: 'post', title: 'new' } as never))).toBe(
    'ok',
  );
  expect(controller.get(Post, { id: '1' })).toMatchObject({ title: 'new' });
});

it('sets a record of the named kind, not of the stored one', () => {
  const { controller } = start([{ id: '1', type: 'link', title: 'b' }]);
  expect(attempt(() => controller.set(Feed, { id: '1' }, { type: 'post', title: 'new' } as never))).toBe(
    'ok',
  );
  expect(controller.get(Post, { id: '1' })).toMatchObject({ id: '1', title: 'new' });
  expect(controller.get(Link, { id: '1' })).toMatchObject({ title: 'b' });
});

it('sets a record of a union by function', () => {
  const { controller } = start([{ id: '1', type: 'link', title: 'b' }]);
  expect(
    attempt(() => controller.set(Feed, { id: '1' }, ((x: object) => ({ ...x, title: 'n' })) as never)),
  ).toBe('ok');
  expect(controller.get(Link, { id: '1' })).toMatchObject({ title: 'n' });
});

it('takes the kind from the arguments', () => {
  const { controller } = start([
    { id: '1', type: 'post', title: 'a' },
    { id: '1', type: 'link', title: 'b' },
  ]);
  expect(
    attempt(() => controller.set(Feed, { id: '1', type: 'post' } as never, { title: 'new' } as never)),
  ).toBe('ok');
  expect(controller.get(Post, { id: '1' })).toMatchObject({ title: 'new' });
});

it('finds a record with a numeric id', () => {
  const { controller } = start([{ id: 1, type: 'post', title: 'a' }]);
  expect(attempt(() => controller.set(Feed, { id: '1' }, { title: 'new' } as never))).toBe('ok');
  expect(controller.get(Post, { id: '1' })).toMatchObject({ id: 1, title: 'new' });
});
