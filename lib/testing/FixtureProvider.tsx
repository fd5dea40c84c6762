import { type ReactNode, useEffect, useState } from 'react';
import { getOrCreate } from '../plain/getOrCreate';
import { createFixtureStore, type FixtureStore, type FixtureStoreOptions } from './createFixtureStore';
import { FixtureStoreProvider } from './FixtureStoreProvider';

/** Props of the provider: fixtures, interceptors, and the other options of a fixture store. */
export interface FixtureProviderProps<State = unknown, Slices extends object = object>
  extends FixtureStoreOptions<State, Slices> {
  readonly children?: ReactNode;
}

/**
 * The stores of providers that have not mounted yet, by their props: while something below suspends, the nearest
 * `Suspense` above drops its contents, and later renders the same elements again.
 */
const beforeMount = new WeakMap<object, Set<FixtureStore>>();

/**
 * Provides a new store whose responses come from fixtures: for stories, demos and tests.
 *
 * The store is created once; give the provider another `key` for other fixtures. It is closed when the
 * provider unmounts.
 *
 * @example
 * ```tsx
 * import { FixtureProvider } from 'rdc-toolkit/testing';
 * import type { ComponentType } from 'react';
 *
 * // In Storybook: export default { decorators: [withTodos] };
 * const withTodos = (Story: ComponentType) => (
 *   <FixtureProvider fixtures={[{ endpoint: TodoResource.getList, args: [], response: [] }]}>
 *     <Story />
 *   </FixtureProvider>
 * );
 * ```
 */
export function FixtureProvider<State = unknown, Slices extends object = object>(
  props: FixtureProviderProps<State, Slices>,
): ReactNode {
  const [store] = useState(() => storeFor(props as FixtureProviderProps));
  useEffect(() => {
    mounted.add(store);
    beforeMount.get(props)?.delete(store);
  }, [props, store]);
  return <FixtureStoreProvider store={store}>{props.children}</FixtureStoreProvider>;
}

const mounted = new WeakSet<FixtureStore>();

/** Reuses the store of an earlier, suspended render of the same element; several instances of it get one store each. */
function storeFor(props: FixtureProviderProps): FixtureStore {
  const { children: _, ...options } = props;
  const unmounted = getOrCreate(beforeMount, props, () => new Set<FixtureStore>());
  const [store = createFixtureStore(options)] = unmounted;
  unmounted.delete(store);
  // Servers mount nothing.
  if (typeof window !== 'undefined')
    queueMicrotask(() => {
      if (!mounted.has(store)) unmounted.add(store);
    });
  return store;
}
