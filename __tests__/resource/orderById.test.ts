import { Controller, Entity, resource, type } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';

class Todo extends Entity {
  id = '';
  title = '';
  static key = 'OrderById.Todo';
}
const { getList } = resource({
  path: '/todos/:id',
  schema: Todo,
  searchParams: type<{ orderById?: string } | undefined>(),
  Endpoint: ApiEndpoint,
});

it('an argument `orderById` does not filter lists', async () => {
  await serve({ 'GET /todos': () => [], 'POST /todos': ({ body }) => ({ id: '1', ...(body as object) }) });
  const store = createTestStore();
  const controller = new Controller(store);
  await controller.fetch(getList, { orderById: 'asc' });
  await controller.fetch(getList.push, { title: 'a' });

  expect(
    getList
      .select({ orderById: 'asc' })(store.getState())
      .data?.map(({ id }) => id),
  ).toEqual(['1']);
});
