// The declarations of that library as an app sees them.
import { useSuspense } from 'rdc-toolkit/react';
import { SongResource, useTodo } from '../library/hooks.js';
import { TaskResource } from '../library/isolated.js';
import { added, changed, extended, push, TodoResource } from '../library/resources.js';

export function useAll() {
  const title: string = useTodo('5').author.name;
  const items: readonly { readonly title: string }[] = useSuspense(changed.getList, { list: 'a' }).items;
  const total: number = useSuspense(extended.getMine, { list: 'a' }).total;
  const song: string = useSuspense(SongResource.get, { id: '5' }).title;
  const task: string = useSuspense(TaskResource.get, { id: '5' }).title;
  // @ts-expect-error `id` is missing
  useSuspense(TodoResource.get, { list: 'a' });
  // @ts-expect-error a mutation
  useSuspense(added.archive, { id: 5 });
  // @ts-expect-error a mutation
  useSuspense(push, { list: 'a' }, { title: 'one' });
  return [title, items, total, song, task];
}
