import fc from 'fast-check';
import { Entity, Union, Values } from 'rdc-toolkit';
import { sameValue } from '../../lib/plain/sameValue';
import { runs } from '../helpers/runs';
import { createMemory } from '../schema/memory';

class User extends Entity {
  id = '';
  name = '';
  static key = 'User';
}
class Post extends Entity {
  id = '';
  author = User.fromJS();
  likers: readonly User[] = [];
  byRole: Readonly<Record<string, User>> = {};
  about: { readonly editor?: User; readonly words?: number } = {};
  static key = 'Post';
  static schema = { author: User, likers: [User], byRole: new Values(User), about: { editor: User } };
}
const either = new Union({ user: User, post: Post }, 'kind');

const scalars = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
const names = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString'));

/** Records with one content each, as on a server, and schemas with data made of them. */
const responses = fc
  .record({ salt: fc.string(), links: fc.array(fc.nat(), { minLength: 12, maxLength: 12 }) })
  .chain(({ salt, links }) => {
    const keys = ['1', '2', '3', '__proto__', 'constructor', 'a/b'];
    const users = keys.map(id => ({ id, name: `${salt}${id}`, kind: 'user' }));
    const at = (i: number) => users[(links[i % links.length] ?? 0) % users.length];
    const posts = keys.map((id, i) => ({
      id,
      kind: 'post',
      author: at(i),
      likers: [at(i + 1), at(i + 2)],
      byRole: { [salt]: at(i + 3) },
      about: { editor: at(i + 4), words: i },
    }));
    const user = fc.constantFrom(...users);
    const post = fc.constantFrom(...posts);
    return fc.letrec<{ any: readonly [unknown, unknown] }>(tie => ({
      any: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        user.map(data => [User, data] as const),
        post.map(data => [Post, data] as const),
        fc.oneof(user, post).map(data => [either, data] as const),
        scalars.map(data => ['', data] as const),
        fc.array(fc.oneof(user, fc.constant(null))).map(data => [[User], data] as const),
        fc.array(fc.oneof(user, post)).map(data => [[either], data] as const),
        fc.dictionary(names, post).map(data => [new Values(Post), { ...data }] as const),
        fc.dictionary(names, tie('any')).map(fields => {
          const entries = Object.entries(fields);
          return [
            Object.fromEntries(entries.map(([name, [under]]) => [name, under])),
            Object.fromEntries(entries.map(([name, [, data]]) => [name, data])),
          ] as const;
        }),
      ),
    })).any;
  });

const copyOf = (value: unknown): unknown => JSON.parse(JSON.stringify(value) ?? 'null');

it('returns what was stored, for any schema', () => {
  fc.assert(
    fc.property(responses, ([under, response]) => {
      const memory = createMemory();
      const read = memory.read(under, memory.write(under, response));
      expect(copyOf(read)).toEqual(copyOf(response));
    }),
    runs(100),
  );
});

it('keeps all objects when a response repeats what is stored', () => {
  fc.assert(
    fc.property(responses, ([under, response]) => {
      const memory = createMemory();
      const result = memory.write(under, response);
      const before = memory.read(under, result);
      memory.write(under, copyOf(response));
      expect(memory.read(under, result)).toBe(before);
    }),
    runs(100),
  );
});

it('works as before after its tables went through JSON', () => {
  fc.assert(
    fc.property(responses, ([under, response]) => {
      const memory = createMemory();
      const result = memory.write(under, response);
      const { tables } = memory;
      const before = copyOf(memory.read(under, result));
      memory.roundTrip();
      // toStrictEqual would mistake a record with the key `constructor` for a class.
      expect(sameValue(memory.tables, tables)).toBe(true);
      expect(copyOf(memory.read(under, copyOf(result)))).toEqual(before);
      expect(memory.write(under, response)).toEqual(result);
    }),
    runs(100),
  );
});

it("keeps the latest request's value for each field, in any order of responses", () => {
  const fields = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.nat(9));
  fc.assert(
    fc.property(
      fc.array(fields, { minLength: 1, maxLength: 6 }).chain(all =>
        fc.record({
          all: fc.constant(all),
          order: fc.shuffledSubarray([...all.keys()], { minLength: all.length }),
        }),
      ),
      ({ all, order }) => {
        const memory = createMemory();
        for (const i of order) memory.write(User, { id: '1', ...all[i] }, { fetchedAt: i });
        expect(memory.find(User, '1')).toMatchObject(Object.assign({}, ...all));
      },
    ),
    runs(100),
  );
});
