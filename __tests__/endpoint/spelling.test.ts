import { Endpoint, RestEndpoint, resource } from 'rdc-toolkit';
import { z } from 'zod';
import { Todo } from '../helpers/todos';

it.each([
  ['dataExpiryLenght', 'dataExpiryLength'],
  ['pollFrequncy', 'pollFrequency'],
  ['urlprefix', 'urlPrefix'],
  ['sideEffects', 'sideEffect'],
  ['invalidIfStall', 'invalidIfStale'],
])('reports at definition that %s is spelled %s', (option, meant) => {
  const message = `option \`${option}\` does not exist. Did you mean \`${meant}\`?`;
  expect(() => new RestEndpoint({ path: '/todos/:id', [option]: 5 })).toThrow(
    expect.objectContaining({ name: 'UsageError', code: 'endpoint-option' }),
  );
  expect(() => new RestEndpoint({ path: '/todos/:id', [option]: 5 })).toThrow(message);
  expect(() => new RestEndpoint({ path: '/todos/:id' }).extend({ [option]: 5 })).toThrow(message);
  expect(() => new Endpoint(async () => 1, { name: 'spelling.one', [option]: 5 })).toThrow(message);
  expect(() =>
    resource({ path: '/todos/:id', schema: Todo }).extend({ get: { [option]: 5 } as never }),
  ).toThrow(message);
});

it.each([
  ['dataExpiryLength', Number.NaN, 'NaN'],
  ['errorExpiryLength', -1, '-1'],
  ['pollFrequency', '5000', '"5000"'],
])('reports at definition that the duration %s cannot be %p', (option, value, shown) => {
  const message = `option \`${option}\` is ${shown}. Pass a number of milliseconds, 0 or more; Infinity for never.`;
  expect(() => new RestEndpoint({ path: '/todos/:id', [option]: value })).toThrow(message);
  expect(() => new RestEndpoint({ path: '/todos/:id' }).extend({ [option]: value })).toThrow(message);
  expect(() => new Endpoint(async () => 1, { name: 'spelling.two', [option]: value })).toThrow(message);
  expect(() => resource({ path: '/todos/:id', schema: Todo, [option]: value })).toThrow(message);
});

it.each<[option: string, value: unknown, message: string]>([
  ['getHeaders', { a: '1' }, 'is an object with a. Pass a function.'],
  ['meta', {}, 'is an object without members. Pass a function.'],
  ['errorPolicy', 'soft', 'is "soft". Pass a function.'],
  ['scope', 'x', 'is "x". Pass a function.'],
  ['key', 'x', 'is "x". Pass a function.'],
  ['process', 'x', 'is "x". Pass a function.'],
  ['conditional', true, 'is true. Pass a function.'],
  ['signal', new AbortController(), 'is an object without members. Pass the signal of an AbortController'],
  ['method', 5, 'is 5. Pass a string.'],
  ['name', 5, 'is 5. Pass a string.'],
  ['urlPrefix', new URL('https://a.example'), 'is an object without members. Pass a string.'],
])('reports at definition that the option %s cannot be %p', (option, value, message) => {
  const refusal = `option \`${option}\` ${message}`;
  expect(() => new RestEndpoint({ path: '/todos/:id', [option]: value })).toThrow(refusal);
  expect(() => new RestEndpoint({ path: '/todos/:id' }).extend({ [option]: value })).toThrow(refusal);
});

class NoEntity {
  id = '';
}

it.each<[what: string, schema: unknown, message: string]>([
  ['text', 'Todo', 'is the text "Todo". Pass the schema itself'],
  ['a number', 5, 'is 5. Pass the schema itself'],
  ['a class', NoEntity, 'is the class NoEntity, which is no schema. Write class NoEntity extends Entity'],
  ['a class in a list', [NoEntity], 'has a member `0` that is the class NoEntity, which is no schema.'],
  [
    'nothing yet',
    { data: { user: undefined } },
    'has a member `data.user` that is undefined. Where two modules',
  ],
  ['nothing yet in a list', [undefined], 'has a member `0` that is undefined.'],
  ['a resource', resource({ path: '/todos/:id', schema: Todo }), 'is a whole resource. Pass its entity'],
  [
    'a validation schema',
    z.object({ title: z.string() }),
    'is a validation schema, which says nothing of records. Pass it as responseSchema',
  ],
  [
    'an endpoint',
    { todo: new RestEndpoint({ path: '/todos/:id' }) },
    'has a member `todo` that is an endpoint.',
  ],
])('reports at definition that a schema cannot be %s', (_, schema, message) => {
  const refusal = `option \`schema\` ${message}`;
  expect(() => new RestEndpoint({ path: '/todos/:id', schema } as never)).toThrow(refusal);
  expect(() => new RestEndpoint({ path: '/todos/:id' }).extend({ schema } as never)).toThrow(refusal);
  expect(() => new Endpoint(async () => 1, { name: 'spelling.schema', schema } as never)).toThrow(refusal);
});

it.each<[what: string, schema: unknown]>([
  ['functions that are applied on reading', { at: (time: number) => new Date(time), since: Date }],
  ['samples', { todos: [Todo], total: 0, next: '', last: null, unit: 'day' }],
  ['a sample', ''],
])('accepts %s as a schema', (_, schema) => {
  expect(new RestEndpoint({ path: '/todos/:id', schema } as never).schema).toBe(schema);
});

it('accepts members with other names', () => {
  class Tagged extends RestEndpoint {
    urlPrefixes = ['/a'];
    declare tag: string;
  }
  const endpoint = new Tagged({ path: '/todos/:id', tag: 'x', header: 1, paths: [] } as never);
  expect([endpoint.tag, endpoint.urlPrefixes]).toEqual(['x', ['/a']]);
});
