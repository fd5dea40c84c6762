import type { TestStore } from '../helpers/createTestStore';

/** An endpoint whose data is a list of records. */
interface ListEndpoint<Args extends readonly unknown[]> {
  select(...args: Args): (rootState: unknown) => {
    readonly data: readonly { readonly id: string }[] | undefined;
  };
}

/** The keys of the records that a list shows, in order; `undefined` if there is no list. */
export function idsIn<Args extends readonly unknown[]>(
  store: TestStore,
  list: ListEndpoint<Args>,
  ...args: Args
): readonly string[] | undefined {
  return list
    .select(...args)(store.getState())
    .data?.map(({ id }) => id);
}
