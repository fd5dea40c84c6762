import { type ReactNode, useState } from 'react';
import { createFixtureStore, type FixtureStoreOptions } from './createFixtureStore';
import { FixtureStoreProvider } from './FixtureStoreProvider';

/** Props of the provider: fixtures, interceptors, and the other options of a fixture store. */
export interface FixtureProviderProps<State = unknown, Slices extends object = object>
  extends FixtureStoreOptions<State, Slices> {
  readonly children?: ReactNode;
}

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
export function FixtureProvider<State = unknown, Slices extends object = object>({
  children,
  ...options
}: FixtureProviderProps<State, Slices>): ReactNode {
  const [store] = useState(() => createFixtureStore(options as FixtureStoreOptions));
  return <FixtureStoreProvider store={store}>{children}</FixtureStoreProvider>;
}
