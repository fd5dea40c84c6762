import { type ReactNode, useState } from 'react';
import { createFixtureStore, type FixtureStoreOptions } from './createFixtureStore';
import { FixtureStoreProvider } from './FixtureStoreProvider';

/** What goes into the provider: fixtures, interceptors, and what else a fixture store takes. */
export interface FixtureProviderProps<State = unknown, Slices extends object = object>
  extends FixtureStoreOptions<State, Slices> {
  readonly children?: ReactNode;
}

/**
 * A store of its own for what is below, answered from fixtures: for stories, demos and tests.
 *
 * The store is made once; give the provider another `key` for other fixtures.
 * It is closed when the provider is unmounted.
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
export function FixtureProvider<State = unknown, Slices extends object = object>({
  children,
  ...options
}: FixtureProviderProps<State, Slices>): ReactNode {
  const [store] = useState(() => createFixtureStore(options as FixtureStoreOptions));
  return <FixtureStoreProvider store={store}>{children}</FixtureStoreProvider>;
}
