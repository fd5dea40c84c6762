import { expect, it } from 'vitest';
import { record } from './client.js';
import { apiOf, command, describeApi, newFolder, ok, ref } from './helpers.js';

it('generates quickly for wrappers that contain each other', async () => {
  const names = Array.from({ length: 9 }, (_, i) => `Expression${i}`);
  const data = { oneOf: names.map(ref) };
  const wrapperOf = (field: string) => {
    const { type, required, properties } = record(field);
    return { type, required, properties: { ...properties, data } };
  };
  const schemas = Object.fromEntries(names.map((name, i) => [name, wrapperOf(`operand${i}`)]));
  const paths = { '/expression': { get: { operationId: 'get', responses: ok(data) } } };
  const folder = newFolder();

  const since = performance.now();
  const ran = await command(describeApi(folder, apiOf(paths, schemas)), '--out', folder);

  expect(ran).toMatchObject({ code: 0, error: '' });
  expect(performance.now() - since).toBeLessThan(10_000);
});
