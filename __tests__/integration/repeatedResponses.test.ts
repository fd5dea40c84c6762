import { Controller, Entity, Values } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';

class Cat extends Entity {
  id = '';
  name = '';
  static key = 'Repeated.Cat';
}
const cat = { id: '1', name: 'Tom' };
const endpoint = (name: string, schema: unknown) =>
  new ApiEndpoint({ path: '/cats', schema, name: `repeated.${name}` });

it.each([
  ['an array of records', endpoint('array', [Cat]), [cat, null]],
  ['a map of records', endpoint('map', { cats: new Values(Cat) }), { cats: { tom: cat } }],
  ['data without a schema', endpoint('plain', undefined), { cats: [cat] }],
])('returns the selected object when a response repeats %s', async (_what, list, response) => {
  await serve({ 'GET /cats': () => response });
  const controller = new Controller(createTestStore());
  const first = await controller.fetch(list);
  const again = await controller.fetch(list);

  expect(again).toBe(first);
  expect(controller.getResponse(list).data).toBe(again);
});
