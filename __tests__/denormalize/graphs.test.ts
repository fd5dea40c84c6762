import fc from 'fast-check';
import { All, Collection, denormalize, Entity, Invalidate, Query, Union } from 'rdc-toolkit';
import { runs } from '../helpers/runs';
import { createMemory, type Memory } from '../schema/memory';

class Author extends Entity {
  id = '';
  name = '';
  static key = 'Graphs.Author';
}

/** A record that is hidden if its author was deleted. */
class Proof extends Entity {
  id = '';
  verdict = '';
  page: Page | undefined = undefined;
  author = Author.fromJS();
  static key = 'Graphs.Proof';
  static schema: object = {};
}

class Page extends Entity {
  id = '';
  title = '';
  links: readonly Page[] = [];
  children: readonly Page[] = [];
  mixed: readonly (Page | Proof)[] = [];
  next: Page | undefined = undefined;
  proof: Proof | undefined = undefined;
  author: Author | undefined = undefined;
  static key = 'Graphs.Page';
  static schema: object = {};
}

const children = new Collection([Page], {
  nestKey: (parent: { readonly id: string }) => ({ of: parent.id }),
});
const anything = new Union({ page: Page, proof: Proof }, (input: { readonly verdict?: string }) =>
  input.verdict === undefined ? 'page' : 'proof',
);
Page.schema = { links: [Page], children, mixed: [anything], next: Page, proof: Proof, author: Author };
Proof.schema = { page: Page, author: Author };
const list = new Collection([Page]);
const early = new Query(new All(Page), pages => pages.filter(({ title }) => title < 'm'));
const somePages = [Page];

const id = fc.nat(89).map(String);
const authorId = fc.constantFrom('ada', 'bo', 'cy');
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
/** Short lists belong to their record, long ones do not, and some turn from one into the other. */
const ids = fc.oneof(
  fc.uniqueArray(id, { maxLength: 5 }),
  fc.uniqueArray(id, { minLength: 58, maxLength: 70, size: 'max' }),
);
const proof = fc.record({
  id,
  verdict: fc.constantFrom('yes', 'no'),
  page: optional(id),
  author: optional(authorId.map(id => ({ id }))),
});
const page = fc.record({
  id,
  title: optional(fc.constantFrom('a', 'f', 'm', 'z')),
  links: optional(ids),
  children: optional(ids.map(all => all.map(id => ({ id })))),
  mixed: optional(fc.array(fc.oneof(fc.record({ id }), proof), { maxLength: 5 })),
  next: optional(id),
  proof: optional(proof),
  author: optional(fc.record({ id: authorId, name: fc.constantFrom('x', 'y') })),
});

type Step = (memory: Memory, past: readonly Memory['tables'][]) => void;

const args = [{}];
/** A field that is `undefined` was not in the response. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.array(page, { minLength: 1, maxLength: 3 }).map(
      (pages): Step =>
        memory =>
          memory.write([Page], plain(pages)),
    ),
  },
  id.map(
    (pk): Step =>
      memory =>
        memory.write(new Invalidate(Page), pk),
  ),
  id.map(
    (pk): Step =>
      memory =>
        memory.write(new Invalidate(Proof), pk),
  ),
  authorId.map(
    (pk): Step =>
      memory =>
        memory.write(new Invalidate(Author), pk),
  ),
  page.map(
    (pushed): Step =>
      memory =>
        memory.write(list.push, plain(pushed), { args }),
  ),
  id.map(
    (pk): Step =>
      memory =>
        memory.write(list.remove, { id: pk }, { args }),
  ),
  ids.map(
    (all): Step =>
      memory =>
        memory.write(
          list,
          all.map(pk => ({ id: pk })),
          { args },
        ),
  ),
  fc.nat(5).map(
    (at): Step =>
      (memory, past) =>
        memory.restore(past.at(-1 - at) ?? memory.tables),
  ),
);

const refOf = (record: Page | Proof | Author) => `${record.constructor.name} ${record.id}`;

/** The content of a value and of each record it leads to, with names in place of records. */
function contentOf(value: unknown): Readonly<Record<string, unknown>> {
  const content: Record<string, unknown> = {};
  const seen = new Set<unknown>();
  const named = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(named);
    if (!(part instanceof Entity)) return part;
    const ref = refOf(part as Page);
    if (!seen.has(part)) {
      seen.add(part);
      const fields = Object.fromEntries(Object.entries(part).map(([name, field]) => [name, named(field)]));
      // With cycles through hidden records, one record may be two objects, and both are right.
      if (content[ref] !== undefined) expect(fields).toEqual(content[ref]);
      content[ref] = fields;
    }
    return ref;
  };
  return { ...content, value: named(value) };
}

const readers: Readonly<Record<string, (memory: Memory, some: readonly string[]) => unknown>> = {
  list: memory => memory.find(list, {}),
  query: memory => memory.find(early),
  'some of them': ({ tables }, some) => denormalize(somePages, some, tables.entities, [], tables.deleted),
};

it('shows the same as a first read for cyclic records in lists of any length', () => {
  // Lists report what they leave out, which is a lot here.
  jest.spyOn(console, 'error').mockImplementation();
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 30, size: 'max' }), steps => {
      const memory = createMemory();
      memory.write(
        list,
        Array.from({ length: 66 }, (_, i) => ({ id: `${i}` })),
        { args },
      );
      const some = ['5', '6', '7'];
      const past = [memory.tables];
      for (const [at, change] of steps.entries()) {
        change(memory, past);
        past.push(memory.tables);
        for (const [name, read] of Object.entries(readers)) {
          if ((at + name.length) % 3 === 0) continue;
          const shown = read(memory, some);
          expect(read(memory, some)).toBe(shown);
          const fresh = createMemory();
          fresh.restore(memory.tables);
          fresh.roundTrip();
          expect(contentOf(shown)).toEqual(contentOf(read(fresh, [...some])));
        }
      }
    }),
    { ...runs(20), endOnFailure: true },
  );
});
