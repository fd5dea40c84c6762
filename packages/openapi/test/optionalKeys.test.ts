import { describe, expect, it } from 'vitest';
import { clientOf, inPath, listOf, newStore, record, text } from './client.js';
import { ok, ref } from './helpers.js';

describe('a key that the schema does not require', () => {
  const Pet = { ...record('id', 'name'), required: ['name'] };
  const paths = (response: object) => ({
    '/pets': {
      get: { operationId: 'list', responses: listOf('Pet') },
      post: { operationId: 'add', requestBody: bodyOf(ref('Pet')), responses: ok(ref('Pet')) },
    },
    '/pets/{id}': {
      parameters: [inPath('id')],
      get: { operationId: 'get', responses: ok(response) },
    },
  });

  it.each<[string, object, object]>([
    ['optional', Pet, ref('Pet')],
    ['nullable', { ...Pet, properties: { ...Pet.properties, id: { ...text, nullable: true } } }, ref('Pet')],
    [
      'optional beside additional fields',
      Pet,
      { allOf: [ref('Pet'), { type: 'object', properties: { id: { ...text, nullable: true }, age: text } }] },
    ],
  ])('is part of every stored record, but not of bodies: %s', async (_how, schema, response) => {
    const { resource, mock } = await clientOf(
      paths(response),
      { Pet: schema },
      `import { PetResource } from './generated/PetResource';
      export async function use() {
        const { id } = await PetResource.getList.push({ name: 'Kim' });
        return PetResource.get({ id });
      }`,
    );
    const { getList, get } = await resource('PetResource');
    const store = newStore();
    mock.respond('list', [{ id: 'a', name: 'Kim' }]);
    await store.dispatch(getList.fetch());
    expect(get.select({ id: 'a' } as never)(store.getState()).data).toMatchObject({ name: 'Kim' });
  });

  it('is missed in a response without it', async () => {
    const { resource, mock } = await clientOf(paths(ref('Pet')), { Pet });
    const { get } = await resource('PetResource');
    mock.respond('get', { name: 'Kim' });
    await expect(newStore().dispatch(get.fetch({ id: 'a' } as never))).rejects.toMatchObject({
      code: 'missing-key',
    });
  });
});

function bodyOf(schema: object) {
  return { required: true, content: { 'application/json': { schema } } };
}
