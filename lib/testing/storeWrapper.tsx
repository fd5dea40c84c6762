import type { ComponentType, ReactNode } from 'react';
import { Provider } from 'react-redux';
import type { FixtureStore } from './createFixtureStore';
import { FixtureStoreProvider } from './FixtureStoreProvider';

/** A component that surrounds the rendered element. */
export type Wrapper = ComponentType<{ children: ReactNode }>;

/**
 * A wrapper that provides a store, with the test's own wrapper inside.
 *
 * @param isShared whether the store is the test's, which may render in it again; others are closed on unmount
 */
export function storeWrapper(store: FixtureStore, isShared: boolean, Inner?: Wrapper): Wrapper {
  const StoreProvider = isShared ? Provider : FixtureStoreProvider;
  return ({ children }) => (
    <StoreProvider store={store}>{Inner === undefined ? children : <Inner>{children}</Inner>}</StoreProvider>
  );
}
