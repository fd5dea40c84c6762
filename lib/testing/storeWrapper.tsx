import type { ComponentType, ReactNode } from 'react';
import type { FixtureStore } from './createFixtureStore';
import { FixtureStoreProvider } from './FixtureStoreProvider';

/** A component that surrounds what is rendered. */
export type Wrapper = ComponentType<{ children: ReactNode }>;

/** A wrapper that gives a store to what it surrounds, with the test's own wrapper inside. */
export function storeWrapper(store: FixtureStore, Inner?: Wrapper): Wrapper {
  return ({ children }) => (
    <FixtureStoreProvider store={store}>
      {Inner === undefined ? children : <Inner>{children}</Inner>}
    </FixtureStoreProvider>
  );
}
