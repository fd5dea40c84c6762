import { skipToken } from '@reduxjs/toolkit/query';
import { Endpoint, Entity, resource } from 'rdc-toolkit';
import { useDLE, useSuspense } from 'rdc-toolkit/react';
import type { Equal, Expect } from './expectType';

class Todo extends Entity {
  id = '';
  static key = 'Todo';
}
const { get, getList } = resource({ path: '/todos/:id', schema: Todo });
const { getList: getFiltered } = resource({
  path: '/todos/:id',
  schema: Todo,
  searchParams: {} as { done?: boolean },
});
const add = new Endpoint(async (a: number, b: number) => a + b, { name: 'add' });

export function useTypes(id: string | undefined) {
  const known = useSuspense(get, { id: '5' });
  const none = useSuspense(get, null);
  const sometimes = useSuspense(get, id === undefined ? null : { id });
  const skipped = useSuspense(get, id === undefined ? skipToken : { id });
  const list = useSuspense(getList);
  const { data } = useDLE(getFiltered, id === undefined ? null : { done: true });
  const sum = useSuspense(add, 1, 2);

  type _Types = [
    Expect<Equal<typeof known, Todo>>,
    Expect<Equal<typeof none, Todo | undefined>>,
    Expect<Equal<typeof sometimes, Todo | undefined>>,
    Expect<Equal<typeof skipped, Todo | undefined>>,
    Expect<Equal<typeof list, readonly Todo[]>>,
    Expect<Equal<typeof data, readonly Todo[] | undefined>>,
    Expect<Equal<typeof sum, number>>,
  ];

  // @ts-expect-error the id is missing
  useSuspense(get);
  // @ts-expect-error the id is no boolean
  useSuspense(get, id === undefined ? null : { id: true });
  // @ts-expect-error this list takes no arguments
  useSuspense(getList, { done: true });
  // @ts-expect-error the second argument is missing
  useDLE(add, 1);
}
