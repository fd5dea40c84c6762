import { Collection, Controller, Entity, Invalidate, UnexpectedInputError, Union } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { createMemory } from './memory';

class Post extends Entity {
  id = '';
  type = 'post';
  title = '';
  static key = 'Post';
}
class Link extends Entity {
  id = '';
  type = 'link';
  url = '';
  static key = 'Link';
}

const byField = new Union({ post: Post, link: Link }, 'type');
const byFunction = new Union({ post: Post, link: Link }, (input: { url?: string }) =>
  input.url === undefined ? 'post' : 'link',
);

const post = { id: '1', type: 'post', title: 'Hello' };
const link = { id: '1', type: 'link', url: '/hello' };

afterEach(() => jest.restoreAllMocks());

describe.each([
  ['a field', byField],
  ['a function', byFunction],
])('a union discriminated by %s', (_how, union) => {
  it('stores each value as its kind and returns instances of it', () => {
    const memory = createMemory();
    const result = memory.write([union], [post, link]);

    expect(result).toEqual([
      { id: '1', schema: 'post' },
      { id: '1', schema: 'link' },
    ]);
    const [first, second] = memory.read([union], result) ?? [];
    expect(first).toBeInstanceOf(Post);
    expect(second).toBeInstanceOf(Link);
    expect(second).toMatchObject({ url: '/hello' });
  });

  it('leaves a deleted record out of lists', () => {
    const memory = createMemory();
    const result = memory.write([union], [post, link]);
    memory.write(new Invalidate(union), link);

    expect(memory.read([union], result)).toEqual([expect.objectContaining({ title: 'Hello' })]);
  });
});

describe('a value of an unknown kind', () => {
  it.each([
    ['an unknown kind', { id: '1', type: 'video', src: '/v' }],
    ['no kind', { id: '1' }],
    ['a kind that every object has', { id: '1', type: 'constructor' }],
    ['an object for a kind', { id: '1', type: { name: 'post' } }],
    ['a string', '5'],
    ['a number', 5],
    ['an array', [1, 2]],
  ])('stays as it is: %s', (_name, value) => {
    jest.spyOn(console, 'error').mockImplementation();
    const memory = createMemory();
    const result = memory.write([byField], [value, post]);

    expect(memory.read([byField], result)).toEqual([value, expect.any(Post)]);
  });

  it('is reported once on the console, with what to do', () => {
    const error = jest.spyOn(console, 'error').mockImplementation();
    const memory = createMemory();
    const audio = { id: '1', type: 'audio' };
    memory.write([byField], [audio, audio]);
    memory.write(byField, audio);

    expect(error.mock.calls).toEqual([
      [
        expect.stringMatching(
          /Post\|Link has no schema for the kind "audio" \(from the field "type"\).*Add the kind/,
        ),
      ],
    ]);
  });
});

describe('a union looked up by arguments', () => {
  it('is the record of the kind in the arguments', () => {
    const memory = createMemory();
    memory.write([byField], [post, link]);

    expect(memory.find(byField, { id: '1', type: 'link' })).toBeInstanceOf(Link);
    expect(memory.find(byField, { id: '1' })).toBeInstanceOf(Post);
    expect(memory.find(byField, { id: '9' })).toBeUndefined();
  });
});

describe('lists of unions', () => {
  it('hold a record once and match it by its own fields', () => {
    const memory = createMemory();
    const feed = new Collection([byField]);
    memory.write(feed, [post, link, post], { args: [{}] });
    memory.write(feed, [], { args: [{ title: 'New' }] });
    memory.write(feed.push, { id: '2', type: 'post', title: 'New' }, { args: [{}] });

    expect(memory.find(feed, {})?.map(item => item.id)).toEqual(['1', '1', '2']);
    expect(memory.find(feed, { title: 'New' })?.map(item => item.id)).toEqual(['2']);
  });

  it('do not share a table with lists of other unions', () => {
    expect(new Collection([byField]).key).toBe('[Union({post:Post,link:Link},type)]');
    expect(new Collection([new Union({ post: Post }, 'type')]).key).toBe('[Union({post:Post},type)]');
  });
});

describe('invalidating', () => {
  it.each([
    ['by the union', new Invalidate(byField)],
    ['by a map of kinds', new Invalidate({ post: Post, link: Link }, 'type')],
  ])('removes the record of the given kind, %s', (_how, gone) => {
    const memory = createMemory();
    memory.write([byField], [post, link]);

    expect(memory.write(gone, { id: '1', type: 'link' })).toBe('1');
    expect(memory.find(Link, '1')).toBeUndefined();
    expect(memory.find(Post, '1')).toBeInstanceOf(Post);
  });

  it('removes the only record with the key if no kind is given', () => {
    const memory = createMemory();
    memory.write([byField], [post, { ...link, id: '2' }]);
    memory.write(new Invalidate(byField), { id: '2' });
    memory.write(new Invalidate(byField), '1');

    expect(memory.find(Link, '2')).toBeUndefined();
    expect(memory.find(Post, '1')).toBeUndefined();
  });

  it('removes nothing if no record has the key', () => {
    const memory = createMemory();
    memory.write([byField], [post, link]);

    expect(memory.write(new Invalidate(byField), '7')).toBe('7');
    expect(memory.find(Post, '1')).toBeInstanceOf(Post);
  });

  it('throws instead of choosing between records of two kinds', () => {
    const memory = createMemory();
    memory.write([byField], [post, link]);

    expect(() => memory.write(new Invalidate(byField), '1')).toThrow(UnexpectedInputError);
    expect(() => memory.write(new Invalidate(byField), '1')).toThrow(/with its kind \(post, link\)/);
  });
});

describe('set() without a kind', () => {
  const start = () => {
    const store = createTestStore();
    const controller = new Controller(store);
    controller.set(byField, post);
    return controller;
  };

  it('changes the record stored under the key of the arguments', () => {
    const controller = start();

    controller.set(byField, { id: '1' }, { title: 'changed' } as never);

    expect(controller.get(byField, { id: '1' })).toMatchObject({ type: 'post', title: 'changed' });
  });

  it('changes nothing if several records have the key', () => {
    const controller = start();
    controller.set(byField, link);

    expect(() => controller.set(byField, { id: '1' }, { title: 'changed' } as never)).toThrow(
      UnexpectedInputError,
    );

    expect(controller.get(Post, { id: '1' })).toMatchObject({ title: 'Hello' });
  });

  it('throws if the kind is not one of the listed kinds', () => {
    const controller = start();

    expect(() => controller.set(byField, { id: '2', type: 'video' } as never)).toThrow(
      /passed to set\(\): expected a record with its kind \(post, link\), received an object with the fields id, type/,
    );
  });
});
