import { denormalize, type Entity, normalize } from 'rdc-toolkit';
import { zodEntity } from 'rdc-toolkit/zod';
import { z } from 'zod';

enum Level {
  Low,
  High,
}
const text = z.string();
let count = 0;

const kindOf = (object: z.ZodObject): (new () => Entity) & typeof Entity => {
  class Row extends zodEntity(`InitialValues.Row${count++}`, object) {}
  return Row as never;
};
const initial = (object: z.ZodObject) =>
  ({ ...kindOf(object).fromJS() }) as Readonly<Record<string, unknown>>;
const read = (object: z.ZodObject, row: object) => {
  const Row = kindOf(object);
  const { result, entities } = normalize(Row, row);
  return { ...denormalize(Row, result, entities) } as Readonly<Record<string, unknown>>;
};

it.each<[string, z.ZodType]>([
  ['a default', text.default('x')],
  ['a default, nullable', text.default('x').nullable()],
  ['a default, optional', text.default('x').optional()],
  ['a default, nullish', text.default('x').nullish()],
  ['a catch, optional', text.catch('x').optional()],
  ['nullable, with a default', text.nullable().default('x')],
  ['a default behind z.lazy', z.lazy(() => text.default('x'))],
  ['a default behind z.lazy, optional', z.lazy(() => text.default('x')).optional()],
  ['a default that is transformed, optional', text.default('x').transform(Number.parseFloat).optional()],
  ['a default before a pipe, nullable', text.default('x').pipe(text).nullable()],
  ['optional', text.optional()],
])('a missing field has the value that zod gives it: %s', (_what, type) => {
  const object = z.object({ id: text, field: type });
  const { field } = object.parse({ id: '1' });

  expect(initial(object).field).toEqual(field);
  expect(read(object, { id: '1' }).field).toEqual(field);
});

it.each<[string, z.ZodType]>([
  ['an enum of numbers', z.enum(Level)],
  ['an enum of texts', z.enum(['a', 'b'])],
  ['z.lazy', z.lazy(() => text)],
  ['nullable', text.nullable()],
])('the initial value of a field without a default fits its type: %s', (_what, type) => {
  const { field } = initial(z.object({ id: text, field: type }));

  expect(type.safeParse(field).success).toBe(true);
});

it('a field described only by a catchall is read as zod reads it', () => {
  const object = z.object({ id: text }).catchall(z.coerce.date());

  expect(read(object as never, { id: '1', at: '2020-01-01' }).at).toEqual(new Date('2020-01-01'));
});

it('an optional z.lazy can refer to a schema that is declared later', () => {
  const first = z.object({ id: text, next: z.lazy(() => later).optional() });
  expect(initial(first)).toMatchObject({ id: '' });
  const later = z.object({ id: text.default('x') });
});
