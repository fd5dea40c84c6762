import { Endpoint, RestEndpoint, resource } from 'rdc-toolkit';
import { Todo } from '../helpers/todos';

it.each([
  ['dataExpiryLenght', 'dataExpiryLength'],
  ['pollFrequncy', 'pollFrequency'],
  ['urlprefix', 'urlPrefix'],
  ['sideEffects', 'sideEffect'],
  ['invalidIfStall', 'invalidIfStale'],
])('says at definition that %s is spelled %s', (option, meant) => {
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
])('says at definition that %s cannot be %p', (option, value, shown) => {
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
])('says at definition that %s cannot be %p', (option, value, message) => {
  const refusal = `option \`${option}\` ${message}`;
  expect(() => new RestEndpoint({ path: '/todos/:id', [option]: value })).toThrow(refusal);
  expect(() => new RestEndpoint({ path: '/todos/:id' }).extend({ [option]: value })).toThrow(refusal);
});

it('lets an app add members of other names', () => {
  class Tagged extends RestEndpoint {
    urlPrefixes = ['/a'];
    declare tag: string;
  }
  const endpoint = new Tagged({ path: '/todos/:id', tag: 'x', header: 1, paths: [] } as never);
  expect([endpoint.tag, endpoint.urlPrefixes]).toEqual(['x', ['/a']]);
});
