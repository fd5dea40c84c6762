import { waitFor } from '@testing-library/react';
import { readersOf } from 'rdc-toolkit/devtools';
import { useDLE, usePages, useResponses, useResponseWith } from 'rdc-toolkit/react';
import { createTestStore } from '../helpers/createTestStore';
import { serveTodos, TodoResource } from '../helpers/todos';
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

it('a reader has the name that its hook was given, and otherwise none', async () => {
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
