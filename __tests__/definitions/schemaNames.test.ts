import fc from 'fast-check';
import {
  All,
  actions,
  Collection,
  createDataClient,
  type DataState,
  Entity,
  Invalidate,
  Lazy,
  Query,
  type Schema,
  schema,
  Union,
  Values,
} from 'rdc-toolkit';
import { schemaNamed } from '../../lib/lookup/schemaNamed';
import { anyCharacter } from '../helpers/anyCharacter';
import { runs } from '../helpers/runs';

const { reducer, getInitialState } = createDataClient();

/** Keys that are ambiguous in schema names. */
const KEYS = [
  'Plain',
  'a.b',
  'a..b',
  '.',
  '',
  'number',
  'null',
  'Array',
  'Union',
  '__proto__',
  'x y',
  '"',
  '\\',
  '…',
  '*',
  'é',
  ...'[]{}(),:|<>',
];

const entities = KEYS.map(
  name =>
    class extends Entity {
      id = '';
      static key: string = name || 'empty';
    },
);
const word = fc.oneof(fc.constantFrom(...KEYS), fc.string({ unit: anyCharacter, maxLength: 4 }));

/** A schema, and a value that fits it. */
interface Case {
  readonly schema: unknown;
  readonly value: unknown;
}

const { any } = fc.letrec<{ entity: Case; any: Case; union: Case }>(tie => ({
  entity: fc.tuple(fc.constantFrom(...entities), fc.string({ minLength: 1 })).map(([Class, id]) => ({
    schema: Class,
    value: { id: `id${id}`, kind: 'k' },
  })),
  union: fc
    .tuple(fc.array(fc.tuple(word, tie('entity')), { minLength: 1, maxLength: 3 }), word)
    .map(([kinds, by]) => {
      const [[kind, { value }]] = kinds as [[string, Case]];
      const schemas = Object.fromEntries(kinds.map(([name, { schema: under }]) => [name, under]).reverse());
      return { schema: new Union(schemas as never, by), value: { ...(value as object), [by]: kind } };
    }),
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('entity'),
    tie('union'),
    tie('any').map(({ schema: under, value }) => ({ schema: [under], value: [value] })),
    tie('any').map(({ schema: under, value }) => ({ schema: new schema.Array(under), value: [value] })),
    tie('any').map(({ schema: under, value }) => ({ schema: new Values(under), value: { x: value } })),
    tie('any').map(({ schema: under, value }) => ({ schema: new Lazy(() => under), value })),
    tie('any').map(({ schema: under, value }) => ({ schema: new Query(under, all => all), value })),
    fc.dictionary(word, tie('any'), { maxKeys: 3 }).map(fields => ({
      schema: Object.fromEntries(Object.entries(fields).map(([name, { schema: under }]) => [name, under])),
      value: Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value])),
    })),
    fc.constantFrom(0, '', true, null).map(sample => ({ schema: { sample }, value: { sample } })),
    fc
      .oneof(tie('entity'), tie('union'))
      .map(({ schema: under, value }) => ({ schema: new All(under), value: [value] })),
    fc
      .oneof(tie('entity'), tie('union'))
      .map(({ schema: under, value }) => ({ schema: new Invalidate(under), value })),
    fc
      .tuple(
        fc.oneof(tie('entity'), tie('union')),
        fc.constantFrom('self', 'push', 'unshift', 'move', 'remove'),
      )
      .map(([{ schema: under, value }, member]) => {
        const list = new Collection([under as Schema]);
        return { schema: member === 'self' ? list : Reflect.get(list, member), value: [value] };
      }),
    fc
      .tuple(tie('entity'), fc.constantFrom('self', 'assign', 'remove'))
      .map(([{ schema: under, value }, member]) => {
        const map = new Collection(new Values(under as Schema));
        return { schema: member === 'self' ? map : Reflect.get(map, member), value: { x: value } };
      }),
  ),
}));

/** The states of an action, live and after a JSON round trip, with the schema found by name. */
function statesOf({ schema: under, value }: Case): readonly [live: DataState, read: DataState] {
  const action = actions.set(under as Schema, { args: [{}], value, date: 1 });
  const read = JSON.parse(JSON.stringify(action));
  return [reducer(getInitialState(), action), reducer(getInitialState(), read)];
}

it('writes the same data with the schema found by its name', () => {
  // Registered in the process, as endpoints do.
  for (const Class of entities) actions.set(Class, { value: { id: '1' } });
  const said: unknown[] = [];
  const { error } = console;
  console.error = (text: unknown) => said.push(text);
  try {
    fc.assert(
      fc.property(any, one => {
        const [live, read] = statesOf(one);
        expect(read).toEqual(live);
        expect(said.filter(text => String(text).includes('schema is named'))).toEqual([]);
      }),
      runs(200),
    );
  } finally {
    console.error = error;
  }
});

it('keeps the name after a round trip', () => {
  fc.assert(
    fc.property(any, ({ schema: under }) => {
      const { schemaName } = actions.set(under as Schema, { value: {} });
      const { schemaName: again } = actions.set(schemaNamed(schemaName), { value: {} });
      expect(again).toBe(schemaName);
    }),
    runs(200),
  );
});

it.each([
  '[',
  ']',
  '[Plain',
  'Plain]',
  '{a:}',
  'Union({},)',
  '"',
  '"\\"',
  'Plain.',
  '.push',
  '[Plain].constructor',
  '[Plain].schema.x',
  'Nope(Plain)',
  'Edited(number)',
  'Edited([Plain])',
  'Plain<"x">',
  '['.repeat(100_000),
  'toString',
  'Plain.prototype',
])('reports that no schema is named %s', name => {
  const said: string[] = [];
  const { error } = console;
  console.error = (text: unknown) => said.push(String(text));
  const meta = { fetchedAt: 1, date: 2, expiresAt: 3 };
  const state = reducer(getInitialState(), { type: 'rdc/set', schemaName: name, args: [], meta, value: {} });
  console.error = error;

  expect(state).toBe(getInitialState());
  expect(said).toEqual([expect.stringContaining('no schema is named')]);
});
