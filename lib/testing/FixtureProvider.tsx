import { type ReactNode, useEffect, useState } from 'react';
import { kept } from '../plain/kept';
import { createFixtureStore, type FixtureStore, type FixtureStoreOptions } from './createFixtureStore';
import { FixtureStoreProvider } from './FixtureStoreProvider';

/** Props of the provider: fixtures, interceptors, and the other options of a fixture store. */
export interface FixtureProviderProps<State = unknown, Slices extends object = object>
  extends FixtureStoreOptions<State, Slices> {
  readonly children?: ReactNode;
}

/**
 * The stores of providers that have not mounted yet, by their props: until something below has its data, the nearest
 * `Suspense` above drops all that it holds, and renders the same elements again.
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

/** A store that the same element had when it was rendered before, in another turn: several places of it have one each. */
function storeFor(props: FixtureProviderProps): FixtureStore {
  const { children: _, ...options } = props;
  const waiting = kept(beforeMount, props, () => new Set<FixtureStore>());
  const [store = createFixtureStore(options)] = waiting;
  waiting.delete(store);
  // A server mounts nothing.
  if (typeof window !== 'undefined')
    queueMicrotask(() => {
      if (!mounted.has(store)) waiting.add(store);
    });
  return store;
}
