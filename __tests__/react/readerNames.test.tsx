import { waitFor } from '@testing-library/react';
import { All, Query } from 'rdc-toolkit';
import { readersOf } from 'rdc-toolkit/devtools';
import { useDLE, usePages, useQuery, useResponses, useResponseWith } from 'rdc-toolkit/react';
import { createTestStore } from '../helpers/createTestStore';
import { serveTodos, Todo, TodoResource } from '../helpers/todos';
import { renderIn } from './renderIn';

const { get, getList } = TodoResource;

function Everything() {
  const { data } = useResponseWith({ name: 'Heading' }, get, { id: '1' });
  const { pages } = usePages(getList, (page: string | undefined) => [{ status: page ?? 'open' }], {
    next: () => undefined,
    name: 'Open todos',
  });
  const { data: done } = useDLE(getList, { status: 'done' });
  const [third] = useResponses(get, ['3'], id => [{ id }], { name: 'Footer' });
  return [data?.title, pages.flat().length, done?.length, third?.data?.title].join();
}

it('a reader has the name given to its hook, if any', async () => {
  await serveTodos();
  const store = createTestStore();
  const page = renderIn(store, <Everything />);
  await waitFor(() => expect(page.text()).toBe('one,2,1,three'));

  const names = readersOf(store).map(({ name, key }) => [name, key]);

  expect(names).toEqual([
    ['Heading', get.key({ id: '1' })],
    ['Open todos', getList.key({ status: 'open' })],
    [undefined, getList.key({ status: 'done' })],
    ['Footer', get.key({ id: '3' })],
  ]);
});

const openTodos = new Query(new All(Todo), (todos, status: string) =>
  todos.filter(todo => todo.status === status),
);

it('a query has the name of its schema, and its arguments', () => {
  const store = createTestStore();
  const Queries = () => {
    useQuery(Todo, { id: '1' });
    useQuery(openTodos, 'open');
    useQuery(getList.schema, { status: 'done' });
    return null;
  };
  renderIn(store, <Queries />);

  const queries = readersOf(store).map(({ endpointName, schemaName, args }) => [
    endpointName,
    schemaName,
    args,
  ]);

  expect(queries).toEqual([
    [undefined, 'Todo', [{ id: '1' }]],
    [undefined, 'All(Todo)', ['open']],
    [undefined, '[Todo]', [{ status: 'done' }]],
  ]);
});
