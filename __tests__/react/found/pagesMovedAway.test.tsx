import { act, waitFor } from '@testing-library/react';
import { Controller, Entity, resource, type } from 'rdc-toolkit';
import { type Pages, usePages } from 'rdc-toolkit/react';
import { createTestStore } from '../../helpers/createTestStore';
import { ApiEndpoint, serve } from '../../helpers/serve';
import { renderIn } from '../renderIn';

class Task extends Entity {
  id = '';
  status = '';
  static key = 'MovedAway.Task';
}
const { getList } = resource({
  path: '/tasks/:id',
  schema: Task,
  searchParams: type<{ status: string }>(),
  paginationField: 'page',
  Endpoint: ApiEndpoint,
  optimistic: true,
});

it('pages no longer show a record that was moved to another list', async () => {
  const tasks = ['1', '2', '3'].map(id => ({ id, status: 'open' }));
  await serve({
    'GET /tasks': ({ query: { page } }) =>
      tasks.filter(({ status }) => status === 'open').slice((Number(page) - 1) * 2, Number(page) * 2),
    'PATCH /tasks/:id': ({ params: { id }, body }) =>
      Object.assign(tasks.find(task => task.id === id) ?? {}, body),
  });
  const store = createTestStore();
  let latest: Pages<readonly Task[]> | undefined;
  const List = () => {
    latest = usePages(getList.getPage, page => [{ status: 'open', page }], {
      first: 1,
      next: (found, page) => (found.length < 2 ? undefined : Number(page) + 1),
    });
    return <>{latest.pages.flat().map(({ id }) => id).join()}</>;
  };
  const page = renderIn(store, <List />);
  await waitFor(() => expect(page.text()).toBe('1,2'));

  await act(() => new Controller(store).fetch(getList.move, { id: '2' }, { status: 'done' }));

  expect(page.text()).toBe('1');
});
